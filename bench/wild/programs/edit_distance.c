/* Edit distance of two words, in two rows.
 *
 * call: distance(char a[N] string, char b[N] string, N)
 * small: 1:4
 * class: n^2
 * values: a b'ab'; b b'ab'
 * killer: a = b'a' * N; b = b'b' * N
 */
#include <stdlib.h>

static int min(int x, int y) { return x < y ? x : y; }

int distance(const char *a, const char *b, int n) {
  int *row = malloc((n + 1) * sizeof *row);
  for (int k = 0; k <= n; k++) row[k] = k;
  for (int i = 1; i <= n; i++) {
    int corner = row[0];
    row[0] = i;
    for (int k = 1; k <= n; k++) {
      int up = row[k];
      if (a[i - 1] == b[k - 1])
        row[k] = corner;
      else
        row[k] = 1 + min(corner, min(up, row[k - 1]));
      corner = up;
    }
  }
  int d = row[n];
  free(row);
  return d;
}
