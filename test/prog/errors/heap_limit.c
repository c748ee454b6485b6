// Above the limit of the heap malloc gives NULL, which a program may survive or not.
// RUN: run --max-heap 1M
// EXPECT: finished 2
// EXPECT: error 1
// EXPECT: native differs
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  volatile size_t n = way ? 2u << 20 : 100;
  char *p = malloc(n);
  if (way == 7 && !p) return 1;
  p[0] = 1; // ERROR: null-pointer
  free(p);
  return 0;
}
