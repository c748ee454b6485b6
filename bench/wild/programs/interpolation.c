/* Interpolation search in numbers that are sums of gaps, so sorted.
 *
 * call: find(unsigned char gap[N], N, int key)
 * class: n
 * values: gap [0, 1, 255]; key range(-1, 260)
 * killer: gap = [0] * (N - 1) + [255]; key = [1]
 */
#include <stdlib.h>

int find(const unsigned char *gap, int n, int key) {
  long *a = malloc(n * sizeof *a), sum = 0;
  for (int i = 0; i < n; i++) a[i] = sum += gap[i];
  int low = 0, high = n - 1, found = -1;
  while (low <= high && key >= a[low] && key <= a[high]) {
    int at = low;
    if (a[high] > a[low]) at = low + (int)((key - a[low]) * (high - low) / (a[high] - a[low]));
    if (a[at] == key) {
      found = at;
      break;
    }
    if (a[at] < key)
      low = at + 1;
    else
      high = at - 1;
  }
  free(a);
  return found;
}
