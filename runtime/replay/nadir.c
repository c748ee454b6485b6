/* nadir.c — nadir.h in a native run. */
#include "replay.h"

#include "../include/nadir.h"

#include <stdlib.h>

REPLAY void nadir_symbolic(void *bytes, size_t n, const char *name) {
  nadir_replay_input(bytes, n, name);
}

REPLAY void(nadir_assume)(int condition) {
  if (!condition) nadir_replay_end(NADIR_REPLAY_ASSUMPTION, "an assumption does not hold");
}

REPLAY size_t nadir_size(void) { return nadir_replay_size(); }

REPLAY void nadir_cost(unsigned long n) { nadir_replay_cost(n); }

REPLAY void nadir_target(void) { nadir_replay_target(); }

REPLAY int nadir_is_symbolic(unsigned long x) {
  (void)x;
  return 0;
}

REPLAY unsigned long nadir_concrete(unsigned long x) { return x; }

REPLAY unsigned long nadir_fix(unsigned long x) { return x; }

/* Of the C library of the machine (libc/libc.h), parts of which a native program may be linked with. */
REPLAY void nadir_readable(const void *p, size_t n);
REPLAY void nadir_readable(const void *p, size_t n) { (void)p, (void)n; }

REPLAY void nadir_stop(const char *file, int line, const char *text) {
  nadir_replay_end(NADIR_REPLAY_ERROR, "%s:%d: %s", file, line, text);
}

REPLAY void nadir_quiet_exit(int code) { exit(code); }
