/* waits.c — calls that wait.
 *
 * There is one process with one thread, so what is not ready now never will be: time passes, or the
 * program hangs, which is an error of it.
 */
#include "kernel.h"

#include <asm/poll.h>
#include <linux/futex.h>

void wait_forever(const char *what) {
  char text[80] = "waits forever: it ";
  size_t n = text_length(text);
  for (size_t i = 0; what[i] && n + 1 < sizeof text; i++) text[n++] = what[i];
  nadir_stop("", 0, text);
}

/* ---- which files are ready ----------------------------------------------------------------------- */

static unsigned ready_events(const File *f) {
  const Node *n = f->node;
  if (!node_is(n, S_IFIFO)) return POLLIN | POLLOUT | POLLRDNORM | POLLWRNORM;
  unsigned events = 0;
  if (file_reads(f) && n->size) events |= POLLIN | POLLRDNORM;
  if (file_reads(f) && !n->n_writers && n->n_ever_wrote != f->n_gone) events |= POLLHUP;
  if (file_writes(f)) events |= POLLOUT | POLLWRNORM;
  if (file_writes(f) && !n->n_readers) events |= POLLERR;
  return events;
}

/* `limit`: how long to wait; NULL: forever. */
static long none_ready(const struct __kernel_timespec *limit) {
  if (!limit) wait_forever("waits for files that never become ready");
  clock_pass(limit);
  return 0;
}

static long poll_files(struct pollfd *at, unsigned long n, const struct __kernel_timespec *limit) {
  long n_ready = 0;
  if (n > MAX_FILES) return -EINVAL;
  for (unsigned long i = 0; i < n; i++) {
    const File *f = file_of(at[i].fd);
    at[i].revents = 0;
    if (at[i].fd < 0) continue;
    unsigned events = f ? ready_events(f) & ((unsigned)at[i].events | POLLERR | POLLHUP) : POLLNVAL;
    at[i].revents = (short)events;
    n_ready += events != 0;
  }
  return n_ready ? n_ready : none_ready(limit);
}

long sys_poll(const long *a) {
  int ms = (int)a[2];
  struct __kernel_timespec limit = {ms / 1000, ms % 1000 * 1000000l};
  return poll_files((struct pollfd *)a[0], (unsigned long)a[1], ms < 0 ? NULL : &limit);
}

long sys_ppoll(const long *a) {
  return poll_files((struct pollfd *)a[0], (unsigned long)a[1],
                    (const struct __kernel_timespec *)a[2]);
}

enum { SET_WORDS = 1024 / 64 };

/* Keeps in the set what is ready. */
static long select_set(unsigned long *set, long n, unsigned events) {
  long n_ready = 0;
  for (long fd = 0; set && fd < n; fd++) {
    unsigned long bit = 1ul << fd % 64;
    if (!(set[fd / 64] & bit)) continue;
    const File *f = file_of(fd);
    if (!f) return -EBADF;
    if (ready_events(f) & events)
      n_ready++;
    else
      set[fd / 64] &= ~bit;
  }
  return n_ready;
}

static long select_files(const long *a, const struct __kernel_timespec *limit) {
  static const unsigned events[] = {POLLIN | POLLHUP, POLLOUT | POLLERR, 0};
  long n_ready = 0;
  if ((int)a[0] < 0) return -EINVAL;
  for (int i = 0; i < 3; i++) {
    long n = select_set((unsigned long *)a[i + 1], a[0] < MAX_FILES ? a[0] : MAX_FILES, events[i]);
    if (n < 0) return n;
    n_ready += n;
  }
  return n_ready ? n_ready : none_ready(limit);
}

long sys_select(const long *a) {
  const long *t = (const long *)a[4];
  struct __kernel_timespec limit = {t ? t[0] : 0, t ? t[1] * 1000 : 0};
  return select_files(a, t ? &limit : NULL);
}

long sys_pselect6(const long *a) { return select_files(a, (const struct __kernel_timespec *)a[4]); }

/* ---- futexes ------------------------------------------------------------------------------------- */

long sys_futex(const long *a) {
  switch (a[1] & FUTEX_CMD_MASK) {
  case FUTEX_WAIT:
  case FUTEX_WAIT_BITSET:
    if (*(const int *)a[0] != (int)a[2]) return -EAGAIN;
    if (!a[3]) wait_forever("waits for a lock that nobody opens");
    return -ETIMEDOUT;
  case FUTEX_WAKE:
  case FUTEX_WAKE_BITSET:
  case FUTEX_REQUEUE:
    return 0;
  default:
    nadir_missing("futex of another kind");
    return -ENOSYS;
  }
}
