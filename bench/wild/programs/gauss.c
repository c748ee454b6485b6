/* Rank of a matrix of doubles by elimination with the greatest pivot.
 *
 * call: rank(double m[N*N] in -4..4, N)
 * class: n^3
 * small: 1:2
 * large: 10
 * values: m [-2, -1, 0, 1, 3]
 * killer: m = [(i * 7 + i // N * 5) % 8 - 4 + (i % (N + 1) == 0) for i in range(N * N)]
 */
#include <math.h>

int rank(double *m, int n) {
  int r = 0;
  for (int c = 0; c < n && r < n; c++) {
    int best = r;
    for (int i = r + 1; i < n; i++)
      if (fabs(m[i * n + c]) > fabs(m[best * n + c])) best = i;
    if (fabs(m[best * n + c]) < 1e-9) continue;
    if (best != r)
      for (int j = 0; j < n; j++) {
        double t = m[best * n + j];
        m[best * n + j] = m[r * n + j];
        m[r * n + j] = t;
      }
    for (int i = r + 1; i < n; i++) {
      double f = m[i * n + c] / m[r * n + c];
      if (f == 0) continue;
      for (int j = c; j < n; j++) m[i * n + j] -= f * m[r * n + j];
    }
    r++;
  }
  return r;
}
