// Freed memory: read, written, given to realloc and to a function of the library.
// RUN: run
// EXPECT: finished 1
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  char *volatile p = malloc(16), *q;
  strcpy(p, "text");
  switch (way) {
  case 1: free(p); return p[2]; // ERROR: use-freed
  case 2:
    free(p);
    p[0] = 1; // ERROR: use-freed
    return 0;
  case 3:
    q = realloc(p, 4096);
    p[1] = 2; // ERROR: use-freed
    free(q);
    return 0;
  case 4:
    free(p);
    memset(p, 0, 4); // ERROR: use-freed
    return 0;
  }
  free(p);
  return 0;
}
