/* A matcher that goes back: (a*)*b on symbols. */
#include <nadir.h>
static int match(const char *p, const char *s) {
  if (!*p) return !*s;
  if (p[1] == '*') return match(p + 2, s) || (*s && (*p == '.' || *p == *s) && match(p, s + 1));
  return *s && (*p == '.' || *p == *s) && match(p + 1, s + 1);
}
int main(void) {
  char s[40];
  nadir_symbolic(s, sizeof s - 1, "s");
  s[39] = 0;
  return match("a*.*a*.*a*.*a*.*a*b", s);
}
