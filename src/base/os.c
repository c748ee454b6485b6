/* os.c — files by system calls, so that each error is seen and named. */
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Err file_error(const char *verb, const char *path) {
  return err_set(ERR_FILE, "cannot %s '%s': %s", verb, path, strerror(errno));
}

Err os_error(const char *what) {
  return err_set(ERR_OS, "cannot %s: %s", what, strerror(errno));
}

void fd_close(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

bool fd_read(int fd, Text *to) {
  char block[SIZED(65536, 7)];
  for (;;) {
    ssize_t n = read(fd, block, sizeof block);
    if (n == 0) return true;
    if (n > 0)
      text_add_n(to, block, (size_t)n);
    else if (errno != EINTR)
      return false;
  }
}

static Err write_all(int fd, const char *path, const char *at, size_t n_left) {
  while (n_left) {
    ssize_t n = write(fd, at, n_left);
    if (n >= 0) {
      at += n;
      n_left -= (size_t)n;
    } else if (errno != EINTR) {
      return file_error("write", path);
    }
  }
  return OK;
}

Err file_read(const char *path, Text *ret_text) {
  cleanup(fd_close) int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return file_error("read", path);
  cleanup(text_free) Text t = {0};
  text_add(&t, ""); /* the closing zero, also of an empty file */
  if (!fd_read(fd, &t)) return file_error("read", path);
  *ret_text = t;
  t = (Text){0};
  return OK;
}

/* Half a file looks like a whole one. */
static void remove_part(const char *path) {
  struct stat about;
  if (!lstat(path, &about) && S_ISREG(about.st_mode)) unlink(path);
}

Err file_write(const char *path, const void *bytes, size_t n_bytes) {
  cleanup(fd_close) int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return file_error("write", path);
  Err err = write_all(fd, path, bytes, n_bytes);
  int to_close = fd;
  fd = -1;
  /* Network file systems report a full disk only here. */
  if (close(to_close) && err == OK) err = file_error("write", path);
  if (err != OK) remove_part(path);
  return err;
}

Err file_replace(const char *path, const void *bytes, size_t n_bytes) {
  cleanup(text_free) Text new = {0};
  text_addf(&new, "%s.new", path);
  TRY(file_write(text_c(&new), bytes, n_bytes));
  return rename(text_c(&new), path) ? file_error("write", path) : OK;
}

static Err make_one_folder(const char *path) {
  if (!mkdir(path, 0777) || errno == EEXIST) return OK;
  return file_error("make the folder", path);
}

Err folder_make(const char *path) {
  cleanup(freep) char *part = text_dup(path);
  for (char *s = strchr(part + 1, '/'); s; s = strchr(s + 1, '/')) {
    *s = 0;
    TRY(make_one_folder(part));
    *s = '/';
  }
  return make_one_folder(part);
}

const char *path_plain(const char *path) {
  while (path[0] == '.' && path[1] == '/') {
    path += 2;
    while (*path == '/') path++;
  }
  return path;
}

static const char *own_name = "nadir";

const char *program_name(void) {
  return own_name;
}

void program_name_set(const char *name) {
  own_name = name;
}

u64 os_half_memory(void) {
  long n_pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return n_pages > 0 && page > 0 ? (u64)n_pages * (u64)page / 2 : UINT64_MAX;
}
