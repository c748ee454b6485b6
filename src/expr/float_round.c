/* float_round.c — floats taken apart and put together; see float_impl.h.
 *
 * Shifts by a distance that is a term are stages of shifts by a power of two, each with a choice:
 * the circuits of a barrel shifter, and what the bits lost leave behind is known on the way.
 */
#include "expr/float_impl.h"

/* ---- parts ------------------------------------------------------------------------------------- */

Expr part_sign(Expr x) { return expr_extract(x, expr_width(x) - 1, 1); }

Expr part_magnitude(Expr x) { return expr_extract(x, 0, expr_width(x) - 1); }

Expr part_exponent(Expr x) {
  FloatFormat f = format_of(expr_width(x));
  return expr_extract(x, f.n_fraction, f.n_exponent);
}

static Expr is_normal_or_more(Expr x) {
  Expr exponent = part_exponent(x);
  return expr_ne(exponent, expr_const(expr_width(exponent), 0));
}

static Expr magnitude_of(u32 width, u64 bits) { return expr_const(width - 1, bits); }

Expr part_is_nan(Expr x) {
  u32 width = expr_width(x);
  return expr_ult(magnitude_of(width, float_infinity(width)), part_magnitude(x));
}

Expr part_is_infinite(Expr x) {
  u32 width = expr_width(x);
  return expr_eq(part_magnitude(x), magnitude_of(width, float_infinity(width)));
}

Expr part_is_zero(Expr x) { return expr_eq(part_magnitude(x), magnitude_of(expr_width(x), 0)); }

Expr part_scale(Expr x) {
  FloatFormat f = format_of(expr_width(x));
  Expr stored = expr_zext(part_exponent(x), f.n_wide);
  return expr_ite(is_normal_or_more(x), stored, expr_const(f.n_wide, 1));
}

Expr part_significand(Expr x) {
  FloatFormat f = format_of(expr_width(x));
  return expr_concat(is_normal_or_more(x), expr_extract(x, 0, f.n_fraction));
}

FloatParts parts_of(Expr x) {
  FloatFormat f = format_of(expr_width(x));
  Expr count, significand = shift_up(part_significand(x), f.n_wide, &count);
  return (FloatParts){part_sign(x), expr_sub(part_scale(x), count), significand};
}

/* ---- shifting ---------------------------------------------------------------------------------- */

static u32 stages_of(u32 width) {
  u32 n = 0;
  while ((1u << n) < width) n++;
  return n;
}

Expr shift_up(Expr x, u32 n_count, Expr *ret_count) {
  u32 width = expr_width(x), n_stages = stages_of(width);
  Expr count = EXPR_NONE;
  for (u32 k = n_stages; k-- > 0;) {
    u32 by = 1u << k;
    Expr is_low = expr_eq(expr_extract(x, width - by, by), expr_const(by, 0));
    Expr moved = expr_concat(expr_extract(x, 0, width - by), expr_const(by, 0));
    x = expr_ite(is_low, moved, x);
    count = k + 1 == n_stages ? is_low : expr_concat(count, is_low);
  }
  *ret_count = expr_zext(count, n_count);
  return x;
}

Expr shift_stick(Expr x, Expr sticky) {
  Expr last = expr_or(expr_extract(x, 0, 1), sticky);
  return expr_concat(expr_extract(x, 1, expr_width(x) - 1), last);
}

Expr shift_down(Expr x, Expr distance) {
  u32 width = expr_width(x), n_stages = stages_of(width), n_bits = expr_width(distance);
  for (u32 k = 0; k < n_stages && k < n_bits; k++) {
    u32 by = 1u << k;
    Expr lost = expr_ne(expr_extract(x, 0, by), expr_const(by, 0));
    Expr moved = expr_zext(expr_extract(x, by, width - by), width);
    x = expr_ite(expr_extract(distance, k, 1), shift_stick(moved, lost), x);
  }
  if (n_bits <= n_stages) return x;
  u32 n_more = n_bits - n_stages;
  Expr is_far = expr_ne(expr_extract(distance, n_stages, n_more), expr_const(n_more, 0));
  return expr_ite(is_far, expr_zext(expr_ne(x, expr_const(width, 0)), width), x);
}

/* ---- making a float ---------------------------------------------------------------------------- */

Expr float_quiet(Expr x) {
  u32 width = expr_width(x);
  return expr_or(x, expr_const(width, float_quiet_bit(width)));
}

Expr float_default_nan(u32 width) {
  return expr_const(width, float_sign_bit(width) | float_infinity(width) | float_quiet_bit(width));
}

Expr float_infinite(Expr sign, u32 width) {
  return expr_concat(sign, magnitude_of(width, float_infinity(width)));
}

Expr float_zero(Expr sign, u32 width) { return expr_concat(sign, magnitude_of(width, 0)); }

Expr float_or_nan(Expr a, Expr b, Expr other) {
  Expr second = expr_ite(part_is_nan(b), float_quiet(b), other);
  return expr_ite(part_is_nan(a), float_quiet(a), second);
}

/* The significand as a subnormal has it, if it is one. */
static Expr shift_subnormal(FloatFormat f, Expr scale, Expr significand) {
  Expr one = expr_const(f.n_wide, 1);
  Expr distance = expr_ite(expr_slt(scale, one), expr_sub(one, scale), expr_const(f.n_wide, 0));
  return shift_down(significand, distance);
}

/* The leading bit is added to the exponent below its own, and so is what rounding up carries: up to
 * infinity. */
Expr float_round(u32 width, FloatParts p, bool is_bounded) {
  FloatFormat f = format_of(width);
  u32 n = expr_width(p.significand), least = f.precision + 2;
  Expr whole = p.significand, one = expr_const(f.n_wide, 1);
  if (n < least) whole = expr_concat(whole, expr_const(least - n, 0));
  n = MAX(n, least);
  if (!is_bounded) whole = shift_subnormal(f, p.scale, whole);
  u32 n_lost = n - f.precision;
  Expr kept = expr_extract(whole, n_lost, f.precision), half = expr_extract(whole, n_lost - 1, 1);
  Expr rest = expr_ne(expr_extract(whole, 0, n_lost - 1), expr_const(n_lost - 1, 0));
  Expr up = expr_and(half, expr_or(rest, expr_extract(kept, 0, 1)));
  Expr below = expr_sub(p.scale, one);
  if (!is_bounded) below = expr_ite(expr_slt(p.scale, one), expr_const(f.n_wide, 0), below);
  Expr base = expr_concat(expr_extract(below, 0, f.n_exponent), expr_const(f.n_fraction, 0));
  Expr magnitude = expr_add(expr_add(base, expr_zext(kept, width - 1)), expr_zext(up, width - 1));
  if (!is_bounded) {
    Expr limit = expr_const(f.n_wide, (u64)(2 * f.bias + 1));
    Expr infinite = magnitude_of(width, float_infinity(width));
    magnitude = expr_ite(expr_slt(p.scale, limit), magnitude, infinite);
  }
  return expr_concat(p.sign, magnitude);
}
