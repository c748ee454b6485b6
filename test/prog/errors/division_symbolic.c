// A symbolic divisor may be zero only where nothing excludes it.
// RUN: run
// EXPECT: finished 3
// EXPECT: error 2
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned x, y;
  unsigned char way;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  nadir_symbolic(&way, sizeof way, "way");
  nadir_assume(x < 1000 & y < 1000);
  if (way == 0) return (int)(x / y);       // ERROR: division
  if (way == 1) return (int)(x % (y & 3)); // ERROR: division
  unsigned q = x / (y + 1), r = x % (y + 1);
  assert(q * (y + 1) + r == x && r <= y);
  return 0;
}
