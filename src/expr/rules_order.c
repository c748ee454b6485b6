/* rules_order.c — three-way comparisons.
 *
 * Comparators return (x > y) - (x < y): a sum of two extended bits that says which of two orders
 * holds.  Compared with a number it is again one order or an equation, and the arithmetic is gone
 * before any solver sees it.  For that, two orders of the same terms must know of each other: at
 * most one of x < y and y < x holds, and none of them when x = y.
 */
#include "expr/rules.h"

/* x < y and y < x in the same sense. */
static bool is_opposite(Expr a, Expr b) {
  return (is_kind(a, EXPR_ULT) || is_kind(a, EXPR_SLT)) && expr_kind(a) == expr_kind(b) &&
         expr_same(kid(a, 0), kid(b, 1)) && expr_same(kid(a, 1), kid(b, 0));
}

static bool is_negated(Expr e) { return is_kind(e, EXPR_NOT); }

static Expr without_not(Expr e) { return is_negated(e) ? kid(e, 0) : e; }

/* Are both operands, or their negations, opposite orders? */
static bool has_opposites(const Candidate *t) {
  return t->width == 1 && is_opposite(without_not(t->a), without_not(t->b));
}

static Expr equation_of(Expr order) { return expr_eq(kid(order, 0), kid(order, 1)); }

/* match:  (and (< x y) (< y x)), (and (< x y) (not (< y x))), (and (not (< x y)) (not (< y x)))
 * result: false, (< x y), (= x y) */
RULE(and_orders) {
  if (!has_opposites(t)) return NO_RULE;
  if (is_negated(t->a) && is_negated(t->b)) return equation_of(kid(t->a, 0));
  if (is_negated(t->a)) return t->b;
  return is_negated(t->b) ? t->a : expr_bool(false);
}

/* match:  (or (< x y) (< y x)), (or (< x y) (not (< y x))), (or (not (< x y)) (not (< y x)))
 * result: (not (= x y)), (not (< y x)), true */
RULE(or_orders) {
  if (!has_opposites(t)) return NO_RULE;
  if (is_negated(t->a)) return is_negated(t->b) ? expr_bool(true) : t->a;
  return is_negated(t->b) ? t->b : expr_not(equation_of(t->a));
}

/* match:  (xor (< x y) (< y x))
 * result: (not (= x y)) */
RULE(xor_orders) {
  if (t->width != 1 || !is_opposite(t->a, t->b)) return NO_RULE;
  return expr_not(equation_of(t->a));
}

/* A bit, extended with zeros or with itself. */
static bool is_extended_bit(Expr e, ExprKind extension) {
  return is_kind(e, extension) && expr_width(kid(e, 0)) == 1;
}

/* p - m, where p and m are bits: 1, 0 or -1. */
static bool is_sign(Expr e, Expr *ret_p, Expr *ret_m) {
  if (!is_kind(e, EXPR_ADD)) return false;
  for (u32 i = 0; i < 2; i++) {
    Expr x = kid(e, i), y = kid(e, 1 - i);
    if (!is_extended_bit(x, EXPR_ZEXT) || !is_extended_bit(y, EXPR_SEXT)) continue;
    *ret_p = kid(x, 0);
    *ret_m = kid(y, 0);
    return true;
  }
  return false;
}

/* match:  (= (zext p) + (sext m) C), (ult … C), (slt … C), bits p and m
 * result: for which of -1, 0 and 1 it holds, in terms of p and m */
RULE(sign_const) {
  Expr p, m;
  if (!expr_is_const(t->b) || !is_sign(t->a, &p, &m)) return NO_RULE;
  u32 width = expr_width(t->a);
  bool at_plus = expr_is_value(expr_binary(t->kind, one(width), t->b), 1);
  bool at_zero = expr_is_value(expr_binary(t->kind, zero(width), t->b), 1);
  bool at_minus = expr_is_value(expr_binary(t->kind, ones(width), t->b), 1);
  if (at_plus == at_minus)
    return at_plus == at_zero ? expr_bool(at_zero)
           : at_zero          ? expr_not(expr_xor(p, m))
                              : expr_xor(p, m);
  bool is_plus = at_plus != at_zero; /* 1 differs from both others, or -1 does */
  Expr apart = is_plus ? expr_and(p, expr_not(m)) : expr_and(m, expr_not(p));
  return at_zero ? expr_not(apart) : apart;
}
