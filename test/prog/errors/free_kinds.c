// What free does not take: a second time, a local, a literal, the middle, a wild number.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 6
#include <nadir.h>
#include <stdlib.h>

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  char local[4], *volatile p = malloc(4), *volatile odd = local, *volatile literal = "abc";
  switch (way) {
  case 1: free(p); break;
  case 2: free(odd); break;               // ERROR: invalid-free
  case 3: free(literal); break;           // ERROR: invalid-free
  case 4: free(p + 1); break;             // ERROR: invalid-free
  case 5: free((void *)(long)way); break; // ERROR: invalid-free
  case 6: p = realloc(p + 2, 8); break;   // ERROR: invalid-free
  default: return 0;
  }
  free(p); // ERROR: double-free
  return 0;
}
