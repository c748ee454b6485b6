/* insertion_sort.c — sorts an array by insertion.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst examples/insertion_sort.c --call 'insertion_sort(int a[N], N)' --size 1:7,100 --cost branches
 *
 * Worst: N*(N - 1)/2 branches (comparisons of elements), on a descending array.  There are N!
 * paths. */
#include <stddef.h>

void insertion_sort(int *a, size_t n) {
  for (size_t i = 1; i < n; i++) {
    int x = a[i];
    size_t j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
}
