/* Square roots after Newton, until the step is small.
 *
 * call: roots(double x[N] in 0..1000000, N)
 * small: 1:2
 * class: n
 * values: x [0.0, 1.0, 2.0, 3.0, 500000.0, 1000000.0, 1e-6, 5e-324]
 * killer: x = [1000000.0] * N
 */
double roots(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double r = x[i] > 1 ? x[i] : 1;
    for (int k = 0; k < 100; k++) {
      double next = (r + x[i] / r) / 2, step = r - next;
      r = next;
      if (step < 1e-9 && step > -1e-9) break;
    }
    sum += r;
  }
  return sum;
}
