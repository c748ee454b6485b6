// Reading beyond a heap, a stack and a global object, and before it: each with how far.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 4
// EXPECT: text 3 bytes behind a heap object of 5 bytes
// EXPECT: text 8 bytes before a global variable 'global' of 16 bytes
#include <nadir.h>
#include <stdlib.h>

int global[4];

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  char local[8] = "", *heap = calloc(1, 5);
  volatile int far = 8;
  switch (way) {
  case 1: return heap[far];            // ERROR: read-bounds
  case 2: return local[far + 1];       // ERROR: read-bounds
  case 3: return global[-far / 4];     // ERROR: read-bounds
  case 4: return global[far * 100000]; // ERROR: read-bounds
  }
  free(heap);
  return 0;
}
