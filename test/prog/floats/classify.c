// The names that glibc's headers give to isnan and its kin.
// RUN: run --output
// EXPECT: finished 1
// NATIVE: same output, host's library
#include <stdio.h>

int __isnan(double), __isnanf(float), __isnanl(long double);
int __isinf(double), __isinff(float), __isinfl(long double);
int __finite(double), __finitef(float), __finitel(long double);
int __fpclassify(double), __fpclassifyf(float), __fpclassifyl(long double);
int __signbit(double), __signbitf(float), __signbitl(long double);

int main(void) {
  volatile double zero = 0, x[] = {0, -0.0, 1.5, -1e-310, 1 / zero, -1 / zero, zero / zero};
  for (int i = 0; i < 7; i++) {
    double d = x[i];
    float f = (float)d;
    long double l = d;
    printf("%d: %d%d%d %d %d %d ", i, !!__isnan(d), !!__isnanf(f), !!__isnanl(l), __isinf(d), __isinff(f),
           __isinfl(l));
    printf("%d%d%d ", !!__finite(d), !!__finitef(f), !!__finitel(l));
    printf("%d%d%d\n", __fpclassify(d), __fpclassifyf(f), __fpclassifyl(l));
    printf("%d%d%d%d\n", !!__builtin_isnan(l), !!__builtin_isinf(l), !!__builtin_isfinite(l), !!__builtin_isnormal(l));
    if (i < 6) printf("%d%d%d\n", !!__signbit(d), !!__signbitf(f), !!__signbitl(l));
  }
  return 0;
}
