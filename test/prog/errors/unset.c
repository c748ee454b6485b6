// Heap that was never written, told only when asked for.
// RUN: run --check-unset
// EXPECT: finished 1
// EXPECT: error read-unset 14
// RUN: run
// EXPECT: finished 2
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  char x, *p = malloc(4);
  nadir_symbolic(&x, sizeof x, "x");
  if (x) p[1] = 1;
  return p[1] + 1;
}
