// What KLEE does and nadir does not ends the path with its name.
// RUN: run
// EXPECT: finished 0
// EXPECT: unsupported 1
// EXPECT: ledger klee_define_fixed_object
#include <klee/klee.h>

int main(void) {
  klee_define_fixed_object((void *)0x1000, 4);
  return 0;
}
