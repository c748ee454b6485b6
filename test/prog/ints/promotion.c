// Small types are computed as int: nothing is lost before the result is stored.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

int main(void) {
  volatile unsigned char a = 200, b = 100;
  volatile signed char c = -1;
  volatile unsigned short s = 65535;
  volatile char letter = 'A';
  printf("%d %d %d\n", a + b, a - 2 * b, ~a);
  printf("%d %d\n", c == 0xff, (unsigned char)c == 0xff);
  printf("%d %d\n", s + 1, (unsigned short)(s + 1));
  printf("%d %d\n", (a << 8) >> 8, (unsigned char)(a << 1));
  printf("%zu %zu %zu\n", sizeof(a + b), sizeof(letter), sizeof 'A');
  a += 100;
  c -= 128;
  s *= 2;
  printf("%d %d %d\n", a, c, s);
  a = 255;
  a++;
  s = 0;
  s--;
  printf("%d %d %d\n", a, s, -a);
  return 0;
}
