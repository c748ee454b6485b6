/* Expands a pattern with counted repetition, as in a{3}b, into all of its letters; a count is at most 255.
 *
 * call: expand_counts(char s[N] string)
 * small: 1:4
 * class: n
 * values: s b'a{}29'
 * killer: s = (b'a{255}' * N)[:N // 6 * 6] + b'a' * (N % 6)
 */
#include <stdlib.h>

enum { MOST = 255 };

/* The count in braces; 1 if there is none, -1 if it is wrong. */
static int read_count(const char **at) {
  int n = 0;
  const char *s = *at;
  if (*s != '{') return 1;
  for (s++; *s >= '0' && *s <= '9'; s++) {
    n = n * 10 + (*s - '0');
    if (n > MOST) return -1;
  }
  if (*s != '}') return -1;
  *at = s + 1;
  return n;
}

int expand_counts(const char *s) {
  char *out = NULL;
  size_t used = 0, room = 0;
  while (*s) {
    char letter = *s++;
    if (letter == '{' || letter == '}') break;
    int n = read_count(&s);
    if (n < 0) break;
    for (; n > 0; n--) {
      if (used == room) out = realloc(out, room = room ? 2 * room : 64);
      out[used++] = letter;
    }
  }
  free(out);
  return (int)used;
}
