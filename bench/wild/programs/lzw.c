/* LZW with a dictionary that is a plain list of pairs.
 *
 * call: compress(char s[N] string of 'a'..'d', N)
 * class: n^2
 * small: 1:7
 * values: s b'abcd'
 * killer: s = (b'abcdacbdbadccadb' * N)[:N]
 */
#include <stdlib.h>

struct pair {
  int before, letter;
};

int compress(const char *s, int n) {
  struct pair *known = malloc((n + 1) * sizeof *known);
  int n_known = 0, code = -1, written = 0;
  for (int i = 0; i < n; i++) {
    int at = -1;
    if (code < 0) {
      code = s[i];
      continue;
    }
    for (int k = 0; k < n_known; k++)
      if (known[k].before == code && known[k].letter == s[i]) {
        at = k;
        break;
      }
    if (at >= 0) {
      code = 256 + at;
      continue;
    }
    known[n_known++] = (struct pair){code, s[i]};
    written++;
    code = s[i];
  }
  free(known);
  return written + 1;
}
