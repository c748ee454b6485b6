/* os.h — reads and writes whole files; also plain paths, the name of the program, and the host's
 * memory.
 */
#pragma once

#include "base/base.h"
#include "base/text.h"

/* What errno says, as an ERR_OS: "cannot WHAT: …", or an ERR_FILE: "cannot VERB 'PATH': …". */
must_use Err os_error(const char *what);
must_use Err file_error(const char *verb, const char *path);

/* Appends everything up to the end of the file; false: errno says why not. */
must_use bool fd_read(int fd, Text *to);
/* Writes all of it; false: errno says why not. */
must_use bool fd_write(int fd, const void *bytes, size_t n_bytes);
void fd_close(int *fd); /* for cleanup(); nothing is done with a negative one */

/* Reads everything up to the end, also from a pipe or a device.  The bytes may
 * contain zeros; one more zero follows them.  The caller owns *ret_text. */
must_use Err file_read(const char *path, Text *ret_text);

/* Creates the file or replaces it: at every moment, also if this process is killed, the old file is
 * there (or none) or the new one, whole.  After an error it is the old one.  Pipes, devices and
 * links are written in place, and so are files in a folder where we may not create any. */
must_use Err file_write(const char *path, const void *bytes, size_t n_bytes);

/* The folder and all that are above it; it may be there already. */
must_use Err folder_make(const char *path);

/* The part of a path behind "./", which compilers put before names that they searched for. */
const char *path_plain(const char *path);

/* How the running program is called in a shell, for lines that can be typed again; "nadir" until it
 * is set.  The text is borrowed for good. */
const char *program_name(void);
void program_name_set(const char *name);

/* The same for the same build of this program only. */
u64 program_build(void);

/* The memory of the process in total, and of what address space it has mapped unless NULL; 0 if
 * unknown. */
u64 os_resident_bytes(u64 *ret_mapped);

/* Half of the host's memory, in bytes; UINT64_MAX when that is not known. */
u64 os_half_memory(void);
