/* sleep.c — a replay does not wait: nobody else runs for whom it would, and in the machine no time passes, either.
 *
 * A file of its own, so that a linker takes it from the library only for programs that sleep.
 */
#include <time.h>
#include <unistd.h>

unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}

int usleep(useconds_t microseconds) {
  (void)microseconds;
  return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest) {
  (void)wanted;
  if (rest) *rest = (struct timespec){0};
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted,
                    struct timespec *rest) {
  (void)clock;
  (void)flags;
  return nanosleep(wanted, rest);
}
