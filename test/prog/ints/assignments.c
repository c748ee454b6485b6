// Compound assignments convert to the type of the wider side and back to the target.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

int main(void) {
  volatile unsigned char c = 250;
  volatile short s = -300;
  volatile int i = -7;
  volatile unsigned u = 7;
  volatile long l = 1L << 40;
  volatile float f = 2.5f;
  c += 10;
  s *= 200;
  i /= 2;
  u -= 8;
  l >>= 3;
  printf("%d %d %d %u %ld\n", c, s, i, u, l);
  c -= i;
  s |= 0x100;
  i %= 2;
  u ^= l;
  l &= 0xff0000000f;
  printf("%d %d %d %u %ld\n", c, s, i, u, l);
  c *= f;
  i += f;
  f /= c;
  u <<= 5;
  s = c = 300;
  printf("%d %d %d %g %u\n", c, s, i, f, u);
  int a = i++ + ++c, b = s-- - --u;
  printf("%d %d %d %d %d %u\n", a, b, i, c, s, u);
  return 0;
}
