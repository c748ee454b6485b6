/* strtol.c — integers from text: strtol and its family of <stdlib.h> and <inttypes.h>.
 *
 * One reader for all.  It accumulates the magnitude and tests against the limit of the type before
 * each digit, so nothing wraps and no symbol is divided.  As in musl, text without a number is EINVAL;
 * only atoi and its like leave errno alone.
 * The functions that C23 renames (glibc 2.38 and later call them __isoc23_…) also read 0b….
 */
#define _GNU_SOURCE
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "libc.h"

/* Ranges by one unsigned comparison, because each comparison is a decision of the path. */

static int is_space(char c) { return c == ' ' || (unsigned char)c - (unsigned)'\t' < 5; }

/* The value of a digit, 36 if it is none; above base 10 letters are digits, too. */
static unsigned digit_value(char c, unsigned base) {
  unsigned digit = (unsigned char)c - (unsigned)'0',
           letter = ((unsigned char)c | 0x20) - (unsigned)'a';
  if (digit < 10) return digit;
  return base > 10 && letter < 26 ? letter + 10 : 36;
}

/* Skips "0x" and "0b" where the base allows them and a digit follows; sets a base of 0. */
static const char *skip_prefix(const char *s, int has_binary, unsigned *base) {
  if (s[0] != '0') {
    if (*base == 0) *base = 10;
    return s;
  }
  if ((*base == 0 || *base == 16) && (s[1] == 'x' || s[1] == 'X') && digit_value(s[2], 16) < 16) {
    *base = 16;
    return s + 2;
  }
  if (has_binary && (*base == 0 || *base == 2) && (s[1] == 'b' || s[1] == 'B') &&
      digit_value(s[2], 2) < 2) {
    *base = 2;
    return s + 2;
  }
  if (*base == 0) *base = 8;
  return s;
}

typedef struct Number {
  unsigned long magnitude; /* at most the limit */
  _Bool is_negative;
  int error; /* EINVAL: there is none; ERANGE: it was more than the limit; 0 */
} Number;

/* The limits are those of the magnitude, without and with a minus sign. */
static Number read_number(const char *s, char **ret_end, int base, int has_binary,
                          unsigned long limit, unsigned long limit_negative) {
  Number n = {0};
  if (ret_end) *ret_end = (char *)s;
  if (base < 0 || base == 1 || base > 36) {
    n.error = EINVAL;
    return n;
  }
  while (is_space(*s)) s++;
  if (*s == '-') {
    n.is_negative = 1;
    s++;
  } else if (*s == '+') {
    s++;
  }
  unsigned in_base = (unsigned)base;
  s = skip_prefix(s, has_binary, &in_base);
  if (digit_value(*s, in_base) >= in_base) {
    n.error = EINVAL;
    return n;
  }
  if (n.is_negative) limit = limit_negative;
  unsigned long most = limit / in_base, last = limit % in_base;
  for (unsigned digit; (digit = digit_value(*s, in_base)) < in_base; s++) {
    if (n.magnitude > most || (n.magnitude == most && digit > last)) n.error = ERANGE;
    if (!n.error) n.magnitude = n.magnitude * in_base + digit;
  }
  if (n.error) n.magnitude = limit;
  if (ret_end) *ret_end = (char *)s;
  return n;
}

static Number read_long(const char *s, char **ret_end, int base, int has_binary) {
  return read_number(s, ret_end, base, has_binary, LONG_MAX, (unsigned long)LONG_MAX + 1);
}

static long signed_value(Number n) { return (long)(n.is_negative ? -n.magnitude : n.magnitude); }

static long read_signed(const char *s, char **ret_end, int base, int has_binary) {
  Number n = read_long(s, ret_end, base, has_binary);
  if (n.error) errno = n.error;
  return signed_value(n);
}

/* A minus sign negates in the unsigned type, except that what is too much is the largest number. */
static unsigned long read_unsigned(const char *s, char **ret_end, int base, int has_binary) {
  Number n = read_number(s, ret_end, base, has_binary, ULONG_MAX, ULONG_MAX);
  if (n.error) errno = n.error;
  return n.is_negative && !n.error ? -n.magnitude : n.magnitude;
}

long strtol(const char *restrict s, char **restrict ret_end, int base) {
  return read_signed(s, ret_end, base, 0);
}

long long strtoll(const char *restrict s, char **restrict ret_end, int base) {
  return read_signed(s, ret_end, base, 0);
}

intmax_t strtoimax(const char *restrict s, char **restrict ret_end, int base) {
  return read_signed(s, ret_end, base, 0);
}

unsigned long strtoul(const char *restrict s, char **restrict ret_end, int base) {
  return read_unsigned(s, ret_end, base, 0);
}

unsigned long long strtoull(const char *restrict s, char **restrict ret_end, int base) {
  return read_unsigned(s, ret_end, base, 0);
}

uintmax_t strtoumax(const char *restrict s, char **restrict ret_end, int base) {
  return read_unsigned(s, ret_end, base, 0);
}

int atoi(const char *s) { return (int)signed_value(read_long(s, NULL, 10, 0)); }

long atol(const char *s) { return signed_value(read_long(s, NULL, 10, 0)); }

long long atoll(const char *s) { return signed_value(read_long(s, NULL, 10, 0)); }

long __isoc23_strtol(const char *restrict s, char **restrict ret_end, int base) {
  return read_signed(s, ret_end, base, 1);
}

long long __isoc23_strtoll(const char *restrict s, char **restrict ret_end, int base) {
  return read_signed(s, ret_end, base, 1);
}

unsigned long __isoc23_strtoul(const char *restrict s, char **restrict ret_end, int base) {
  return read_unsigned(s, ret_end, base, 1);
}

unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict ret_end, int base) {
  return read_unsigned(s, ret_end, base, 1);
}
