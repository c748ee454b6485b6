/* streams.c — one poll waits for output, end and deadline alike.
 *
 * Standard output is a pipe that is drained, as in the machine: programs look at it, and grep prints
 * nothing, and stops early, where it is /dev/null.  */
#define _GNU_SOURCE /* pipe2 */
#include "sandbox/streams.h"

#include "base/clock.h"
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

typedef enum ReadOutcome { SOME, NONE_YET, NO_MORE, TOO_MUCH } ReadOutcome;

/* More bitcode or text than a compiler writes of any program. */
static const size_t most_of_all = 1ul << 30;

Err streams_pipe(int *ret_ours, int *ret_childs) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return os_error("make a pipe");
  fcntl(ends[1], F_SETFL, 0);
  *ret_ours = ends[0];
  *ret_childs = ends[1];
  return OK;
}

static void keep(Text *t, size_t most, const char *bytes, size_t n) {
  text_add_n(t, bytes, n);
  if (!most || t->n <= 2 * most) return;
  memmove(t->at, t->at + t->n - most, most);
  t->n = most;
  t->at[t->n] = 0;
}

/* What cannot be shown is read all the same: the program is not to wait for whoever closed nadir's output. */
static ReadOutcome take(Stream *s) {
  char block[SIZED(16384, 100)];
  ssize_t n = read(s->fd, block, sizeof block);
  if (n == 0) return NO_MORE;
  if (n < 0) return errno == EAGAIN || errno == EINTR ? NONE_YET : NO_MORE;
  if (s->shown.fd >= 0 && !shown_put(&s->shown, block, (size_t)n)) s->shown.fd = -1;
  if (s->kept) keep(s->kept, s->most, block, (size_t)n);
  return s->kept && s->kept->n > most_of_all ? TOO_MUCH : SOME;
}

/* Whoever asks to stop need not wait long: the signal may come just before the poll. */
static int poll_time(const Streams *w, u64 deadline) {
  int longest = w->stop ? 100 : 3600000;
  if (deadline == NEVER_NS) return w->stop ? longest : -1;
  u64 ms = (clock_left(deadline) + NS_PER_MS - 1) / NS_PER_MS;
  return ms > (u64)longest ? longest : (int)ms;
}

Err streams_wait(Streams *w, bool *ret_late) {
  u64 deadline = w->limit_ns ? clock_after(w->limit_ns) : NEVER_NS;
  struct pollfd fds[] = {{w->output_is_file ? -1 : w->output.fd, POLLIN, 0},
                         {w->errors.fd, POLLIN, 0},
                         {w->end, POLLIN, 0}};
  Stream *streams[] = {&w->output, &w->errors};
  *ret_late = false;
  for (;;) {
    if (poll(fds, 3, poll_time(w, deadline)) < 0 && errno != EINTR) return os_error("wait");
    for (int k = 0; k < 2; k++) {
      ReadOutcome outcome = fds[k].revents ? take(streams[k]) : NONE_YET;
      if (outcome == NO_MORE) fds[k].fd = -1;
      if (outcome == TOO_MUCH) *ret_late = true;
      fds[k].revents = 0;
    }
    if (fds[2].revents) return OK;
    if (clock_left(deadline) == 0 || (w->stop && *w->stop)) *ret_late = true;
    if (*ret_late) return OK;
  }
}

void streams_rest(Streams *w) {
  Stream *streams[] = {&w->output, &w->errors};
  for (int k = 0; k < 2; k++)
    while (streams[k]->fd >= 0 && take(streams[k]) == SOME) {}
  for (int k = 0; k < 2; k++)
    if (streams[k]->shown.fd >= 0) shown_end(&streams[k]->shown);
}

void streams_done(Streams *w) {
  fd_close(&w->output.fd);
  fd_close(&w->errors.fd);
}
