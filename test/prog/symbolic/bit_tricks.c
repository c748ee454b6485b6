// Bit counting on symbols against the plain loops.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdint.h>

static int ones(uint16_t x) {
  int n = 0;
  for (int i = 0; i < 16; i++) n += x >> i & 1;
  return n;
}

int main(void) {
  uint16_t x;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(x != 0);
  assert(__builtin_popcount(x) == ones(x));
  assert(x >> __builtin_ctz(x) & 1);
  assert((uint32_t)x << __builtin_clz(x) >> 31);
  assert(__builtin_bswap16(__builtin_bswap16(x)) == x);
  assert(__builtin_parity(x) == (ones(x) & 1));
  return 0;
}
