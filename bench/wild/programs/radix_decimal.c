/* Radix sort by decimal digits; as many passes as the largest number has digits.
 *
 * call: radix_sort(unsigned a[N], N)
 * class: n
 * values: a [0, 9, 10, 999999999, 1000000000, 4294967295]
 * killer: a = [4294967295] * N
 */
#include <stdlib.h>
#include <string.h>

void radix_sort(unsigned *a, int n) {
  unsigned max = 0;
  for (int i = 0; i < n; i++)
    if (a[i] > max) max = a[i];
  unsigned *out = malloc(n * sizeof *out);
  unsigned long long place = 1;
  for (; max / place > 0; place *= 10) {
    int count[10] = {0};
    for (int i = 0; i < n; i++) count[a[i] / place % 10]++;
    for (int d = 1; d < 10; d++) count[d] += count[d - 1];
    for (int i = n - 1; i >= 0; i--) out[--count[a[i] / place % 10]] = a[i];
    memcpy(a, out, n * sizeof *a);
  }
  free(out);
}
