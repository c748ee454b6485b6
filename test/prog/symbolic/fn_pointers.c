// A symbolic choice of function: a path for each.
// RUN: run
// EXPECT: finished 3
#include <assert.h>
#include <nadir.h>

static int one(int x) { return x + 1; }
static int two(int x) { return x * 2; }
static int three(int x) { return -x; }

int main(void) {
  int (*const fns[3])(int) = {one, two, three};
  unsigned char i;
  int x;
  nadir_symbolic(&i, sizeof i, "i");
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(i < 3);
  int y = fns[i](x);
  assert(i != 1 || y == x + x);
  return 0;
}
