// _BitInt of widths that are no power of two.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

int main(void) {
  volatile unsigned _BitInt(7) a = 100;
  volatile _BitInt(24) b = -8000000;
  volatile unsigned _BitInt(48) c = 0xabcdef012345;
  volatile _BitInt(3) d = 3;
  a = a + a;
  b = b - (_BitInt(24))1000000;
  c = c * 3;
  d = d + (_BitInt(3))1;
  printf("%d %d %lld %d\n", (int)a, (int)b, (long long)c, (int)d);
  printf("%d %d\n", (int)(b >> 4), (int)(b / (_BitInt(24))7));
  printf("%d %d %d\n", a < (unsigned _BitInt(7))73, b < 0, d < 0);
  volatile _BitInt(65) e = (_BitInt(65))1 << 63;
  e = e + e;
  printf("%d %d\n", e < 0, (int)(e >> 60));
  volatile unsigned _BitInt(200) f = 1;
  f = f << 150;
  f = f - 1;
  printf("%llx %llx\n", (unsigned long long)(f >> 100), (unsigned long long)(f >> 64));
  return 0;
}
