// A symbol that the path leaves one value is a number where symbols are not supported: long double, libm.
// RUN: run
// EXPECT: finished 4
#include <assert.h>
#include <math.h>
#include <nadir.h>

int main(void) {
  int x;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_assume(x + 1u <= 3);
  switch (x) { // a path for each value
  case -1:
    break;
  case 0:
    break;
  case 1:
    break;
  default:
    break;
  }
  long double wide = x, power = powl(-11, wide);
  long double expected = x == -1 ? 1 / -11.0L : x == 0 ? 1 : x == 1 ? -11 : 121;
  assert(power == expected && wide / 2 == x / 2.0L);
  assert(cos(x) == cos((double)(int)wide));
  return 0;
}
