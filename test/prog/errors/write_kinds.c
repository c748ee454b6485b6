// Writing beyond heap, stack and global objects, by one and by memset; and into a constant.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 6
// EXPECT: text 'global'
// EXPECT: text a local variable of 6 bytes
#include <nadir.h>
#include <stdlib.h>
#include <string.h>

int global[4];
const int fixed = 3;

int main(void) {
  unsigned char way;
  nadir_symbolic(&way, sizeof way, "way");
  short local[3] = {0}, *heap = malloc(6);
  volatile int n = 3;
  switch (way) {
  case 1: heap[n] = 1; break;            // ERROR: write-bounds
  case 2: local[n] = 1; break;           // ERROR: write-bounds
  case 3: global[n + 1] = 1; break;      // ERROR: write-bounds
  case 4: *(int *)&fixed = 4; break;     // ERROR: write-constant
  case 5: memset(heap, 0, n * 3); break; // ERROR: write-bounds
  case 6: *(char *)"text" = 'T'; break;  // ERROR: write-constant
  }
  free(heap);
  return local[0];
}
