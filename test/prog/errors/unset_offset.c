// Reads at symbolic offsets of memory that was only partly written.
// RUN: run --unset=error
// EXPECT: finished 4
// EXPECT: error 4
// EXPECT: text a heap object of 12 bytes
#include <nadir.h>
#include <stdlib.h>

typedef struct Pair {
  char c;
  int x;
} Pair;

int main(void) {
  unsigned char way, i;
  nadir_symbolic(&way, sizeof way, "way");
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 3);
  int *p = malloc(12), full[3] = {1, 2, 3}, none[3];
  Pair pairs[3];
  char *bytes = (char *)p;
  p[0] = p[2] = 7;
  for (int k = 0; k < 3; k++) pairs[k].x = k;
  switch (way) {
  case 0: return p[i] ? 1 : 2; // ERROR: read-unset
  case 1: return full[i] ? pairs[i].x : 2;
  case 2: return pairs[i].c ? 1 : 2; // ERROR: read-unset
  case 3: return bytes[i + 2] ? 1 : 2; // ERROR: read-unset
  case 4: return none[i] ? 1 : 2; // ERROR: read-unset
  }
  return 0;
}
