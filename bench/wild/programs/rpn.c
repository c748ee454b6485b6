/* A calculator for reverse Polish notation.
 *
 * call: rpn(char s[N] string)
 * small: 1:4
 * class: n
 * values: s b'19 +*x'
 * killer: s = b'9' * N
 */
int rpn(const char *s) {
  int stack[64], depth = 0;
  while (*s) {
    if (*s >= '0' && *s <= '9') {
      int n = 0;
      while (*s >= '0' && *s <= '9') n = (n * 10 + *s++ - '0') % 10007;
      if (depth < 64) stack[depth++] = n;
      continue;
    }
    if ((*s == '+' || *s == '*') && depth >= 2) {
      depth--;
      stack[depth - 1] = *s == '+' ? stack[depth - 1] + stack[depth] : stack[depth - 1] * stack[depth] % 10007;
    }
    s++;
  }
  return depth ? stack[depth - 1] : 0;
}
