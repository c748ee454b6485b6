// Functions of math.h, to the last bit.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output, host's library
#include <math.h>
#include <stdio.h>

#define ONE(name) printf(#name " %.17g %.17g %.9g\n", name(x), name(y), name##f(z))
#define TWO(name) printf(#name " %.17g %.17g %.9g\n", name(x, y), name(y, x), name##f(z, 1.5f))

int main(void) {
  volatile double x = 0.7, y = 2.5;
  volatile float z = 0.3f;
  ONE(sin);
  ONE(cos);
  ONE(tan);
  ONE(atan);
  ONE(exp);
  ONE(log);
  ONE(log2);
  ONE(sqrt);
  ONE(cbrt);
  ONE(floor);
  ONE(ceil);
  ONE(round);
  ONE(trunc);
  ONE(rint);
  ONE(fabs);
  ONE(sinh);
  ONE(tgamma);
  ONE(erf);
  TWO(pow);
  TWO(fmod);
  TWO(atan2);
  TWO(hypot);
  TWO(fmax);
  TWO(fmin);
  TWO(copysign);
  TWO(remainder);
  TWO(fdim);
  int e;
  double whole, part = modf(-y, &whole), m = frexp(y * 100, &e);
  printf("%g %g %g %d %g\n", whole, part, m, e, ldexp(x, 5));
  printf("%ld %ld %lld %d\n", lround(y), lrint(y), llround(-y), ilogb(y * 1000));
  printf("%.17g %g\n", fma(x, y, -1.75), nextafterf(z, 1) - z);
  return 0;
}
