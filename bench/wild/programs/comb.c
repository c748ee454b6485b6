/* Comb sort with the usual shrink factor.
 *
 * call: comb_sort(int a[N], N)
 * class: ?
 * killer: a = [N - i for i in range(N)]
 */
#include <stdbool.h>

void comb_sort(int *a, int n) {
  int gap = n;
  bool swapped = true;
  while (gap > 1 || swapped) {
    gap = gap * 10 / 13;
    if (gap < 1) gap = 1;
    swapped = false;
    for (int i = 0; i + gap < n; i++) {
      if (a[i] > a[i + gap]) {
        int t = a[i];
        a[i] = a[i + gap];
        a[i + gap] = t;
        swapped = true;
      }
    }
  }
}
