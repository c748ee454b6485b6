// Products, quotients and functions of complex numbers, also where parts are infinite, NaN or nearly zero.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <complex.h>
#include <math.h>
#include <stdio.h>

static void show(double complex z) {
  double x = creal(z), y = cimag(z);
  printf("%a %a\n", isnan(x) ? 0.5 : x, isnan(y) ? 0.5 : y); /* the sign of a NaN is anybody's */
}

int main(void) {
  static const double parts[] = {0, -0.0, 1, -3.7, INFINITY, NAN, 1e300, 5e-324};
  enum { N = sizeof parts / sizeof *parts };
  for (int i = 0; i < N * N; i++) {
    volatile double complex a = CMPLX(parts[i % N], parts[i / N]),
                            b = CMPLX(1.25, parts[(i * 7) % N]);
    volatile float complex c = CMPLXF((float)parts[i / N], 2.5f),
                           d = CMPLXF(0.1f, (float)parts[i % N]);
    volatile long double complex e = CMPLXL(parts[i % N], 3), f = CMPLXL(parts[i / N], -0.3L);
    show(a * b), show(a / b), show(b / a);
    show(c * d), show(c / d);
    show(e * f), show(e / f);
  }
  show(csqrt(CMPLX(-4, 1)));
  printf("%.12g %.12g\n", cabs(cexp(I * M_PI / 3)), carg(-1 + I));
}
