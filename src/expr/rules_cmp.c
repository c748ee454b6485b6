/* rules_cmp.c — rules on =, unsigned and signed <.
 *
 * Normal forms: a constant is the right operand, so that x <= C, x < C+1 and
 * their negations share one atom; extensions are narrowed away; a signed order
 * between terms of known equal sign is the unsigned one; equations are solved
 * for the smaller term.
 */
#include "expr/facts.h"
#include "expr/rules.h"
#include "expr/value.h"

static Expr yes(void) { return expr_bool(true); }
static Expr no(void) { return expr_bool(false); }

/* Operands are compared in their width; the result has width 1. */
static u32 width_of(const Candidate *t) { return expr_width(t->a); }

/* match:  (= x y), (ult x y), (slt x y), decided by the facts of x and y
 * result: true or false */
RULE(compare_facts) {
  if (width_of(t) > 64) return NO_RULE;
  Facts f = expr_facts(t->a), g = expr_facts(t->b);
  int holds = facts_compare(t->kind, &f, &g);
  return holds < 0 ? NO_RULE : expr_bool(holds);
}

/* ---- = ------------------------------------------------------------------- */

/* match:  (= x x)
 * result: true */
RULE(eq_same) {
  return expr_same(t->a, t->b) ? yes() : NO_RULE;
}

/* match:  (= x 1), (= x 0), (= x y), width 1
 * result: x, (not x), (not (xor x y)) */
RULE(eq_bool) {
  if (width_of(t) != 1) return NO_RULE;
  if (expr_is_const(t->b)) return expr_value(t->b) ? t->a : expr_not(t->a);
  return expr_not(expr_xor(t->a, t->b));
}

/* match:  (= (ite c C1 x) C), (= (ite c x C1) C)
 * result: (or c (= x C)) where C1 is C, (and (not c) (= x C)) where not; and so
 *         for the other arm */
RULE(eq_half_const_ite) {
  if (!is_kind(t->a, EXPR_ITE) || !expr_is_const(t->b)) return NO_RULE;
  Expr c = kid(t->a, 0), x = kid(t->a, 1), y = kid(t->a, 2);
  if (expr_is_const(x))
    return expr_same(x, t->b) ? expr_or(c, expr_eq(y, t->b))
                              : expr_and(expr_not(c), expr_eq(y, t->b));
  if (expr_is_const(y))
    return expr_same(y, t->b) ? expr_or(expr_not(c), expr_eq(x, t->b))
                              : expr_and(c, expr_eq(x, t->b));
  return NO_RULE;
}

/* match:  (= (not x) C), (= -x C), (= (x xor C1) C), (= x+C1 C)
 * result: (= x C'), the operation undone on the constant */
RULE(eq_invert) {
  if (!expr_is_const(t->b)) return NO_RULE;
  if (is_kind(t->a, EXPR_NOT)) return expr_eq(kid(t->a, 0), expr_not(t->b));
  if (is_kind(t->a, EXPR_NEG)) return expr_eq(kid(t->a, 0), expr_neg(t->b));
  if (is_with_const(t->a, EXPR_XOR)) return expr_eq(kid(t->a, 0), expr_xor(kid(t->a, 1), t->b));
  if (is_with_const(t->a, EXPR_ADD)) return expr_eq(kid(t->a, 0), expr_sub(t->b, kid(t->a, 1)));
  return NO_RULE;
}

/* match:  (= (not x) (not y)), (= -x -y)
 * result: (= x y) */
RULE(eq_both_inverted) {
  bool same = expr_kind(t->a) == expr_kind(t->b);
  if (!same || (!is_kind(t->a, EXPR_NOT) && !is_kind(t->a, EXPR_NEG))) return NO_RULE;
  return expr_eq(kid(t->a, 0), kid(t->b, 0));
}

/* match:  (= (x op y) x), op add or xor
 * result: (= y 0) */
RULE(eq_with_own_operand) {
  for (u32 i = 0; i < 2; i++) {
    Expr whole = i ? t->b : t->a, x = i ? t->a : t->b;
    if (!is_kind(whole, EXPR_ADD) && !is_kind(whole, EXPR_XOR)) continue;
    if (expr_same(kid(whole, 0), x)) return expr_eq(kid(whole, 1), zero(width_of(t)));
    if (expr_same(kid(whole, 1), x)) return expr_eq(kid(whole, 0), zero(width_of(t)));
  }
  return NO_RULE;
}

/* match:  (= (x op y) (x op z)), op add or xor
 * result: (= y z) */
RULE(eq_common_operand) {
  if (expr_kind(t->a) != expr_kind(t->b)) return NO_RULE;
  if (!is_kind(t->a, EXPR_ADD) && !is_kind(t->a, EXPR_XOR)) return NO_RULE;
  for (u32 i = 0; i < 2; i++)
    for (u32 j = 0; j < 2; j++)
      if (expr_same(kid(t->a, i), kid(t->b, j))) return expr_eq(kid(t->a, 1 - i), kid(t->b, 1 - j));
  return NO_RULE;
}

/* match:  (= (x xor y) 0)
 * result: (= x y) */
RULE(eq_xor_zero) {
  return is_kind(t->a, EXPR_XOR) && is_zero(t->b) ? expr_eq(kid(t->a, 0), kid(t->a, 1)) : NO_RULE;
}

/* match:  (= (x + -y) C)
 * result: (= x y+C) */
RULE(eq_difference) {
  if (!is_kind(t->a, EXPR_ADD) || !expr_is_const(t->b)) return NO_RULE;
  Expr x = kid(t->a, 0), y = kid(t->a, 1);
  if (is_kind(y, EXPR_NEG)) return expr_eq(x, expr_add(kid(y, 0), t->b));
  if (is_kind(x, EXPR_NEG)) return expr_eq(y, expr_add(kid(x, 0), t->b));
  return NO_RULE;
}

/* match:  (= x+C1 y+C2), (= x+C y) where x is the older term
 * result: (= x y+C'), x the older term: one equation, one form */
RULE(eq_move_const) {
  bool on_a = is_with_const(t->a, EXPR_ADD), on_b = is_with_const(t->b, EXPR_ADD);
  if (!on_a && !on_b) return NO_RULE;
  Expr none = zero(width_of(t));
  Expr x = on_a ? kid(t->a, 0) : t->a, c = on_a ? kid(t->a, 1) : none;
  Expr y = on_b ? kid(t->b, 0) : t->b, d = on_b ? kid(t->b, 1) : none;
  if (on_a != on_b && on_a == (x.id > y.id)) return NO_RULE;
  if (expr_is_const(t->b)) return NO_RULE;
  return x.id < y.id ? expr_eq(x, expr_add(y, expr_sub(d, c)))
                     : expr_eq(y, expr_add(x, expr_sub(c, d)));
}

/* match:  (= x*C1 C), C1 = 2^k * odd
 * result: (= (extract x below n-k) (C>>k) / odd), or false where C is no multiple */
RULE(eq_mul_const) {
  u32 width = width_of(t);
  if (width > 64 || !expr_is_const(t->b) || !is_with_const(t->a, EXPR_MUL)) return NO_RULE;
  u64 factor = expr_value(kid(t->a, 1)), value = expr_value(t->b);
  u32 k = (u32)__builtin_ctzll(factor);
  if (value & value_mask(k)) return no();
  u64 solved = (value >> k) * value_inverse_of_odd(factor >> k);
  return expr_eq(expr_extract(kid(t->a, 0), 0, width - k), expr_const(width - k, solved));
}

/* match:  (= x*C y*C), C odd
 * result: (= x y) */
RULE(eq_common_factor) {
  if (!is_with_const(t->a, EXPR_MUL) || !is_with_const(t->b, EXPR_MUL)) return NO_RULE;
  if (!expr_same(kid(t->a, 1), kid(t->b, 1)) || const_low_zeros(kid(t->a, 1))) return NO_RULE;
  return expr_eq(kid(t->a, 0), kid(t->b, 0));
}

/* ---- extensions on either side of any comparison ------------------------- */

static bool is_extension(Expr e) { return is_kind(e, EXPR_ZEXT) || is_kind(e, EXPR_SEXT); }

/* The width below which the operand, of this kind of extension, is only filled up. */
static u32 core_width(Expr e, ExprKind ext) {
  if (is_kind(e, ext)) return expr_width(kid(e, 0));
  if (!expr_is_const(e)) return expr_width(e);
  if (ext == EXPR_ZEXT) return MAX(expr_width(e) - const_high_zeros(e), 1);
  Expr magnitude = expr_is_const(e) && !const_high_zeros(e) ? expr_not(e) : e;
  return MIN(expr_width(e) - const_high_zeros(magnitude) + 1, expr_width(e));
}

/* Both operands cut to the width they need, if that is less than their own and
 * at least one is an extension of this kind. */
static Expr narrowed(const Candidate *t, ExprKind ext) {
  if (!is_kind(t->a, ext) && !is_kind(t->b, ext)) return NO_RULE;
  u32 n = MAX(core_width(t->a, ext), core_width(t->b, ext));
  if (n >= width_of(t)) return NO_RULE;
  return expr_binary(t->kind, expr_extract(t->a, 0, n), expr_extract(t->b, 0, n));
}

/* match:  = or ult of (zext x) and (zext y), or of (zext x) and C
 * result: the same of the wider of x and y; C fits x or decides (by facts) */
RULE(narrow_zext) {
  return narrowed(t, EXPR_ZEXT);
}

/* match:  =, ult or slt of (sext x) and (sext y), or of (sext x) and C
 * result: the same of the wider of x and y: sext keeps the unsigned order, too */
RULE(narrow_sext) {
  return narrowed(t, EXPR_SEXT);
}

/* match:  (= (concat x y) C), x or y constant
 * result: false, or the equation of the other part */
RULE(eq_concat_const) {
  if (!is_kind(t->a, EXPR_CONCAT) || !expr_is_const(t->b)) return NO_RULE;
  Expr x = kid(t->a, 0), y = kid(t->a, 1);
  u32 split = expr_width(y);
  Expr high = expr_extract(t->b, split, expr_width(x)), low = expr_extract(t->b, 0, split);
  if (expr_is_const(x)) return expr_same(x, high) ? expr_eq(y, low) : no();
  if (expr_is_const(y)) return expr_same(y, low) ? expr_eq(x, high) : no();
  return NO_RULE;
}

/* match:  (= (concat x y) (concat x z)), (= (concat y x) (concat z x))
 * result: (= y z) */
RULE(eq_common_part) {
  if (!is_kind(t->a, EXPR_CONCAT) || !is_kind(t->b, EXPR_CONCAT)) return NO_RULE;
  if (expr_same(kid(t->a, 0), kid(t->b, 0))) return expr_eq(kid(t->a, 1), kid(t->b, 1));
  if (expr_same(kid(t->a, 1), kid(t->b, 1))) return expr_eq(kid(t->a, 0), kid(t->b, 0));
  return NO_RULE;
}

/* ---- both orders --------------------------------------------------------- */

static Expr least(ExprKind kind, u32 width) {
  return kind == EXPR_ULT ? zero(width) : expr_shl(one(width), expr_const(width, width - 1));
}

static Expr greatest(ExprKind kind, u32 width) { return expr_not(least(kind, width)); }

/* match:  (< x x), unsigned or signed
 * result: false */
RULE(never_below_itself) {
  return expr_same(t->a, t->b) ? no() : NO_RULE;
}

/* match:  (< x min), (< x min+1), (< x max), (< C x)
 * result: false, (= x min), x != max, (not (< x C+1)) */
RULE(order_const) {
  u32 width = width_of(t);
  if (expr_is_const(t->a)) {
    if (expr_same(t->a, greatest(t->kind, width))) return no();
    return expr_not(expr_binary(t->kind, t->b, expr_add(t->a, one(width))));
  }
  if (!expr_is_const(t->b)) return NO_RULE;
  Expr min = least(t->kind, width), max = greatest(t->kind, width);
  if (expr_same(t->b, min)) return no();
  if (expr_same(t->b, expr_add(min, one(width)))) return expr_eq(t->a, min);
  return expr_same(t->b, max) ? expr_ne(t->a, max) : NO_RULE;
}

/* match:  (< (not x) (not y)), (< (not x) C)
 * result: (< y x), (< ~C x): not reverses both orders */
RULE(order_not) {
  bool on_a = is_kind(t->a, EXPR_NOT), on_b = is_kind(t->b, EXPR_NOT);
  bool fits = (on_a && (on_b || expr_is_const(t->b))) || (on_b && expr_is_const(t->a));
  return fits ? expr_binary(t->kind, expr_not(t->b), expr_not(t->a)) : NO_RULE;
}

/* ---- unsigned < ---------------------------------------------------------- */

/* match:  (ult x y), width 1
 * result: (and (not x) y) */
RULE(ult_bool) {
  return width_of(t) == 1 ? expr_and(expr_not(t->a), t->b) : NO_RULE;
}

/* ---- signed < ------------------------------------------------------------ */

/* The width that holds the operand as a signed number. */
static u32 signed_width(Expr e) {
  if (is_kind(e, EXPR_ZEXT)) return expr_width(kid(e, 0)) + 1;
  return core_width(e, EXPR_SEXT);
}

/* match:  (slt (zext x) (sext y)), (slt (sext y) (zext x))
 * result: the same in the width that holds both */
RULE(slt_mixed) {
  if (!is_extension(t->a) || !is_extension(t->b)) return NO_RULE;
  u32 n = MAX(signed_width(t->a), signed_width(t->b));
  if (n >= width_of(t)) return NO_RULE;
  return expr_slt(expr_extract(t->a, 0, n), expr_extract(t->b, 0, n));
}

/* match:  (slt x y), neither ever negative
 * result: (ult x y) */
RULE(slt_nonneg) {
  return is_nonneg(t->a) && is_nonneg(t->b) ? expr_ult(t->a, t->b) : NO_RULE;
}
