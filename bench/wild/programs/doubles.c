/* Insertion sort of doubles.
 *
 * call: sort_doubles(double a[N], N)
 * class: n^2
 * values: a [float(x) for x in range(N)]
 * killer: a = [float(N - i) for i in range(N)]
 */
void sort_doubles(double *a, int n) {
  for (int i = 1; i < n; i++) {
    double x = a[i];
    int k = i - 1;
    while (k >= 0 && a[k] > x) {
      a[k + 1] = a[k];
      k--;
    }
    a[k + 1] = x;
  }
}
