// A global table read one behind its end.
// RUN: run
// EXPECT: finished 1
// EXPECT: text 'table' of 16 bytes
#include <nadir.h>

int table[4] = {2, 3, 5, 7};

int main(void) {
  unsigned i;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_assume(i < 5);
  return table[i]; // ERROR: read-bounds
}
