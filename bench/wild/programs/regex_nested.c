/* A backtracking matcher of (a|aa)*b.
 *
 * call: matches(char s[N] string)
 * small: 1:9
 * large: 20
 * class: c^n
 * values: s b'ab'
 * killer: s = b'a' * N
 */
static int rest(const char *s) {
  if (s[0] == 'a') {
    if (rest(s + 1)) return 1;
    if (s[1] == 'a' && rest(s + 2)) return 1;
  }
  return s[0] == 'b' && s[1] == 0;
}

int matches(const char *s) { return rest(s); }
