/* The Z function of a text, as used for searching.
 *
 * call: z_function(char s[N] string, N)
 * class: n
 * small: 1:6
 * killer: s = b'a' * (N // 2) + b'b' * (N - N // 2)
 */
#include <stdlib.h>

int z_function(const char *s, int n) {
  int *z = calloc(n, sizeof *z), left = 0, right = 0, best = 0;
  for (int i = 1; i < n; i++) {
    if (i < right) z[i] = right - i < z[i - left] ? right - i : z[i - left];
    while (i + z[i] < n && s[z[i]] == s[i + z[i]]) z[i]++;
    if (i + z[i] > right) {
      left = i;
      right = i + z[i];
    }
    if (z[i] > best) best = z[i];
  }
  free(z);
  return best;
}
