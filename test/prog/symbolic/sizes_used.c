// One error per place, not one per size: malloc, calloc, realloc, aligned_alloc and alloca.
// RUN: run
// EXPECT: finished 2
// EXPECT: error 5
// EXPECT: text right behind a heap object of
#include <alloca.h>
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char way;
  unsigned n;
  nadir_symbolic(&n, sizeof n, "n");
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(n >= 2);
  nadir_assume(n < 60000);
  char *p;
  if (way == 0) {
    p = malloc(n);
    p[n - 1] = 1;
    p[n] = 1; // ERROR: write-bounds
  } else if (way == 1) {
    p = calloc(n, 4);
    if (p[4 * n - 1] || p[7]) abort();
    if (p[4 * n]) return 1; // ERROR: read-bounds
  } else if (way == 2) {
    p = malloc(10);
    p[9] = 7;
    p = realloc(p, n);
    if (n > 9 && p[9] != 7) abort();
    p[9] = 1; // ERROR: write-bounds
  } else if (way == 3) {
    p = aligned_alloc(64, n);
    p[1] = 1;
    p[-1] = 1; // ERROR: write-bounds
  } else {
    p = alloca(n);
    p[0] = 1;
    p[n - 1] = 2;
    if (p[0] == 2 && n > 1) abort();
    if (way == 5) p[n + 1] = 1; // ERROR: write-bounds
    return 0;
  }
  free(p);
  return 0;
}
