/* format.c — the directives of printf.
 *
 * What goes to a file leaves the program for good: symbolic values are shown as they are in one
 * input of the path (nadir_concrete), no decision is taken for them, and the number of characters
 * that printf returns is that of this input.  What goes to memory (sprintf) comes back: there every
 * byte is computed and every length decided, as by any other function.
 */
#include <errno.h>
#include <string.h>

#include "libc.h"

/* ---- sinks ----------------------------------------------------------------------------------- */

static void flush(Sink *s) {
  if (s->n_held) nadir_write(s->fd, s->held, s->n_held);
  s->n_held = 0;
}

void __nadir_put(Sink *s, char c) {
  if (!s->at) {
    if (s->n_held == sizeof s->held) flush(s);
    s->held[s->n_held++] = c;
  } else if (s->n < s->room) {
    s->at[s->n] = c;
  }
  s->n++;
}

void __nadir_fill(Sink *s, char c, long n) {
  for (; n > 0; n--) __nadir_put(s, c);
}

void __nadir_text(Sink *s, const char *text, size_t n) {
  for (size_t i = 0; i < n; i++) __nadir_put(s, text[i]);
}

/* A value as the sink sees it. */
static unsigned long seen(const Sink *s, unsigned long x) {
  return s->at ? x : nadir_concrete(x);
}

static char seen_char(const Sink *s, char c) {
  return (char)seen(s, (unsigned char)c);
}

/* ---- integers -------------------------------------------------------------------------------- */

/* The digits of x in front of `end`; returns where they begin. */
static char *digits_before(char *end, unsigned long x, unsigned base, const char *digits) {
  while (x) {
    *--end = base == 10 ? (char)('0' + x % 10) : digits[x % base];
    x /= base;
  }
  return end;
}

/* sign and prefix, zeros up to the precision or the width, digits. */
static void put_integer(Sink *s, const Directive *d, const char *prefix, unsigned long x,
                        unsigned base) {
  char buffer[24], *end = buffer + sizeof buffer;
  const char *digits = d->letter == 'X' ? "0123456789ABCDEF" : "0123456789abcdef";
  char *start = digits_before(end, x, base, digits);
  long n = end - start, n_prefix = (long)strlen(prefix);
  long zeros = (d->precision < 0 ? 1 : d->precision) - n;
  if (base == 8 && d->alternate && zeros <= 0 && (n == 0 || *start != '0')) zeros = 1;
  if (zeros < 0) zeros = 0;
  long pad = d->width - n_prefix - zeros - n;
  if (d->zero && !d->minus && d->precision < 0 && pad > 0) {
    zeros += pad;
    pad = 0;
  }
  if (!d->minus) __nadir_fill(s, ' ', pad);
  __nadir_text(s, prefix, (size_t)n_prefix);
  __nadir_fill(s, '0', zeros);
  __nadir_text(s, start, (size_t)n);
  if (d->minus) __nadir_fill(s, ' ', pad);
}

static void put_signed(Sink *s, const Directive *d, long x) {
  const char *sign = x < 0 ? "-" : d->plus ? "+" : d->space ? " " : "";
  put_integer(s, d, sign, x < 0 ? -(unsigned long)x : (unsigned long)x, 10);
}

static void put_unsigned(Sink *s, const Directive *d, unsigned long x) {
  unsigned base = d->letter == 'u' ? 10 : d->letter == 'o' ? 8 : 16;
  const char *prefix = base != 16 || !d->alternate || x == 0 ? "" : d->letter == 'X' ? "0X" : "0x";
  put_integer(s, d, prefix, x, base);
}

/* ---- text ------------------------------------------------------------------------------------ */

static void put_padded(Sink *s, const Directive *d, const char *text, long n) {
  if (!d->minus) __nadir_fill(s, ' ', d->width - n);
  for (long i = 0; i < n; i++) __nadir_put(s, seen_char(s, text[i]));
  if (d->minus) __nadir_fill(s, ' ', d->width - n);
}

static void put_string(Sink *s, const Directive *d, const char *text) {
  if (!text) text = d->precision < 0 || d->precision >= 6 ? "(null)" : "";
  long n = 0;
  while ((d->precision < 0 || n < d->precision) && seen_char(s, text[n])) n++;
  put_padded(s, d, text, n);
}

static void put_pointer(Sink *s, const Directive *d, unsigned long x) {
  Directive hex = *d;
  hex.letter = 'x';
  hex.alternate = 1;
  if (!x) return put_padded(s, d, "(nil)", 5);
  const char *prefix = d->plus ? "+0x" : d->space ? " 0x" : "0x";
  put_integer(s, &hex, prefix, x, 16);
}

/* ---- reading a directive --------------------------------------------------------------------- */

/* Lengths, by the number of bits that an argument keeps. */
typedef enum Length { CHAR = 8, SHORT = 16, INT = 32, LONG = 64, LONG_DOUBLE = 80 } Length;

static const char *read_flags(const char *f, Directive *d) {
  for (;; f++) {
    switch (*f) {
    case '-':
      d->minus = 1;
      break;
    case '+':
      d->plus = 1;
      break;
    case ' ':
      d->space = 1;
      break;
    case '0':
      d->zero = 1;
      break;
    case '#':
      d->alternate = 1;
      break;
    case '\'': /* the C locale does not group */
      break;
    default:
      return f;
    }
  }
}

static const char *read_digits(const char *f, long *ret_n) {
  long n = 0;
  for (; *f >= '0' && *f <= '9'; f++) n = n * 10 + (*f - '0');
  *ret_n = n;
  return f;
}

static const char *read_length(const char *f, Length *ret_length) {
  Length length = INT;
  if (*f == 'h') {
    length = f[1] == 'h' ? CHAR : SHORT;
    f += length == CHAR ? 2 : 1;
  } else if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't' || *f == 'q') {
    length = LONG;
    f += *f == 'l' && f[1] == 'l' ? 2 : 1;
  } else if (*f == 'L') {
    length = LONG_DOUBLE;
    f++;
  }
  *ret_length = length;
  return f;
}

/* One of the arguments, with its tail: passing a va_list on needs a struct around it. */
typedef struct Args {
  va_list list;
} Args;

/* A star in the place of a width or precision. */
static long star(const Sink *s, Args *args) {
  return (int)seen(s, (unsigned)va_arg(args->list, int));
}

static const char *read_directive(const char *f, const Sink *s, Args *args, Directive *d,
                                  Length *ret_length) {
  f = read_flags(f, d);
  if (*f == '*') {
    d->width = star(s, args);
    f++;
    if (d->width < 0) {
      d->minus = 1;
      d->width = -d->width;
    }
  } else {
    f = read_digits(f, &d->width);
  }
  if (*f == '.') {
    f++;
    if (*f == '*') {
      d->precision = star(s, args);
      f++;
    } else {
      f = read_digits(f, &d->precision);
    }
  }
  f = read_length(f, ret_length);
  d->letter = *f;
  return f;
}

/* ---- one directive --------------------------------------------------------------------------- */

static unsigned long next_integer(const Sink *s, Args *args, Length length) {
  unsigned long x =
      length >= LONG ? va_arg(args->list, unsigned long) : va_arg(args->list, unsigned);
  return seen(s, x);
}

static long sign_extend(unsigned long x, Length length) {
  return length == CHAR    ? (signed char)x
         : length == SHORT ? (short)x
         : length == INT   ? (int)x
                           : (long)x;
}

static unsigned long zero_extend(unsigned long x, Length length) {
  return length == CHAR    ? (unsigned char)x
         : length == SHORT ? (unsigned short)x
         : length == INT   ? (unsigned)x
                           : x;
}

static Binary next_float(const Sink *s, Args *args, Length length) {
  if (length == LONG_DOUBLE) {
    long double x = va_arg(args->list, long double);
    return __nadir_binary_long(&x);
  }
  union {
    double number;
    unsigned long bits;
  } u = {va_arg(args->list, double)};
  u.bits = seen(s, u.bits);
  return __nadir_binary(u.number);
}

/* %n stores how much there is so far; the machine checks where. */
static void store_count(const Sink *s, void *to, Length length) {
  if (length == CHAR) {
    *(signed char *)to = (signed char)s->n;
  } else if (length == SHORT) {
    *(short *)to = (short)s->n;
  } else if (length == INT) {
    *(int *)to = (int)s->n;
  } else {
    *(long *)to = (long)s->n;
  }
}

static void put_directive(Sink *s, const Directive *d, Length length, Args *args) {
  switch (d->letter) {
  case 'd':
  case 'i':
    return put_signed(s, d, sign_extend(next_integer(s, args, length), length));
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    return put_unsigned(s, d, zero_extend(next_integer(s, args, length), length));
  case 'c': {
    char c = (char)next_integer(s, args, INT);
    return put_padded(s, d, &c, 1);
  }
  case 's':
    return put_string(s, d, va_arg(args->list, const char *));
  case 'p':
    return put_pointer(s, d, next_integer(s, args, LONG));
  case 'n':
    return store_count(s, va_arg(args->list, void *), length);
  case 'm':
    return put_string(s, d, strerror(errno));
  default:
    __nadir_format_float(s, d, next_float(s, args, length));
  }
}

static _Bool is_letter(char c) {
  return c && strchr("diuoxXcspnmfFeEgGaA", c);
}

/* The rest of a text from a `%` on that is no directive is printed as it is, like glibc does for
 * letters that it does not know. */
int __nadir_format(Sink *s, const char *format, va_list list) {
  Args args;
  va_copy(args.list, list);
  while (*format) {
    if (*format != '%') {
      __nadir_put(s, *format++);
      continue;
    }
    Directive d = {.precision = -1};
    Length length;
    const char *letter = read_directive(format + 1, s, &args, &d, &length);
    if (is_letter(*letter)) {
      put_directive(s, &d, length, &args);
      format = letter + 1;
    } else if (*letter == '%') {
      __nadir_put(s, '%');
      format = letter + 1;
    } else {
      __nadir_put(s, *format++);
    }
  }
  va_end(args.list);
  if (!s->at) flush(s);
  return (int)s->n;
}
