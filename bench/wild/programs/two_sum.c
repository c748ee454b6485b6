/* Two numbers with a given sum, by all pairs.
 *
 * call: two_sum(int a[N] in -1000..1000, N, 100)
 * class: n^2
 * small: 1:5
 * values: a [0, 1, 50, 100]
 * killer: a = [0] * N
 */
int two_sum(const int *a, int n, int sum) {
  for (int i = 0; i < n; i++)
    for (int k = i + 1; k < n; k++)
      if (a[i] + a[k] == sum) return i * n + k;
  return -1;
}
