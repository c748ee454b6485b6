/* The element that more than half of all are.
 *
 * call: majority(int a[N], N)
 * class: n^2
 * killer: a = [i // 2 for i in range(N)]
 */
int majority(const int *a, int n) {
  for (int i = 0; i < n; i++) {
    int count = 0;
    for (int k = 0; k < n; k++)
      if (a[k] == a[i]) count++;
    if (count > n / 2) return a[i];
  }
  return -1;
}
