// An assumption that nothing satisfies ends the path, and says so.
// RUN: run
// EXPECT: finished 0
// EXPECT: assume 1
#include <nadir.h>

int main(void) {
  int x;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(x > 3);
  nadir_assume(x < 3);
  return 0;
}
