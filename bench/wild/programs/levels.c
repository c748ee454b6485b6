/* Looks a number up in a table of tables: at each level of halves all smaller levels.
 *
 * call: levels(int a[N], N, int x)
 * small: 1:4
 * large: 100
 * class: log^2 n
 * values: a range(3); x range(3)
 * killer: a = [1] * N; x = [0]
 */
int levels(const int *a, int n, int x) {
  int found = 0;
  for (int k = n; k > 0; k /= 2)
    for (int j = k; j > 0; j /= 2)
      if (a[j - 1] > x) found++;
  return found;
}
