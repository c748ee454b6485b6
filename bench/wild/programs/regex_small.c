/* A small regular expression matcher (^ . * $) that searches a text with a symbolic pattern.
 *
 * call: search(char re[4] string, char text[N] string)
 * small: 1:3
 * class: ?
 * values: re b'a.*$'; text b'ab'
 * killer: re = b'a*a*'; text = b'b' * N
 */
static int match_here(const char *re, const char *text);

static int match_star(int c, const char *re, const char *text) {
  do
    if (match_here(re, text)) return 1;
  while (*text && (*text++ == c || c == '.'));
  return 0;
}

static int match_here(const char *re, const char *text) {
  if (re[0] == 0) return 1;
  if (re[1] == '*') return match_star(re[0], re + 2, text);
  if (re[0] == '$' && re[1] == 0) return *text == 0;
  if (*text && (re[0] == '.' || re[0] == *text)) return match_here(re + 1, text + 1);
  return 0;
}

int search(const char *re, const char *text) {
  if (re[0] == '^') return match_here(re + 1, text);
  do
    if (match_here(re, text)) return 1;
  while (*text++);
  return 0;
}
