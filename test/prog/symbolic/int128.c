// Symbols of 128 bits: sums carry, products keep their high half, shifts cross the middle.
// RUN: run
// EXPECT: error 1
#include <assert.h>
#include <nadir.h>
#include <stdint.h>

typedef unsigned __int128 Wide;

int main(void) {
  Wide x;
  uint32_t a, b;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  assert((uint64_t)(x >> 64) == (uint64_t)((x << 1) >> 65) + ((uint64_t)(x >> 127) << 63));
  assert(x + 1 - 1 == x);
  assert((Wide)a + b == (uint64_t)a + b);
  if (x + ((Wide)1 << 100) == 5) assert(x > 5);
  assert(x != (Wide)0x1234 << 70); // ERROR: assert
  return 0;
}
