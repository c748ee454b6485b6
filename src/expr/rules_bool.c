/* rules_bool.c — rules on not, and, or, xor and ite.
 *
 * Booleans are terms of width 1, so most of these are written once for all
 * widths.  Normal forms: a constant mask is cut out as a slice, complements of
 * operands of xor move to its outside, a choice between 1 and 0 is an extension
 * of its condition.
 */
#include "expr/rules.h"
#include "expr/value.h"

/* ---- not ----------------------------------------------------------------- */

/* match:  (not (not x))
 * result: x */
RULE(not_not) {
  return is_kind(t->a, EXPR_NOT) ? kid(t->a, 0) : NO_RULE;
}

/* match:  (not (xor x C))
 * result: (xor x ~C) */
RULE(not_xor_const) {
  if (!is_with_const(t->a, EXPR_XOR)) return NO_RULE;
  return expr_xor(kid(t->a, 0), expr_not(kid(t->a, 1)));
}

/* match:  (not (neg x))
 * result: x - 1 */
RULE(not_neg) {
  return is_kind(t->a, EXPR_NEG) ? expr_add(kid(t->a, 0), ones(t->width)) : NO_RULE;
}

/* match:  (not (x + C))
 * result: -x + (-C - 1): sums keep their constant outside */
RULE(not_add_const) {
  if (!is_with_const(t->a, EXPR_ADD)) return NO_RULE;
  return expr_add(expr_neg(kid(t->a, 0)), expr_not(kid(t->a, 1)));
}

/* match:  (not (ite c C1 C2))
 * result: (ite c ~C1 ~C2) */
RULE(not_const_ite) {
  ConstIte x;
  if (!is_const_choice(t->a, &x)) return NO_RULE;
  return expr_ite(x.c, expr_not(x.k1), expr_not(x.k2));
}

/* match:  (not (sext x))
 * result: (sext (not x)) */
RULE(not_sext) {
  return is_kind(t->a, EXPR_SEXT) ? expr_sext(expr_not(kid(t->a, 0)), t->width) : NO_RULE;
}

/* ---- and, or: what both share -------------------------------------------- */

/* x op (x op y) is x op y, x op (~x op y) is decided. */
static Expr with_own_kind(const Candidate *t, Expr x, Expr inner) {
  if (!is_kind(inner, t->kind)) return NO_RULE;
  for (u32 i = 0; i < 2; i++) {
    if (expr_same(kid(inner, i), x)) return inner;
    if (is_complement(kid(inner, i), x))
      return t->kind == EXPR_AND ? zero(t->width) : ones(t->width);
  }
  return NO_RULE;
}

/* x & (x | y) is x, x & (~x | y) is x & y, and the duals. */
static Expr with_dual_kind(const Candidate *t, Expr x, Expr inner) {
  if (!is_kind(inner, t->kind == EXPR_AND ? EXPR_OR : EXPR_AND)) return NO_RULE;
  for (u32 i = 0; i < 2; i++) {
    if (expr_same(kid(inner, i), x)) return x;
    if (is_complement(kid(inner, i), x)) return expr_binary(t->kind, x, kid(inner, 1 - i));
  }
  return NO_RULE;
}

/* match:  (and x (and x y)), (and x (or x y)), or with (not x) inside; their duals
 * result: without the repetition */
RULE(absorb) {
  Expr r = with_own_kind(t, t->a, t->b);
  if (expr_is_none(r)) r = with_own_kind(t, t->b, t->a);
  if (expr_is_none(r)) r = with_dual_kind(t, t->a, t->b);
  if (expr_is_none(r)) r = with_dual_kind(t, t->b, t->a);
  return r;
}

/* ---- and ----------------------------------------------------------------- */

/* match:  (and x ones)
 * result: x */
RULE(and_ones) {
  return expr_is_ones(t->b) ? t->a : NO_RULE;
}

/* match:  (and x (not x))
 * result: 0 */
RULE(and_complement) {
  return is_complement(t->a, t->b) ? zero(t->width) : NO_RULE;
}

/* match:  (and x C), C with zeros at its top or bottom
 * result: the bits between, cut out, masked if C has further zeros, put back */
RULE(and_mask) {
  if (!expr_is_const(t->b)) return NO_RULE;
  u32 high = const_high_zeros(t->b), low = const_low_zeros(t->b);
  if (high + low == 0) return NO_RULE;
  u32 n = t->width - high - low;
  Expr part = expr_and(expr_extract(t->a, low, n), expr_extract(t->b, low, n));
  if (low) part = expr_concat(part, zero(low));
  return expr_zext(part, t->width);
}

/* match:  (and x (zext y))
 * result: (zext (and (extract x) y)) */
RULE(and_zext) {
  bool first = is_kind(t->a, EXPR_ZEXT);
  if (!first && !is_kind(t->b, EXPR_ZEXT)) return NO_RULE;
  Expr y = kid(first ? t->a : t->b, 0), x = first ? t->b : t->a;
  return expr_zext(expr_and(expr_extract(x, 0, expr_width(y)), y), t->width);
}

/* ---- or ------------------------------------------------------------------ */

/* match:  (or x ones)
 * result: ones */
RULE(or_ones) {
  return expr_is_ones(t->b) ? t->b : NO_RULE;
}

/* match:  (or x (not x))
 * result: ones */
RULE(or_complement) {
  return is_complement(t->a, t->b) ? ones(t->width) : NO_RULE;
}

/* ---- xor ----------------------------------------------------------------- */

/* match:  (xor x ones)
 * result: (not x) */
RULE(xor_ones) {
  return expr_is_ones(t->b) ? expr_not(t->a) : NO_RULE;
}

/* match:  (xor x x)
 * result: 0 */
RULE(xor_same) {
  return expr_same(t->a, t->b) ? zero(t->width) : NO_RULE;
}

/* match:  (xor (not x) y)
 * result: (not (xor x y)) */
RULE(xor_not) {
  if (is_kind(t->a, EXPR_NOT)) return expr_not(expr_xor(kid(t->a, 0), t->b));
  if (is_kind(t->b, EXPR_NOT)) return expr_not(expr_xor(t->a, kid(t->b, 0)));
  return NO_RULE;
}

/* match:  (xor x (xor x y))
 * result: y */
RULE(xor_cancel) {
  for (u32 i = 0; i < 2; i++) {
    Expr inner = i ? t->b : t->a, x = i ? t->a : t->b;
    if (!is_kind(inner, EXPR_XOR)) continue;
    if (expr_same(kid(inner, 0), x)) return kid(inner, 1);
    if (expr_same(kid(inner, 1), x)) return kid(inner, 0);
  }
  return NO_RULE;
}

/* ---- ite ----------------------------------------------------------------- */

/* match:  (ite (not c) x y)
 * result: (ite c y x) */
RULE(ite_not) {
  return is_kind(t->a, EXPR_NOT) ? expr_ite(kid(t->a, 0), t->c, t->b) : NO_RULE;
}

/* match:  (ite c (ite c x y) z), (ite c x (ite c y z))
 * result: (ite c x z) */
RULE(ite_nested) {
  if (is_kind(t->b, EXPR_ITE) && expr_same(kid(t->b, 0), t->a))
    return expr_ite(t->a, kid(t->b, 1), t->c);
  if (is_kind(t->c, EXPR_ITE) && expr_same(kid(t->c, 0), t->a))
    return expr_ite(t->a, t->b, kid(t->c, 2));
  return NO_RULE;
}

/* match:  (ite c c x), (ite c x c) and with (not c), width 1
 * result: the arm is 1 or 0 */
RULE(ite_own_condition) {
  if (t->width != 1 || expr_is_array(t->b)) return NO_RULE;
  if (expr_same(t->b, t->a)) return expr_ite(t->a, expr_bool(true), t->c);
  if (expr_same(t->c, t->a)) return expr_ite(t->a, t->b, expr_bool(false));
  if (is_complement(t->b, t->a)) return expr_ite(t->a, expr_bool(false), t->c);
  if (is_complement(t->c, t->a)) return expr_ite(t->a, t->b, expr_bool(true));
  return NO_RULE;
}

/* match:  (ite c x 0), (ite c 1 x), (ite c 0 x), (ite c x 1), width 1
 * result: and, or */
RULE(ite_bool) {
  if (t->width != 1 || expr_is_array(t->b)) return NO_RULE;
  if (is_zero(t->c)) return expr_and(t->a, t->b);
  if (expr_is_ones(t->b)) return expr_or(t->a, t->c);
  if (is_zero(t->b)) return expr_and(expr_not(t->a), t->c);
  if (expr_is_ones(t->c)) return expr_or(expr_not(t->a), t->b);
  return NO_RULE;
}

/* match:  (ite c ones 0), (ite c 0 ones)
 * result: c or its complement, sign-extended */
RULE(ite_sext) {
  if (expr_is_array(t->b)) return NO_RULE;
  if (is_zero(t->c) && expr_is_ones(t->b)) return expr_sext(t->a, t->width);
  bool fits = is_zero(t->b) && expr_is_ones(t->c);
  return fits ? expr_sext(expr_not(t->a), t->width) : NO_RULE;
}

/* match:  (ite c C1 C2), C1 and C2 with zeros at their tops; so 1 and 0
 * result: (zext (ite c C1' C2')), without them; (zext c) */
RULE(ite_zext) {
  if (!expr_is_const(t->b) || !expr_is_const(t->c)) return NO_RULE;
  u32 n = t->width - MIN(const_high_zeros(t->b), const_high_zeros(t->c));
  if (n == t->width) return NO_RULE;
  Expr narrow = expr_ite(t->a, expr_extract(t->b, 0, n), expr_extract(t->c, 0, n));
  return expr_zext(narrow, t->width);
}

/* match:  (ite (= x y) x y), (ite (= x y) y x)
 * result: the arm of "no", which then equals the other */
RULE(ite_eq_arms) {
  if (!is_kind(t->a, EXPR_EQ)) return NO_RULE;
  Expr x = kid(t->a, 0), y = kid(t->a, 1);
  bool either =
      (expr_same(t->b, x) && expr_same(t->c, y)) || (expr_same(t->b, y) && expr_same(t->c, x));
  return either ? t->c : NO_RULE;
}

/* The factor of x * C, C odd; EXPR_NONE: e is not such a product. */
static Expr odd_factor(Expr e) {
  if (!is_with_const(e, EXPR_MUL) || expr_width(e) > 64) return EXPR_NONE;
  return expr_value(kid(e, 1)) & 1 ? kid(e, 1) : EXPR_NONE;
}

/* What e is a product of with this odd number, for constants and such products; else EXPR_NONE. */
static Expr without_factor(Expr e, Expr factor) {
  u32 width = expr_width(e);
  if (expr_is_const(e))
    return expr_mul(e, expr_const(width, value_inverse_of_odd(expr_value(factor))));
  return expr_same(odd_factor(e), factor) ? kid(e, 0) : EXPR_NONE;
}

/* match:  (ite c x*C y*C), (ite c x*C K), C odd
 * result: (ite c x y) * C, (ite c x K/C) * C */
RULE(ite_common_factor) {
  Expr factor = odd_factor(t->b);
  if (expr_is_none(factor)) factor = odd_factor(t->c);
  if (expr_is_none(factor)) return NO_RULE;
  Expr x = without_factor(t->b, factor), y = without_factor(t->c, factor);
  if (expr_is_none(x) || expr_is_none(y)) return NO_RULE;
  return expr_mul(expr_ite(t->a, x, y), factor);
}
