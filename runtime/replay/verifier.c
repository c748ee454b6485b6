/* verifier.c — the functions of SV-COMP's programs in a native run.
 *
 * Programs declare them themselves.  An input has no name there: the next one of the right size is
 * taken.
 */
#include "replay.h"

#include <stdint.h>
#include <stdlib.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes"

REPLAY void __VERIFIER_assume(int condition) {
  if (!condition) nadir_replay_end(NADIR_REPLAY_ASSUMPTION, "an assumption does not hold");
}

REPLAY void __VERIFIER_error(void) {
  nadir_replay_end(NADIR_REPLAY_ERROR, "__VERIFIER_error was called");
}

REPLAY void reach_error(void) { nadir_replay_end(NADIR_REPLAY_ERROR, "reach_error was called"); }

REPLAY void __VERIFIER_assert(int condition) {
  if (!condition) nadir_replay_end(NADIR_REPLAY_ERROR, "__VERIFIER_assert failed");
}

REPLAY void __VERIFIER_atomic_begin(void) {}

REPLAY void __VERIFIER_atomic_end(void) {}

REPLAY void __VERIFIER_nondet_memory(void *bytes, size_t n) { nadir_replay_input(bytes, n, NULL); }

#define NONDET(name, type)                     \
  REPLAY type __VERIFIER_nondet_##name(void) { \
    type x;                                    \
    nadir_replay_input(&x, sizeof x, NULL);    \
    return x;                                  \
  }

/* One byte, of which any bit may be set in a test of another tool. */
REPLAY _Bool __VERIFIER_nondet_bool(void) {
  unsigned char x;
  nadir_replay_input(&x, sizeof x, NULL);
  return x != 0;
}

REPLAY _Bool __VERIFIER_nondet__Bool(void) { return __VERIFIER_nondet_bool(); }

NONDET(char, char)
NONDET(schar, signed char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(u8, uint8_t)
NONDET(u16, uint16_t)
NONDET(u32, uint32_t)
NONDET(u64, uint64_t)
NONDET(u128, unsigned __int128)
NONDET(pthread_t, unsigned long)
NONDET(charp, char *)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(int128, __int128)
NONDET(uint128, unsigned __int128)
NONDET(size_t, size_t)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
NONDET(pchar, char *)
NONDET(pointer, void *)
NONDET(float, float)
NONDET(double, double)
