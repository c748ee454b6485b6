// long double: 64 bits of mantissa, in arithmetic, conversions and printing.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile long double third = 1.0L / 3, big = 1e4000L;
  volatile unsigned long n = 0xffffffffffffffff;
  printf("%.21Lg %.21Lg\n", third, third * 3 - 1);
  printf("%Lg %d\n", big * 10, big > 1e308L);
  printf("%.20Lg %d\n", (long double)n, (unsigned long)(long double)n == n);
  printf("%.17g %g\n", (double)third, (float)third);
  printf("%.19Lg %.19Lg\n", sqrtl(2), fabsl(-third));
  long double sum = 0;
  for (int i = 1; i <= 20; i++) sum += 1.0L / i;
  printf("%.20Lg %zu\n", sum, sizeof sum);
  return 0;
}
