// printf of floats: all conversions, precisions, rounding of ties.
// RUN: run --output
// EXPECT: finished 1
// RUN: run --output -O2
// EXPECT: finished 1
// NATIVE: same output
#include <math.h>
#include <stdio.h>

int main(void) {
  const double values[] = {0,    -0.0,  1,      0.5,     1.5,      2.5,       9.995, 123456789,
                           1e-5, 1e100, 5e-324, 1.0 / 3, INFINITY, -INFINITY, NAN};
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    double x = values[i];
    printf("[%f] [%.0f] [%.2f] [%e] [%.3E] [%g] [%.10G]\n", x, x, x, x, x, x, x);
    printf("[%12.3f] [%-12.1e] [%+g] [% g] [%012.2f] [%#.0f] [%a]\n", x, x, x, x, x, x, x);
  }
  printf("[%Lf] [%.3Lg] [%.20Le]\n", 1.25L, 1e10L, 0.1L);
  return 0;
}
