/* Escapes a text for HTML, growing the result by strcat.
 *
 * call: escape(char s[N] string)
 * class: n^2
 * small: 1:5
 * values: s b'a<&"'
 * killer: s = b'"' * N
 */
#include <stdlib.h>
#include <string.h>

static const char *entity(char c) {
  switch (c) {
  case '<':
    return "&lt;";
  case '>':
    return "&gt;";
  case '&':
    return "&amp;";
  case '"':
    return "&quot;";
  default:
    return NULL;
  }
}

int escape(const char *s) {
  char *out = malloc(6 * strlen(s) + 1);
  out[0] = 0;
  for (; *s; s++) {
    char one[2] = {*s, 0};
    const char *e = entity(*s);
    strcat(out, e ? e : one);
  }
  int n = (int)strlen(out);
  free(out);
  return n;
}
