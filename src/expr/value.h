/* value.h — arithmetic on numbers of any width, as arrays of 64-bit words.
 *
 * Words are low first and kept normalised: bits past the width are zero.  The
 * width-at-most-64 forms are the fast path of constructors and evaluation; the
 * word forms serve everything wider and are built on GMP's mpn layer.
 */
#pragma once

#include "expr/expr.h"

#define VALUE_WORDS(width) (((width) + 63) / 64)

static inline u64 value_mask(u32 width) { return width >= 64 ? ~0ull : (1ull << width) - 1; }

static inline i64 value_signed(u64 v, u32 width) {
  return width >= 64 ? (i64)v : (i64)(v << (64 - width)) >> (64 - width);
}

/* v * result = 1 modulo 2^64, v odd. */
static inline u64 value_inverse_of_odd(u64 v) {
  u64 x = v; /* right in 3 bits; each step doubles them (Newton) */
  for (u32 i = 0; i < 5; i++) x *= 2 - v * x;
  return x;
}

/* The value of a unary or binary kind on operands of `width` <= 64 bits;
 * comparisons give 0 or 1. */
u64 value_unary(ExprKind kind, u32 width, u64 a);
u64 value_binary(ExprKind kind, u32 width, u64 a, u64 b);

/* The same for any width; r has room for VALUE_WORDS(width) words (one for a
 * comparison) and may be a or b. */
void value_unary_words(ExprKind kind, u32 width, u64 *r, const u64 *a);
void value_binary_words(ExprKind kind, u32 width, u64 *r, const u64 *a, const u64 *b);

void value_extract(u64 *r, const u64 *a, u32 low, u32 width);
void value_concat(u64 *r, const u64 *high, u32 high_width, const u64 *low, u32 low_width);
void value_zext(u64 *r, const u64 *a, u32 from, u32 to);
void value_sext(u64 *r, const u64 *a, u32 from, u32 to);
bool value_is_equal(const u64 *a, const u64 *b, u32 width);
