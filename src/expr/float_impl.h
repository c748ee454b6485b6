/* float_impl.h — what the files float_*.c share: the parts of a float, and making one of parts. */
#pragma once

#include "expr/float.h"
#include "expr/value.h"

typedef struct FloatFormat {
  u32 width;
  u32 n_exponent, n_fraction; /* bits */
  u32 precision;              /* n_fraction + 1: bits of a significand with its leading one */
  u32 n_wide;                 /* bits of an exponent as a signed number, with room for sums */
  i64 bias;
} FloatFormat;

static inline FloatFormat format_of(u32 width) {
  assert(width == 32 || width == 64);
  return width == 32 ? (FloatFormat){32, 8, 23, 24, 10, 127}
                     : (FloatFormat){64, 11, 52, 53, 13, 1023};
}

/* ---- bit patterns ------------------------------------------------------------------------------ */

static inline u64 float_sign_bit(u32 width) { return 1ull << (width - 1); }
static inline u64 float_infinity(u32 width) {
  return width == 32 ? 0x7f800000ull : 0x7ff0000000000000ull;
}
static inline u64 float_quiet_bit(u32 width) { return 1ull << (format_of(width).n_fraction - 1); }

/* ---- parts of a float -------------------------------------------------------------------------- */

Expr part_sign(Expr x);      /* one bit */
Expr part_magnitude(Expr x); /* all others */
Expr part_exponent(Expr x);  /* as it is stored: n_exponent bits */
Expr part_is_nan(Expr x);
Expr part_is_infinite(Expr x);
Expr part_is_zero(Expr x);

/* The exponent as it counts, which of subnormals is 1, in n_wide bits; the significand with its
 * leading bit, in `precision` bits. */
Expr part_scale(Expr x);
Expr part_significand(Expr x);

/* The same with the leading bit set, also of subnormals.  x is not zero. */
typedef struct FloatParts {
  Expr sign, scale, significand;
} FloatParts;
FloatParts parts_of(Expr x);

/* ---- shifting ---------------------------------------------------------------------------------- */

/* x, which is not zero, moved up until its highest bit is set; by how much, in n_count bits. */
Expr shift_up(Expr x, u32 n_count, Expr *ret_count);

/* x moved down; its last bit is set if a one was lost. */
Expr shift_down(Expr x, Expr distance);

/* x with its last bit set if `sticky` is. */
Expr shift_stick(Expr x, Expr sticky);

/* ---- making a float ---------------------------------------------------------------------------- */

Expr float_quiet(Expr x);          /* a NaN, made quiet */
Expr float_default_nan(u32 width); /* of an operation without a result */
Expr float_infinite(Expr sign, u32 width);
Expr float_zero(Expr sign, u32 width);

/* The NaN among a and b that is the result, the first if both are; else `other`. */
Expr float_or_nan(Expr a, Expr b, Expr other);

/* The float nearest to a significand whose highest bit, which is set, counts 1 at `scale` (n_wide
 * bits, stored as in a float).  `is_bounded`: it is neither too large nor subnormal. */
Expr float_round(u32 width, FloatParts p, bool is_bounded);
