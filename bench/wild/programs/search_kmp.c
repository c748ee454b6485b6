/* Knuth, Morris and Pratt.
 *
 * call: kmp(char t[N] string, char p[N/4] string)
 * small: 4:8
 * class: n
 * values: t b'ab'; p b'ab'
 * killer: m = N // 4; p = b'a' * (m - 1) + b'b'; t = b'a' * N
 */
#include <stdlib.h>
#include <string.h>

int kmp(const char *t, const char *p) {
  int m = (int)strlen(p), *fail = malloc((m + 1) * sizeof *fail), found = 0;
  fail[0] = -1;
  for (int i = 0, k = -1; i < m;) {
    while (k >= 0 && p[i] != p[k]) k = fail[k];
    fail[++i] = ++k;
  }
  for (int k = 0; *t; t++) {
    while (k >= 0 && *t != p[k]) k = fail[k];
    if (++k == m) {
      found++;
      k = fail[k];
    }
  }
  free(fail);
  return found;
}
