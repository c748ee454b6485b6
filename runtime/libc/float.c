/* float.c — %f, %e, %g and %a of printf, exact for every number and precision.
 *
 * The number is written out as an exact decimal (decimal.h) and rounded once, half to even, as
 * glibc does in its default rounding mode.
 */
#include "decimal.h"
#include "libc.h"

/* ---- taking apart ---------------------------------------------------------------------------- */

Binary __nadir_binary(double x) {
  union {
    double number;
    unsigned long bits;
  } u = {x};
  long e = (long)(u.bits >> 52 & 0x7ff);
  unsigned long m = u.bits & 0xffffffffffffful;
  Binary b = {.is_negative = u.bits >> 63, .lead_bits = 1};
  b.is_infinite = e == 0x7ff && m == 0;
  b.is_nan = e == 0x7ff && m != 0;
  b.mantissa = e ? m | 1ul << 52 : m;
  b.exponent = (e ? e : 1) - 1075;
  return b;
}

/* By address: the 80 bits are read without an operation on long double. */
Binary __nadir_binary_long(const long double *x) {
  unsigned long m;
  unsigned short top;
  __builtin_memcpy(&m, x, sizeof m);
  __builtin_memcpy(&top, (const char *)x + sizeof m, sizeof top);
  long e = top & 0x7fff;
  Binary b = {.is_negative = top >> 15, .lead_bits = 4};
  b.is_infinite = e == 0x7fff && m << 1 == 0;
  b.is_nan = e == 0x7fff && m << 1 != 0;
  b.mantissa = m;
  b.exponent = (e ? e : 1) - 16446;
  return b;
}

/* ---- laying out ------------------------------------------------------------------------------ */

static char sign_of(const Directive *d, Binary x) {
  return x.is_negative ? '-' : d->plus ? '+' : d->space ? ' ' : 0;
}

static _Bool is_upper(const Directive *d) {
  return d->letter >= 'A' && d->letter <= 'Z';
}

/* Blanks, sign, prefix and zeros before a body of n characters; returns the blanks after it. */
static long open_field(Sink *s, const Directive *d, char sign, const char *prefix, long n) {
  long n_prefix = 0;
  while (prefix[n_prefix]) n_prefix++;
  long pad = d->width - n - n_prefix - (sign != 0);
  if (!d->minus && !d->zero) __nadir_fill(s, ' ', pad);
  if (sign) __nadir_put(s, sign);
  __nadir_text(s, prefix, (size_t)n_prefix);
  if (!d->minus && d->zero) __nadir_fill(s, '0', pad);
  return d->minus ? pad : 0;
}

static void put_word(Sink *s, const Directive *d, char sign, const char *word) {
  Directive plain = *d;
  plain.zero = 0;
  long after = open_field(s, &plain, sign, "", 3);
  __nadir_text(s, word, 3);
  __nadir_fill(s, ' ', after);
}

/* The decimal digits of an exponent, at least `least` of them. */
static long exponent_digits(long e, long least) {
  long n = 0;
  for (e = e < 0 ? -e : e; e; e /= 10) n++;
  return n < least ? least : n;
}

static void put_exponent(Sink *s, char letter, long e, long n) {
  __nadir_put(s, letter);
  __nadir_put(s, e < 0 ? '-' : '+');
  e = e < 0 ? -e : e;
  for (; n > 0; n--) {
    long power = 1;
    for (long i = 1; i < n; i++) power *= 10;
    __nadir_put(s, (char)('0' + e / power % 10));
  }
}

/* The digits from place `from` after the point (negative: before it) up to `to`. */
static void put_digits(Sink *s, const Decimal *x, long from, long to) {
  for (; from < to; from++) __nadir_put(s, (char)('0' + __nadir_decimal_digit(x, from)));
}

static _Bool has_point(const Directive *d, long precision) {
  return precision > 0 || d->alternate;
}

/* The number is rounded already. */
static void put_fixed(Sink *s, const Directive *d, char sign, const Decimal *x, long precision) {
  long before = __nadir_decimal_digits(x);
  if (before < 1) before = 1;
  long after = open_field(s, d, sign, "", before + has_point(d, precision) + precision);
  put_digits(s, x, -before, 0);
  if (has_point(d, precision)) __nadir_put(s, '.');
  put_digits(s, x, 0, precision);
  __nadir_fill(s, ' ', after);
}

static long exponent_of(const Decimal *x) {
  return x->n ? __nadir_decimal_digits(x) - 1 : 0;
}

/* The number is rounded already. */
static void put_scientific(Sink *s, const Directive *d, char sign, const Decimal *x,
                           long precision) {
  long e = exponent_of(x), n_e = exponent_digits(e, 2);
  long after = open_field(s, d, sign, "", 1 + has_point(d, precision) + precision + 2 + n_e);
  put_digits(s, x, -e - 1, -e);
  if (has_point(d, precision)) __nadir_put(s, '.');
  put_digits(s, x, -e, -e + precision);
  put_exponent(s, is_upper(d) ? 'E' : 'e', e, n_e);
  __nadir_fill(s, ' ', after);
}

/* %g: precision counts significant digits; trailing zeros go unless # is given. */
static void put_general(Sink *s, const Directive *d, char sign, Decimal *x, long precision) {
  if (precision == 0) precision = 1;
  __nadir_decimal_round(x, precision - 1 - exponent_of(x));
  long e = exponent_of(x);
  _Bool is_fixed = e >= -4 && e < precision;
  long last = precision - 1 - e; /* places after the point */
  while (!d->alternate && last > (is_fixed ? 0 : -e) && !__nadir_decimal_digit(x, last - 1)) last--;
  if (is_fixed) {
    put_fixed(s, d, sign, x, last);
  } else {
    put_scientific(s, d, sign, x, last + e);
  }
}

/* ---- %a -------------------------------------------------------------------------------------- */

/* Hexadecimal: lead.fraction, the fraction left-aligned in 64 bits, half to even. */
static void put_hex(Sink *s, const Directive *d, char sign, Binary x) {
  int lead_at = x.lead_bits == 1 ? 52 : 60;
  unsigned long lead = x.mantissa >> lead_at, fraction = x.mantissa << (64 - lead_at);
  long e = x.mantissa ? x.exponent + lead_at : 0, precision = d->precision;
  if (precision < 0) {
    for (precision = 0; precision < 16 && fraction << (4 * precision); precision++) {}
  } else if (precision < 16) {
    unsigned long unit = precision ? 1ul << (64 - 4 * precision) : 0, rest = fraction & (unit - 1);
    unsigned long half = 1ul << (63 - 4 * precision), odd = precision ? fraction & unit : lead & 1;
    fraction -= rest;
    if (rest > half || (rest == half && odd)) {
      fraction += unit;
      if (fraction == 0) lead++;
    }
  }
  if (lead == 16) {
    lead = 1;
    e += 4;
  }
  const char *digits = is_upper(d) ? "0123456789ABCDEF" : "0123456789abcdef";
  long n_e = exponent_digits(e, 1), n = 1 + has_point(d, precision) + precision + 2 + n_e;
  long after = open_field(s, d, sign, is_upper(d) ? "0X" : "0x", n);
  __nadir_put(s, digits[lead]);
  if (has_point(d, precision)) __nadir_put(s, '.');
  for (long i = 0; i < precision; i++)
    __nadir_put(s, i < 16 ? digits[fraction << (4 * i) >> 60] : '0');
  put_exponent(s, is_upper(d) ? 'P' : 'p', e, n_e);
  __nadir_fill(s, ' ', after);
}

void __nadir_format_float(Sink *s, const Directive *d, Binary x) {
  char sign = sign_of(d, x), letter = (char)(d->letter | 0x20);
  if (x.is_infinite) return put_word(s, d, sign, is_upper(d) ? "INF" : "inf");
  if (x.is_nan) return put_word(s, d, sign, is_upper(d) ? "NAN" : "nan");
  if (letter == 'a') return put_hex(s, d, sign, x);
  Decimal decimal;
  __nadir_decimal_set(&decimal, x.mantissa);
  __nadir_decimal_scale(&decimal, x.exponent);
  long precision = d->precision < 0 ? 6 : d->precision;
  if (letter == 'f') {
    __nadir_decimal_round(&decimal, precision);
    put_fixed(s, d, sign, &decimal, precision);
  } else if (letter == 'e') {
    __nadir_decimal_round(&decimal, precision - exponent_of(&decimal));
    put_scientific(s, d, sign, &decimal, precision);
  } else {
    put_general(s, d, sign, &decimal, precision);
  }
}
