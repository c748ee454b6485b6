// Signed overflow of every operation, on symbols.
// RUN: run --check-overflow
// EXPECT: finished 8
// EXPECT: error overflow 27
// EXPECT: error overflow 29
// EXPECT: error overflow 31
// EXPECT: error overflow 33
// EXPECT: error division-overflow 35
// EXPECT: error overflow 37
// EXPECT: error overflow 39
// EXPECT: text in a shift to the left
// EXPECT: text in an addition
// EXPECT: text in a subtraction
// EXPECT: text in a multiplication
// EXPECT: text in a negation
// RUN: run
// EXPECT: finished 8
// EXPECT: error division-overflow 35
#include <nadir.h>

static int operate(unsigned char which, int x) {
  long wide = x;
  unsigned u = (unsigned)x;
  short s = (short)x;
  switch (which) {
  case 0:
    return x + 100;
  case 1:
    return x - 100;
  case 2:
    return x * 3;
  case 3:
    return -x;
  case 4:
    return x / (x | -1);
  case 5:
    return (int)(wide * 0x100000000 + 0x7fffffff00000000);
  case 6:
    return x << 4;
  default: /* none of these is one */
    s += 30000;
    return (u + 100 > 7) + (u * 3 > 7) + (u << 4 > 7) + (wide * 3 > 7) - (-u > 7) - (s > 7);
  }
}

int main(void) {
  unsigned char which;
  int x;
  nadir_symbolic(&which, sizeof which, "which");
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(which <= 7);
  return operate(which, x) == 5;
}
