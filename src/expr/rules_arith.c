/* rules_arith.c — rules on add, mul, neg and the divisions.
 *
 * Normal form of sums, which the linear stages of the solver read off: one
 * constant, outermost; every other operand is a term, its negation, or its
 * product with a constant; no term twice among neighbours.
 */
#include "expr/facts.h"
#include "expr/rules.h"

/* ---- linear parts -------------------------------------------------------- */

/* factor * base; of a term that is neither negated nor multiplied the factor is 1. */
typedef struct ScaledBase {
  Expr base, factor;
} ScaledBase;

static ScaledBase part_of(Expr e) {
  u32 width = expr_width(e);
  if (is_kind(e, EXPR_NEG)) return (ScaledBase){kid(e, 0), ones(width)};
  if (is_with_const(e, EXPR_MUL)) return (ScaledBase){kid(e, 0), kid(e, 1)};
  return (ScaledBase){e, one(width)};
}

static Expr base_of(Expr e) {
  return is_kind(e, EXPR_NEG) || is_with_const(e, EXPR_MUL) ? kid(e, 0) : e;
}

/* x + y as one part, if both have the same base. */
static Expr merged(Expr x, Expr y) {
  if (!expr_same(base_of(x), base_of(y))) return NO_RULE;
  ScaledBase p = part_of(x), q = part_of(y);
  return expr_mul(p.base, expr_add(p.factor, q.factor));
}

/* sum + y with one operand of the sum merged with y. */
static Expr merged_into(Expr sum, Expr y) {
  if (!is_kind(sum, EXPR_ADD)) return NO_RULE;
  for (u32 i = 0; i < 2; i++) {
    Expr m = merged(kid(sum, i), y);
    if (!expr_is_none(m)) return expr_add(kid(sum, 1 - i), m);
  }
  return NO_RULE;
}

/* ---- neg ----------------------------------------------------------------- */

/* match:  (neg x), width 1
 * result: x */
RULE(neg_bool) {
  return t->width == 1 ? t->a : NO_RULE;
}

/* match:  (neg (neg x))
 * result: x */
RULE(neg_neg) {
  return is_kind(t->a, EXPR_NEG) ? kid(t->a, 0) : NO_RULE;
}

/* match:  (neg (not x))
 * result: x + 1 */
RULE(neg_not) {
  return is_kind(t->a, EXPR_NOT) ? expr_add(kid(t->a, 0), one(t->width)) : NO_RULE;
}

/* match:  (neg (x + C))
 * result: -x + -C */
RULE(neg_add_const) {
  if (!is_with_const(t->a, EXPR_ADD)) return NO_RULE;
  return expr_add(expr_neg(kid(t->a, 0)), expr_neg(kid(t->a, 1)));
}

/* match:  (neg (x + -y))
 * result: -x + y */
RULE(neg_difference) {
  if (!is_kind(t->a, EXPR_ADD)) return NO_RULE;
  Expr x = kid(t->a, 0), y = kid(t->a, 1);
  if (!is_kind(x, EXPR_NEG) && !is_kind(y, EXPR_NEG)) return NO_RULE;
  return expr_add(expr_neg(x), expr_neg(y));
}

/* match:  (neg (x * C))
 * result: x * -C */
RULE(neg_mul_const) {
  if (!is_with_const(t->a, EXPR_MUL)) return NO_RULE;
  return expr_mul(kid(t->a, 0), expr_neg(kid(t->a, 1)));
}

/* match:  (neg (ite c C1 C2))
 * result: (ite c -C1 -C2) */
RULE(neg_const_ite) {
  ConstIte x;
  if (!is_const_choice(t->a, &x)) return NO_RULE;
  return expr_ite(x.c, expr_neg(x.k1), expr_neg(x.k2));
}

/* match:  (neg (zext c)), (neg (sext c)), c of width 1
 * result: (sext c), (zext c) */
RULE(neg_extended_bool) {
  bool is_zext = is_kind(t->a, EXPR_ZEXT);
  if ((!is_zext && !is_kind(t->a, EXPR_SEXT)) || expr_width(kid(t->a, 0)) != 1) return NO_RULE;
  return (is_zext ? expr_sext : expr_zext)(kid(t->a, 0), t->width);
}

/* ---- add ----------------------------------------------------------------- */

/* match:  x + y, width 1
 * result: (xor x y) */
RULE(add_bool) {
  return t->width == 1 ? expr_xor(t->a, t->b) : NO_RULE;
}

/* match:  (not x) + C
 * result: -x + (C-1) */
RULE(add_not_const) {
  if (!is_kind(t->a, EXPR_NOT) || !expr_is_const(t->b)) return NO_RULE;
  return expr_add(expr_neg(kid(t->a, 0)), expr_add(t->b, ones(t->width)));
}

/* match:  x + (not x)
 * result: ones */
RULE(add_complement) {
  return is_complement(t->a, t->b) ? ones(t->width) : NO_RULE;
}

/* match:  x*C1 + x*C2, where a factor may be 1 or -1
 * result: x * (C1+C2) */
RULE(add_merge) {
  return expr_is_const(t->b) ? NO_RULE : merged(t->a, t->b);
}

/* match:  (y + x*C1) + x*C2
 * result: y + x*(C1+C2) */
RULE(add_merge_neighbour) {
  if (expr_is_const(t->b)) return NO_RULE;
  Expr r = merged_into(t->a, t->b);
  return expr_is_none(r) ? merged_into(t->b, t->a) : r;
}

/* match:  (p + q) + (r + s), one of p, q with the base of r or s
 * result: those two merged, the other two added */
RULE(add_merge_sums) {
  if (!is_kind(t->a, EXPR_ADD) || !is_kind(t->b, EXPR_ADD)) return NO_RULE;
  for (u32 i = 0; i < 2; i++) {
    Expr r = merged_into(t->a, kid(t->b, i));
    if (!expr_is_none(r)) return expr_add(r, kid(t->b, 1 - i));
  }
  return NO_RULE;
}

/* match:  x + -(x + y)
 * result: -y */
RULE(add_neg_sum) {
  for (u32 i = 0; i < 2; i++) {
    Expr x = i ? t->b : t->a, neg = i ? t->a : t->b;
    if (!is_kind(neg, EXPR_NEG) || !is_kind(kid(neg, 0), EXPR_ADD)) continue;
    Expr sum = kid(neg, 0);
    if (expr_same(kid(sum, 0), x)) return expr_neg(kid(sum, 1));
    if (expr_same(kid(sum, 1), x)) return expr_neg(kid(sum, 0));
  }
  return NO_RULE;
}

/* The quotient q if e is -(q * d), where d is its divisor; EXPR_NONE: e is something else. */
static Expr multiple_taken(Expr e) {
  Expr q = base_of(e), d;
  bool is_scaled = is_with_const(e, EXPR_MUL);
  if (!is_scaled && !is_kind(e, EXPR_NEG)) return EXPR_NONE;
  if (is_scaled) {
    d = expr_neg(kid(e, 1));
  } else {
    if (!is_kind(q, EXPR_MUL)) return EXPR_NONE;
    u32 i = is_kind(kid(q, 0), EXPR_UDIV) || is_kind(kid(q, 0), EXPR_SDIV) ? 0 : 1;
    d = kid(q, 1 - i);
    q = kid(q, i);
  }
  bool is_quotient = is_kind(q, EXPR_UDIV) || is_kind(q, EXPR_SDIV);
  return is_quotient && expr_same(kid(q, 1), d) ? q : EXPR_NONE;
}

/* x + y as a remainder, if y takes a multiple of the divisor away. */
static Expr remainder_of(Expr x, Expr y) {
  Expr q = multiple_taken(y);
  if (expr_is_none(q)) return NO_RULE;
  Expr dividend = kid(q, 0), plus = zero(expr_width(x));
  if (!expr_same(x, dividend)) {
    if (!is_with_const(dividend, EXPR_ADD) || !expr_same(x, kid(dividend, 0))) return NO_RULE;
    plus = kid(dividend, 1);
  }
  ExprKind kind = is_kind(q, EXPR_UDIV) ? EXPR_UREM : EXPR_SREM;
  return expr_sub(expr_binary(kind, dividend, kid(q, 1)), plus);
}

/* match:  x + -((x + C) / y * y), unsigned or signed, C perhaps 0
 * result: (x + C) % y + -C: what is left has a range that can be seen */
RULE(add_remainder) {
  Expr r = remainder_of(t->a, t->b);
  return expr_is_none(r) ? remainder_of(t->b, t->a) : r;
}

/* match:  (x + z) + -((x + C) / y * y)
 * result: the same with z */
RULE(add_remainder_neighbour) {
  for (u32 i = 0; i < 2; i++) {
    Expr sum = i ? t->b : t->a, other = i ? t->a : t->b;
    if (!is_kind(sum, EXPR_ADD) || expr_is_none(multiple_taken(other))) continue;
    for (u32 k = 0; k < 2; k++) {
      Expr r = remainder_of(kid(sum, k), other);
      if (!expr_is_none(r)) return expr_add(kid(sum, 1 - k), r);
    }
  }
  return NO_RULE;
}

/* ---- mul ----------------------------------------------------------------- */

/* match:  x * y, width 1
 * result: (and x y) */
RULE(mul_bool) {
  return t->width == 1 ? expr_and(t->a, t->b) : NO_RULE;
}

/* match:  x * 1
 * result: x */
RULE(mul_one) {
  return expr_is_value(t->b, 1) ? t->a : NO_RULE;
}

/* match:  x * -1
 * result: -x */
RULE(mul_minus_one) {
  return expr_is_ones(t->b) ? expr_neg(t->a) : NO_RULE;
}

/* match:  -x * C, -x * y
 * result: x * -C, -(x * y) */
RULE(mul_neg) {
  if (is_kind(t->a, EXPR_NEG) && expr_is_const(t->b)) return expr_mul(kid(t->a, 0), expr_neg(t->b));
  if (is_kind(t->a, EXPR_NEG)) return expr_neg(expr_mul(kid(t->a, 0), t->b));
  if (is_kind(t->b, EXPR_NEG)) return expr_neg(expr_mul(t->a, kid(t->b, 0)));
  return NO_RULE;
}

/* match:  (x + C1) * C2
 * result: x*C2 + C1*C2 */
RULE(mul_distribute) {
  if (!expr_is_const(t->b) || !is_with_const(t->a, EXPR_ADD)) return NO_RULE;
  return expr_add(expr_mul(kid(t->a, 0), t->b), expr_mul(kid(t->a, 1), t->b));
}

/* ---- divisions ----------------------------------------------------------- */

/* match:  x / y unsigned or signed, width 1
 * result: (or x (not y)) */
RULE(or_not_bool) {
  return t->width == 1 ? expr_or(t->a, expr_not(t->b)) : NO_RULE;
}

/* match:  (udiv (zext x) C), (urem (zext x) C), C > 0
 * result: the same of x, extended; 0 and (zext x) where C does not fit the width of x */
RULE(divide_zext) {
  if (!is_kind(t->a, EXPR_ZEXT) || !expr_is_const(t->b)) return NO_RULE;
  Expr x = kid(t->a, 0);
  u32 width = expr_width(x);
  bool is_above = t->width - const_high_zeros(t->b) > width;
  if (is_above) return t->kind == EXPR_UDIV ? zero(t->width) : t->a;
  return expr_zext(expr_binary(t->kind, x, expr_extract(t->b, 0, width)), t->width);
}

/* match:  (sdiv x y), (srem x y), neither ever negative
 * result: (udiv x y), (urem x y) */
RULE(divide_nonneg) {
  if (!is_nonneg(t->a) || !is_nonneg(t->b)) return NO_RULE;
  return expr_binary(t->kind == EXPR_SDIV ? EXPR_UDIV : EXPR_UREM, t->a, t->b);
}

/* match:  (udiv x 0)
 * result: ones */
RULE(udiv_zero) {
  return is_zero(t->b) ? ones(t->width) : NO_RULE;
}

/* match:  (udiv x 2^k)
 * result: (zext (extract x from k)) */
RULE(udiv_power) {
  u32 k;
  if (!const_log2(t->b, &k)) return NO_RULE;
  return expr_zext(expr_extract(t->a, k, t->width - k), t->width);
}

/* match:  (udiv (udiv x C1) C2)
 * result: (udiv x C1*C2), or 0 where the product overflows */
RULE(udiv_udiv) {
  if (!expr_is_const(t->b) || !is_with_const(t->a, EXPR_UDIV)) return NO_RULE;
  Expr c1 = kid(t->a, 1), c2 = t->b;
  u32 bits = 2 * t->width - const_high_zeros(c1) - const_high_zeros(c2);
  if (bits > t->width + 1) return zero(t->width);
  Expr product = expr_mul(expr_zext(c1, t->width + 1), expr_zext(c2, t->width + 1));
  if (const_high_zeros(product) == 0) return zero(t->width);
  return expr_udiv(kid(t->a, 0), expr_extract(product, 0, t->width));
}

/* match:  (urem 0 x), (urem x x)
 * result: 0 */
RULE(urem_trivial) {
  return is_zero(t->a) || expr_same(t->a, t->b) ? zero(t->width) : NO_RULE;
}

/* match:  (urem x 2^k)
 * result: (zext (extract x below k)) */
RULE(urem_power) {
  u32 k;
  if (!const_log2(t->b, &k)) return NO_RULE;
  return k ? expr_zext(expr_extract(t->a, 0, k), t->width) : zero(t->width);
}

/* match:  (urem x C), x < 2C by its facts; so (i + 1) % n
 * result: (ite (ult x C) x x-C) */
RULE(urem_one_round) {
  if (t->width > 64 || !expr_is_const(t->b)) return NO_RULE;
  u64 c = expr_value(t->b);
  if (expr_facts(t->a).umax / 2 >= c) return NO_RULE;
  return expr_ite(expr_ult(t->a, t->b), t->a, expr_sub(t->a, t->b));
}

/* match:  (sdiv x 0)
 * result: (ite (slt x 0) 1 -1) */
RULE(sdiv_zero) {
  if (!is_zero(t->b)) return NO_RULE;
  return expr_ite(expr_slt(t->a, t->b), one(t->width), ones(t->width));
}

/* match:  (sdiv x 1), (sdiv x -1)
 * result: x, -x */
RULE(sdiv_one) {
  if (expr_is_value(t->b, 1)) return t->a;
  return expr_is_ones(t->b) ? expr_neg(t->a) : NO_RULE;
}

/* match:  (srem x 1), (srem x -1), (srem 0 x), (srem x x)
 * result: 0 */
RULE(srem_trivial) {
  bool is_unit = expr_is_value(t->b, 1) || expr_is_ones(t->b);
  return is_unit || is_zero(t->a) || expr_same(t->a, t->b) ? zero(t->width) : NO_RULE;
}
