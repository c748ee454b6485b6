/* A calculator for expressions as in C, by climbing precedences, with ** for powers, which it multiplies out: 9**999 costs more
 * than what stands around it.
 *
 * call: evaluate(char s[N] string)
 * small: 1:4
 * class: n
 * values: s b'19+*(~'
 * killer: s = (b'**~' * N)[:N]
 */
#include <ctype.h>
#include <string.h>

enum { MOST = 999 };

static const struct {
  char text[3];
  int level;
} operators[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"<<", 5}, {"**", 8}, {"<", 4}, {"+", 6}, {"-", 6}, {"*", 7}, {"/", 7}};

static unsigned power(unsigned x, unsigned n) {
  unsigned r = 1;
  for (n = n > MOST ? MOST : n; n; n--) r *= x;
  return r;
}

static unsigned apply(int op, unsigned a, unsigned b) {
  switch (op) {
  case 0: return a || b;
  case 1: return a && b;
  case 2: return a == b;
  case 3: return a << (b & 31);
  case 4: return power(a, b);
  case 5: return a < b;
  case 6: return a + b;
  case 7: return a - b;
  case 8: return a * b;
  default: return b ? a / b : 0;
  }
}

static unsigned parse(const char **at, int least);

static unsigned primary(const char **at) {
  unsigned x = 0;
  if (**at == '(') {
    ++*at;
    x = parse(at, 1);
    if (**at == ')') ++*at;
    return x;
  }
  if (**at == '-' || **at == '!' || **at == '~') {
    char sign = *(*at)++;
    x = primary(at);
    return sign == '-' ? -x : sign == '!' ? !x : ~x;
  }
  while (isdigit((unsigned char)**at)) x = x * 10 + (unsigned)(*(*at)++ - '0');
  return x;
}

static unsigned parse(const char **at, int least) {
  unsigned left = primary(at);
  for (;;) {
    int op = 0, n = sizeof operators / sizeof *operators;
    while (op < n && strncmp(*at, operators[op].text, strlen(operators[op].text)) != 0) op++;
    if (op == n || operators[op].level < least) return left;
    *at += strlen(operators[op].text);
    left = apply(op, left, parse(at, operators[op].level + 1));
  }
}

unsigned evaluate(const char *s) {
  return parse(&s, 1);
}
