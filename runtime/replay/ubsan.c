/* overflow.c — what clang's checks for signed overflow call, for bitcode that was compiled for the
 * machine: clang's own library for them is a package of its own.
 *
 * A file of its own, so that a linker takes it from the library only if nothing else has them.
 */
#include "replay.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

#define OVERFLOW(name)                                                    \
  REPLAY void __ubsan_handle_##name##_overflow(void) {                    \
    nadir_replay_end(NADIR_REPLAY_ERROR, "a signed " #name " overflows"); \
  }                                                                       \
  REPLAY void __ubsan_handle_##name##_overflow_abort(void) {              \
    nadir_replay_end(NADIR_REPLAY_ERROR, "a signed " #name " overflows"); \
  }

OVERFLOW(add)
OVERFLOW(sub)
OVERFLOW(mul)
OVERFLOW(negate)
OVERFLOW(divrem)
