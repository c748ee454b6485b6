/* rules_const.c — rules that many kinds share, and what rules of several files ask: about constants
 * of any width, about signs. */
#include "expr/facts.h"
#include "expr/rules.h"
#include "expr/value.h"

u32 const_low_zeros(Expr c) {
  u64 room;
  const u64 *words = expr_words(c, &room);
  u32 n = VALUE_WORDS(expr_width(c));
  for (u32 i = 0; i < n; i++)
    if (words[i]) return i * 64 + (u32)__builtin_ctzll(words[i]);
  return expr_width(c);
}

u32 const_high_zeros(Expr c) {
  u64 room;
  const u64 *words = expr_words(c, &room);
  for (u32 i = VALUE_WORDS(expr_width(c)); i-- > 0;)
    if (words[i]) return expr_width(c) - (i * 64 + 64 - (u32)__builtin_clzll(words[i]));
  return expr_width(c);
}

bool const_log2(Expr c, u32 *ret_k) {
  if (!expr_is_const(c)) return false;
  u32 low = const_low_zeros(c);
  if (low + const_high_zeros(c) + 1 != expr_width(c)) return false;
  *ret_k = low;
  return true;
}

u32 const_small(Expr c) {
  u32 bits = expr_width(c) - const_high_zeros(c);
  u64 room;
  return bits < 32 ? (u32)expr_words(c, &room)[0] : UINT32_MAX;
}

bool is_nonneg(Expr e) {
  if (is_kind(e, EXPR_ZEXT)) return true;
  if (expr_width(e) > 64) return expr_is_const(e) && const_high_zeros(e) > 0;
  return expr_facts(e).smin >= 0;
}

bool is_const_choice(Expr e, ConstIte *ret) {
  u32 width = expr_width(e);
  Expr ite = is_kind(e, EXPR_ZEXT) ? kid(e, 0) : e;
  if (!is_const_ite(ite)) return false;
  *ret = (ConstIte){kid(ite, 0), expr_zext(kid(ite, 1), width), expr_zext(kid(ite, 2), width)};
  return true;
}

/* The same for a slice of a choice, and for a bit that is extended. */
static bool is_any_choice(Expr e, ConstIte *ret) {
  u32 width = expr_width(e);
  if (is_const_choice(e, ret)) return true;
  Expr core = is_kind(e, EXPR_ZEXT) ? kid(e, 0) : e;
  if (is_kind(core, EXPR_EXTRACT) && is_const_ite(kid(core, 0))) {
    u32 low = expr_extract_low(core), n = expr_width(core);
    Expr of = kid(core, 0);
    *ret = (ConstIte){kid(of, 0), expr_zext(expr_extract(kid(of, 1), low, n), width),
                      expr_zext(expr_extract(kid(of, 2), low, n), width)};
    return true;
  }
  if (is_kind(core, EXPR_SEXT)) core = kid(core, 0);
  if (expr_width(core) != 1 || expr_same(core, e)) return false;
  Expr yes = is_kind(e, EXPR_ZEXT) ? expr_zext(ones(expr_width(kid(e, 0))), width) : ones(width);
  *ret = (ConstIte){core, yes, zero(width)};
  return true;
}

/* ---- rules of many kinds ------------------------------------------------- */

/* match:  (op (ite c C1 C2) C), (op C (ite c C1 C2))
 * result: (ite c (op C1 C) (op C2 C)).  Comparisons also see a choice in slices and in extended
 *         bits, which arithmetic leaves as they are. */
RULE(const_ite) {
  ConstIte x;
  bool on_a = expr_is_const(t->b);
  if (!on_a && !expr_is_const(t->a)) return NO_RULE;
  Expr e = on_a ? t->a : t->b;
  bool compares = t->kind == EXPR_EQ || t->kind == EXPR_ULT || t->kind == EXPR_SLT;
  if (!(compares ? is_any_choice : is_const_choice)(e, &x)) return NO_RULE;
  return on_a ? expr_ite(x.c, expr_binary(t->kind, x.k1, t->b), expr_binary(t->kind, x.k2, t->b))
              : expr_ite(x.c, expr_binary(t->kind, t->a, x.k1), expr_binary(t->kind, t->a, x.k2));
}

/* match:  (x op C1) op C2, (x op C) op y, op associative and commutative
 * result: x op (C1 op C2), (x op y) op C */
RULE(gather_const) {
  for (u32 i = 0; i < 2; i++) {
    Expr inner = i ? t->b : t->a, other = i ? t->a : t->b;
    if (!is_with_const(inner, t->kind)) continue;
    Expr x = kid(inner, 0), c = kid(inner, 1);
    if (expr_is_const(other)) return expr_binary(t->kind, x, expr_binary(t->kind, c, other));
    return expr_binary(t->kind, expr_binary(t->kind, x, other), c);
  }
  return NO_RULE;
}

/* match:  (op x 0)
 * result: x */
RULE(right_zero) {
  return is_zero(t->b) ? t->a : NO_RULE;
}

/* match:  (op x 0)
 * result: 0 */
RULE(times_zero) {
  return is_zero(t->b) ? t->b : NO_RULE;
}

/* match:  (op 0 x)
 * result: 0 */
RULE(left_zero) {
  return is_zero(t->a) ? t->a : NO_RULE;
}

/* match:  (op x x)
 * result: x */
RULE(both_same) {
  return expr_same(t->a, t->b) ? t->a : NO_RULE;
}

/* match:  (op x y), width 1: a remainder, a shift or a signed order
 * result: (and x (not y)) */
RULE(and_not_bool) {
  return expr_width(t->a) == 1 ? expr_and(t->a, expr_not(t->b)) : NO_RULE;
}
