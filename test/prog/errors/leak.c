// Memory that one path does not free, told only when asked for.
// RUN: run --check=leak
// EXPECT: finished 1
// EXPECT: error 1
// EXPECT: error leak 14
// EXPECT: text a heap object of 4 bytes allocated at
// RUN: run
// EXPECT: finished 2
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  char x;
  void *p = malloc(4);
  if (!p) return 1;
  nadir_symbolic(&x, sizeof x, "x");
  if (x) free(p);
  return 0;
}
