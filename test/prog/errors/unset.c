// Heap that was never written, an error only when asked for.
// RUN: run --unset=error
// EXPECT: finished 1
// EXPECT: error read-unset 15
// RUN: run
// EXPECT: finished 2
// EXPECT: warning 15
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  char x, *p = malloc(4);
  nadir_symbolic(&x, sizeof x, "x");
  if (x) p[1] = 1;
  return p[1] + 1;
}
