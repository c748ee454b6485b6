/* float_arith.c — sums, products, quotients and roots of floats; see float.h.
 *
 * As in hardware: significands are added, multiplied or divided as integers with a few bits more than
 * a float has and one bit that says whether anything was lost below, and the result is rounded once
 * (float_round.c).  A quotient and a root are found bit by bit: the circuits of that are smaller
 * than those of a division of twice the width, and each step is a term of at most 64 bits.
 * After: Ercegovac, Lang, "Digital Arithmetic", 2004, chapters 5, 6 and 8.
 */
#include "expr/float_impl.h"

static Expr number(u32 width, u64 v) { return expr_const(width, v); }

static Expr is_not_zero(Expr x) { return expr_ne(x, number(expr_width(x), 0)); }

/* ---- sums -------------------------------------------------------------------------------------- */

/* x is the larger one; neither is a NaN or infinite. */
static Expr sum_finite(Expr x, Expr y, Expr differ) {
  enum { MORE = 3 }; /* bits below: half, and what half is decided by */
  FloatFormat f = format_of(expr_width(x));
  u32 n = f.precision + MORE + 1;
  Expr scale = part_scale(x);
  Expr distance = expr_extract(expr_sub(scale, part_scale(y)), 0, f.n_exponent);
  Expr low = expr_concat(part_significand(y), number(MORE, 0));
  low = expr_zext(shift_down(low, distance), n);
  Expr high = expr_zext(expr_concat(part_significand(x), number(MORE, 0)), n);
  Expr sum = expr_add(high, expr_xor(low, expr_sext(differ, n)));
  sum = expr_add(sum, expr_zext(differ, n));
  Expr count, significand = shift_up(sum, f.n_wide, &count);
  FloatParts p = {part_sign(x), expr_sub(expr_add(scale, number(f.n_wide, 1)), count), significand};
  Expr zero = float_zero(expr_and(part_sign(x), part_sign(y)), f.width);
  return expr_ite(is_not_zero(sum), float_round(f.width, p, false), zero);
}

/* Neither is a NaN. */
static Expr sum(Expr a, Expr b) {
  u32 width = expr_width(a);
  Expr is_less = expr_ult(part_magnitude(a), part_magnitude(b));
  Expr x = expr_ite(is_less, b, a), y = expr_ite(is_less, a, b);
  Expr differ = expr_xor(part_sign(a), part_sign(b));
  Expr both = expr_and(part_is_infinite(y), differ);
  Expr infinite = expr_ite(both, float_default_nan(width), x);
  return expr_ite(part_is_infinite(x), infinite, sum_finite(x, y, differ));
}

Expr float_add(Expr a, Expr b) { return float_or_nan(a, b, sum(a, b)); }

Expr float_sub(Expr a, Expr b) { return float_or_nan(a, b, sum(a, float_neg(b))); }

/* ---- products ---------------------------------------------------------------------------------- */

Expr float_mul(Expr a, Expr b) {
  FloatFormat f = format_of(expr_width(a));
  FloatParts x = parts_of(a), y = parts_of(b);
  u32 n = 2 * f.precision;
  Expr product = expr_mul(expr_zext(x.significand, n), expr_zext(y.significand, n));
  Expr is_large = expr_extract(product, n - 1, 1); /* 2 or more */
  Expr up = expr_concat(expr_extract(product, 0, n - 1), number(1, 0));
  Expr scale = expr_add(expr_add(x.scale, y.scale), expr_zext(is_large, f.n_wide));
  scale = expr_sub(scale, number(f.n_wide, (u64)f.bias));
  Expr sign = expr_xor(x.sign, y.sign);
  FloatParts p = {sign, scale, expr_ite(is_large, product, up)};
  Expr is_zero = expr_or(part_is_zero(a), part_is_zero(b));
  Expr is_infinite = expr_or(part_is_infinite(a), part_is_infinite(b));
  Expr infinite = expr_ite(is_zero, float_default_nan(f.width), float_infinite(sign, f.width));
  Expr finite = expr_ite(is_zero, float_zero(sign, f.width), float_round(f.width, p, false));
  return float_or_nan(a, b, expr_ite(is_infinite, infinite, finite));
}

/* ---- quotients --------------------------------------------------------------------------------- */

/* The first precision + 1 bits of the quotient, 1 <= x / y < 2, and a last one if it goes on. */
static Expr quotient(u32 precision, Expr x, Expr y) {
  u32 n = precision + 1;
  Expr rest = x, divisor = expr_zext(y, n), all = EXPR_NONE;
  for (u32 k = 0; k < n; k++) {
    Expr bit = expr_uge(rest, divisor);
    rest = expr_ite(bit, expr_sub(rest, divisor), rest);
    all = k ? expr_concat(all, bit) : bit;
    rest = expr_concat(expr_extract(rest, 0, precision), number(1, 0));
  }
  return expr_concat(all, is_not_zero(rest));
}

Expr float_div(Expr a, Expr b) {
  FloatFormat f = format_of(expr_width(a));
  FloatParts x = parts_of(a), y = parts_of(b);
  Expr is_less = expr_ult(x.significand, y.significand);
  Expr dividend = expr_ite(is_less, expr_concat(x.significand, number(1, 0)),
                           expr_zext(x.significand, f.precision + 1));
  Expr scale = expr_add(expr_sub(x.scale, y.scale), number(f.n_wide, (u64)f.bias));
  Expr sign = expr_xor(x.sign, y.sign);
  FloatParts p = {sign, expr_sub(scale, expr_zext(is_less, f.n_wide)),
                  quotient(f.precision, dividend, y.significand)};
  Expr zero_a = part_is_zero(a), zero_b = part_is_zero(b);
  Expr infinite_a = part_is_infinite(a), infinite_b = part_is_infinite(b);
  Expr is_wrong = expr_or(expr_and(zero_a, zero_b), expr_and(infinite_a, infinite_b));
  Expr finite = expr_ite(expr_or(zero_a, infinite_b), float_zero(sign, f.width),
                         float_round(f.width, p, false));
  Expr number_or_more =
      expr_ite(expr_or(infinite_a, zero_b), float_infinite(sign, f.width), finite);
  return float_or_nan(a, b, expr_ite(is_wrong, float_default_nan(f.width), number_or_more));
}

/* ---- roots ------------------------------------------------------------------------------------- */

/* The first n bits of the square root of a number with 2 * n bits whose first two are not both zero,
 * and a last one if it goes on. */
static Expr root(Expr x, u32 n) {
  Expr rest = number(n + 3, 0), all = number(n + 3, 0);
  for (u32 k = n; k-- > 0;) {
    rest = expr_concat(expr_extract(rest, 0, n + 1), expr_extract(x, 2 * k, 2));
    Expr trial = expr_concat(expr_extract(all, 0, n + 1), number(2, 1));
    Expr bit = expr_uge(rest, trial);
    rest = expr_ite(bit, expr_sub(rest, trial), rest);
    all = expr_concat(expr_extract(all, 0, n + 2), bit);
  }
  return expr_concat(expr_extract(all, 0, n), is_not_zero(rest));
}

Expr float_sqrt(Expr a) {
  FloatFormat f = format_of(expr_width(a));
  FloatParts x = parts_of(a);
  u32 n = f.precision + 2;
  Expr exponent = expr_sub(x.scale, number(f.n_wide, (u64)f.bias));
  Expr is_odd = expr_extract(exponent, 0, 1);
  u32 n_below = 2 * n - f.precision - 1;
  Expr even = expr_concat(expr_zext(x.significand, f.precision + 1), number(n_below, 0));
  Expr odd = expr_concat(x.significand, number(n_below + 1, 0));
  Expr scale = expr_add(expr_ashr(exponent, number(f.n_wide, 1)), number(f.n_wide, (u64)f.bias));
  FloatParts p = {number(1, 0), scale, root(expr_ite(is_odd, odd, even), n)};
  Expr is_itself = expr_or(part_is_zero(a), expr_eq(a, number(f.width, float_infinity(f.width))));
  Expr positive = expr_ite(x.sign, float_default_nan(f.width), float_round(f.width, p, true));
  return float_or_nan(a, a, expr_ite(is_itself, a, positive));
}
