/* status.c — what is known about files besides their bytes: stat, permissions, owners, times. */
#include "kernel.h"

#include <asm/statfs.h>

enum { DEVICE = 0x1a, TMPFS = 0x01021994 };

/* ---- stat ---------------------------------------------------------------------------------------- */

/* Each folder in a folder is another name of it, by its `..`. */
static unsigned long n_names_of(const Node *n) {
  if (!node_is(n, S_IFDIR)) return n->n_names + n->is_nameless;
  unsigned long k = n->n_names || n == root ? 2 : 0;
  for (const Entry *e = n->entries; e; e = e->next) k += node_is(e->node, S_IFDIR);
  return k;
}

static size_t size_of(const Node *n) {
  if (node_is(n, S_IFDIR)) return BLOCK;
  return node_is(n, S_IFIFO) ? 0 : n->size;
}

void stat_of(const Node *n, struct stat *ret) {
  if (n->told) {
    *ret = *n->told;
    return;
  }
  *ret = (struct stat){
      .st_dev = DEVICE,
      .st_ino = n->number,
      .st_nlink = n_names_of(n),
      .st_mode = n->mode,
      .st_uid = n->user,
      .st_gid = n->group,
      .st_rdev = n->device,
      .st_size = (long)size_of(n),
      .st_blksize = BLOCK,
      .st_blocks = (long)((size_of(n) + BLOCK - 1) / BLOCK * 8),
      .st_atime = (unsigned long)n->accessed.tv_sec,
      .st_atime_nsec = (unsigned long)n->accessed.tv_nsec,
      .st_mtime = (unsigned long)n->modified.tv_sec,
      .st_mtime_nsec = (unsigned long)n->modified.tv_nsec,
      .st_ctime = (unsigned long)n->changed.tv_sec,
      .st_ctime_nsec = (unsigned long)n->changed.tv_nsec,
  };
}

/* What a call of the …at family is about; with AT_EMPTY_PATH the descriptor itself. */
static long find_at(long fd, const char *path, long flags, Node **ret) {
  bool is_itself = (flags & AT_EMPTY_PATH) && path && path_is_empty(path);
  if (is_itself && (int)fd != AT_FDCWD) {
    File *f = place_of((int)fd);
    if (!f) return -EBADF;
    *ret = f->node;
    return 0;
  }
  Place p;
  long error =
      place_need((int)fd, is_itself ? "." : path, flags & AT_SYMLINK_NOFOLLOW ? 0 : FOLLOW, &p);
  if (!error) *ret = p.node;
  return error;
}

long sys_newfstatat(const long *a) {
  Node *n;
  if (a[3] & ~(long)(AT_SYMLINK_NOFOLLOW | AT_NO_AUTOMOUNT | AT_EMPTY_PATH)) return -EINVAL;
  long error = find_at(a[0], (const char *)a[1], a[3], &n);
  if (!error) stat_of(n, (struct stat *)a[2]);
  return error;
}

long sys_stat(const long *a) { return sys_newfstatat((long[]){AT_FDCWD, a[0], a[1], 0}); }

long sys_lstat(const long *a) {
  return sys_newfstatat((long[]){AT_FDCWD, a[0], a[1], AT_SYMLINK_NOFOLLOW});
}

long sys_fstat(const long *a) {
  File *f = place_of((int)a[0]);
  if (!f) return -EBADF;
  stat_of(f->node, (struct stat *)a[1]);
  return 0;
}

static struct statx_timestamp stamp(unsigned long s, unsigned long ns) {
  return (struct statx_timestamp){.tv_sec = (long)s, .tv_nsec = (unsigned)ns};
}

long sys_statx(const long *a) {
  Node *n;
  struct stat s;
  long error = find_at(a[0], (const char *)a[1], a[2], &n);
  if (error) return error;
  stat_of(n, &s);
  struct statx *x = (struct statx *)a[4];
  *x = (struct statx){
      .stx_mask = STATX_BASIC_STATS,
      .stx_blksize = (unsigned)s.st_blksize,
      .stx_nlink = (unsigned)s.st_nlink,
      .stx_uid = s.st_uid,
      .stx_gid = s.st_gid,
      .stx_mode = (unsigned short)s.st_mode,
      .stx_ino = s.st_ino,
      .stx_size = (unsigned long)s.st_size,
      .stx_blocks = (unsigned long)s.st_blocks,
      .stx_atime = stamp(s.st_atime, s.st_atime_nsec),
      .stx_mtime = stamp(s.st_mtime, s.st_mtime_nsec),
      .stx_ctime = stamp(s.st_ctime, s.st_ctime_nsec),
      .stx_rdev_major = (unsigned)(s.st_rdev >> 8),
      .stx_rdev_minor = (unsigned)(s.st_rdev & 0xff),
      .stx_dev_major = (unsigned)(s.st_dev >> 8),
      .stx_dev_minor = (unsigned)(s.st_dev & 0xff),
  };
  return 0;
}

/* ---- file systems -------------------------------------------------------------------------------- */

static void put_statfs(struct statfs *s) {
  *s = (struct statfs){.f_type = TMPFS,
                       .f_bsize = BLOCK,
                       .f_blocks = 1 << 20,
                       .f_bfree = 1 << 19,
                       .f_bavail = 1 << 19,
                       .f_files = 1 << 20,
                       .f_ffree = 1 << 19,
                       .f_namelen = NAME_MAX,
                       .f_frsize = BLOCK};
}

long sys_statfs(const long *a) {
  Place p;
  long error = place_need(AT_FDCWD, (const char *)a[0], FOLLOW, &p);
  if (!error) put_statfs((struct statfs *)a[1]);
  return error;
}

long sys_fstatfs(const long *a) {
  if (!place_of((int)a[0])) return -EBADF;
  put_statfs((struct statfs *)a[1]);
  return 0;
}

/* ---- permissions --------------------------------------------------------------------------------- */

long sys_faccessat2(const long *a) {
  enum { EFFECTIVE = 0x200 };
  Node *n;
  if (a[2] & ~7) return -EINVAL;
  if (a[3] & ~(long)(EFFECTIVE | AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  long error = find_at(a[0], (const char *)a[1], a[3], &n);
  if (error) return error;
  return node_may(n, (unsigned)a[2]) ? 0 : -EACCES;
}

long sys_faccessat(const long *a) { return sys_faccessat2((long[]){a[0], a[1], a[2], 0}); }

long sys_access(const long *a) { return sys_faccessat2((long[]){AT_FDCWD, a[0], a[1], 0}); }

static long change_mode(Node *n, long mode) {
  if (n->user != OWN_USER) return -EPERM;
  n->mode = (n->mode & S_IFMT) | (mode & 07777);
  n->changed = clock_now();
  if (n->told) n->told->st_mode = n->mode;
  return 0;
}

long sys_fchmodat(const long *a) {
  Place p;
  long error = place_need((int)a[0], (const char *)a[1], FOLLOW, &p);
  return error ? error : change_mode(p.node, a[2]);
}

long sys_chmod(const long *a) { return sys_fchmodat((long[]){AT_FDCWD, a[0], a[1]}); }

long sys_fchmod(const long *a) {
  File *f = file_of((int)a[0]);
  return f ? change_mode(f->node, a[1]) : -EBADF;
}

long sys_umask(const long *a) {
  unsigned before = mask;
  mask = a[0] & 0777;
  return before;
}

/* A user may only give files to a group of the user's own. */
static long change_owner(Node *n, long user, long group) {
  bool keeps_user = (int)user == -1 || (unsigned)user == n->user;
  bool keeps_group = (int)group == -1 || (unsigned)group == OWN_GROUP;
  if ((int)user == -1 && (int)group == -1) return 0;
  if (n->user != OWN_USER || !keeps_user || !keeps_group) return -EPERM;
  if ((int)group != -1) n->group = (unsigned)group;
  n->changed = clock_now();
  return 0;
}

long sys_fchownat(const long *a) {
  Node *n;
  if (a[4] & ~(long)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  long error = find_at(a[0], (const char *)a[1], a[4], &n);
  return error ? error : change_owner(n, a[2], a[3]);
}

long sys_chown(const long *a) { return sys_fchownat((long[]){AT_FDCWD, a[0], a[1], a[2], 0}); }

long sys_lchown(const long *a) {
  return sys_fchownat((long[]){AT_FDCWD, a[0], a[1], a[2], AT_SYMLINK_NOFOLLOW});
}

long sys_fchown(const long *a) {
  File *f = file_of((int)a[0]);
  return f ? change_owner(f->node, a[1], a[2]) : -EBADF;
}

/* ---- times --------------------------------------------------------------------------------------- */

enum { TIME_NOW = 0x3fffffff, TIME_OMIT = 0x3ffffffe, NS_PER_S = 1000000000 };

static bool is_time(const struct __kernel_timespec *t) {
  return t->tv_nsec == TIME_NOW || t->tv_nsec == TIME_OMIT ||
         (t->tv_nsec >= 0 && t->tv_nsec < NS_PER_S);
}

static void set_time(struct __kernel_timespec *to, const struct __kernel_timespec *t) {
  if (t->tv_nsec == TIME_OMIT) return;
  *to = t->tv_nsec == TIME_NOW ? clock_now() : *t;
}

/* Both times are now if `times` is NULL. */
static long change_times(Node *n, const struct __kernel_timespec *times) {
  static const struct __kernel_timespec now[] = {{0, TIME_NOW}, {0, TIME_NOW}};
  if (!times) times = now;
  if (!is_time(&times[0]) || !is_time(&times[1])) return -EINVAL;
  bool are_now = times[0].tv_nsec == TIME_NOW && times[1].tv_nsec == TIME_NOW;
  if (times[0].tv_nsec == TIME_OMIT && times[1].tv_nsec == TIME_OMIT) return 0;
  if (n->user != OWN_USER && !(are_now && node_may(n, 2))) return are_now ? -EACCES : -EPERM;
  set_time(&n->accessed, &times[0]);
  set_time(&n->modified, &times[1]);
  n->changed = clock_now();
  return 0;
}

long sys_utimensat(const long *a) {
  Node *n;
  if (a[3] & ~(long)(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) return -EINVAL;
  if (!a[1]) {
    File *f = file_of((int)a[0]);
    return f ? change_times(f->node, (const struct __kernel_timespec *)a[2]) : -EBADF;
  }
  long error = find_at(a[0], (const char *)a[1], a[3], &n);
  return error ? error : change_times(n, (const struct __kernel_timespec *)a[2]);
}

/* Pairs of seconds and microseconds. */
long sys_futimesat(const long *a) {
  const long *t = (const long *)a[2];
  if (!t) return sys_utimensat((long[]){a[0], a[1], 0, 0});
  if (t[1] < 0 || t[1] >= 1000000 || t[3] < 0 || t[3] >= 1000000) return -EINVAL;
  struct __kernel_timespec times[] = {{t[0], t[1] * 1000}, {t[2], t[3] * 1000}};
  return sys_utimensat((long[]){a[0], a[1], (long)times, 0});
}

long sys_utimes(const long *a) { return sys_futimesat((long[]){AT_FDCWD, a[0], a[1]}); }

/* Two numbers of seconds. */
long sys_utime(const long *a) {
  const long *t = (const long *)a[1];
  if (!t) return sys_utimensat((long[]){AT_FDCWD, a[0], 0, 0});
  struct __kernel_timespec times[] = {{t[0], 0}, {t[1], 0}};
  return sys_utimensat((long[]){AT_FDCWD, a[0], (long)times, 0});
}

/* ---- attributes: there are none ------------------------------------------------------------------ */

static long no_attribute(const long *a, unsigned flags) {
  Place p;
  long error = place_need(AT_FDCWD, (const char *)a[0], flags, &p);
  return error ? error : -EOPNOTSUPP;
}

long sys_getxattr(const long *a) { return no_attribute(a, FOLLOW); }

long sys_lgetxattr(const long *a) { return no_attribute(a, 0); }

long sys_fgetxattr(const long *a) { return file_of((int)a[0]) ? -EOPNOTSUPP : -EBADF; }

long sys_listxattr(const long *a) { return no_attribute(a, FOLLOW); }

long sys_llistxattr(const long *a) { return no_attribute(a, 0); }

long sys_flistxattr(const long *a) { return sys_fgetxattr(a); }
