// realloc of no bytes frees, as glibc has it; the memory is gone, and nothing leaks.
// RUN: run --check=leak
// EXPECT: finished 2
// EXPECT: error 2
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char way;
  unsigned n;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_symbolic(&n, sizeof n, "n");
  nadir_assume(way < 3);
  nadir_assume(n < 100);
  char *p = malloc(4);
  *p = 1;
  char *q = realloc(p, n);
  if (n) {
    free(q);
    return 2;
  }
  if (q) return 1;
  if (way == 1) return *p; // ERROR: use-freed
  if (way == 2) free(p);   // ERROR: double-free
  return 0;
}
