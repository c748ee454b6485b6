/* merge_sort.c — sorts an array by merging sorted halves.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst examples/merge_sort.c --call 'merge_sort(int a[N], N)' --size 1:7,100 \
 *         --cost statements
 *
 * Worst: 3*W + 10*N - 4 statements, where W = N*k - 2^k + 1 with k = ceil(log2 N) is the number of
 * comparisons: each merge takes from both halves until one number is left.  There are N! paths. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Merges the sorted a[0..mid) and a[mid..n); left has room for the first of them. */
static void merge(int *a, size_t mid, size_t n, int *left) {
  memcpy(left, a, mid * sizeof *a);
  size_t i = 0, j = mid, k = 0;
  while (i < mid && j < n) {
    if (a[j] < left[i])
      a[k++] = a[j++];
    else
      a[k++] = left[i++];
  }
  memcpy(&a[k], &left[i], (mid - i) * sizeof *a);
}

static void sort(int *a, size_t n, int *room) {
  if (n < 2) return;
  size_t mid = n / 2;
  sort(a, mid, room);
  sort(a + mid, n - mid, room);
  merge(a, mid, n, room);
}

/* false: there is not enough memory. */
bool merge_sort(int *a, size_t n) {
  int *room = malloc((n / 2 + 1) * sizeof *room);
  if (!room) return false;
  sort(a, n, room);
  free(room);
  return true;
}
