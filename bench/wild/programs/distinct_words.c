/* How many words of a text differ, comparing each with all before.
 *
 * call: distinct(char text[N] string)
 * small: 1:7
 * class: n^2
 * values: text b'ab '
 * killer: text = [c for i in range(N) for c in (48 + i, 32)][:N]
 */
#include <stdlib.h>
#include <string.h>

int distinct(const char *text) {
  const char **seen = malloc((strlen(text) + 1) * sizeof *seen);
  int count = 0;
  while (*text) {
    while (*text == ' ') text++;
    int n = 0, i;
    while (text[n] && text[n] != ' ') n++;
    if (n == 0) break;
    for (i = 0; i < count; i++) {
      int k = 0;
      while (k < n && seen[i][k] == text[k]) k++;
      if (k == n && (seen[i][n] == ' ' || seen[i][n] == 0)) break;
    }
    if (i == count) seen[count++] = text;
    text += n;
  }
  free(seen);
  return count;
}
