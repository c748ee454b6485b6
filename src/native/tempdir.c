/* tempdir.c — makes and removes temporary folders, also those that a program has closed to everybody. */
#define _GNU_SOURCE /* nftw */
#include "native/tempdir.h"

#include "base/os.h"

#include <errno.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Err tempdir_make(Text *ret_path) {
  const char *where = getenv("TMPDIR");
  cleanup(text_free) Text name = {0};
  text_addf(&name, "%s/nadir-XXXXXX", where && *where ? where : "/tmp");
  if (!mkdtemp(name.at))
    return err_set(ERR_FILE, "cannot make a folder in '%s': %s (TMPDIR may name another)",
                   where && *where ? where : "/tmp", strerror(errno));
  text_add(ret_path, text_c(&name));
  return OK;
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at) {
  (void)s;
  if (!at->level) return 0;
  if (type == FTW_DP)
    rmdir(path);
  else
    unlink(path);
  return 0;
}

static int open_up(const char *path, const struct stat *s, int type, struct FTW *at) {
  (void)s, (void)at;
  if (type == FTW_D || type == FTW_DNR) chmod(path, 0700);
  return 0;
}

void tempdir_empty(const Text *path) {
  nftw(text_c(path), open_up, 16, FTW_PHYS);
  nftw(text_c(path), remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

void tempdir_remove(Text *path) {
  if (path->n) {
    tempdir_empty(path);
    rmdir(text_c(path));
  }
  text_free(path);
}
