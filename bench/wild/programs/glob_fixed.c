/* Recursive glob: a fixed pattern with three stars against any text.
 *
 * call: glob("*a*a*b", char text[N] string)
 * small: 1:8
 * class: n^3
 * large: 60
 * values: text b'abc'
 * killer: text = b'a' * N
 */
int glob(const char *p, const char *s) {
  while (*p) {
    if (*p == '*') {
      while (*p == '*') p++;
      do
        if (glob(p, s)) return 1;
      while (*s++);
      return 0;
    }
    if (!*s || (*p != '?' && *p != *s)) return 0;
    p++;
    s++;
  }
  return !*s;
}
