/* unistd.c — what little of <unistd.h> and <time.h> programs use: output, no input, and a time that
 * stands still, so that every run is the same.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "libc.h"

ssize_t write(int fd, const void *from, size_t n) {
  if (fd != 1 && fd != 2) {
    errno = EBADF;
    return -1;
  }
  nadir_write(fd, from, n);
  return (ssize_t)n;
}

ssize_t(read)(int fd, void *to, size_t n) {
  (void)to, (void)n;
  if (fd == 0) return 0;
  errno = EBADF;
  return -1;
}

int isatty(int fd) {
  (void)fd;
  errno = ENOTTY;
  return 0;
}

unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}

int usleep(useconds_t microseconds) {
  (void)microseconds;
  return 0;
}

time_t time(time_t *ret_now) {
  if (ret_now) *ret_now = 0;
  return 0;
}

clock_t clock(void) {
  return 0;
}

int clock_gettime(clockid_t id, struct timespec *ret_now) {
  (void)id;
  *ret_now = (struct timespec){0};
  return 0;
}

int gettimeofday(struct timeval *restrict ret_now, void *restrict zone) {
  (void)zone;
  *ret_now = (struct timeval){0};
  return 0;
}
