// Laws of C's arithmetic, for all values at once.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdint.h>

int main(void) {
  uint32_t x, y;
  int8_t s;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  nadir_symbolic(&s, sizeof s, "s");
  assert(x + y - y == x);
  assert((x ^ y) + 2 * (x & y) == x + y);
  assert(-x == ~x + 1);
  assert((x & -x) == (x & (~x + 1)));
  assert((uint8_t)(x << 3) == (uint8_t)(x * 8));
  assert((int32_t)(int8_t)x == (int32_t)(x << 24) >> 24);
  assert((x > y) == (y < x) && (x < y || x == y) == (x <= y));
  assert(s / 2 * 2 + s % 2 == s);
  assert((s >> 7) == (s < 0 ? -1 : 0));
  assert((uint8_t)s < 128 || s < 0);
  return 0;
}
