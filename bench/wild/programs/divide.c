/* The mean of what is positive; nobody thought of there being nothing.
 *
 * call: mean(int a[N] in -100..100, N)
 * small: 1:4
 * large: 20
 * expect: error
 * killer: a = [0] * N
 */
int mean(const int *a, int n) {
  int sum = 0, count = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] <= 0) continue;
    sum += a[i];
    count++;
  }
  return sum / count;
}
