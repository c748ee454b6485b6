// More arguments than the ABI has registers, of mixed kinds and widths.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

static long many(char a, short b, int c, long d, unsigned char e, unsigned short f, unsigned g,
                 unsigned long h, _Bool i, float j, double k, signed char l, int *m, __int128 n) {
  return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * (long)g + 8 * (long)h + 9 * i +
         (long)(10 * j) + (long)(11 * k) + 12 * l + 13 * *m + (long)(n >> 64);
}

int main(void) {
  int x = 3;
  volatile int minus = -1;
  printf("%ld\n", many(-1, -2, -3, -4, 200, 60000, 4000000000u, 9, 1, 0.5f, 0.25, -8, &x,
                       (__int128)5 << 64));
  printf("%ld\n", many((char)minus, (short)minus, minus, minus, (unsigned char)minus,
                       (unsigned short)minus, (unsigned)minus, (unsigned long)minus, minus,
                       (float)minus, minus, (signed char)minus, &x, minus));
  return 0;
}
