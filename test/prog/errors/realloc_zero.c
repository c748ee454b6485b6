// realloc of no bytes frees, as glibc has it; the memory is gone, and nothing leaks.
// RUN: run --check-leak
// EXPECT: finished 1
// EXPECT: error 2
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(way < 3);
  char *p = malloc(4);
  *p = 1;
  char *q = realloc(p, 0);
  if (q) return 1;
  if (way == 1) return *p; // ERROR: use-freed
  if (way == 2) free(p);   // ERROR: double-free
  return 0;
}
