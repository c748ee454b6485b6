/* counter.c — counts the instructions of children by perf events.
 *
 * The event is opened on nadir itself, where it stays off.  Children inherit it, an exec turns it
 * on, and what they counted is added up here when they end.  A child made by posix_spawn may have
 * run before its process number is known, so an event of its own would come too late.
 */
#define _GNU_SOURCE /* syscall */
#include "sandbox/counter.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

Counter counter_open(void) {
  struct perf_event_attr attributes = {
      .type = PERF_TYPE_HARDWARE,
      .size = sizeof attributes,
      .config = PERF_COUNT_HW_INSTRUCTIONS,
      .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
      .disabled = 1,
      .inherit = 1,
      .enable_on_exec = 1,
      .exclude_kernel = 1,
      .exclude_hv = 1,
  };
  return (Counter){(int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, PERF_FLAG_FD_CLOEXEC)};
}

/* A counter that had to share the hardware with others saw only a part. */
bool counter_read(const Counter *c, u64 *ret_n) {
  struct {
    u64 n, enabled_ns, running_ns;
  } seen;
  if (c->fd < 0 || read(c->fd, &seen, sizeof seen) != sizeof seen) return false;
  if (!seen.n || seen.enabled_ns != seen.running_ns) return false;
  *ret_n = seen.n;
  return true;
}

void counter_close(Counter *c) {
  if (c->fd >= 0) close(c->fd);
  c->fd = -1;
}
