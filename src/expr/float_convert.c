/* float_convert.c — converts between floats of both widths, integers and whole numbers.
 *
 * Values out of range give what x86-64 gives: a signed conversion of a number that is too large, or
 * of a NaN, is the least integer.  A float is rounded to a whole number on its bit pattern: a carry
 * out of the fraction goes into the exponent, as it should.
 */
#include "expr/float_impl.h"

static Expr number(u32 width, u64 v) { return expr_const(width, v); }

/* The exponent of x, its bias taken off, in n_wide bits. */
static Expr exponent_of(Expr x) {
  FloatFormat f = format_of(expr_width(x));
  return expr_sub(expr_zext(part_exponent(x), f.n_wide), number(f.n_wide, (u64)f.bias));
}

/* ---- between floats ------------------------------------------------------------------------------ */

/* A NaN keeps the upper bits of its payload. */
static Expr nan_to_float(Expr x, u32 width) {
  FloatFormat f = format_of(expr_width(x)), to = format_of(width);
  Expr payload = expr_extract(x, 0, f.n_fraction);
  if (to.n_fraction < f.n_fraction)
    payload = expr_extract(payload, f.n_fraction - to.n_fraction, to.n_fraction);
  else
    payload = expr_concat(payload, number(to.n_fraction - f.n_fraction, 0));
  Expr exponent = expr_not(number(to.n_exponent, 0));
  return float_quiet(expr_concat(part_sign(x), expr_concat(exponent, payload)));
}

Expr float_to_float(Expr x, u32 width) {
  FloatFormat f = format_of(expr_width(x)), to = format_of(width);
  if (f.width == to.width) return x;
  u32 n = MAX(f.n_wide, to.n_wide);
  FloatParts p = parts_of(x);
  /* A subnormal double lies far below all floats: what is lost of its scale does not matter. */
  Expr scale = f.width > to.width ? part_scale(x) : p.scale;
  scale = expr_add(expr_sext(scale, n), number(n, (u64)(to.bias - f.bias)));
  Expr far = number(n, (u64) - (to.bias / 2));
  if (n > to.n_wide) scale = expr_extract(expr_ite(expr_slt(scale, far), far, scale), 0, to.n_wide);
  p.scale = scale;
  if (f.width > to.width) p.significand = part_significand(x);
  Expr limit = number(f.n_wide, (u64)(f.bias + to.bias + 1));
  Expr is_large = expr_sge(part_scale(x), limit);
  Expr finite = float_round(width, p, f.width < to.width);
  if (f.width > to.width) finite = expr_ite(is_large, float_infinite(p.sign, width), finite);
  finite = expr_ite(part_is_zero(x), float_zero(p.sign, width), finite);
  finite = expr_ite(part_is_infinite(x), float_infinite(p.sign, width), finite);
  return expr_ite(part_is_nan(x), nan_to_float(x, width), finite);
}

/* ---- integers ------------------------------------------------------------------------------------ */

Expr float_of_int(Expr x, bool is_signed, u32 width) {
  FloatFormat f = format_of(width);
  if (expr_width(x) == 1) x = is_signed ? expr_sext(x, 2) : expr_zext(x, 2);
  u32 n = expr_width(x);
  Expr sign = is_signed ? expr_extract(x, n - 1, 1) : number(1, 0);
  Expr magnitude = expr_ite(sign, expr_neg(x), x);
  Expr count, significand = shift_up(magnitude, f.n_wide, &count);
  Expr scale = expr_sub(number(f.n_wide, (u64)f.bias + n - 1), count);
  Expr rounded = float_round(width, (FloatParts){sign, scale, significand}, true);
  return expr_ite(expr_eq(x, number(n, 0)), number(width, 0), rounded);
}

/* |x| towards zero in n_bits, if its exponent is below n_bits. */
static Expr whole_magnitude(Expr x, u32 n_bits) {
  FloatFormat f = format_of(expr_width(x));
  u32 n = MAX(n_bits, f.precision);
  Expr significand = part_significand(x);
  if (n > f.precision) significand = expr_concat(significand, number(n - f.precision, 0));
  Expr distance = expr_sub(number(f.n_wide, n - 1), exponent_of(x)); /* large if it is below 1 */
  return expr_extract(expr_lshr(significand, expr_zext(distance, n)), 0, n_bits);
}

static Expr is_at_least_power(Expr x, u32 power) {
  return expr_sge(exponent_of(x), number(format_of(expr_width(x)).n_wide, power));
}

Expr float_to_signed(Expr x, u32 n_bits) {
  Expr least = number(n_bits, 1ull << (n_bits - 1)), magnitude = whole_magnitude(x, n_bits);
  return expr_ite(is_at_least_power(x, n_bits - 1), least,
                  expr_ite(part_sign(x), expr_neg(magnitude), magnitude));
}

Expr float_to_unsigned(Expr x) {
  Expr magnitude = whole_magnitude(x, 64);
  Expr large = expr_ite(is_at_least_power(x, 64), number(64, 0), magnitude);
  Expr is_large = expr_and(is_at_least_power(x, 63), expr_not(part_sign(x)));
  is_large = expr_and(is_large, expr_not(part_is_nan(x)));
  return expr_ite(is_large, large, float_to_signed(x, 64));
}

/* ---- whole numbers ------------------------------------------------------------------------------- */

/* Does |x| round up, given what lies behind the point, in units of the last bit before it?
 * `is_odd` is that bit. */
static Expr rounds_up(FloatRounding how, Expr sign, Expr is_odd, Expr behind, Expr half) {
  Expr is_whole = expr_eq(behind, number(expr_width(behind), 0));
  switch (how) {
  case FLOAT_DOWN:
    return expr_and(sign, expr_not(is_whole));
  case FLOAT_UP:
    return expr_and(expr_not(sign), expr_not(is_whole));
  case FLOAT_CHOP:
    return number(1, 0);
  case FLOAT_AWAY:
    return expr_uge(behind, half);
  case FLOAT_EVEN:
    break;
  }
  return expr_or(expr_ult(half, behind), expr_and(expr_eq(behind, half), is_odd));
}

/* Of numbers from 1 on.  The fraction is cut where its exponent says; what rounding up adds carries
 * into the exponent. */
static Expr whole_large(Expr x, FloatRounding how) {
  FloatFormat f = format_of(expr_width(x));
  u32 n = f.width - 1;
  Expr magnitude = part_magnitude(x), one = number(n, 1);
  Expr exponent = exponent_of(x);
  Expr places = expr_sub(number(f.n_wide, f.n_fraction), exponent);
  Expr unit = expr_shl(one, expr_zext(places, n));
  Expr behind = expr_and(magnitude, expr_sub(unit, one));
  /* The bit of the unit is the lowest of a biased exponent, which is odd, when x is below 2. */
  Expr is_odd = expr_ne(expr_and(magnitude, unit), number(n, 0));
  Expr half = expr_lshr(unit, one);
  Expr up = rounds_up(how, part_sign(x), is_odd, behind, half);
  Expr cut = expr_sub(magnitude, behind);
  return expr_ite(up, expr_add(cut, unit), cut);
}

/* Of numbers below 1: 0 or 1. */
static Expr whole_small(Expr x, FloatRounding how) {
  FloatFormat f = format_of(expr_width(x));
  u32 n = f.width - 1;
  Expr half = number(n, (u64)(f.bias - 1) << f.n_fraction);
  Expr up = rounds_up(how, part_sign(x), number(1, 0), part_magnitude(x), half);
  return expr_ite(up, number(n, (u64)f.bias << f.n_fraction), number(n, 0));
}

Expr float_to_whole(Expr x, FloatRounding how) {
  FloatFormat f = format_of(expr_width(x));
  Expr magnitude = expr_ite(is_at_least_power(x, 0), whole_large(x, how), whole_small(x, how));
  Expr whole = expr_concat(part_sign(x), magnitude);
  whole = expr_ite(is_at_least_power(x, f.n_fraction), x, whole);
  return float_or_nan(x, x, whole);
}
