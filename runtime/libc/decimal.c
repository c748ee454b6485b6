/* decimal.c — exact decimal numbers: see decimal.h. */
#include "decimal.h"

#include "libc.h"

static void trim(Decimal *d) {
  while (d->n && d->limb[d->n - 1] == 0) d->n--;
  long zeros = 0;
  while (zeros < d->n && d->limb[zeros] == 0) zeros++;
  if (zeros) {
    d->n -= zeros;
    d->point -= zeros;
    __builtin_memmove(d->limb, d->limb + zeros, (size_t)d->n * sizeof d->limb[0]);
  }
  if (d->n == 0) d->point = 0;
}

static void push_front(Decimal *d, unsigned limb) {
  __builtin_memmove(d->limb + 1, d->limb, (size_t)d->n * sizeof d->limb[0]);
  d->limb[0] = limb;
  d->n++;
  d->point++;
}

static void multiply(Decimal *d, unsigned by) {
  unsigned long carry = 0;
  for (long i = d->n; i-- > 0;) {
    unsigned long x = (unsigned long)d->limb[i] * by + carry;
    d->limb[i] = (unsigned)(x % LIMB);
    carry = x / LIMB;
  }
  if (carry) push_front(d, (unsigned)carry);
  trim(d);
}

/* By 2^bits, bits <= 9: nine more digits take the rest exactly. */
static void divide(Decimal *d, int bits) {
  unsigned rest = 0, mask = (1u << bits) - 1;
  for (long i = 0; i < d->n; i++) {
    unsigned x = d->limb[i];
    d->limb[i] = (x >> bits) + rest * (LIMB >> bits);
    rest = x & mask;
  }
  if (rest) d->limb[d->n++] = rest * (LIMB >> bits);
  trim(d);
}

void __nadir_decimal_set(Decimal *d, unsigned long x) {
  d->n = d->point = 3;
  d->limb[0] = (unsigned)(x / LIMB / LIMB);
  d->limb[1] = (unsigned)(x / LIMB % LIMB);
  d->limb[2] = (unsigned)(x % LIMB);
  trim(d);
}

/* Nine by nine around the point. */
void __nadir_decimal_set_digits(Decimal *d, const char *digits, long n, long point) {
  d->n = 0;
  d->point = point > 0 ? (point + 8) / 9 : -(-point / 9);
  long at = d->point * 9 - point; /* zeros in front of the first limb */
  unsigned x = 0;
  for (long i = 0; i < n; i++) {
    x = x * 10 + (unsigned)digits[i];
    if (++at % 9 == 0) {
      d->limb[d->n++] = x;
      x = 0;
    }
  }
  for (; at % 9; at++) x *= 10;
  d->limb[d->n++] = x;
  trim(d);
}

/* Adds power to limb i, which may be -1: the one before the first. */
static void add(Decimal *d, long i, unsigned power) {
  for (; i >= 0; i--, power = 1) {
    d->limb[i] += power;
    if (d->limb[i] < LIMB) return;
    d->limb[i] -= LIMB;
  }
  push_front(d, power);
}

void __nadir_decimal_add(Decimal *d, unsigned x) {
  if (d->point < 1) {
    while (d->point < 0) push_front(d, 0);
    push_front(d, x);
  } else {
    while (d->n < d->point) d->limb[d->n++] = 0;
    add(d, d->point - 1, x);
  }
  trim(d);
}

void __nadir_decimal_scale(Decimal *d, long power) {
  if (d->n == 0) return;
  for (; power >= 29; power -= 29) multiply(d, 1u << 29);
  if (power > 0) multiply(d, 1u << power);
  for (; power <= -9; power += 9) divide(d, 9);
  if (power < 0) divide(d, (int)-power);
}

unsigned __nadir_decimal_take(Decimal *d) {
  if (d->point != 1) return 0;
  unsigned units = d->limb[0];
  d->limb[0] = 0;
  trim(d);
  return units;
}

long __nadir_decimal_digits(const Decimal *d) {
  if (d->n == 0) return 0;
  long n = 0;
  for (unsigned x = d->limb[0]; x; x /= 10) n++;
  return (d->point - 1) * 9 + n;
}

/* Which limb the k-th digit is in, and the power of ten that it stands at. */
static long place(const Decimal *d, long k, unsigned *ret_power) {
  long i = k >= 0 ? k / 9 : -((8 - k) / 9);
  unsigned power = LIMB / 10;
  for (long rest = k - i * 9; rest > 0; rest--) power /= 10;
  *ret_power = power;
  return d->point + i;
}

int __nadir_decimal_digit(const Decimal *d, long k) {
  unsigned power;
  long i = place(d, k, &power);
  return i < 0 || i >= d->n ? 0 : (int)(d->limb[i] / power % 10);
}

void __nadir_decimal_round(Decimal *d, long places) {
  unsigned power;
  long i = place(d, places, &power); /* the first digit that goes */
  if (i >= d->n || d->n == 0) return;
  if (i < 0) {
    d->n = d->point = 0; /* the first digit that goes is 0 already */
    return;
  }
  int first = __nadir_decimal_digit(d, places);
  int before = __nadir_decimal_digit(d, places - 1) & 1;
  _Bool more = d->limb[i] % power != 0 || i + 1 < d->n;
  d->limb[i] -= d->limb[i] % (power * 10ul);
  d->n = i + 1;
  if (first > 5 || (first == 5 && (more || before))) {
    if (power == LIMB / 10) {
      add(d, i - 1, 1);
    } else {
      add(d, i, power * 10);
    }
  }
  trim(d);
}
