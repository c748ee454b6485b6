/* Looks for a pattern half as long as the text, at every place.
 *
 * call: find(char text[N] string, char pattern[N/2] string)
 * small: 2:7
 * class: n^2
 * values: text b'ab'; pattern b'ab'
 * killer: text = b'a' * N; pattern = b'a' * (N // 2 - 1) + b'b'
 */
const char *find(const char *text, const char *pattern) {
  for (; *text; text++) {
    const char *t = text, *p = pattern;
    while (*p && *t == *p) {
      t++;
      p++;
    }
    if (!*p) return text;
  }
  return 0;
}
