/* merge_arrays.c — merges two sorted arrays.
 *
 * Symbolic: the two arrays, N numbers each; that they are sorted is assumed.
 *
 *     nadir worst examples/merge_arrays.c --size 1:5,100 --cost branches
 *
 * Worst: 2*N - 1 branches (comparisons), when the two last numbers stay to the end.  There are as
 * many paths as ways to choose N of 2*N. */
#include <nadir.h>
#include <stdlib.h>

static void merge(const int *a, size_t n, const int *b, size_t m, int *out) {
  size_t i = 0, j = 0;
  while (i < n && j < m) {
    if (b[j] < a[i])
      *out++ = b[j++];
    else
      *out++ = a[i++];
  }
  while (i < n) *out++ = a[i++];
  while (j < m) *out++ = b[j++];
}

static int *sorted_array(size_t n, const char *name) {
  int *a = malloc(n * sizeof *a);
  if (!a) exit(1);
  nadir_symbolic(a, n * sizeof *a, name);
  for (size_t i = 1; i < n; i++) nadir_assume(a[i - 1] <= a[i]);
  return a;
}

int main(void) {
  size_t n = nadir_size();
  int *a = sorted_array(n, "a"), *b = sorted_array(n, "b");
  int *out = malloc(2 * n * sizeof *out);
  if (!out) exit(1);
  merge(a, n, b, n, out);
  free(a);
  free(b);
  free(out);
  return 0;
}
