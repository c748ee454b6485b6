// Shifts by too much, left, right, arithmetic, by a negative number; only when asked for.
// RUN: run --check=shift
// EXPECT: finished 1
// EXPECT: error shift 21
// EXPECT: error shift 22
// EXPECT: error shift 23
// EXPECT: error shift 24
// RUN: run
// EXPECT: finished 5
#include <nadir.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 5);
  volatile unsigned u = 1;
  volatile int k = 32, minus = -1, i = -5;
  volatile long l = 64;
  switch (way) {
    // Each of these is undefined in C.
  case 1: return (int)(u << k) ? 1 : 0;
  case 2: return (int)(u >> k) ? 1 : 0;
  case 3: return i >> minus ? 1 : 0;
  case 4: return 1ul << l ? 1 : 0;
  }
  return (int)(u << 31 >> 31) + (i >> 31);
}
