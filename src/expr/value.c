/* value.c — bit-vector arithmetic with SMT-LIB's meaning, at any width.
 *
 * Two layers: one word of 64 bits (the path nearly every call takes) and arrays of
 * words on top of GMP's mpn functions, which know neither widths nor signs.  So
 * here live the cut to the width, the signs, and the cases that mpn leaves
 * undefined: division by zero, shifts by the width or more.
 *
 * Signed division is unsigned division of the magnitudes, signs put back after:
 * SMT-LIB defines it so, and division by zero and INT_MIN / -1 then need no case
 * of their own.
 */
#include "expr/value.h"

#include <gmp.h>
#include <string.h>

_Static_assert(sizeof(mp_limb_t) == sizeof(u64) && GMP_NAIL_BITS == 0,
               "a word is taken for a limb of GMP");

enum { MAX_WORDS = VALUE_WORDS(EXPR_MAX_WIDTH) };

/* ---- one word ------------------------------------------------------------ */

static u64 udiv(u32 width, u64 a, u64 b) { return b ? a / b : value_mask(width); }

static u64 urem(u64 a, u64 b) { return b ? a % b : a; }

static bool is_negative(u32 width, u64 a) { return a >> (width - 1) & 1; }

static u64 magnitude(u32 width, u64 a) {
  return is_negative(width, a) ? -a & value_mask(width) : a;
}

static u64 sdiv(u32 width, u64 a, u64 b) {
  u64 q = udiv(width, magnitude(width, a), magnitude(width, b));
  return is_negative(width, a) != is_negative(width, b) ? -q : q;
}

static u64 srem(u32 width, u64 a, u64 b) {
  u64 r = urem(magnitude(width, a), magnitude(width, b));
  return is_negative(width, a) ? -r : r;
}

/* ---- words --------------------------------------------------------------- */

/* Clears what lies past the width. */
static void cut(u64 *r, u32 width) {
  r[VALUE_WORDS(width) - 1] &= value_mask((width - 1) % 64 + 1);
}

static bool is_negative_words(u32 width, const u64 *a) {
  return a[(width - 1) / 64] >> ((width - 1) % 64) & 1;
}

/* How many words are left without the zeros at the top. */
static u32 significant(const u64 *a, u32 n) {
  while (n && !a[n - 1]) n--;
  return n;
}

/* Sets bits from .. width-1. */
static void fill_ones(u64 *r, u32 from, u32 width) {
  if (from == width) return;
  u32 first = from / 64;
  r[first] |= ~0ull << from % 64;
  memset(r + first + 1, 0xff, (VALUE_WORDS(width) - first - 1) * sizeof *r);
  cut(r, width);
}

static void neg_words(u32 width, u64 *r, const u64 *a) {
  mpn_neg(r, a, VALUE_WORDS(width));
  cut(r, width);
}

static void mul_words(u32 width, u64 *r, const u64 *a, const u64 *b) {
  u64 product[2 * MAX_WORDS];
  u32 n = VALUE_WORDS(width);
  mpn_mul_n(product, a, b, n);
  memcpy(r, product, n * sizeof *r);
  cut(r, width);
}

/* Quotient and remainder; either result may be NULL.  All operands are read
 * before the first result is written. */
static void divide_words(u32 width, u64 *quotient, u64 *remainder, const u64 *a, const u64 *b) {
  u64 q[MAX_WORDS], r[MAX_WORDS];
  u32 n = VALUE_WORDS(width), nb = significant(b, n);
  memset(q, 0, n * sizeof *q);
  memset(r, 0, n * sizeof *r);
  if (nb) {
    u32 na = significant(a, n);
    if (na < nb) {
      memcpy(r, a, n * sizeof *r);
    } else {
      mpn_tdiv_qr(q, r, 0, a, na, b, nb);
    }
  } else {
    fill_ones(q, 0, width);
    memcpy(r, a, n * sizeof *r);
  }
  if (quotient) memcpy(quotient, q, n * sizeof *q);
  if (remainder) memcpy(remainder, r, n * sizeof *r);
}

static void divide_signed_words(u32 width, u64 *quotient, u64 *remainder, const u64 *a,
                                const u64 *b) {
  u64 a_positive[MAX_WORDS], b_positive[MAX_WORDS];
  bool a_negative = is_negative_words(width, a), b_negative = is_negative_words(width, b);
  if (a_negative) {
    neg_words(width, a_positive, a);
    a = a_positive;
  }
  if (b_negative) {
    neg_words(width, b_positive, b);
    b = b_positive;
  }
  divide_words(width, quotient, remainder, a, b);
  if (quotient && a_negative != b_negative) neg_words(width, quotient, quotient);
  if (remainder && a_negative) neg_words(width, remainder, remainder);
}

/* A shift amount is a number of the full width; all of width or more act alike. */
static u32 shift_amount(u32 width, const u64 *b) {
  return significant(b, VALUE_WORDS(width)) <= 1 && b[0] < width ? (u32)b[0] : width;
}

static void shl_words(u32 width, u64 *r, const u64 *a, u32 amount) {
  u32 n = VALUE_WORDS(width), skip = amount / 64, bits = amount % 64;
  if (amount >= width) {
    memset(r, 0, n * sizeof *r);
    return;
  }
  if (bits) {
    mpn_lshift(r + skip, a, n - skip, bits);
  } else {
    memmove(r + skip, a, (n - skip) * sizeof *r);
  }
  memset(r, 0, skip * sizeof *r);
  cut(r, width);
}

static void lshr_words(u32 width, u64 *r, const u64 *a, u32 amount) {
  u32 n = VALUE_WORDS(width), skip = amount / 64, bits = amount % 64;
  if (amount >= width) {
    memset(r, 0, n * sizeof *r);
    return;
  }
  if (bits) {
    mpn_rshift(r, a + skip, n - skip, bits);
  } else {
    memmove(r, a + skip, (n - skip) * sizeof *r);
  }
  memset(r + n - skip, 0, skip * sizeof *r);
}

static void ashr_words(u32 width, u64 *r, const u64 *a, u32 amount) {
  bool negative = is_negative_words(width, a);
  lshr_words(width, r, a, amount);
  if (negative) fill_ones(r, width - amount, width);
}

static bool is_below_words(u32 width, const u64 *a, const u64 *b) {
  return mpn_cmp(a, b, VALUE_WORDS(width)) < 0;
}

static bool is_below_signed_words(u32 width, const u64 *a, const u64 *b) {
  bool a_negative = is_negative_words(width, a), b_negative = is_negative_words(width, b);
  return a_negative != b_negative ? a_negative : is_below_words(width, a, b);
}

/* ---- public -------------------------------------------------------------- */

u64 value_unary(ExprKind kind, u32 width, u64 a) {
  assert(kind == EXPR_NOT || kind == EXPR_NEG);
  return (kind == EXPR_NOT ? ~a : -a) & value_mask(width);
}

u64 value_binary(ExprKind kind, u32 width, u64 a, u64 b) {
  assert(width >= 1 && width <= 64);
  u64 mask = value_mask(width);
  switch ((int)kind) {
  case EXPR_ADD:
    return (a + b) & mask;
  case EXPR_MUL:
    return (a * b) & mask;
  case EXPR_UDIV:
    return udiv(width, a, b);
  case EXPR_SDIV:
    return sdiv(width, a, b) & mask;
  case EXPR_UREM:
    return urem(a, b);
  case EXPR_SREM:
    return srem(width, a, b) & mask;
  case EXPR_SHL:
    return b < width ? (a << b) & mask : 0;
  case EXPR_LSHR:
    return b < width ? a >> b : 0;
  case EXPR_ASHR:
    return (u64)(value_signed(a, width) >> (b < 64 ? b : 63)) & mask;
  case EXPR_AND:
    return a & b;
  case EXPR_OR:
    return a | b;
  case EXPR_XOR:
    return a ^ b;
  case EXPR_EQ:
    return a == b;
  case EXPR_ULT:
    return a < b;
  case EXPR_SLT:
    return value_signed(a, width) < value_signed(b, width);
  }
  die(__FILE__, __LINE__, "kind %d is not a binary operation", (int)kind);
}

void value_unary_words(ExprKind kind, u32 width, u64 *r, const u64 *a) {
  assert(kind == EXPR_NOT || kind == EXPR_NEG);
  if (kind == EXPR_NEG) {
    neg_words(width, r, a);
    return;
  }
  mpn_com(r, a, VALUE_WORDS(width));
  cut(r, width);
}

void value_binary_words(ExprKind kind, u32 width, u64 *r, const u64 *a, const u64 *b) {
  u32 n = VALUE_WORDS(width);
  switch ((int)kind) {
  case EXPR_ADD:
    mpn_add_n(r, a, b, n);
    cut(r, width);
    return;
  case EXPR_MUL:
    mul_words(width, r, a, b);
    return;
  case EXPR_UDIV:
    divide_words(width, r, NULL, a, b);
    return;
  case EXPR_SDIV:
    divide_signed_words(width, r, NULL, a, b);
    return;
  case EXPR_UREM:
    divide_words(width, NULL, r, a, b);
    return;
  case EXPR_SREM:
    divide_signed_words(width, NULL, r, a, b);
    return;
  case EXPR_SHL:
    shl_words(width, r, a, shift_amount(width, b));
    return;
  case EXPR_LSHR:
    lshr_words(width, r, a, shift_amount(width, b));
    return;
  case EXPR_ASHR:
    ashr_words(width, r, a, shift_amount(width, b));
    return;
  case EXPR_AND:
    mpn_and_n(r, a, b, n);
    return;
  case EXPR_OR:
    mpn_ior_n(r, a, b, n);
    return;
  case EXPR_XOR:
    mpn_xor_n(r, a, b, n);
    return;
  case EXPR_EQ:
    *r = value_is_equal(a, b, width);
    return;
  case EXPR_ULT:
    *r = is_below_words(width, a, b);
    return;
  case EXPR_SLT:
    *r = is_below_signed_words(width, a, b);
    return;
  }
  die(__FILE__, __LINE__, "kind %d is not a binary operation", (int)kind);
}

void value_extract(u64 *r, const u64 *a, u32 low, u32 width) {
  u32 first = low / 64, bits = low % 64, n = VALUE_WORDS(width);
  if (!bits) {
    memmove(r, a + first, n * sizeof *r);
  } else {
    u32 n_read = (low + width - 1) / 64 - first + 1; /* n or n + 1 */
    u64 above = n_read > n ? a[first + n] << (64 - bits) : 0;
    mpn_rshift(r, a + first, n, bits);
    r[n - 1] |= above;
  }
  cut(r, width);
}

void value_concat(u64 *r, const u64 *high, u32 high_width, const u64 *low, u32 low_width) {
  u32 n_below = low_width / 64, bits = low_width % 64;
  u32 n_high = VALUE_WORDS(high_width), n = VALUE_WORDS(high_width + low_width);
  /* The high part goes first: it moves upwards, and r may be either operand. */
  if (!bits) {
    memmove(r + n_below, high, n_high * sizeof *r);
  } else {
    u64 seam = low[n_below];
    u64 carry = mpn_lshift(r + n_below, high, n_high, bits);
    if (n_below + n_high < n) r[n_below + n_high] = carry;
    r[n_below] |= seam;
  }
  memmove(r, low, n_below * sizeof *r);
}

void value_zext(u64 *r, const u64 *a, u32 from, u32 to) {
  u32 n_from = VALUE_WORDS(from);
  memmove(r, a, n_from * sizeof *r);
  memset(r + n_from, 0, (VALUE_WORDS(to) - n_from) * sizeof *r);
}

void value_sext(u64 *r, const u64 *a, u32 from, u32 to) {
  bool negative = is_negative_words(from, a);
  value_zext(r, a, from, to);
  if (negative) fill_ones(r, from, to);
}

bool value_is_equal(const u64 *a, const u64 *b, u32 width) {
  return !memcmp(a, b, VALUE_WORDS(width) * sizeof *a);
}
