/* Insertion sort of elements of any width, with a three-way comparator as in qsort.
 *
 * call: insertion_sort(int a[N], N, sizeof(int), by_value)
 * class: n^2
 * killer: a = [N - i for i in range(N)]
 */
#include <stddef.h>
#include <string.h>

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static void swap_bytes(char *a, char *b, size_t width) {
  while (width--) {
    char t = *a;
    *a++ = *b;
    *b++ = t;
  }
}

void insertion_sort(void *base, size_t n, size_t width, int (*compare)(const void *, const void *)) {
  char *at = base;
  for (size_t i = 1; i < n; i++)
    for (size_t k = i; k > 0 && compare(at + (k - 1) * width, at + k * width) > 0; k--)
      swap_bytes(at + (k - 1) * width, at + k * width, width);
}
