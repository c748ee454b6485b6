/* The least number of changes between two texts, after Myers: O(ND).
 *
 * call: changes(char a[N] string, char b[N] string, N)
 * class: n^2
 * small: 1:4
 * large: 60
 * values: a b'ab'; b b'ab'
 * killer: a = b'a' * N; b = b'b' * N
 */
#include <stdlib.h>

int changes(const char *a, const char *b, int n) {
  int *far = calloc(4 * n + 3, sizeof *far), *v = far + 2 * n + 1;
  for (int d = 0; d <= 2 * n; d++)
    for (int k = -d; k <= d; k += 2) {
      int x = k == -d || (k != d && v[k - 1] < v[k + 1]) ? v[k + 1] : v[k - 1] + 1;
      int y = x - k;
      while (x < n && y < n && a[x] == b[y]) x++, y++;
      v[k] = x;
      if (x >= n && y >= n) {
        free(far);
        return d;
      }
    }
  free(far);
  return -1;
}
