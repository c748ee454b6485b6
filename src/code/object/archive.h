/* archive.h — the members of an archive of objects (.a), one after the other. */
#pragma once

#include "code/object/elf_file.h"

typedef struct Archive {
  const char *path; /* borrowed */
  Bytes file;       /* borrowed */
  size_t next;      /* where the next header is */
  Bytes long_names; /* of GNU's ar */
} Archive;

typedef struct ArchiveMember {
  Text name; /* owned by the caller */
  Bytes contents;
} ArchiveMember;

/* By its first bytes; also an archive that only names its members ("thin"). */
bool archive_is(Bytes file);

must_use Err archive_open(const char *path, Bytes file, Archive *ret);

/* Skips indexes.  *ret_has is false at the end, when *io_member stays as it is; otherwise its name is
 * replaced. */
must_use Err archive_next(Archive *a, ArchiveMember *io_member, bool *ret_has);
