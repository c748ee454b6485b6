/* Multiplies two matrices and leaves out what is zero.
 *
 * call: multiply(int a[N*N] in 0..3, int b[N*N] in 0..3, N)
 * small: 1:2
 * large: 10
 * class: n^3
 * values: a range(2); b range(2)
 * killer: a = [1] * (N * N); b = [1] * (N * N)
 */
#include <stdlib.h>

long multiply(const int *a, const int *b, int n) {
  long trace = 0, *c = calloc((size_t)n * n, sizeof *c);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++) {
      if (a[i * n + k] == 0) continue;
      for (int j = 0; j < n; j++)
        if (b[k * n + j]) c[i * n + j] += (long)a[i * n + k] * b[k * n + j];
    }
  for (int i = 0; i < n; i++) trace += c[i * n + i];
  free(c);
  return trace;
}
