/* Longest increasing subsequence with piles and binary search.
 *
 * call: lis_fast(int a[N], N)
 * class: n log n
 * killer: a = list(range(N))
 */
#include <stdlib.h>

int lis_fast(const int *a, int n) {
  int *top = malloc(n * sizeof *top), piles = 0;
  for (int i = 0; i < n; i++) {
    int low = 0, high = piles;
    while (low < high) {
      int mid = low + (high - low) / 2;
      if (top[mid] < a[i])
        low = mid + 1;
      else
        high = mid;
    }
    top[low] = a[i];
    if (low == piles) piles++;
  }
  free(top);
  return piles;
}
