/* strtod.c — short decimal numbers without 80-bit floats, which no symbol can go through.
 *
 * Up to 15 digits are an integer that a double holds exactly, and so is the power of ten by which it is
 * divided: one division rounds as it should (Clinger, "How to read floating point numbers accurately",
 * PLDI 1990).  Everything else is left to musl's scanner: exponents, hexadecimals, names, more digits.
 */
#include <ctype.h>
#include <stdlib.h>

#include "floatscan.h"
#include "shgetc.h"
#include "stdio_impl.h"

enum { MAX_DIGITS = 15 };

static const double tens[MAX_DIGITS + 1] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                            1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

static long double scan(const char *s, char **end, int precision) {
  FILE f;
  sh_fromstring(&f, s);
  shlim(&f, 0);
  long double x = __floatscan(&f, precision, 1);
  if (end) *end = (char *)s + shcnt(&f);
  return x;
}

/* 0: it is none of the short ones; else where it ends. */
static const char *read_short(const char *s, double *ret) {
  unsigned long digits = 0;
  int n = 0, n_behind = 0;
  while (isspace((unsigned char)*s)) s++;
  int is_negative = *s == '-';
  if (*s == '-' || *s == '+') s++;
  for (; *s >= '0' && *s <= '9' && n <= MAX_DIGITS; s++, n++)
    digits = 10 * digits + (unsigned long)(*s - '0');
  if (*s == '.')
    for (s++; *s >= '0' && *s <= '9' && n <= MAX_DIGITS; s++, n++, n_behind++)
      digits = 10 * digits + (unsigned long)(*s - '0');
  int is_other = *s == 'e' || *s == 'E' || *s == 'x' || *s == 'X';
  if (!n || n > MAX_DIGITS || is_other) return 0;
  double x = (double)digits / tens[n_behind];
  *ret = is_negative ? -x : x;
  return s;
}

double strtod(const char *restrict s, char **restrict end) {
  double x;
  const char *behind = read_short(s, &x);
  if (!behind) return (double)scan(s, end, 1);
  if (end) *end = (char *)behind;
  return x;
}

float strtof(const char *restrict s, char **restrict end) { return (float)scan(s, end, 0); }

long double strtold(const char *restrict s, char **restrict end) { return scan(s, end, 2); }
