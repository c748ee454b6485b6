// A symbolic shift by the width or more, told only when asked for.
// RUN: run --check=shift
// EXPECT: finished 1
// EXPECT: error shift 11
// RUN: run
// EXPECT: finished 1
#include <nadir.h>
int main(void) {
  unsigned x;
  nadir_symbolic(&x, sizeof x, "x");
  return 1u << x > 3;
}
