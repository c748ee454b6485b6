/* outdir.c — makes the folder of a run, and writes files in it.
 *
 * If the name is taken by a folder that is not empty, a number is added to it.  Only the first
 * error is kept.  After an error, outdir_has looks on the disk before it says that a file is
 * there.
 */
#define _GNU_SOURCE /* O_DIRECTORY */
#include "report/outdir.h"

#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_empty_dir(const char *path) {
  DIR *d = opendir(path);
  if (!d) return false;
  u32 n = 0;
  for (struct dirent *e; n < 3 && (e = readdir(d));) n++; /* itself and the one above */
  closedir(d);
  return n <= 2;
}

/* Names the folder that does not let us in: it is often not the one that was typed. */
static Err make_error(const char *path, int number) {
  cleanup(text_free) Text above = {0};
  const char *slash = strrchr(path, '/');
  text_add_n(&above, slash ? path : ".", slash ? (size_t)MAX(slash - path, 1) : 1);
  char whole[PATH_MAX];
  return err_set(ERR_FILE, "cannot make the folder '%s' in '%s': %s", slash ? slash + 1 : path,
                 realpath(text_c(&above), whole) ? whole : text_c(&above), strerror(number));
}

/* Also the folders above it. */
static Err make_parents(const char *path) {
  cleanup(freep) char *part = text_dup(path);
  for (char *slash = part; *slash && (slash = strchr(slash + 1, '/'));) {
    *slash = 0;
    if (mkdir(part, 0777) && errno != EEXIST) return make_error(part, errno);
    *slash = '/';
  }
  return OK;
}

/* Of two runs that begin at the same moment one finds the other's lock.  A file system without
 * locks, or a folder that may not be read, is as good as locked.  The folder may be gone again,
 * because the other run found nothing and removed it. */
static bool claim(const char *path, int *ret_lock) {
  cleanup(fd_close) int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat about;
  if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) return false;
  if (fd >= 0 && (fstat(fd, &about) || !about.st_nlink)) return false;
  if (!is_empty_dir(path)) return false;
  *ret_lock = fd;
  fd = -1;
  return true;
}

Err outdir_make(const char *wanted, OutDir *ret) {
  cleanup(text_free) Text path = {0};
  text_add(&path, wanted);
  while (path.n > 1 && path.at[path.n - 1] == '/') path.at[--path.n] = 0;
  TRY(make_parents(text_c(&path)));
  size_t n_stem = path.n;
  int lock = -1;
  for (u32 k = 2;; k++) {
    if (mkdir(text_c(&path), 0777) && errno != EEXIST) return make_error(text_c(&path), errno);
    if (claim(text_c(&path), &lock)) break;
    path.at[path.n = n_stem] = 0;
    text_addf(&path, "-%u", k);
  }
  *ret = (OutDir){.path = path, .lock = lock, .is_locked = lock >= 0};
  path = (Text){0};
  return OK;
}

Err outdir_open(const char *path, OutDir *ret) {
  int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return file_error("open the folder", path);
  if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
    close(fd);
    return err_set(ERR_FILE, "'%s' is in use: another nadir writes there", path);
  }
  *ret = (OutDir){.lock = fd, .is_locked = true};
  text_add(&ret->path, path);
  while (ret->path.n > 1 && ret->path.at[ret->path.n - 1] == '/') ret->path.at[--ret->path.n] = 0;
  return OK;
}

void outdir_forget_tests(const OutDir *d) {
  static const char *const stems[] = {"test", "paths.tree", ".nadir-"};
  DIR *dir = opendir(text_c(&d->path));
  if (!dir) return;
  for (struct dirent *e; (e = readdir(dir));)
    for (u32 i = 0; i < ARRAY_LEN(stems); i++)
      if (!strncmp(e->d_name, stems[i], strlen(stems[i]))) outdir_remove(d, e->d_name);
  closedir(dir);
}

void outdir_done(OutDir *d) {
  if (d->is_locked) close(d->lock);
  d->is_locked = false;
  text_free(&d->path);
  d->err_text = mem_free(d->err_text);
}

void outdir_keep_error(OutDir *d, Err err) {
  if (err == OK || d->err != OK) return;
  d->err = err;
  d->err_text = text_dup(err_text());
}

Err outdir_error(const OutDir *d) { return d->err == OK ? OK : err_set(d->err, "%s", d->err_text); }

bool outdir_write(OutDir *d, const char *name, const Text *contents) {
  cleanup(text_free) Text path = text_format("%s/%s", text_c(&d->path), name);
  Err err = file_write(text_c(&path), text_c(contents), contents->n);
  outdir_keep_error(d, err);
  return err == OK;
}

bool outdir_has(const OutDir *d, const char *name) {
  if (d->err == OK) return true; /* everything was written */
  cleanup(text_free) Text path = text_format("%s/%s", text_c(&d->path), name);
  return !access(text_c(&path), F_OK);
}

void outdir_remove(const OutDir *d, const char *name) {
  cleanup(text_free) Text path = text_format("%s/%s", text_c(&d->path), name);
  unlink(text_c(&path));
}
