/* Merge sort, top down, with one buffer from the heap.
 *
 * call: merge_sort(int a[N], N)
 * class: n log n
 * killer: def worst(x):
 *           if len(x) < 2: return x
 *           return worst(x[0::2]) + worst(x[1::2])
 *         a = worst(list(range(N)))
 */
#include <stdlib.h>
#include <string.h>

static void merge_range(int *a, int *buffer, size_t low, size_t high) {
  if (high - low < 2) return;
  size_t mid = low + (high - low + 1) / 2;
  merge_range(a, buffer, low, mid);
  merge_range(a, buffer, mid, high);
  size_t i = low, k = mid, out = low;
  while (i < mid && k < high) buffer[out++] = a[k] < a[i] ? a[k++] : a[i++];
  while (i < mid) buffer[out++] = a[i++];
  while (k < high) buffer[out++] = a[k++];
  memcpy(a + low, buffer + low, (high - low) * sizeof *a);
}

int merge_sort(int *a, size_t n) {
  int *buffer = malloc(n * sizeof *buffer);
  if (!buffer) return -1;
  merge_range(a, buffer, 0, n);
  free(buffer);
  return 0;
}
