/* Three of the numbers that sum to zero: sorted with qsort, then two ends that meet.
 *
 * call: three_sum(short a[N], N)
 * class: n^2
 * small: 1:5
 * values: a range(-2, 3)
 * killer: a = [i + 1 for i in range(N)]
 */
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
  short x = *(const short *)a, y = *(const short *)b;
  return (x > y) - (x < y);
}

int three_sum(short *a, int n) {
  qsort(a, n, sizeof *a, by_value);
  for (int i = 0; i + 2 < n; i++) {
    int low = i + 1, high = n - 1;
    while (low < high) {
      int sum = a[i] + a[low] + a[high];
      if (sum == 0) return 1;
      if (sum < 0)
        low++;
      else
        high--;
    }
  }
  return 0;
}
