/* Iterative wildcard match that goes back to the last star; pattern and text are symbolic.
 *
 * call: wildcard(char p[N] string, char s[N] string)
 * small: 1:4
 * class: n^2
 * values: p b'a*?b'; s b'ab'
 * killer: m = N // 2 + 1; p = b'*' + b'a' * (m - 2) + b'b' + b'a' * (N - m); s = b'a' * N
 */
#include <stddef.h>

int wildcard(const char *p, const char *s) {
  const char *star = NULL, *mark = NULL;
  while (*s) {
    if (*p == '*') {
      star = p++;
      mark = s;
    } else if (*p == '?' || *p == *s) {
      p++;
      s++;
    } else if (star) {
      p = star + 1;
      s = ++mark;
    } else {
      return 0;
    }
  }
  while (*p == '*') p++;
  return *p == 0;
}
