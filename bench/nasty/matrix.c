/* Product of matrices of symbols, 60 by 60. */
#include <nadir.h>
int main(void) {
  static int a[60][60], b[60][60], c[60][60];
  nadir_symbolic(a, sizeof a, "a");
  nadir_symbolic(b, sizeof b, "b");
  for (int i = 0; i < 60; i++)
    for (int j = 0; j < 60; j++)
      for (int k = 0; k < 60; k++) c[i][j] += a[i][k] * b[k][j];
  for (int i = 0; i < 60; i++)
    if (c[i][i] != 1) return i;
  return 60;
}
