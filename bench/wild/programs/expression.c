/* Evaluates sums, products and parentheses by recursive descent.
 *
 * call: evaluate(char s[N] string)
 * small: 1:5
 * class: n
 * values: s b'1+*(-)/ '
 * killer: s = b'(' * N
 */
static long sum(const char **s);

static long number(const char **s) {
  long n = 0;
  while (**s >= '0' && **s <= '9') n = (n * 10 + (*(*s)++ - '0')) % 1000003;
  return n;
}

static long factor(const char **s) {
  if (**s == '-') {
    ++*s;
    return -factor(s);
  }
  if (**s != '(') return number(s);
  ++*s;
  long v = sum(s);
  if (**s == ')') ++*s;
  return v;
}

static long product(const char **s) {
  long v = factor(s);
  while (**s == '*' || **s == '/') {
    char op = *(*s)++;
    long w = factor(s);
    if (op == '*')
      v = v * w % 1000003;
    else
      v = w ? v / w : 0;
  }
  return v;
}

static long sum(const char **s) {
  long v = product(s);
  while (**s == '+' || **s == '-') {
    char op = *(*s)++;
    long w = product(s);
    v = op == '+' ? v + w : v - w;
  }
  return v;
}

long evaluate(const char *s) { return sum(&s); }
