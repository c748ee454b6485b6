/* Escapes & and < of a text, finding the end of the result again for each character.
 *
 * call: escape(char s[N] string)
 * small: 1:5
 * class: n^2
 * values: s b'a&<'
 * killer: s = b'&' * N
 */
#include <stdlib.h>
#include <string.h>

int escape(const char *s) {
  char *out = malloc(5 * strlen(s) + 1);
  out[0] = 0;
  for (; *s; s++) {
    const char *piece = *s == '&' ? "&amp;" : *s == '<' ? "&lt;" : NULL;
    char *end = out;
    while (*end) end++;
    if (piece) {
      while ((*end++ = *piece++)) continue;
    } else {
      *end++ = *s;
      *end = 0;
    }
  }
  int n = (int)strlen(out);
  free(out);
  return n;
}
