// Numerical loops whose last bits depend on the order of operations.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <math.h>
#include <stdio.h>

static double integrate(double (*f)(double), double from, double to, int n) {
  double h = (to - from) / n, sum = (f(from) + f(to)) / 2;
  for (int i = 1; i < n; i++) sum += f(from + i * h);
  return sum * h;
}

static float kahan(const float *a, int n) {
  float sum = 0, rest = 0;
  for (int i = 0; i < n; i++) {
    float y = a[i] - rest, t = sum + y;
    rest = (t - sum) - y;
    sum = t;
  }
  return sum;
}

int main(void) {
  float a[100];
  for (int i = 0; i < 100; i++) a[i] = 1.0f / (float)(i * i + 1);
  printf("%.17g %.17g\n", integrate(sin, 0, 3, 50), integrate(exp, -1, 1, 33));
  printf("%.9g\n", kahan(a, 100));
  double x = 1, m[2][2] = {{0.5, 0.25}, {0.125, 0.75}}, v[2] = {1, 1};
  for (int i = 0; i < 20; i++) x -= (x * x * x - 2) / (3 * x * x);
  for (int i = 0; i < 30; i++) {
    double y = m[0][0] * v[0] + m[0][1] * v[1];
    v[1] = m[1][0] * v[0] + m[1][1] * v[1];
    v[0] = y;
  }
  printf("%.17g %.17g %.17g\n", x, v[0], v[1]);
  return 0;
}
