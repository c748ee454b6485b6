// Comparing signed with unsigned converts the signed side; short types first become int.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

int main(void) {
  volatile int minus = -1;
  volatile unsigned one = 1;
  volatile unsigned short two = 2;
  volatile long wide = -1;
  volatile unsigned long huge = -1;
  printf("%d %d %d\n", (minus < one), (minus < two), (minus > one));
  printf("%d %d %d\n", wide < one, wide < huge, (unsigned)wide == (unsigned)huge);
  printf("%d %d\n", minus == huge, (unsigned)minus == huge);
  volatile signed char c = -128;
  volatile unsigned char u = 128;
  printf("%d %d %d\n", c == u, (unsigned char)c == u, c < u);
  volatile unsigned size = 0;
  printf("%d %d\n", size - 1 > size, (int)(size - 1) > (int)size);
  for (int i = -2; i <= 2; i++)
    printf("%d%d%d%d%d%d ", (i < minus), (i <= minus), (i > minus), i >= minus, i == minus,
           i != minus);
  puts("");
  return 0;
}
