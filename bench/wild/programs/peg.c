/* A recursive parser that tries alternatives from the start again: nested brackets double its work.
 *
 * call: parse(char s[N] string)
 * class: c^n
 * small: 1:6
 * large: 9
 * values: s b'(a)+x'
 * killer: s = b'(' * N
 */
static const char *sum(const char *s);

static const char *term(const char *s) {
  if (*s == '(') {
    const char *end = sum(s + 1);
    return end && *end == ')' ? end + 1 : 0;
  }
  return *s == 'a' ? s + 1 : 0;
}

/* sum: term '+' sum | term '-' sum | term */
static const char *sum(const char *s) {
  const char *end = term(s);
  if (end && *end == '+' && (end = sum(end + 1))) return end;
  end = term(s);
  if (end && *end == '-' && (end = sum(end + 1))) return end;
  return term(s);
}

int parse(const char *s) {
  const char *end = sum(s);
  return end && !*end;
}
