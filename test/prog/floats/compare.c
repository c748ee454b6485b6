// Comparisons of symbolic floats: all orders of three numbers, and the places where a NaN goes.
// RUN: run
// EXPECT: finished 12
// EXPECT: error 0
#include <assert.h>
#include <math.h>
#include <nadir.h>

int main(void) {
  double a, b, c;
  float f;
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  nadir_symbolic(&c, sizeof c, "c");
  nadir_symbolic(&f, sizeof f, "f");
  if (isnan(f)) {
    assert(!(f < 1) && !(f >= 1) && f != f);
    return 0;
  }
  if (f == 0) return signbit(f) ? 1 : 2;
  if (f > 0) {
    assert(!(f <= 0));
    return isinf(f) ? 3 : 4;
  }
  assert(f < 0);
  nadir_assume((a == a) & (b == b) & (c == c));
  if (a < b) {
    if (b < c) {
      assert(a < c); /* by the order alone */
      return 5;
    }
    if (a < c) return 6;
    assert(c <= a && c < b);
    return 7;
  }
  if (a < c) {
    assert(b < c);
    return 8;
  }
  return b < c ? 9 : b == c ? 10 : 11;
}
