// Whether sums and products of bounded numbers overflow is told by the bounds, without a look at bits.
// RUN: run --check-overflow --stages -solve_eqs,-sat
#include <nadir.h>

int main(void) {
  int x, y;
  nadir_symbolic(&x, sizeof x, "x");
  nadir_symbolic(&y, sizeof y, "y");
  nadir_assume(x >= -46340);
  nadir_assume(x <= 46340);
  nadir_assume(y >= -46340);
  nadir_assume(y <= 46340);
  int z = x * y;
  z += x;
  unsigned u = (unsigned)x, product;
  if (x >= 0 && __builtin_mul_overflow(u, 46340u, &product)) return 1;
  return z > 0;
}
