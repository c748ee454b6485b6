// Signed overflow of numbers that are no symbols; the widest that is none.
// RUN: run --check-overflow
// EXPECT: error overflow 28
// EXPECT: text in an addition
// RUN: run --check-overflow -DMINUS
// EXPECT: error overflow 30
// EXPECT: text in a subtraction
// RUN: run --check-overflow -DNEGATE -O 2
// EXPECT: error overflow 32
// EXPECT: text in a negation
// RUN: run --check-overflow -DWIDE --cflags -fno-sanitize-recover=all
// EXPECT: error overflow 34
// EXPECT: text in a multiplication
// RUN: run --check-overflow -DDIVIDE
// EXPECT: error division-overflow 36
// RUN: run --check-overflow -DNONE
// EXPECT: finished 1
#include <limits.h>

volatile int big = INT_MAX, small = INT_MIN, one = 1;
volatile long wide = LONG_MAX / 3;

int main(void) {
#if defined NONE
  return (big - 1 + one) + (small + 1 - one) + (-big - 1 - small) + (wide * 3 == LONG_MAX - 1) != 0;
#endif
#if !defined MINUS && !defined NEGATE && !defined WIDE && !defined DIVIDE
  return big + one;
#elif defined MINUS
  return small - one;
#elif defined NEGATE
  return -small;
#elif defined WIDE
  return wide * (one + 3) > 0;
#else
  return small % -one;
#endif
}
