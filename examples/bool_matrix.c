/* bool_matrix.c — multiplies two matrices of truth values.
 *
 * Symbolic: the two N*N matrices.
 *
 *     nadir worst examples/bool_matrix.c --call 'bool_matrix(N, bool a[N][N], bool b[N][N])' \
 *         --size 1:2 --cost block:bool_matrix.c:18
 *
 * Worst: N^3 products are looked at, when none is true. */
#include <stdbool.h>

/* How many entries of the product are true. */
int bool_matrix(int n, bool a[n][n], bool b[n][n]) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      bool entry = false;
      for (int k = 0; !entry && k < n; k++) {
        entry = a[i][k] && b[k][j];
      }
      count += entry;
    }
  }
  return count;
}
