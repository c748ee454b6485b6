// Use after free, free twice, free of what malloc did not give.
// RUN: run
// EXPECT: finished 1
#include <nadir.h>
#include <stdlib.h>

int global;

int main(void) {
  unsigned char way;
  int *p = malloc(8);
  nadir_symbolic(&way, sizeof way, "way");
  switch (way) {
  case 1: free(p); return *p; // ERROR: use-freed
  case 2:
    free(p);
    free(p); // ERROR: double-free
    break;
  case 3:
    free(&global); // ERROR: invalid-free
    break;
  case 4:
    free(p + 1); // ERROR: invalid-free
    break;
  default: free(p);
  }
  return 0;
}
