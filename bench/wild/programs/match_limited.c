/* Wildcards by backtracking, which gives up after 3000 steps: exponential at small sizes, bounded at large ones.
 *
 * call: match_limited(char pattern[N/2] string, char text[N/2] string)
 * small: 2:7
 * class: n
 * values: pattern b'a*b'; text b'ab'
 * killer: pattern = (b'a*' * N)[:N // 2 - 1] + b'b'; text = b'a' * (N // 2)
 */
#include <string.h>

enum { MOST_STEPS = 3000 };

static int match(const char *p, const char *s, int *steps) {
  if (++*steps > MOST_STEPS) return -1;
  if (!*p) return !*s;
  if (*p == '*') {
    for (;; s++) {
      int found = match(p + 1, s, steps);
      if (found || !*s) return found;
    }
  }
  return *s && (*p == '?' || *p == *s) ? match(p + 1, s + 1, steps) : 0;
}

int match_limited(const char *pattern, const char *text) {
  int steps = 0;
  return strlen(pattern) + strlen(text) ? match(pattern, text, &steps) : 0;
}
