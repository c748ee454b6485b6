// Floats and doubles: rounding, signed zeros, infinities, not-a-numbers, denormals.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
  volatile double a = 0.1, b = 0.2, zero = 0, huge = DBL_MAX;
  volatile float f = 0.1f, g = 16777216;
  printf("%.17g %.17g %.17g %.17g\n", a + b, a - b, a * b, a / b);
  printf("%.9g %.9g %.9g %.9g\n", f + f, f * 3, g + 1, 1 / f);
  printf("%d %d %d\n", a + b == 0.3, f == 0.1, (float)a == f);
  printf("%g %g %g %g\n", 1 / zero, -1 / zero, -zero, huge * 2);
  volatile double nan = zero / zero, inf = 1 / zero;
  printf("%d%d%d%d%d%d\n", nan == nan, nan != nan, nan < 1, nan > 1, nan <= nan, !(nan >= nan));
  printf("%d %d %d %d\n", !!isnan(nan), !!isinf(inf), inf > huge, -zero == zero);
  printf("%g %g %d\n", DBL_MIN / 4, FLT_MIN / 4, DBL_TRUE_MIN / 2 == 0);
  printf("%a %a %a\n", a, (double)f, huge);
  double sum = 0;
  for (int i = 1; i < 1000; i++) sum += 1.0 / i;
  printf("%.17g\n", sum);
  return 0;
}
