// An assumption holds from where it is made, on the paths that make it.
// RUN: run
// EXPECT: finished 3
// EXPECT: assume 1
#include <assert.h>
#include <nadir.h>

int main(void) {
  int x;
  nadir_symbolic(&x, sizeof x, "x");
  if (x > 100) {
    nadir_assume(x < 102);
    assert(x == 101);
    return 1;
  }
  if (x < -100) nadir_assume(x > 0);
  nadir_assume(x % 2 == 0);
  return x > 50 ? 2 : 3;
}
