// An error that many paths meet is told once, and all the paths are counted.
// RUN: run
// EXPECT: finished 8
// EXPECT: error 8
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned char x, bits = 0;
  nadir_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 3; i++)
    if (x & 1 << i) bits++;
  assert(!(x & 8)); // ERROR: assert
  return bits;
}
