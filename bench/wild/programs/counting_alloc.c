/* Counting sort whose table is as long as the range of the values.
 *
 * call: counting_sort(int a[N] in 0..255, N)
 * small: 1:3
 * class: n
 * values: a [0, 1, 128, 255]
 * killer: a = [0] + [255] * (N - 1)
 */
#include <stdlib.h>

int counting_sort(int *a, int n) {
  if (n == 0) return 0;
  int low = a[0], high = a[0];
  for (int i = 1; i < n; i++) {
    if (a[i] < low) low = a[i];
    if (a[i] > high) high = a[i];
  }
  int range = high - low + 1;
  int *count = calloc(range, sizeof *count);
  if (!count) return -1;
  for (int i = 0; i < n; i++) count[a[i] - low]++;
  int out = 0;
  for (int v = 0; v < range; v++)
    while (count[v]-- > 0) a[out++] = v + low;
  free(count);
  return 0;
}
