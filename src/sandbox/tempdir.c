/* tempdir.c — makes and removes temporary folders, also those that a program has closed to everybody. */
#include "sandbox/tempdir.h"

#include "base/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

Err tempdir_make(Text *ret_path) {
  const char *where = getenv("TMPDIR");
  cleanup(text_free) Text name = text_format("%s/nadir-XXXXXX", where && *where ? where : "/tmp");
  if (!mkdtemp(name.at))
    return err_set(ERR_FILE, "cannot make a folder in '%s': %s (TMPDIR may name another)",
                   where && *where ? where : "/tmp", strerror(errno));
  text_add(ret_path, text_c(&name));
  return OK;
}

void tempdir_empty(const Text *path) { folder_empty(text_c(path)); }

void tempdir_remove(Text *path) {
  if (path->n) {
    tempdir_empty(path);
    rmdir(text_c(path));
  }
  text_free(path);
}
