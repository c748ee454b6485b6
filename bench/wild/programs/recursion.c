/* Reads nested groups; an empty one calls itself without going on.
 *
 * call: groups(char s[N] string)
 * small: 2:3
 * large: 20
 * expect: error
 * killer: s = (b'()' * N)[:N]
 */
static int group(const char **s) {
  if (**s == '(') {
    if ((*s)[1] == ')') return 1 + group(s);
    ++*s;
    return 1 + group(s);
  }
  if (**s) ++*s;
  return 0;
}

int groups(const char *s) { return group(&s); }
