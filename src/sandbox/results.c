/* results.c — walks a folder by descriptors, so that no link is ever followed. */
#define _GNU_SOURCE /* O_NOFOLLOW, nftw */
#include "sandbox/results.h"

#include "base/os.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_DEPTH = 64, MAX_FILES = 20000 };
static const u64 max_bytes = 1ull << 30;

typedef struct ResultsWalk {
  bool only_cleans;
  u32 n_files;
  u64 n_bytes;
} ResultsWalk;

static Err too_much(void) {
  return err_set(ERR_LIMIT, "a native run left too many files, too large or too deep ones");
}

static Err copy_bytes(int from, int to, ResultsWalk *w) {
  char block[SIZED(65536, 1000)];
  for (ssize_t n; (n = read(from, block, sizeof block));) {
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 || write(to, block, (size_t)n) != n) return os_error("copy what a native run left");
    if ((w->n_bytes += (u64)n) > max_bytes) return too_much();
  }
  return OK;
}

/* nftw has no argument for its function. */
static Names *found;

static int find(const char *path, const struct stat *s, int type, struct FTW *at) {
  (void)at;
  if (type == FTW_F && S_ISREG(s->st_mode)) names_add(found, path);
  return 0;
}

void results_list(const char *folder, Names *ret) {
  found = ret;
  nftw(folder, find, 16, FTW_PHYS);
}

/* What cannot be opened is left out: a program may have closed its own files to everybody. */
static Err copy_file(int folder, const char *name, int to, ResultsWalk *w) {
  struct stat about;
  cleanup(fd_close) int in = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (in < 0 || fstat(in, &about) || !S_ISREG(about.st_mode)) return OK;
  if (++w->n_files > MAX_FILES || (u64)about.st_size > max_bytes) return too_much();
  unlinkat(to, name, 0);
  cleanup(fd_close) int out = openat(to, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                                     (about.st_mode & 0111) | 0600);
  if (out < 0) return os_error("copy what a native run left");
  return copy_bytes(in, out, w);
}

static Err walk(int folder, int to, u32 depth, ResultsWalk *w);

static Err walk_into(int folder, const char *name, int to, u32 depth, ResultsWalk *w) {
  const int how = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  if (depth >= MAX_DEPTH || ++w->n_files > MAX_FILES) return too_much();
  cleanup(fd_close) int in = openat(folder, name, how);
  if (in < 0) return OK;
  if (w->only_cleans) return walk(in, -1, depth + 1, w);
  if (mkdirat(to, name, 0755) && errno != EEXIST) return os_error("copy what a native run left");
  cleanup(fd_close) int out = openat(to, name, how);
  if (out < 0) return os_error("copy what a native run left");
  return walk(in, out, depth + 1, w);
}

static Err walk_entry(int folder, const char *name, int to, u32 depth, ResultsWalk *w) {
  struct stat about;
  if (!strcmp(name, ".") || !strcmp(name, "..")) return OK;
  if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW)) return OK;
  if (S_ISDIR(about.st_mode)) return walk_into(folder, name, to, depth, w);
  if (S_ISREG(about.st_mode)) return w->only_cleans ? OK : copy_file(folder, name, to, w);
  if (w->only_cleans) unlinkat(folder, name, 0);
  return OK;
}

static Err walk(int folder, int to, u32 depth, ResultsWalk *w) {
  int copy = fcntl(folder, F_DUPFD_CLOEXEC, 0);
  DIR *all = copy >= 0 ? fdopendir(copy) : NULL;
  if (!all) return os_error("read what a native run left");
  Err err = OK;
  for (struct dirent *e; err == OK && (e = readdir(all));)
    err = walk_entry(folder, e->d_name, to, depth, w);
  closedir(all);
  return err;
}

Err results_copy(int from, const char *to) {
  ResultsWalk w = {0};
  TRY(folder_make(to));
  cleanup(fd_close) int folder = open(to, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return file_error("write", to);
  return walk(from, folder, 0, &w);
}

void results_clean(int folder) {
  ResultsWalk w = {.only_cleans = true};
  Err ignored = walk(folder, -1, 0, &w); /* what is too deep to clean is too deep to be read, too */
  (void)ignored;
}
