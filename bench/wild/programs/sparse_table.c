/* The minimum of any range in constant time, after a table of all ranges whose lengths are powers of two: its rows are as many
 * as N has binary digits, so the cost has a step at each power of two.
 *
 * call: range_minima(int a[N], N)
 * small: 1:5
 * class: n log n
 * killer: a = list(range(N))[::-1]
 */
#include <stdlib.h>

int range_minima(const int *a, int n) {
  int rows = 1, sum = 0;
  while (1 << rows <= n) rows++;
  int **low = malloc(rows * sizeof *low);
  for (int r = 0; r < rows; r++) low[r] = malloc(n * sizeof **low);
  for (int i = 0; i < n; i++) low[0][i] = a[i];
  for (int r = 1; r < rows; r++)
    for (int i = 0; i + (1 << r) <= n; i++) {
      int left = low[r - 1][i], right = low[r - 1][i + (1 << (r - 1))];
      if (right < left)
        low[r][i] = right;
      else
        low[r][i] = left;
    }
  for (int i = 0; i < n; i++) sum += low[rows - 1][i % (n - (1 << (rows - 1)) + 1)];
  for (int r = 0; r < rows; r++) free(low[r]);
  free(low);
  return sum;
}
