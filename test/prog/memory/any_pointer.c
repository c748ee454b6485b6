// A pointer that may be anything, beside more objects than are tried at once: every object and every gap
// is found, also those between the regions of memory, and the run is complete.
// RUN: run --set machine.max-objects=4
// EXPECT: error null-pointer 23
// EXPECT: error read-bounds 23
// EXPECT: error use-freed 23
// EXPECT: error use-returned 23
// RUN: run
// EXPECT: error null-pointer 23
// EXPECT: error read-bounds 23
// EXPECT: error use-freed 23
// EXPECT: error use-returned 23
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  enum { N = 12 };
  static int *all[N];
  int *p;
  for (int i = 0; i < N; i++) all[i] = calloc(1, sizeof *all[i]);
  free(all[3]);
  nadir_symbolic(&p, sizeof p, "p");
  if (*p == 7) return 1;
  return 0;
}
