/* clock.c — deadlines on the monotonic clock, so that setting the system time does not move them.
 *
 * Sums stop at NEVER_NS instead of wrapping around: a very long time limit means no limit.
 */
#include "base/clock.h"

#include <time.h>

u64 clock_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (u64)t.tv_sec * NS_PER_S + (u64)t.tv_nsec;
}

u64 clock_after(u64 n_ns) {
  u64 now = clock_ns();
  return n_ns > NEVER_NS - now ? NEVER_NS : now + n_ns;
}

u64 clock_left(u64 deadline_ns) {
  if (deadline_ns == NEVER_NS) return NEVER_NS;
  u64 now = clock_ns();
  return deadline_ns > now ? deadline_ns - now : 0;
}

u64 clock_part(u64 deadline_ns, u64 part) {
  assert(part);
  return deadline_ns == NEVER_NS ? NEVER_NS : clock_after(clock_left(deadline_ns) / part);
}
