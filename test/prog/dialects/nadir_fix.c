// nadir_fix goes on with one value; the assertion that knows it holds.
// RUN: run
// EXPECT: finished 1
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned char x;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(x * 3 == 63);
  unsigned long y = nadir_fix(x);
  assert(!nadir_is_symbolic(y) && y == 21);
  return 0;
}
