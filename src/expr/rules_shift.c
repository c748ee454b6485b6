/* rules_shift.c — rules on shl, lshr and ashr.
 *
 * No shift by a constant remains.  To the left it is a product with 2^k, which
 * linear stages understand; to the right it is an extension of a slice, which
 * merges with what loads and stores make.
 */
#include "expr/rules.h"

/* The bits of x from k upwards; if x is a product with 2^j, j <= k, they come from the other
 * factor. */
static Expr bits_from(Expr x, u32 k) {
  u32 j, n = expr_width(x) - k;
  if (is_with_const(x, EXPR_MUL) && const_log2(kid(x, 1), &j) && j <= k)
    return expr_extract(kid(x, 0), k - j, n);
  return expr_extract(x, k, n);
}

/* match:  (ashr x y), width 1
 * result: x */
RULE(ashr_bool) {
  return t->width == 1 ? t->a : NO_RULE;
}

/* match:  (ashr C x), C is 0 or ones
 * result: C */
RULE(ashr_of_sign) {
  return is_zero(t->a) || expr_is_ones(t->a) ? t->a : NO_RULE;
}

/* match:  (shl x C)
 * result: x * 2^C, or 0 where C is the width or more */
RULE(shl_const) {
  if (!expr_is_const(t->b)) return NO_RULE;
  u32 k = const_small(t->b);
  if (k >= t->width) return zero(t->width);
  return expr_mul(t->a, expr_shl(one(t->width), t->b));
}

/* match:  (lshr x C), (lshr x*2^j C)
 * result: (zext (extract x from C)), or 0 where C is the width or more */
RULE(lshr_const) {
  if (!expr_is_const(t->b)) return NO_RULE;
  u32 k = const_small(t->b);
  if (k >= t->width) return zero(t->width);
  return expr_zext(bits_from(t->a, k), t->width);
}

/* match:  (ashr x C), (ashr x*2^j C)
 * result: (sext (extract x from C)); from the top bit where C is the width or more */
RULE(ashr_const) {
  if (!expr_is_const(t->b)) return NO_RULE;
  u32 k = const_small(t->b);
  return expr_sext(bits_from(t->a, MIN(k, t->width - 1)), t->width);
}

/* ---- words put together by shift and or ---------------------------------- */

/* The low n bits of e, if all others are 0 by its form: an extension, its product
 * with 2^j, a constant. */
static Expr below(Expr e, u32 n) {
  u32 j = 0, width = expr_width(e);
  if (expr_is_const(e)) return width - const_high_zeros(e) <= n ? expr_extract(e, 0, n) : NO_RULE;
  if (is_with_const(e, EXPR_MUL)) {
    if (!const_log2(kid(e, 1), &j)) return NO_RULE;
    e = kid(e, 0);
  }
  if (!is_kind(e, EXPR_ZEXT) || expr_width(kid(e, 0)) + j > n) return NO_RULE;
  Expr y = kid(e, 0);
  return expr_zext(j ? expr_concat(y, zero(j)) : y, n);
}

static Expr or_product(Expr high, Expr low) {
  u32 k, width = expr_width(high);
  if (!is_with_const(high, EXPR_MUL) || !const_log2(kid(high, 1), &k) || !k) return NO_RULE;
  Expr y = expr_is_const(low) ? NO_RULE : below(low, k);
  if (expr_is_none(y)) return NO_RULE;
  return expr_concat(expr_extract(kid(high, 0), 0, width - k), y);
}

static Expr or_part(Expr whole, Expr low) {
  if (!is_kind(whole, EXPR_CONCAT)) return NO_RULE;
  Expr part = kid(whole, 1), y = below(low, expr_width(part));
  return expr_is_none(y) ? NO_RULE : expr_concat(kid(whole, 0), expr_or(part, y));
}

/* match:  (or x*2^k y), y < 2^k by its form
 * result: (concat x y) */
RULE(or_shifted) {
  Expr r = or_product(t->a, t->b);
  return expr_is_none(r) ? or_product(t->b, t->a) : r;
}

/* match:  (or (concat x y) z), z no wider than y by its form
 * result: (concat x (or y z)) */
RULE(or_concat) {
  Expr r = or_part(t->a, t->b);
  return expr_is_none(r) ? or_part(t->b, t->a) : r;
}

/* match:  (or (zext x) (zext y)), or one of them a constant that fits; so for xor
 * result: (zext (or x y)) of the wider width */
RULE(both_narrow) {
  if (!is_kind(t->a, EXPR_ZEXT)) return NO_RULE;
  u32 n = expr_width(kid(t->a, 0)), m;
  if (expr_is_const(t->b))
    m = t->width - const_high_zeros(t->b);
  else if (is_kind(t->b, EXPR_ZEXT))
    m = expr_width(kid(t->b, 0));
  else
    return NO_RULE;
  n = MAX(n, m);
  if (n == t->width) return NO_RULE;
  return expr_zext(expr_binary(t->kind, expr_extract(t->a, 0, n), expr_extract(t->b, 0, n)),
                   t->width);
}

/* match:  (or (zext x) C), C with bits above x: a struct of a constant and a symbol in one word
 * result: (concat C-above-x (or x C-below)) */
RULE(or_zext_const) {
  if (!is_kind(t->a, EXPR_ZEXT) || !expr_is_const(t->b)) return NO_RULE;
  Expr x = kid(t->a, 0);
  u32 n = expr_width(x);
  return expr_concat(expr_extract(t->b, n, t->width - n), expr_or(x, expr_extract(t->b, 0, n)));
}
