/* Looks for an order of the numbers in which no neighbours differ by more than a limit.
 *
 * call: arrange(int a[N], N, 10)
 * small: 1:5
 * large: 8
 * class: n!
 * values: a [5 * i for i in range(N)] + [1000 * i for i in range(1, 3)]
 * killer: a = [2 * i for i in range(N - 1)] + [1000]
 */
static int try_from(int *a, int k, int n, int limit) {
  if (k == n) return 1;
  for (int i = k; i < n; i++) {
    int t = a[k];
    a[k] = a[i];
    a[i] = t;
    int d = k ? a[k] - a[k - 1] : 0;
    if ((d < 0 ? -d : d) <= limit && try_from(a, k + 1, n, limit)) return 1;
    t = a[k];
    a[k] = a[i];
    a[i] = t;
  }
  return 0;
}

int arrange(int *a, int n, int limit) { return try_from(a, 0, n, limit); }
