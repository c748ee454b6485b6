// Recursion that is too deep for one input.
// RUN: run --max-stack 64K
// EXPECT: finished 1
#include <nadir.h>

static unsigned deep(unsigned n) {
  volatile char room[64];
  room[0] = 1;
  return n ? deep(n - 1) + room[0] : 0; // ERROR: stack-overflow
}

int main(void) {
  char x;
  nadir_symbolic(&x, sizeof x, "x");
  return (int)deep(x == 3 ? 1000000 : 3);
}
