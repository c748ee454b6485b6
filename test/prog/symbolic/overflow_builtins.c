// The overflow builtins on symbols agree with wider arithmetic.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>
#include <stdint.h>

int main(void) {
  int32_t a, b, sum, difference;
  uint8_t c, d, product;
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  nadir_symbolic(&c, sizeof c, "c");
  nadir_symbolic(&d, sizeof d, "d");
  _Bool over = __builtin_add_overflow(a, b, &sum);
  assert(over == ((int64_t)a + b != sum));
  over = __builtin_sub_overflow(a, b, &difference);
  assert(over == ((int64_t)a - b != difference));
  over = __builtin_mul_overflow(c, d, &product);
  assert(over == (c * d > 255) && product == (uint8_t)(c * d));
  return 0;
}
