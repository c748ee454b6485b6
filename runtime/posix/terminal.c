/* terminal.c — ioctl: no file is a terminal. */
#include "kernel.h"

#include <asm/ioctls.h>

static long set_nonblocking(File *f, const int *wanted) {
  f->flags = *wanted ? f->flags | O_NONBLOCK : f->flags & ~(unsigned)O_NONBLOCK;
  return 0;
}

static long bytes_waiting(const File *f, int *ret) {
  const Node *n = f->node;
  if (node_is(n, S_IFCHR) || node_is(n, S_IFDIR)) return -ENOTTY;
  long left = node_is(n, S_IFIFO) ? (long)n->size : (long)n->size - f->at;
  *ret = (int)left;
  return 0;
}

long sys_ioctl(const long *a) {
  File *f = file_of((int)a[0]);
  if (!f) return -EBADF;
  switch ((unsigned)a[1]) {
  case FIONREAD:
    return bytes_waiting(f, (int *)a[2]);
  case FIONBIO:
    return set_nonblocking(f, (const int *)a[2]);
  case FIOCLEX:
  case FIONCLEX:
    descriptors[(int)a[0]].closes_on_exec = (unsigned)a[1] == FIOCLEX;
    return 0;
  default:
    return -ENOTTY;
  }
}
