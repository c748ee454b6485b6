/* strtod.c — floating point numbers from text: strtod, strtof, strtold, atof of <stdlib.h>.
 *
 * Numbers with a fraction are concrete in nadir: each character that becomes part of one is fixed
 * to its value on this path, which the ledger says.  Rounding is exact (half to even): the text
 * becomes a decimal (decimal.h), is scaled by a power of two to 1.…, and gives its bits one by one;
 * what is left decides.  800 digits are kept, with a last one for all further ones: no number
 * halfway between two doubles has more (768); a long double is correct to those 800 digits.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>

#include "decimal.h"
#include "libc.h"

enum { MAX_DIGITS = 800, FAR = 100000 /* an exponent that decides alone */ };

/* What a type holds: the number is mantissa * 2^exponent, mantissa < 2^bits. */
typedef struct Kind {
  int bits;
  long least, most; /* exponents of the smallest and the largest number */
} Kind;

static const Kind float_kind = {24, -149, 104};
static const Kind double_kind = {53, -1074, 971};
static const Kind long_double_kind = {64, -16445, 16320};

typedef struct Rounded {
  unsigned long mantissa;
  long exponent; /* at least that of the kind */
  _Bool is_inexact;
  _Bool is_tiny; /* below the normal numbers, even if rounded to their precision */
} Rounded;

typedef struct Scan {
  const char *at; /* the next character; after a number, its end */
  _Bool is_negative;
} Scan;

static char fixed(char c) {
  return (char)nadir_fix((unsigned char)c);
}

static char peek(const Scan *s) {
  return fixed(*s->at);
}

static _Bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/* The value of a hexadecimal digit, or 16. */
static unsigned hex_value(char c) {
  if (is_digit(c)) return (unsigned)(c - '0');
  char lower = (char)(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? (unsigned)(lower - 'a' + 10) : 16;
}

/* ---- rounding -------------------------------------------------------------------------------- */

/* Makes 1 <= d < 2 of a d > 0; the result times 2^-(returned) is what it was. */
static long normalize(Decimal *d) {
  long exponent = 0;
  while (d->point != 1) { /* a limb is worth between 2^29 and 2^30 */
    long by = 29 * (1 - d->point);
    __nadir_decimal_scale(d, by);
    exponent -= by;
  }
  long bits = 31 - __builtin_clz(d->limb[0]);
  __nadir_decimal_scale(d, -bits);
  return exponent + bits;
}

/* The nearest number of the kind: mantissa and exponent; the mantissa may be 2^bits after rounding
 * up, written as 2^(bits - 1) if that would not fit a word. */
static Rounded round_to(const Kind *k, Decimal *d) {
  Rounded r = {.exponent = k->least};
  if (d->n == 0) return r;
  long e = normalize(d), n = e - k->least + 1; /* bits there are room for */
  r.is_inexact = r.is_tiny = 1;
  if (n < 0) return r;
  if (n > k->bits) n = k->bits;
  for (long i = 0; i < n; i++) {
    r.mantissa = r.mantissa * 2 + __nadir_decimal_take(d);
    __nadir_decimal_scale(d, 1);
  }
  r.exponent = e - n + 1;
  r.is_inexact = d->n != 0;
  _Bool half = __nadir_decimal_take(d), more = d->n != 0;
  __nadir_decimal_scale(d, 1);
  _Bool quarter = __nadir_decimal_take(d);
  unsigned long normal = 1ul << (k->bits - 1);
  r.is_tiny = r.mantissa < normal && !(r.mantissa == normal - 1 && half && quarter);
  if (half && (more || (r.mantissa & 1)) && ++r.mantissa == 0) {
    r.mantissa = 1ul << 63;
    r.exponent++;
  }
  return r;
}

/* ---- reading --------------------------------------------------------------------------------- */

/* e+12: moves on only if digits follow. */
static long read_exponent(Scan *s, char letter) {
  const char *start = s->at;
  if ((peek(s) | 0x20) != letter) return 0;
  s->at++;
  _Bool is_negative = peek(s) == '-';
  if (peek(s) == '-' || peek(s) == '+') s->at++;
  if (!is_digit(peek(s))) {
    s->at = start;
    return 0;
  }
  long e = 0;
  for (; is_digit(peek(s)); s->at++) {
    if (e < FAR) e = e * 10 + (peek(s) - '0');
  }
  return is_negative ? -e : e;
}

/* Digits as they come, `point` of them before the decimal point. */
typedef struct Digits {
  char digit[MAX_DIGITS + 1];
  long n, point;
} Digits;

static void add_digit(Digits *d, char c) {
  if (d->n == 0 && c == '0') return; /* a zero in front */
  if (d->n < MAX_DIGITS) {
    d->digit[d->n++] = (char)(c - '0');
  } else if (c != '0') {
    d->digit[MAX_DIGITS] = 1;
  }
}

/* False if there is no digit at all. */
static _Bool read_digits(Scan *s, Digits *d) {
  _Bool any = 0;
  d->n = d->point = 0;
  d->digit[MAX_DIGITS] = 0;
  for (; is_digit(peek(s)); s->at++, any = 1) {
    add_digit(d, peek(s));
    if (d->n) d->point++;
  }
  if (peek(s) == '.' && (any || is_digit(fixed(s->at[1])))) {
    for (s->at++; is_digit(peek(s)); s->at++, any = 1) {
      add_digit(d, peek(s));
      if (d->n == 0) d->point--;
    }
  }
  if (d->n == MAX_DIGITS && d->digit[MAX_DIGITS]) d->n++;
  return any;
}

static void read_decimal(Scan *s, Decimal *d) {
  Digits digits;
  __nadir_decimal_set(d, 0);
  if (!read_digits(s, &digits)) return;
  long e = digits.point + read_exponent(s, 'e');
  if (digits.n == 0) return;
  if (e > 5000) e = 5000; /* beyond every kind */
  if (e < -5000) e = -5000;
  __nadir_decimal_set_digits(d, digits.digit, digits.n, e);
}

/* After 0x.  The digits that count are at most 17; what follows the 20th only tells that there is
 * more. */
static void read_hex(Scan *s, Decimal *d) {
  _Bool more = 0, after_point = 0;
  long e = 0, n = 0;
  __nadir_decimal_set(d, 0);
  for (;; s->at++) {
    char c = peek(s);
    if (c == '.' && !after_point) {
      after_point = 1;
    } else if (hex_value(c) == 16) {
      break;
    } else if (n == 20) {
      more |= c != '0';
      e += after_point ? 0 : 4;
    } else {
      n += n || c != '0';
      __nadir_decimal_scale(d, 4);
      if (c != '0') __nadir_decimal_add(d, hex_value(c));
      e -= after_point ? 4 : 0;
    }
  }
  e += read_exponent(s, 'p');
  __nadir_decimal_scale(d, 1);
  if (more) __nadir_decimal_add(d, 1);
  if (e > FAR) e = FAR;
  if (e < -FAR) e = -FAR;
  __nadir_decimal_scale(d, e - 1 < -16600 ? -16600 : e - 1 > 16600 ? 16600 : e - 1);
}

/* Does the word stand here, in either case? */
static _Bool accept(Scan *s, const char *word) {
  long n = 0;
  for (; word[n]; n++) {
    if ((fixed(s->at[n]) | 0x20) != word[n]) return 0;
  }
  s->at += n;
  return 1;
}

/* nan(letters, digits and underscores) */
static void skip_nan_text(Scan *s) {
  if (peek(s) != '(') return;
  const char *p = s->at + 1;
  for (;; p++) {
    char c = fixed(*p), lower = (char)(c | 0x20);
    if (!is_digit(c) && c != '_' && !(lower >= 'a' && lower <= 'z')) break;
  }
  if (fixed(*p) == ')') s->at = p + 1;
}

typedef enum What { NOTHING, NUMBER, INFINITE, NOT_A_NUMBER } What;

/* Sets *ret if it is a number. */
static What read_float(Scan *s, const Kind *k, Rounded *ret) {
  char c;
  while ((c = peek(s)) == ' ' || (c >= '\t' && c <= '\r')) s->at++;
  s->is_negative = c == '-';
  if (c == '-' || c == '+') s->at++;
  if (accept(s, "inf")) {
    (void)accept(s, "inity");
    return INFINITE;
  }
  if (accept(s, "nan")) {
    skip_nan_text(s);
    return NOT_A_NUMBER;
  }
  Decimal d;
  const char *start = s->at;
  char after_x = 0;
  if (peek(s) == '0' && (fixed(s->at[1]) | 0x20) == 'x') after_x = fixed(s->at[2]);
  if (after_x == '.') after_x = fixed(s->at[3]);
  if (hex_value(after_x) < 16) {
    s->at += 2;
    read_hex(s, &d);
  } else {
    read_decimal(s, &d);
  }
  *ret = round_to(k, &d);
  return s->at == start ? NOTHING : NUMBER;
}

/* The bits of a number in an IEEE format of total - bits exponent bits, without its sign: adding
 * the mantissa lets its leading bit count as the first exponent. */
static unsigned long read_bits(const char *text, char **ret_end, const Kind *k,
                               _Bool *ret_is_negative) {
  Scan s = {.at = text};
  Rounded r = {0};
  int low = k->bits - 1;
  unsigned long infinite = (unsigned long)(k->most - k->least + 2) << low;
  What what = read_float(&s, k, &r);
  if (ret_end) *ret_end = (char *)(what == NOTHING ? text : s.at);
  *ret_is_negative = s.is_negative && what != NOTHING;
  if (what == NOTHING) return 0;
  if (what == INFINITE) return infinite;
  if (what == NOT_A_NUMBER) return infinite | 1ul << (low - 1);
  unsigned long bits = infinite;
  if (r.exponent <= k->most) bits = ((unsigned long)(r.exponent - k->least) << low) + r.mantissa;
  if (bits >= infinite) {
    bits = infinite;
    errno = ERANGE;
  } else if (r.is_inexact && r.is_tiny) {
    errno = ERANGE;
  }
  return bits;
}

double strtod(const char *restrict text, char **restrict ret_end) {
  union {
    unsigned long bits;
    double number;
  } u;
  _Bool is_negative;
  u.bits = read_bits(text, ret_end, &double_kind, &is_negative);
  u.bits |= (unsigned long)is_negative << 63;
  return u.number;
}

float strtof(const char *restrict text, char **restrict ret_end) {
  union {
    unsigned bits;
    float number;
  } u;
  _Bool is_negative;
  u.bits = (unsigned)read_bits(text, ret_end, &float_kind, &is_negative);
  u.bits |= (unsigned)is_negative << 31;
  return u.number;
}

/* The leading bit of the mantissa is there in this format. */
long double strtold(const char *restrict text, char **restrict ret_end) {
  union {
    struct {
      unsigned long mantissa;
      unsigned short top;
    } bits;
    long double number;
  } u = {0};
  Scan s = {.at = text};
  Rounded r = {0};
  What what = read_float(&s, &long_double_kind, &r);
  if (ret_end) *ret_end = (char *)(what == NOTHING ? text : s.at);
  if (what == NOTHING) return u.number;
  long e = r.exponent - long_double_kind.least + (long)(r.mantissa >> 63);
  if (what != NUMBER || e > 0x7ffe) {
    r.mantissa = what == NOT_A_NUMBER ? 3ul << 62 : 1ul << 63;
    e = 0x7fff;
  }
  if (what == NUMBER && (e == 0x7fff || (r.is_inexact && r.is_tiny))) errno = ERANGE;
  u.bits.mantissa = r.mantissa;
  u.bits.top = (unsigned short)(e | s.is_negative << 15);
  return u.number;
}

double atof(const char *s) {
  return strtod(s, NULL);
}
