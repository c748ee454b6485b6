/* The median of an even number of samples is looked for among all pairs, that of an odd number is one of them.
 *
 * call: middle(int a[N], N)
 * small: 1:5
 * large: 100
 * class: n^2
 * killer: a = range(N)
 */
long middle(const int *a, int n) {
  long best = 0;
  if (n % 2) {
    for (int i = 0; i < n; i++) best += a[i] > a[n / 2];
    return best;
  }
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++)
      if (a[i] > a[k]) best++;
  return best;
}
