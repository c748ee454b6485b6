// Symbolic sizes of allocations: malloc, calloc, realloc and VLAs are split into their values.
// RUN: run
// EXPECT: finished 4
// EXPECT: error 4
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char n, way;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(n >= 2 & n < 6);
  nadir_assume(way < 2);
  char *p = malloc(n);
  p[1] = 1;
  if (way) p[n] = 1; // ERROR: write-bounds
  free(p);
  return 0;
}
