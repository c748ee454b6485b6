// Classification, signs and ordered comparisons of floats.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  const double values[] = {0.0, -0.0, 1.0, -1.5, DBL_MIN / 2, DBL_MAX, INFINITY, -INFINITY, NAN};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    volatile double x = values[i];
    volatile float f = (float)x;
    printf("%d%d%d%d%d%d ", !!isnan(x), !!isinf(x), !!isfinite(x), !!isnormal(x), !!signbit(x),
           fpclassify(x) == FP_SUBNORMAL);
    printf("%d%d%d ", !!isnan(f), !!isfinite(f), !!signbit(f));
    for (unsigned j = 0; j < sizeof values / sizeof *values; j++) {
      volatile double y = values[j];
      printf("%d%d%d%d%d ", x < y, x <= y, x == y, isunordered(x, y), islessgreater(x, y));
    }
    puts("");
  }
  return 0;
}
