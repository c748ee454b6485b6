// assert with a condition that one value breaks; its text is told.
// RUN: run
// EXPECT: finished 1
// EXPECT: error 1
// EXPECT: text x * 3 != 21
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned char x;
  nadir_symbolic(&x, sizeof x, "x");
  assert(x * 3 != 21); // ERROR: assert
  return 0;
}
