/* A determinant by expansion, where zeroes are skipped.
 *
 * call: determinant(int m[N*N] in -2..2, N)
 * class: n!
 * small: 1:2
 * large: 7
 * values: m range(-2, 3)
 * killer: m = [1] * (N * N)
 */
#include <stdlib.h>

long determinant(const int *m, int n) {
  if (n == 1) return m[0];
  int *minor = malloc((n - 1) * (n - 1) * sizeof *minor);
  long sum = 0;
  for (int c = 0; c < n; c++) {
    if (!m[c]) continue;
    for (int i = 1, k = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (j != c) minor[k++] = m[i * n + j];
    sum += (c % 2 ? -1 : 1) * m[c] * determinant(minor, n - 1);
  }
  free(minor);
  return sum;
}
