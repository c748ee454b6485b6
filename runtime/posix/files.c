/* files.c — open files and their descriptors. */
#include "kernel.h"

Descriptor descriptors[MAX_FILES];
Node *root, *working;
unsigned mask = NADIR_UMASK;

/* Flags that stay with the open file. */
enum {
  LARGE = 0100000, /* O_LARGEFILE, which is 0 for programs */
  KEPT_FLAGS =
      O_ACCMODE | O_APPEND | O_NONBLOCK | O_PATH | O_DIRECTORY | O_NOFOLLOW | O_SYNC | LARGE
};

File *place_of(long fd) { return fd >= 0 && fd < MAX_FILES ? descriptors[fd].file : NULL; }

File *file_of(long fd) {
  File *f = place_of(fd);
  return f && !(f->flags & O_PATH) ? f : NULL;
}

bool file_reads(const File *f) {
  return !(f->flags & O_PATH) && (f->flags & O_ACCMODE) != O_WRONLY;
}

bool file_writes(const File *f) {
  return !(f->flags & O_PATH) && (f->flags & O_ACCMODE) != O_RDONLY;
}

/* ---- opening and closing ------------------------------------------------------------------------- */

static long free_descriptor(long from) {
  while (from < MAX_FILES && descriptors[from].file) from++;
  return from < MAX_FILES ? from : -EMFILE;
}

long file_put(long fd, Node *node, unsigned flags) {
  File *f = nadir_map(sizeof *f);
  if (!f) return -ENFILE;
  *f = (File){.node = node, .flags = flags & KEPT_FLAGS, .n_descriptors = 1};
  node->n_uses++;
  if (node_is(node, S_IFIFO)) {
    f->n_gone = node->n_writers ? -1 : node->n_ever_wrote;
    node->n_readers += file_reads(f);
    node->n_writers += file_writes(f);
    node->n_ever_wrote += file_writes(f);
  }
  descriptors[fd] = (Descriptor){f, flags & O_CLOEXEC};
  return fd;
}

long file_open(Node *node, unsigned flags) {
  long fd = free_descriptor(0);
  return fd < 0 ? fd : file_put(fd, node, flags);
}

static void file_close(long fd) {
  File *f = descriptors[fd].file;
  descriptors[fd] = (Descriptor){0};
  if (--f->n_descriptors) return;
  Node *node = f->node;
  if (node_is(node, S_IFIFO)) {
    node->n_readers -= file_reads(f);
    node->n_writers -= file_writes(f);
  }
  nadir_unmap(f);
  node->n_uses--;
  node_drop(node);
}

/* ---- open ---------------------------------------------------------------------------------------- */

static unsigned wanted_access(unsigned flags) {
  static const unsigned wanted[] = {4, 2, 6, 6};
  return wanted[flags & O_ACCMODE] | (flags & O_TRUNC ? 2 : 0);
}

static long open_new(Place *p, unsigned flags, unsigned mode) {
  if (p->wants_folder) return -EISDIR;
  if (!node_may(p->folder, 2)) return -EACCES;
  if (!p->folder->n_names && p->folder != root) return -ENOENT;
  long error = place_fix(p);
  if (error) return error;
  Node *node = node_new(S_IFREG | (mode & 07777 & ~mask));
  if (!node) return -ENOSPC;
  long fd = file_open(node, flags);
  if (fd < 0) {
    node_drop(node);
    return fd;
  }
  error = folder_add(p->folder, p->name, p->n_name, node);
  if (error) file_close(fd);
  return error ? error : fd;
}

static long check_type(const Node *n, unsigned flags) {
  bool writes = (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC));
  if (node_is(n, S_IFLNK) && !(flags & O_PATH)) return flags & O_DIRECTORY ? -ENOTDIR : -ELOOP;
  if ((flags & O_DIRECTORY) && !node_is(n, S_IFDIR)) return -ENOTDIR;
  if (node_is(n, S_IFDIR) && writes && !(flags & O_PATH)) return -EISDIR;
  return 0;
}

/* A named pipe waits for its other end, which nobody else will open. */
static long check_pipe(const Node *n, unsigned flags) {
  unsigned access = flags & O_ACCMODE;
  bool has_other = access == O_RDONLY ? n->n_writers : access == O_WRONLY ? n->n_readers : true;
  if (has_other || (access == O_RDONLY && (flags & O_NONBLOCK))) return 0;
  if (flags & O_NONBLOCK) return -ENXIO;
  wait_forever("opens a named pipe");
}

static long open_old(Node *n, unsigned flags) {
  if ((flags & O_CREAT) && (flags & O_EXCL)) return -EEXIST;
  long error = check_type(n, flags);
  if (error) return error;
  if (flags & O_PATH) return file_open(n, flags);
  if (!node_may(n, wanted_access(flags))) return -EACCES;
  bool is_terminal = node_is(n, S_IFCHR) && n->device == 0x500;
  if (is_terminal || node_is(n, S_IFSOCK)) return -ENXIO; /* there is none */
  if (node_is(n, S_IFIFO) && (error = check_pipe(n, flags))) return error;
  long fd = file_open(n, flags);
  if (fd >= 0 && (flags & O_TRUNC) && node_is(n, S_IFREG)) {
    node_resize(n, 0);
    node_touch(n);
  }
  return fd;
}

long sys_openat(const long *a) {
  unsigned flags = (unsigned)a[2];
  Place p;
  if ((flags & O_TMPFILE) == O_TMPFILE) return -EOPNOTSUPP;
  flags = flags & O_PATH ? flags & (O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) : flags | LARGE;
  bool creates = flags & O_CREAT, follows = !(flags & O_NOFOLLOW) && !(creates && (flags & O_EXCL));
  long error = place_find((int)a[0], (const char *)a[1],
                          (follows ? FOLLOW : 0) | (creates ? SLASHES | MAKES_FILE : 0), &p);
  if (error) return error;
  if (creates && p.wants_folder && !p.is_dots) return -EISDIR;
  if (p.node) return open_old(p.node, flags);
  return flags & O_CREAT ? open_new(&p, flags, (unsigned)a[3]) : -ENOENT;
}

long sys_open(const long *a) { return sys_openat((long[]){AT_FDCWD, a[0], a[1], a[2]}); }

long sys_creat(const long *a) {
  return sys_openat((long[]){AT_FDCWD, a[0], O_CREAT | O_WRONLY | O_TRUNC, a[1]});
}

long sys_close(const long *a) {
  if (!place_of((int)a[0])) return -EBADF;
  file_close((int)a[0]);
  return 0;
}

long sys_close_range(const long *a) {
  unsigned long first = (unsigned)a[0], last = (unsigned)a[1];
  bool only_marks = a[2] & 4; /* CLOSE_RANGE_CLOEXEC */
  if (first > last || (a[2] & ~6)) return -EINVAL;
  for (unsigned long fd = first; fd <= last && fd < MAX_FILES; fd++) {
    if (!descriptors[fd].file) continue;
    if (only_marks)
      descriptors[fd].closes_on_exec = true;
    else
      file_close((long)fd);
  }
  return 0;
}

/* ---- copies of descriptors ----------------------------------------------------------------------- */

static long duplicate(File *f, long to, bool closes_on_exec) {
  if (to < 0) return to;
  f->n_descriptors++;
  if (descriptors[to].file) file_close(to);
  descriptors[to] = (Descriptor){f, closes_on_exec};
  return to;
}

long sys_dup(const long *a) {
  File *f = place_of((int)a[0]);
  return f ? duplicate(f, free_descriptor(0), false) : -EBADF;
}

long sys_dup3(const long *a) {
  long from = (int)a[0], to = (int)a[1];
  if (a[2] & ~(long)O_CLOEXEC) return -EINVAL;
  if (from == to) return -EINVAL;
  File *f = place_of(from);
  if (!f || to < 0 || to >= MAX_FILES) return -EBADF;
  return duplicate(f, to, a[2] & O_CLOEXEC);
}

long sys_dup2(const long *a) {
  if ((int)a[0] == (int)a[1]) return place_of((int)a[0]) ? (int)a[0] : -EBADF;
  return sys_dup3((long[]){a[0], a[1], 0});
}

static long get_lock(struct flock *l) {
  l->l_type = F_UNLCK; /* nobody else is there to hold one */
  return 0;
}

long sys_fcntl(const long *a) {
  enum { SETTABLE = O_APPEND | O_NONBLOCK, DUPFD_CLOEXEC = 1030, SETPIPE_SIZE = 1031 };
  File *f = place_of((int)a[0]);
  if (!f) return -EBADF;
  Descriptor *d = &descriptors[(int)a[0]];
  bool is_about_number = a[1] <= F_GETFL || a[1] == DUPFD_CLOEXEC;
  if ((f->flags & O_PATH) && !is_about_number) return -EBADF;
  switch (a[1]) {
  case F_DUPFD:
  case DUPFD_CLOEXEC:
    if ((int)a[2] < 0 || (int)a[2] >= MAX_FILES) return -EINVAL;
    return duplicate(f, free_descriptor((int)a[2]), a[1] == DUPFD_CLOEXEC);
  case F_GETFD:
    return d->closes_on_exec ? FD_CLOEXEC : 0;
  case F_SETFD:
    d->closes_on_exec = a[2] & FD_CLOEXEC;
    return 0;
  case F_GETFL:
    return f->flags;
  case F_SETFL:
    f->flags = (f->flags & ~(unsigned)SETTABLE) | (a[2] & SETTABLE);
    return 0;
  case F_GETLK:
    return get_lock((struct flock *)a[2]);
  case F_SETLK:
  case F_SETLKW:
    return 0;
  case SETPIPE_SIZE:
    return node_is(f->node, S_IFIFO) ? a[2] : -EBADF;
  default:
    return -EINVAL;
  }
}

/* ---- pipes, positions, and what has no effect in memory ------------------------------------------ */

long sys_pipe2(const long *a) {
  int *ends = (int *)a[0];
  if (a[1] & ~(long)(O_CLOEXEC | O_NONBLOCK)) return -EINVAL;
  Node *node = node_new(S_IFIFO | 0600);
  if (!node) return -ENFILE;
  node->is_nameless = true;
  long reader = file_open(node, (unsigned)a[1] | O_RDONLY);
  if (reader < 0) return reader;
  long writer = file_open(node, (unsigned)a[1] | O_WRONLY);
  if (writer < 0) {
    file_close(reader);
    return writer;
  }
  ends[0] = (int)reader;
  ends[1] = (int)writer;
  return 0;
}

long sys_pipe(const long *a) { return sys_pipe2((long[]){a[0], 0}); }

/* Files have no holes here. */
static long seek_data(const File *f, long offset, bool wants_hole) {
  long size = (long)f->node->size;
  if (offset < 0 || offset >= size) return -ENXIO;
  return wants_hole ? size : offset;
}

long sys_lseek(const long *a) {
  enum { SET, CUR, END, DATA, HOLE };
  File *f = file_of((int)a[0]);
  if (!f) return -EBADF;
  if (node_is(f->node, S_IFIFO)) return -ESPIPE;
  long to = a[1];
  switch (a[2]) {
  case SET:
    break;
  case CUR:
    to += f->at;
    break;
  case END:
    to += (long)f->node->size;
    break;
  case DATA:
  case HOLE:
    to = seek_data(f, to, a[2] == HOLE);
    if (to < 0) return to;
    break;
  default:
    return -EINVAL;
  }
  if (node_is(f->node, S_IFCHR)) return 0;
  if (to < 0) return -EINVAL;
  return f->at = to;
}

static long only_open(const long *a) { return file_of((int)a[0]) ? 0 : -EBADF; }

static long only_files(const long *a) {
  File *f = file_of((int)a[0]);
  if (!f) return -EBADF;
  return node_is(f->node, S_IFIFO) ? -EINVAL : 0;
}

long sys_flock(const long *a) { return only_open(a); }

long sys_fsync(const long *a) { return only_files(a); }

long sys_fdatasync(const long *a) { return only_files(a); }

long sys_sync(const long *a) {
  (void)a;
  return 0;
}

long sys_syncfs(const long *a) { return only_open(a); }

long sys_fadvise64(const long *a) {
  File *f = file_of((int)a[0]);
  if (!f) return -EBADF;
  return node_is(f->node, S_IFIFO) ? -ESPIPE : 0;
}
