// The names that glibc's headers give to isnan and its kin, on symbols: no path comes to an impossible side.
// RUN: run
// EXPECT: finished 6
// EXPECT: error 0
int __isnan(double), __isinf(double), __finite(double);

#include <nadir.h>

int main(void) {
  double x;
  nadir_symbolic(&x, sizeof x, "x");
  if (__isnan(x)) return x == x;
  if (__isinf(x) > 0) return !(x > 1e308);
  if (__isinf(x) < 0) return !(x < -1e308);
  if (!__finite(x)) return 1;
  return !(x - x == 0);
}
