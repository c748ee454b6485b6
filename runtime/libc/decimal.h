/* decimal.h — exact decimal numbers, for binary fractions to text and back.
 *
 * A Decimal is sum of limb[i] * 10^(9*(point - 1 - i)): limbs of nine digits, the most significant
 * first, `point` of them before the decimal point.  Every double and long double has such a form,
 * and multiplying and dividing by powers of two keeps it exact, so there is no table and no
 * rounding but the one that the caller does at the end.
 */
#ifndef LIBC_DECIMAL_H
#define LIBC_DECIMAL_H

enum {
  LIMB = 1000000000,
  /* The smallest long double has 16445 digits after the point, the largest 4933 before it. */
  LIMBS = 16445 / 9 + 4933 / 9 + 4,
};

typedef struct Decimal {
  long n;     /* limbs in use; limb[0] and limb[n - 1] are not 0 */
  long point; /* may be negative or more than n; 0 if n is 0 */
  unsigned limb[LIMBS];
} Decimal;

void __nadir_decimal_set(Decimal *d, unsigned long x);
/* 0.d0d1d2… * 10^point, the digits as numbers. */
void __nadir_decimal_set_digits(Decimal *d, const char *digits, long n, long point);
void __nadir_decimal_add(Decimal *d, unsigned x);   /* to the last digit before the point */
void __nadir_decimal_scale(Decimal *d, long power); /* times 2^power */
unsigned __nadir_decimal_take(Decimal *d); /* of a d < 10^9: takes off what is before the point */
long __nadir_decimal_digits(const Decimal *d); /* before the point, <= 0 for less than 0.1 */

/* The k-th digit after the point (k = 0: the first one; before it: negative k). */
int __nadir_decimal_digit(const Decimal *d, long k);

/* Rounds half to even, to `places` digits after the point (before it: negative). */
void __nadir_decimal_round(Decimal *d, long places);

#endif
