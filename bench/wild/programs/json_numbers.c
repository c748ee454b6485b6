/* The sum of a list of numbers in JSON, with exponents of up to three digits by repeated multiplication: a number like 1e999
 * costs more than anything else that is as long.
 *
 * call: json_sum(char s[N] string)
 * small: 1:4
 * class: n
 * values: s b'[],19e'
 * killer: s = (b'[' + b'1e999,' * N)[:N]
 */
#include <ctype.h>

static int parse_number(const char **at, double *ret) {
  int is_negative = **at == '-', exponent = 0, digits = 0;
  double value = 0, scale = 1;
  if (is_negative) ++*at;
  if (!isdigit((unsigned char)**at)) return 0;
  while (isdigit((unsigned char)**at)) value = value * 10 + (*(*at)++ - '0');
  if (**at == '.')
    for (++*at; isdigit((unsigned char)**at); ++*at) value += (**at - '0') * (scale /= 10);
  if (**at == 'e' || **at == 'E') {
    int is_small = *++*at == '-';
    if (**at == '-' || **at == '+') ++*at;
    for (; isdigit((unsigned char)**at) && digits < 3; ++*at, digits++) exponent = exponent * 10 + (**at - '0');
    while (exponent-- > 0) value = is_small ? value / 10 : value * 10;
  }
  *ret = is_negative ? -value : value;
  return 1;
}

/* The sum, or -1 where the text is no list; what is behind a mistake is not read. */
double json_sum(const char *s) {
  double sum = 0, x;
  if (*s++ != '[') return -1;
  while (*s && *s != ']') {
    if (!parse_number(&s, &x)) return -1;
    sum += x;
    if (*s != ',') break;
    s++;
  }
  return *s == ']' ? sum : -1;
}
