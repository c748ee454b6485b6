/* regexp.c — paths: a symbolic pattern of N bytes against the text "hello".  A pattern has letters,
 * '.' for any, '*' after what may be repeated, '^' and '$' for the ends of the text. */
#include <nadir.h>

/* Does the pattern match a beginning of the text? */
static int matches_here(const char *pattern, const char *text) {
  for (; *pattern; pattern++, text++) {
    if (pattern[1] == '*') {
      for (;; text++) {
        if (matches_here(pattern + 2, text)) return 1;
        if (!*text || (*pattern != '.' && *pattern != *text)) return 0;
      }
    }
    if (*pattern == '$' && !pattern[1]) return !*text;
    if (!*text || (*pattern != '.' && *pattern != *text)) return 0;
  }
  return 1;
}

static int matches(const char *pattern, const char *text) {
  if (*pattern == '^') return matches_here(pattern + 1, text);
  for (;; text++) {
    if (matches_here(pattern, text)) return 1;
    if (!*text) return 0;
  }
}

int main(void) {
  char pattern[N + 1];
  nadir_symbolic(pattern, N, "pattern");
  pattern[N] = 0;
  return matches(pattern, "hello");
}
