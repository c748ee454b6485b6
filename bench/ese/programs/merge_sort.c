/* merge_sort.c — ESE's merge_sort with ESE's cost.  The plain program is examples/merge_sort.c.
 *
 * Symbolic: the N numbers.
 *
 *     nadir worst bench/ese/programs/merge_sort.c --call 'merge_sort(int a[N], N)' \
 *         --size 1:7,10,50,75,100 --cost user
 *
 * Differs: one unit is counted for each line of the Python program (line.h).  The paper does not
 * show it; this is the usual one, in which both halves are copied, a slice is one line and the
 * merging is part of the function.
 * Worst: 5*W + 17*N - 16 with W = N*k - 2^k + 1 and k = ceil(log2 N), as in the paper: 279, 2019,
 * 3249, 4549 at 10, 50, 75, 100.  There are N! paths. */
#include "line.h"
#include <stdlib.h>
#include <string.h>

static int *slice(const int *a, size_t n) {
  int *copy = malloc(n * sizeof *copy);
  if (!copy) abort();
  return memcpy(copy, a, n * sizeof *copy);
}

static void merge(int *a, const int *lo, size_t n_lo, const int *hi, size_t n_hi) {
  lines(3);
  size_t i = 0, j = 0, k = 0;
  while (line(), i < n_lo && j < n_hi) {
    if (line(), lo[i] < hi[j]) {
      lines(2);
      a[k] = lo[i];
      i++;
    } else {
      lines(2);
      a[k] = hi[j];
      j++;
    }
    line();
    k++;
  }
  while (line(), i < n_lo) {
    lines(3);
    a[k] = lo[i];
    i++;
    k++;
  }
  while (line(), j < n_hi) {
    lines(3);
    a[k] = hi[j];
    j++;
    k++;
  }
}

void merge_sort(int *a, size_t n) {
  if (line(), n < 2) return;
  lines(5);
  size_t mid = n / 2;
  int *lo = slice(a, mid);
  int *hi = slice(a + mid, n - mid);
  merge_sort(lo, mid);
  merge_sort(hi, n - mid);
  merge(a, lo, mid, hi, n - mid);
  free(lo);
  free(hi);
}
