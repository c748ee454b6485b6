// Recursion without end runs out of stack, by frames or by variables; a deep but finite one not.
// RUN: run --max-stack 256K
// EXPECT: finished 1
// EXPECT: error 2
// EXPECT: native differs
#include <nadir.h>

static int forever(int n) { return forever(n + 1) + 1; } // ERROR: stack-overflow

static int wide(int n) {
  volatile char room[4096];
  room[n % 4096] = 1;
  return n ? wide(n - 1) + room[0] : 0; // ERROR: stack-overflow
}

static int finite(int n) { return n ? finite(n - 1) + 1 : 0; }

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  if (way == 1) return forever(0);
  if (way == 2) return wide(1000);
  return finite(500);
}
