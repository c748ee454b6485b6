/* Reads a number in Roman figures and checks that it is written as usual by writing it again.
 *
 * call: roman(char s[N] string of "IVXLCDM")
 * class: n
 * small: 1:5
 * values: s b'IVXLCDM'
 * killer: s = b'M' * N
 */
#include <string.h>

static int value(char c) {
  static const char letters[] = "IVXLCDM";
  static const int values[] = {1, 5, 10, 50, 100, 500, 1000};
  const char *at = c ? strchr(letters, c) : NULL;
  return at ? values[at - letters] : 0;
}

int roman(const char *s) {
  static const struct {
    int value;
    const char *text;
  } parts[] = {{1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
               {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"}};
  int sum = 0;
  for (const char *p = s; *p; p++) sum += value(p[0]) < value(p[1]) ? -value(p[0]) : value(p[0]);
  int left = sum;
  for (int i = 0; i < 13; i++)
    while (left >= parts[i].value) {
      int n = (int)strlen(parts[i].text);
      if (strncmp(s, parts[i].text, n) != 0) return -1;
      s += n;
      left -= parts[i].value;
    }
  return *s ? -1 : sum;
}
