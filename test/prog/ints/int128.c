// Integers of 128 bits: sums with carry, products, quotients, shifts across the middle.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <stdio.h>

typedef __int128 Wide;
typedef unsigned __int128 UWide;

static void print(const char *what, UWide x) {
  printf("%s %016llx%016llx\n", what, (unsigned long long)(x >> 64), (unsigned long long)x);
}

int main(void) {
  volatile UWide a = ((UWide)0xfedcba9876543210 << 64) | 0xffffffffffffffff, b = 3;
  volatile Wide c = -((Wide)1 << 100), d = 12345678901234567;
  print("add", a + b);
  print("sub", b - a);
  print("mul", a * b);
  print("div", a / b);
  print("rem", a % 1000000007);
  print("sdiv", (UWide)(c / d));
  print("srem", (UWide)(c % d));
  for (volatile int k = 0; k < 128; k += 21) {
    print("shl", a << k);
    print("shr", a >> k);
    print("sar", (UWide)(c >> k));
  }
  print("not", ~a);
  print("and", a & (UWide)c);
  print("xor", a ^ (UWide)d);
  printf("%d %d %d %d\n", a < b, c < d, c == -c, a != b);
  printf("%lld %g\n", (long long)(c >> 90), (double)c);
  print("float", (UWide)(volatile double){1e30});
  print("wide", (UWide)(Wide)(volatile signed char){-2});
  return 0;
}
