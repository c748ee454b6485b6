/* Longest increasing subsequence, by all pairs.
 *
 * call: lis(int a[N], N)
 * class: n^2
 * killer: a = list(range(N))
 */
#include <stdlib.h>

int lis(const int *a, int n) {
  int *length = malloc(n * sizeof *length), best = 0;
  for (int i = 0; i < n; i++) {
    length[i] = 1;
    for (int k = 0; k < i; k++)
      if (a[k] < a[i] && length[k] + 1 > length[i]) length[i] = length[k] + 1;
    if (length[i] > best) best = length[i];
  }
  free(length);
  return best;
}
