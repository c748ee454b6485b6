/* kernel.c — the system calls that programs cannot do without: output, an empty standard input, and a
 * time that stands still, so that every run is the same.  All others are not there. */
#define _GNU_SOURCE
#include "libc.h"

#include <errno.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

long nadir_syscall(long n, long a, long b, long c, long d, long e, long f);

static long write_one(int fd, const void *from, size_t n) {
  if (fd != 1 && fd != 2) return -EBADF;
  nadir_write(fd, from, n);
  return (long)n;
}

static long write_all(int fd, const struct iovec *parts, int n_parts) {
  long n = 0;
  for (int i = 0; i < n_parts; i++) {
    long n_written = write_one(fd, parts[i].iov_base, parts[i].iov_len);
    if (n_written < 0) return n_written;
    n += n_written;
  }
  return n;
}

static long tell_time(struct timespec *ret_now) {
  *ret_now = (struct timespec){0};
  return 0;
}

long nadir_syscall(long n, long a, long b, long c, long d, long e, long f) {
  (void)d, (void)e, (void)f;
  switch (n) {
  case SYS_write:
    return write_one((int)a, (const void *)b, (size_t)c);
  case SYS_writev:
    return write_all((int)a, (const struct iovec *)b, (int)c);
  case SYS_read:
  case SYS_readv:
    return a ? -EBADF : 0;
  case SYS_ioctl:
    return -ENOTTY;
  case SYS_lseek:
    return -ESPIPE;
  case SYS_open:
    return -ENOENT;
  case SYS_close:
    return a >= 0 && a <= 2 ? 0 : -EBADF;
  case SYS_clock_gettime:
    return tell_time((struct timespec *)b);
  case SYS_nanosleep:
  case SYS_clock_nanosleep:
    return 0;
  case SYS_exit:
  case SYS_exit_group:
    _exit((int)a);
  }
  return -ENOSYS;
}
