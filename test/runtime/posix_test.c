/* posix_test.c — the kernel of the machine, run natively, beside the host's own: random sequences of
 * system calls must have the same results, and leave the same files.
 *
 * Each session is a process of its own, without privileges, in a temporary folder; both kernels begin
 * with the standard descriptors open, so that they give out the same numbers.
 */
#define _GNU_SOURCE
#include "base/rng.h"
#include "base/text.h"
#include "base/vec.h"

#include "unit/unit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

long nadir_syscall(long n, long a, long b, long c, long d, long e, long f);

/* ---- the machine, as far as the kernel needs it --------------------------------------------------- */

void nadir_write(int fd, const void *bytes, size_t n);
void nadir_leave(const void *bytes, size_t n, int again);
void nadir_outside(void *bytes, size_t n, const char *name);
void(nadir_assume)(int condition);
int nadir_is_symbolic(unsigned long x);
unsigned long nadir_each(unsigned long x);
int nadir_is_zero(unsigned long x);
unsigned long nadir_fix(unsigned long x);
size_t nadir_room(const void *p);
size_t nadir_run_size(void);
void *nadir_map(size_t n);
void nadir_unmap(void *p);
void nadir_record(const void *bytes, size_t n, const char *name);
void nadir_missing(const char *name);
const void *nadir_world(void);
noreturn_fn void nadir_exit(int code);
noreturn_fn void nadir_abort(void);
noreturn_fn void nadir_stop(const char *file, int line, const char *text);

void nadir_write(int fd, const void *bytes, size_t n) { (void)fd, (void)bytes, (void)n; }
void nadir_leave(const void *bytes, size_t n, int again) { (void)bytes, (void)n, (void)again; }
void nadir_outside(void *bytes, size_t n, const char *name) {
  (void)name;
  memset(bytes, 0, n);
}
void(nadir_assume)(int condition) { assert_true(condition); }
int nadir_is_symbolic(unsigned long x) {
  (void)x;
  return 0;
}
unsigned long nadir_each(unsigned long x) { return x; }
int nadir_is_zero(unsigned long x) { return !x; }
unsigned long nadir_fix(unsigned long x) { return x; }
size_t nadir_room(const void *p) {
  (void)p;
  return SIZE_MAX;
}
size_t nadir_run_size(void) { return 8; }
void *nadir_map(size_t n) { return calloc(1, n + 1); }
void nadir_unmap(void *p) { free(p); }
void nadir_record(const void *bytes, size_t n, const char *name) {
  (void)bytes, (void)n, (void)name;
}

static char missing[100];

void nadir_missing(const char *name) { snprintf(missing, sizeof missing, "%s", name); }
const void *nadir_world(void) { return NULL; }
void nadir_exit(int code) { die(__FILE__, __LINE__, "exit %d", code); }
void nadir_abort(void) { die(__FILE__, __LINE__, "abort"); }
void nadir_stop(const char *file, int line, const char *text) { die(file, line, "%s", text); }

/* ---- both sides ----------------------------------------------------------------------------------- */

typedef enum Side { OURS, HOST } Side;

static long call(Side side, long n, long a, long b, long c, long d, long e) {
  if (side == OURS) return nadir_syscall(n, a, b, c, d, e, 0);
  long result = syscall(n, a, b, c, d, e);
  return result < 0 ? -errno : result;
}

enum { BUFFER = 300, MAX_PATH = 200 };

typedef struct Session {
  Rng rng;
  Text log; /* what was called so far */
  u64 seed;
  int n_wrong;
} Session;

#define CALL(side, n, a, b, c, d, e) \
  call(side, n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e))

static void wrong(Session *s, const char *what) {
  s->n_wrong++;
  fprintf(stderr, "seed %ju: %s\n%s\n", (uintmax_t)s->seed, what, text_c(&s->log));
}

static void same_number(Session *s, const char *what, long ours, long host) {
  char text[200];
  if (ours == host) return;
  snprintf(text, sizeof text, "%s: ours %ld, the host's %ld", what, ours, host);
  wrong(s, text);
}

static void same_bytes(Session *s, const void *ours, const void *host, size_t n) {
  if (memcmp(ours, host, n)) wrong(s, "the bytes differ");
}

static void same_stat(Session *s, const struct stat *ours, const struct stat *host) {
  same_number(s, "mode", ours->st_mode, host->st_mode);
  same_number(s, "user", ours->st_uid, host->st_uid);
  if (!S_ISDIR(host->st_mode)) {
    same_number(s, "names", (long)ours->st_nlink, (long)host->st_nlink);
    same_number(s, "size", ours->st_size, host->st_size);
  }
  bool was_set = host->st_mtime < 1000; /* by utimensat: see op_times */
  same_number(s, "set", ours->st_mtime < 1000, was_set);
  if (was_set) same_number(s, "modified", ours->st_mtime, host->st_mtime);
  if (was_set) same_number(s, "ns", ours->st_mtim.tv_nsec, host->st_mtim.tv_nsec);
}

/* ---- random arguments ------------------------------------------------------------------------------ */

static long below(Session *s, u64 n) { return (long)rng_below(&s->rng, n); }

/* At most two levels up: the session begins two levels down in what both sides have. */
static void random_path(Session *s, char *to, bool may_go_up) {
  static const char *const names[] = {"a", "b", "c", "dd", "e", "a", "b"};
  int n = 1 + (int)below(s, 3), ups = 0;
  *to = 0;
  if (rng_chance(&s->rng, 60)) return;
  for (int i = 0; i < n; i++) {
    const char *name = names[below(s, ARRAY_LEN(names))];
    if (rng_chance(&s->rng, 12)) name = ".";
    if (may_go_up && ups < 2 && rng_chance(&s->rng, 12)) name = "..", ups++;
    if (i) strcat(to, rng_chance(&s->rng, 15) ? "//" : "/");
    strcat(to, name);
  }
  if (rng_chance(&s->rng, 300)) memset(to, 'x', 260), to[260] = 0;
  if (rng_chance(&s->rng, 15)) strcat(to, "/");
}

static long random_fd(Session *s) { return rng_chance(&s->rng, 20) ? -1 : 3 + below(s, 8); }

static long random_folder(Session *s) { return rng_chance(&s->rng, 3) ? random_fd(s) : AT_FDCWD; }

static long random_flags(Session *s) {
  static const int access[] = {O_RDONLY, O_WRONLY, O_RDWR};
  static const int others[] = {O_CREAT,     O_CREAT, O_EXCL,     O_TRUNC,   O_APPEND,
                               O_DIRECTORY, O_PATH,  O_NOFOLLOW, O_CLOEXEC, O_CREAT};
  int flags = access[below(s, 3)] | O_NONBLOCK;
  for (long i = below(s, 4); i > 0; i--) flags |= others[below(s, ARRAY_LEN(others))];
  /* Kernels differ about making folders by open. */
  return flags & O_CREAT ? flags & ~O_DIRECTORY : flags;
}

/* ---- operations ------------------------------------------------------------------------------------ */

typedef struct Op {
  const char *name;
  void (*run)(Session *s);
  u32 weight;
} Op;

/* Calls both sides with the same arguments and compares the results. */
static long both(Session *s, const char *name, long n, long a, long b, long c, long d, long e) {
  long host = call(HOST, n, a, b, c, d, e), ours = call(OURS, n, a, b, c, d, e);
  text_addf(&s->log, "  %s %ld %ld %ld %ld = %ld\n", name, a, b, c, d, host);
  same_number(s, name, ours, host);
  return host;
}

#define BOTH(s, n, a, b, c, d, e) \
  both(s, #n, SYS_##n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e))

static const char *log_path(Session *s, const char *path) {
  text_addf(&s->log, "  '%.20s'", path);
  return path;
}

static void op_open(Session *s) {
  char path[BUFFER];
  random_path(s, path, true);
  BOTH(s, openat, random_folder(s), log_path(s, path), random_flags(s), 0600 + below(s, 0200), 0);
}

static void op_close(Session *s) { BOTH(s, close, random_fd(s), 0, 0, 0, 0); }

/* Positions in folders are each kernel's own. */
static bool is_folder(long fd) {
  struct stat st;
  return fstat((int)fd, &st) == 0 && S_ISDIR(st.st_mode);
}

static void op_read(Session *s) {
  char ours[BUFFER] = {0}, host[BUFFER] = {0};
  long fd = random_fd(s), n = below(s, BUFFER), at = below(s, 100) - 5;
  if (is_folder(fd)) return;
  bool has_place = rng_chance(&s->rng, 3);
  long number = has_place ? SYS_pread64 : SYS_read;
  long h = CALL(HOST, number, fd, host, n, at, 0), o = CALL(OURS, number, fd, ours, n, at, 0);
  text_addf(&s->log, "  read %ld %ld at %ld = %ld\n", fd, n, has_place ? at : -1, h);
  same_number(s, "read", o, h);
  same_bytes(s, ours, host, BUFFER);
}

static void op_write(Session *s) {
  char bytes[BUFFER];
  long n = below(s, rng_chance(&s->rng, 4) ? BUFFER : 20);
  for (long i = 0; i < n; i++) bytes[i] = (char)rng_u64(&s->rng);
  if (rng_chance(&s->rng, 3))
    BOTH(s, pwrite64, random_fd(s), bytes, n, below(s, 300) - 5, 0);
  else
    BOTH(s, write, random_fd(s), bytes, n, 0, 0);
}

static void op_vectors(Session *s) {
  char ours[BUFFER] = {0}, host[BUFFER] = {0};
  long fd = random_fd(s), n = below(s, 40), m = below(s, 40);
  struct iovec to_ours[] = {{ours, (size_t)n}, {ours + 100, (size_t)m}};
  struct iovec to_host[] = {{host, (size_t)n}, {host + 100, (size_t)m}};
  bool writes = rng_chance(&s->rng, 2);
  if (is_folder(fd)) return;
  for (int i = 0; writes && i < BUFFER; i++) ours[i] = host[i] = (char)rng_u64(&s->rng);
  long number = writes ? SYS_writev : SYS_readv, parts = below(s, 3);
  long h = CALL(HOST, number, fd, to_host, parts, 0, 0);
  text_addf(&s->log, "  %s %ld (%ld %ld) = %ld\n", writes ? "writev" : "readv", fd, n, m, h);
  same_number(s, "vectors", CALL(OURS, number, fd, to_ours, parts, 0, 0), h);
  same_bytes(s, ours, host, BUFFER);
}

static void op_seek(Session *s) {
  long fd = random_fd(s);
  if (is_folder(fd)) return;
  BOTH(s, lseek, fd, below(s, 300) - 50, below(s, 4) % 3, 0, 0);
}

static void op_size(Session *s) {
  char path[BUFFER];
  random_path(s, path, true);
  if (rng_chance(&s->rng, 2))
    BOTH(s, ftruncate, random_fd(s), below(s, 200) - 3, 0, 0, 0);
  else
    BOTH(s, truncate, log_path(s, path), below(s, 200) - 3, 0, 0, 0);
}

static void op_duplicate(Session *s) {
  long fd = random_fd(s), to = 3 + below(s, 9);
  switch (below(s, 4)) {
  case 0:
    BOTH(s, dup, fd, 0, 0, 0, 0);
    break;
  case 1:
    BOTH(s, dup2, fd, to, 0, 0, 0);
    break;
  case 2:
    BOTH(s, dup3, fd, to, rng_chance(&s->rng, 2) ? O_CLOEXEC : 0, 0, 0);
    break;
  default:
    BOTH(s, fcntl, fd, F_DUPFD, to, 0, 0);
  }
}

static void op_control(Session *s) {
  static const int commands[] = {F_GETFD, F_GETFL, F_SETFD, F_SETFL};
  int command = commands[below(s, 4)];
  long argument =
      command == F_SETFL ? O_NONBLOCK | (rng_chance(&s->rng, 2) ? O_APPEND : 0) : below(s, 2);
  BOTH(s, fcntl, random_fd(s), command, argument, 0, 0);
}

static void op_pipe(Session *s) {
  int ours[2] = {0}, host[2] = {0};
  same_number(s, "pipe", CALL(OURS, SYS_pipe2, ours, O_NONBLOCK, 0, 0, 0),
              CALL(HOST, SYS_pipe2, host, O_NONBLOCK, 0, 0, 0));
  text_addf(&s->log, "  pipe %d %d\n", host[0], host[1]);
  same_bytes(s, ours, host, sizeof host);
}

static void op_folder(Session *s) {
  char path[BUFFER];
  random_path(s, path, true);
  BOTH(s, mkdirat, random_folder(s), log_path(s, path), 0700 + below(s, 0100), 0, 0);
}

static void op_remove(Session *s) {
  char path[BUFFER];
  random_path(s, path, true);
  BOTH(s, unlinkat, random_folder(s), log_path(s, path), rng_chance(&s->rng, 2) ? AT_REMOVEDIR : 0,
       0, 0);
}

/* Which of two bad paths is complained about depends on the kernel's version. */
static void random_pair(Session *s, char *from, char *to) {
  do random_path(s, from, true);
  while (!*from || strlen(from) > 200);
  do random_path(s, to, true);
  while (!*to || strlen(to) > 200);
}

static void op_rename(Session *s) {
  char from[BUFFER], to[BUFFER];
  random_pair(s, from, to);
  long flags = rng_chance(&s->rng, 4) ? 1 + below(s, 3) : 0;
  BOTH(s, renameat2, random_folder(s), log_path(s, from), random_folder(s), log_path(s, to), flags);
}

static void op_link(Session *s) {
  char from[BUFFER], to[BUFFER];
  random_pair(s, from, to);
  if (rng_chance(&s->rng, 2))
    BOTH(s, symlinkat, log_path(s, from), random_folder(s), log_path(s, to), 0, 0);
  else
    BOTH(s, linkat, random_folder(s), log_path(s, from), random_folder(s), log_path(s, to),
         rng_chance(&s->rng, 3) ? AT_SYMLINK_FOLLOW : 0);
}

static void op_readlink(Session *s) {
  char path[BUFFER], ours[BUFFER] = {0}, host[BUFFER] = {0};
  random_path(s, path, true);
  long n = below(s, 30), folder = random_folder(s);
  long h = CALL(HOST, SYS_readlinkat, folder, log_path(s, path), host, n, 0);
  text_addf(&s->log, "  readlink = %ld\n", h);
  same_number(s, "readlink", CALL(OURS, SYS_readlinkat, folder, path, ours, n, 0), h);
  same_bytes(s, ours, host, BUFFER);
}

static void op_stat(Session *s) {
  static const long flags[] = {0, AT_SYMLINK_NOFOLLOW, AT_EMPTY_PATH, 0};
  char path[BUFFER];
  struct stat ours = {0}, host = {0};
  random_path(s, path, true);
  long folder = random_folder(s), flag = flags[below(s, 4)];
  long h = CALL(HOST, SYS_newfstatat, folder, log_path(s, path), &host, flag, 0);
  text_addf(&s->log, "  stat %ld %lx = %ld\n", folder, flag, h);
  same_number(s, "stat", CALL(OURS, SYS_newfstatat, folder, path, &ours, flag, 0), h);
  same_stat(s, &ours, &host);
}

static void op_fstat(Session *s) {
  struct stat ours = {0}, host = {0};
  long fd = random_fd(s), h = CALL(HOST, SYS_fstat, fd, &host, 0, 0, 0);
  text_addf(&s->log, "  fstat %ld = %ld\n", fd, h);
  same_number(s, "fstat", CALL(OURS, SYS_fstat, fd, &ours, 0, 0, 0), h);
  same_stat(s, &ours, &host);
}

static void op_access(Session *s) {
  char path[BUFFER];
  random_path(s, path, true);
  BOTH(s, faccessat, random_folder(s), log_path(s, path), below(s, 9), 0, 0);
}

static void op_mode(Session *s) {
  char path[BUFFER];
  random_path(s, path, true);
  long mode = rng_chance(&s->rng, 3) ? below(s, 01000) : 0700 + below(s, 0100);
  if (rng_chance(&s->rng, 2))
    BOTH(s, fchmod, random_fd(s), mode, 0, 0, 0);
  else
    BOTH(s, fchmodat, random_folder(s), log_path(s, path), mode, 0, 0);
}

static void op_times(Session *s) {
  char path[BUFFER];
  struct timespec times[] = {{below(s, 1000), 5}, {below(s, 1000), below(s, 1000)}};
  if (rng_chance(&s->rng, 5)) times[1].tv_nsec = UTIME_OMIT;
  if (rng_chance(&s->rng, 5)) times[1].tv_nsec = UTIME_NOW;
  random_path(s, path, true);
  BOTH(s, utimensat, random_folder(s), log_path(s, path), times,
       rng_chance(&s->rng, 3) ? AT_SYMLINK_NOFOLLOW : 0, 0);
}

static void op_chdir(Session *s) {
  char path[BUFFER];
  random_path(s, path, false);
  if (rng_chance(&s->rng, 2)) return;
  BOTH(s, chdir, log_path(s, path), 0, 0, 0, 0);
}

static void op_umask(Session *s) { BOTH(s, umask, below(s, 0100), 0, 0, 0, 0); }

static void op_fifo(Session *s) {
  char path[BUFFER];
  random_path(s, path, true);
  BOTH(s, mknodat, random_folder(s), log_path(s, path), S_IFIFO | 0644, 0, 0);
}

static void op_sendfile(Session *s) {
  BOTH(s, fallocate, random_fd(s), 0, below(s, 100), below(s, 100), 0);
}

static void op_poll(Session *s) {
  struct pollfd ours[] = {{(int)random_fd(s), POLLIN, 0}, {(int)random_fd(s), POLLOUT, 0}}, host[2];
  memcpy(host, ours, sizeof host);
  long h = CALL(HOST, SYS_poll, host, 2, 0, 0, 0);
  text_addf(&s->log, "  poll %d %d = %ld\n", ours[0].fd, ours[1].fd, h);
  same_number(s, "poll", CALL(OURS, SYS_poll, ours, 2, 0, 0, 0), h);
  same_number(s, "events", ours[0].revents, host[0].revents);
  same_number(s, "events", ours[1].revents, host[1].revents);
}

/* What follows the folder in which the session began. */
static void op_where(Session *s) {
  char ours[BUFFER * 4] = "", host[BUFFER * 4] = "";
  long h = CALL(HOST, SYS_getcwd, host, sizeof host, 0, 0, 0);
  long o = CALL(OURS, SYS_getcwd, ours, sizeof ours, 0, 0, 0);
  text_addf(&s->log, "  getcwd = %ld\n", h);
  same_number(s, "getcwd", o < 0 ? o : 0, h < 0 ? h : 0);
  if (o < 0 || h < 0) return;
  const char *our_end = strstr(ours, "/w/x"), *host_end = strstr(host, "/w/x");
  if (!our_end != !host_end || (our_end && strcmp(our_end, host_end))) wrong(s, ours);
}

/* ---- folders ----------------------------------------------------------------------------------------- */

typedef VEC(char *) NameList;

static int name_order(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names with their types, sorted; fd is at the beginning of the folder. */
static long list_names(Side side, long fd, long room, NameList *ret) {
  char buffer[1000];
  long n, first = 0;
  while ((n = CALL(side, SYS_getdents64, fd, buffer, room, 0, 0)) > 0) {
    if (!first) first = 1;
    for (long at = 0; at < n;) {
      const struct dirent64 *d = (const void *)(buffer + at);
      char name[300];
      snprintf(name, sizeof name, "%d %s", d->d_type, d->d_name);
      vec_push(ret, text_dup(name));
      at += d->d_reclen;
    }
  }
  if (ret->n) qsort(ret->at, ret->n, sizeof *ret->at, name_order);
  return n < 0 ? n : first;
}

static void names_done(NameList *l) {
  for (u32 i = 0; i < l->n; i++) mem_free(l->at[i]);
  vec_free(l);
}

static bool same_names(Session *s, long fd, long room, NameList *ret_host) {
  NameList ours = {0};
  CALL(HOST, SYS_lseek, fd, 0, SEEK_SET, 0, 0);
  CALL(OURS, SYS_lseek, fd, 0, SEEK_SET, 0, 0);
  long h = list_names(HOST, fd, room, ret_host), o = list_names(OURS, fd, room, &ours);
  same_number(s, "getdents", o, h);
  same_number(s, "names", ours.n, ret_host->n);
  for (u32 i = 0; i < ours.n && i < ret_host->n; i++)
    if (strcmp(ours.at[i], ret_host->at[i])) wrong(s, ours.at[i]);
  names_done(&ours);
  return h == 1;
}

static void op_list(Session *s) {
  NameList names = {0};
  long fd = random_fd(s);
  text_addf(&s->log, "  list %ld\n", fd);
  if (fcntl((int)fd, F_GETFD) == 0 && !is_folder(fd)) return; /* it would move the position */
  same_names(s, fd, 400 + below(s, 300), &names);
  names_done(&names);
}

/* The same tree below a folder, and the same bytes in its files. */
static void same_trees(Session *s, const char *path) {
  struct stat ours = {0}, host = {0};
  long h = CALL(HOST, SYS_newfstatat, AT_FDCWD, path, &host, AT_SYMLINK_NOFOLLOW, 0);
  same_number(s, path, CALL(OURS, SYS_newfstatat, AT_FDCWD, path, &ours, AT_SYMLINK_NOFOLLOW, 0),
              h);
  same_stat(s, &ours, &host);
  if (h < 0 || (!S_ISDIR(host.st_mode) && !S_ISREG(host.st_mode))) return;
  long fd = BOTH(s, openat, AT_FDCWD, path, O_RDONLY | O_NONBLOCK, 0, 0);
  if (fd < 0) return;
  if (S_ISREG(host.st_mode)) {
    char our_bytes[2000] = {0}, host_bytes[2000] = {0};
    same_number(s, "contents", CALL(OURS, SYS_read, fd, our_bytes, sizeof our_bytes, 0, 0),
                CALL(HOST, SYS_read, fd, host_bytes, sizeof host_bytes, 0, 0));
    same_bytes(s, our_bytes, host_bytes, sizeof host_bytes);
  } else {
    NameList names = {0};
    same_names(s, fd, 1000, &names);
    for (u32 i = 0; i < names.n; i++) {
      const char *name = strchr(names.at[i], ' ') + 1;
      cleanup(text_free) Text below_it = {0};
      text_addf(&below_it, "%s/%s", path, name);
      if (strcmp(name, ".") && strcmp(name, "..")) same_trees(s, text_c(&below_it));
    }
    names_done(&names);
  }
  BOTH(s, close, fd, 0, 0, 0, 0);
}

/* ---- sessions ---------------------------------------------------------------------------------------- */

static const Op ops[] = {
    {"open", op_open, 14},    {"close", op_close, 5},         {"read", op_read, 8},
    {"write", op_write, 10},  {"vectors", op_vectors, 3},     {"seek", op_seek, 5},
    {"size", op_size, 4},     {"duplicate", op_duplicate, 3}, {"control", op_control, 3},
    {"pipe", op_pipe, 2},     {"folder", op_folder, 6},       {"remove", op_remove, 4},
    {"rename", op_rename, 5}, {"link", op_link, 6},           {"readlink", op_readlink, 2},
    {"stat", op_stat, 6},     {"fstat", op_fstat, 3},         {"access", op_access, 3},
    {"mode", op_mode, 2},     {"times", op_times, 3},         {"chdir", op_chdir, 1},
    {"umask", op_umask, 1},   {"fifo", op_fifo, 1},           {"room", op_sendfile, 2},
    {"poll", op_poll, 2},     {"where", op_where, 1},         {"list", op_list, 3},
};

static const Op *random_op(Session *s) {
  u64 sum = 0;
  for (u32 i = 0; i < ARRAY_LEN(ops); i++) sum += ops[i].weight;
  u64 at = rng_below(&s->rng, sum);
  for (u32 i = 0;; i++) {
    if (at < ops[i].weight) return &ops[i];
    at -= ops[i].weight;
  }
}

/* As the kernel's process: nobody special.  Without root the host's user is compared as it is. */
static void become_user(const char *folder) {
  enum { USER = 1000 };
  if (geteuid()) return;
  if (chown(folder, USER, USER) || setgroups(0, NULL) || setresgid(USER, USER, USER) ||
      setresuid(USER, USER, USER))
    die(__FILE__, __LINE__, "cannot give up root: %s", strerror(errno));
}

static int run_session(u64 seed, const char *folder) {
  Session s = {.rng = {seed}, .seed = seed};
  become_user(folder);
  if (chmod(folder, 0755) || chdir(folder)) die(__FILE__, __LINE__, "%s", strerror(errno));
  signal(SIGPIPE, SIG_IGN);
  long ignore[] = {1, 0, 0, 0};
  nadir_syscall(SYS_rt_sigaction, SIGPIPE, (long)ignore, 0, 8, 0, 0);
  for (int fd = 3; fd < 64; fd++) close(fd);
  BOTH(&s, umask, 022, 0, 0, 0, 0);
  /* Deep enough that links to `..` do not lead out of it, to what differs. */
  static const char *const folders[] = {"w", "w/x", "w/x/y", "w/x/y/z"};
  for (u32 k = 0; k < ARRAY_LEN(folders); k++) BOTH(&s, mkdir, folders[k], 0755, 0, 0, 0);
  long top = BOTH(&s, openat, AT_FDCWD, ".", O_RDONLY, 0, 0);
  BOTH(&s, fcntl, top, F_DUPFD, 40, 0, 0);
  BOTH(&s, close, top, 0, 0, 0, 0);
  BOTH(&s, chdir, "w/x/y/z", 0, 0, 0, 0);
  for (int i = 0; i < 150 && !s.n_wrong; i++) random_op(&s)->run(&s);
  BOTH(&s, fchdir, 40, 0, 0, 0, 0);
  if (!s.n_wrong) same_trees(&s, "w");
  text_free(&s.log);
  return s.n_wrong;
}

/* True: both sides agreed all the way. */
static bool session(u64 seed) {
  char folder[] = "/tmp/nadir-posix-XXXXXX";
  if (!mkdtemp(folder)) return false;
  fflush(NULL);
  pid_t pid = fork();
  if (pid == 0) _exit(run_session(seed, folder) != 0);
  int status = 0;
  waitpid(pid, &status, 0);
  cleanup(text_free) Text remove = {0};
  text_addf(&remove, "chmod -R u+rwx %s; rm -rf %s", folder, folder);
  int removed = system(text_c(&remove));
  return status == 0 && removed == 0;
}

static u64 first_seed = 1, n_sessions = 400;

static void test_random(void **state) {
  (void)state;
  for (u64 seed = first_seed; seed < first_seed + n_sessions; seed++)
    if (!session(seed)) fail_msg("seed %ju", (uintmax_t)seed);
}

/* ---- what is the kernel's own ------------------------------------------------------------------------ */

static long ours(long n, long a, long b, long c) { return nadir_syscall(n, a, b, c, 0, 0, 0); }

static void test_missing(void **state) {
  (void)state;
  assert_int_equal(ours(SYS_fork, 0, 0, 0), -ENOSYS);
  assert_string_equal(missing, "fork");
  assert_int_equal(ours(100000, 0, 0, 0), -ENOSYS);
}

static void test_clock(void **state) {
  (void)state;
  struct timespec first, second, nap = {5, 0};
  assert_int_equal(ours(SYS_clock_gettime, CLOCK_REALTIME, (long)&first, 0), 0);
  assert_int_equal(first.tv_sec, 1000000000);
  assert_int_equal(ours(SYS_nanosleep, (long)&nap, 0, 0), 0);
  assert_int_equal(ours(SYS_clock_gettime, CLOCK_REALTIME, (long)&second, 0), 0);
  assert_int_equal(second.tv_sec, 1000000005);
}

static int n_handled;

static void handler(int number) { n_handled += number; }

static void test_signals(void **state) {
  (void)state;
  long action[] = {(long)handler, 0, 0, 0}, mask = 1l << (SIGUSR1 - 1), none = 0;
  long pid = ours(SYS_getpid, 0, 0, 0);
  assert_int_equal(nadir_syscall(SYS_rt_sigaction, SIGUSR1, (long)action, 0, 8, 0, 0), 0);
  assert_int_equal(ours(SYS_kill, pid, SIGUSR1, 0), 0);
  assert_int_equal(n_handled, SIGUSR1);
  nadir_syscall(SYS_rt_sigprocmask, SIG_BLOCK, (long)&mask, 0, 8, 0, 0);
  assert_int_equal(ours(SYS_kill, pid, SIGUSR1, 0), 0);
  assert_int_equal(n_handled, SIGUSR1);
  nadir_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)&none, 0, 8, 0, 0);
  assert_int_equal(n_handled, 2 * SIGUSR1);
}

static void test_memory(void **state) {
  (void)state;
  long fd = nadir_syscall(SYS_open, (long)"/tmp/mapped", O_RDWR | O_CREAT, 0600, 0, 0, 0);
  assert_int_equal(ours(SYS_write, fd, (long)"hello", 5), 5);
  char *private = (char *)nadir_syscall(SYS_mmap, 0, 5, 3, 2, fd, 0);
  char *shared = (char *)nadir_syscall(SYS_mmap, 0, 5, 3, 1, fd, 0);
  char byte = 0;
  assert_memory_equal(private, "hello", 5);
  shared[0] = 'j';
  assert_int_equal(private[0], 'h');
  assert_int_equal(nadir_syscall(SYS_pread64, fd, (long)&byte, 1, 0, 0, 0), 1);
  assert_int_equal(byte, 'j');
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random),  cmocka_unit_test(test_missing), cmocka_unit_test(test_clock),
      cmocka_unit_test(test_signals), cmocka_unit_test(test_memory),
  };
  if (argc > 1) first_seed = strtoull(argv[1], NULL, 10);
  if (argc > 2) n_sessions = strtoull(argv[2], NULL, 10);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
