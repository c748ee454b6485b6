/* time.c — a clock that is the same in every run.
 *
 * It begins on 2001-09-09 at 01:46:40 UTC and moves by a microsecond each time somebody looks, so
 * that waiting for it ends, and by as much as a program sleeps.
 */
#include "kernel.h"

#include <linux/time.h>

enum { NS = 1000000000, START = 1000000000, UPTIME = 1000, TICKS_PER_S = 100 };

static struct __kernel_timespec now = {.tv_sec = START};

struct __kernel_timespec clock_now(void) { return now; }

void clock_pass(const struct __kernel_timespec *t) {
  now.tv_sec += t->tv_sec;
  now.tv_nsec += t->tv_nsec;
  if (now.tv_nsec < NS) return;
  now.tv_nsec -= NS;
  now.tv_sec++;
}

static struct __kernel_timespec look(void) {
  clock_pass(&(struct __kernel_timespec){0, 1000});
  return now;
}

/* Clocks but that of the day count from another point. */
static bool read_clock(long id, struct __kernel_timespec *ret) {
  enum { REAL = 0, COARSE_REAL = 5, LAST = 11, CPU_PROCESS = 2, CPU_THREAD = 3, ATOMIC = 11 };
  if ((int)id < 0 || (int)id > LAST) return false;
  *ret = look();
  if (id == CPU_PROCESS || id == CPU_THREAD)
    ret->tv_sec -= START;
  else if (id != REAL && id != COARSE_REAL && id != ATOMIC)
    ret->tv_sec -= START - UPTIME;
  return true;
}

long sys_clock_gettime(const long *a) {
  return read_clock(a[0], (struct __kernel_timespec *)a[1]) ? 0 : -EINVAL;
}

long sys_clock_getres(const long *a) {
  struct __kernel_timespec t;
  if (!read_clock(a[0], &t)) return -EINVAL;
  if (a[1]) *(struct __kernel_timespec *)a[1] = (struct __kernel_timespec){0, 1};
  return 0;
}

long sys_time(const long *a) {
  long t = look().tv_sec;
  if (a[0]) *(long *)a[0] = t;
  return t;
}

long sys_gettimeofday(const long *a) {
  struct __kernel_timespec t = look();
  long *to = (long *)a[0];
  if (to) to[0] = t.tv_sec, to[1] = t.tv_nsec / 1000;
  if (a[1]) fill((void *)a[1], 0, 8);
  return 0;
}

static long sleep_for(const struct __kernel_timespec *t) {
  if (t->tv_sec < 0 || t->tv_nsec < 0 || t->tv_nsec >= NS) return -EINVAL;
  clock_pass(t);
  return 0;
}

long sys_nanosleep(const long *a) { return sleep_for((const struct __kernel_timespec *)a[0]); }

/* Until a point of the clock (flag 1), or for so long. */
long sys_clock_nanosleep(const long *a) {
  struct __kernel_timespec t, until = *(const struct __kernel_timespec *)a[2];
  if (!read_clock(a[0], &t)) return -EINVAL;
  if (!(a[1] & 1)) return sleep_for(&until);
  if (until.tv_sec < 0 || until.tv_nsec < 0 || until.tv_nsec >= NS) return -EINVAL;
  until.tv_sec -= t.tv_sec;
  until.tv_nsec -= t.tv_nsec;
  if (until.tv_nsec < 0) until.tv_sec--, until.tv_nsec += NS;
  if (until.tv_sec >= 0) clock_pass(&until);
  return 0;
}

long sys_times(const long *a) {
  long ticks = (now.tv_sec - START) * TICKS_PER_S + now.tv_nsec / (NS / TICKS_PER_S);
  if (a[0]) fill((void *)a[0], 0, 32);
  return UPTIME * TICKS_PER_S + ticks;
}

/* ---- timers: they are kept, but nothing ever fires ------------------------------------------------ */

static struct __kernel_old_itimerval timers[3];

long sys_getitimer(const long *a) {
  if ((unsigned long)a[0] > 2) return -EINVAL;
  *(struct __kernel_old_itimerval *)a[1] = timers[a[0]];
  return 0;
}

long sys_setitimer(const long *a) {
  if ((unsigned long)a[0] > 2) return -EINVAL;
  struct __kernel_old_itimerval before = timers[a[0]];
  if (a[1]) timers[a[0]] = *(const struct __kernel_old_itimerval *)a[1];
  if (a[1] && (timers[a[0]].it_value.tv_sec || timers[a[0]].it_value.tv_usec))
    nadir_missing("timers that send signals");
  if (a[2]) *(struct __kernel_old_itimerval *)a[2] = before;
  return 0;
}

long sys_alarm(const long *a) {
  struct __kernel_old_itimerval wanted = {.it_value.tv_sec = (unsigned)a[0]}, before;
  sys_setitimer((long[]){0, (long)&wanted, (long)&before});
  return before.it_value.tv_sec;
}
