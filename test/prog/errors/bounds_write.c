// A loop that writes one element too many to the heap.
// RUN: run
// EXPECT: finished 4
// EXPECT: text a heap object of 3 bytes
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(n < 5);
  char *p = malloc(3);
  for (unsigned i = 0; i < n; i++) p[i] = 1; // ERROR: write-bounds
  free(p);
  return 0;
}
