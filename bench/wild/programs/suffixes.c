/* Suffixes of a text sorted by insertion and strcmp.
 *
 * call: suffixes(char s[N] string, N)
 * class: n^3
 * small: 1:6
 * large: 40
 * killer: s = b'a' * N
 */
#include <stdlib.h>
#include <string.h>

int suffixes(const char *s, int n) {
  const char **a = malloc(n * sizeof *a);
  for (int i = 0; i < n; i++) {
    int j = i;
    for (; j > 0 && strcmp(a[j - 1], s + i) > 0; j--) a[j] = a[j - 1];
    a[j] = s + i;
  }
  int first = (int)(a[0] - s);
  free(a);
  return first;
}
