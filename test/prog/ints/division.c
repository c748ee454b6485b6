// Division rounds to zero and the remainder has the sign of the dividend; unsigned differs.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <limits.h>
#include <stdio.h>

int main(void) {
  const int dividends[] = {7, -7, 0, 1, INT_MAX, INT_MIN, INT_MIN + 1};
  const int divisors[] = {1, 2, -2, 3, -3, 7, 10, INT_MAX, INT_MIN};
  for (unsigned i = 0; i < sizeof dividends / sizeof *dividends; i++)
    for (unsigned j = 0; j < sizeof divisors / sizeof *divisors; j++) {
      volatile int a = dividends[i], b = divisors[j];
      printf("%d/%d=%d,%d %u,%u\n", a, b, a / b, a % b, (unsigned)a / (unsigned)b,
             (unsigned)a % (unsigned)b);
    }
  volatile long a = LONG_MIN;
  volatile short b = -3;
  volatile signed char c = -128, d = -1;
  printf("%ld %ld %d %d\n", a / b, a % b, c / d, (signed char)(c / d));
  return 0;
}
