// Euclid's algorithm by remainders on small symbols: the result divides both.
// RUN: run
// EXPECT: error 0
#include <assert.h>
#include <nadir.h>

int main(void) {
  unsigned char a, b;
  nadir_symbolic(&a, sizeof a, "a");
  nadir_symbolic(&b, sizeof b, "b");
  nadir_assume(a > 0 & a < 8);
  nadir_assume(b > 0 & b < 8);
  unsigned char x = a, y = b;
  while (y) {
    unsigned char r = x % y;
    x = y;
    y = r;
  }
  assert(x && a % x == 0 && b % x == 0);
  return 0;
}
