/* rules_slice.c — rules on extract, concat, zero and sign extension: what
 * loads and stores of words over bytes produce.
 *
 * The promise: a term cut into slices, by extract, and put together again, by
 * concat in any order, is the same handle.  So an extract is pushed only into
 * what a concat can take back: into slices, concats and extensions anywhere, and
 * into operations only at their low end, where concat recognises the pushed form
 * by making it again (`joined`).
 *
 * Concats nest to the right, a constant never stands beside another, and zeros
 * or signs at the top are an extension of the rest.
 */
#include "expr/facts.h"
#include "expr/rules.h"
#include "expr/value.h"

/* Walks along a spine of concats stop here: constructors recurse once per piece
 * and words of more pieces do not occur in programs. */
enum { MAX_PIECES = 64 };

static bool is_extension(Expr e) { return is_kind(e, EXPR_ZEXT) || is_kind(e, EXPR_SEXT); }

/* ---- extract ------------------------------------------------------------- */

/* match:  ((_ extract n-1 0) x), x of width n
 * result: x */
RULE(extract_whole) {
  return t->width == expr_width(t->a) ? t->a : NO_RULE;
}

/* match:  an extract of a slice of an input
 * result: the smaller slice */
RULE(extract_var) {
  if (!is_kind(t->a, EXPR_VAR)) return NO_RULE;
  return expr_var(expr_input(t->a), expr_var_low(t->a) + t->low, t->width);
}

/* match:  (extract (extract x))
 * result: (extract x) */
RULE(extract_extract) {
  if (!is_kind(t->a, EXPR_EXTRACT)) return NO_RULE;
  return expr_extract(kid(t->a, 0), expr_extract_low(t->a) + t->low, t->width);
}

/* match:  (extract (concat x y)), the slice inside x or inside y
 * result: (extract x) or (extract y) */
RULE(extract_concat_side) {
  Expr e = t->a;
  u32 low = t->low;
  while (is_kind(e, EXPR_CONCAT)) {
    u32 split = expr_width(kid(e, 1));
    if (low < split && low + t->width > split) break;
    e = kid(e, low >= split ? 0 : 1);
    if (low >= split) low -= split;
  }
  return expr_same(e, t->a) ? NO_RULE : expr_extract(e, low, t->width);
}

/* match:  (extract (concat x y)), the slice takes part of both
 * result: (concat (extract x) (extract y)) */
RULE(extract_concat_both) {
  Expr piece[MAX_PIECES], e = t->a;
  u32 n = 0, width = t->width;
  for (; is_kind(e, EXPR_CONCAT); e = kid(e, 1)) {
    u32 split = expr_width(kid(e, 1));
    if (t->low >= split) break;
    if (n == MAX_PIECES) return NO_RULE;
    if (t->low + width > split) {
      piece[n++] = expr_extract(kid(e, 0), 0, t->low + width - split);
      width = split - t->low;
    }
  }
  if (!n) return NO_RULE;
  Expr r = expr_extract(e, t->low, width);
  while (n) r = expr_concat(piece[--n], r);
  return r;
}

/* match:  (extract (zext x))
 * result: (extract x), 0, or (zext (extract x)) */
RULE(extract_zext) {
  if (!is_kind(t->a, EXPR_ZEXT)) return NO_RULE;
  Expr x = kid(t->a, 0);
  u32 n = expr_width(x);
  if (t->low >= n) return zero(t->width);
  return expr_zext(expr_extract(x, t->low, MIN(t->width, n - t->low)), t->width);
}

/* match:  (extract (sext x))
 * result: (extract x), or (sext (extract x)) with the sign bit of x at its top */
RULE(extract_sext) {
  if (!is_kind(t->a, EXPR_SEXT)) return NO_RULE;
  Expr x = kid(t->a, 0);
  u32 n = expr_width(x), low = MIN(t->low, n - 1);
  return expr_sext(expr_extract(x, low, MIN(t->width, n - low)), t->width);
}

/* match:  (extract (ite c C1 C2)), its low end
 * result: (ite c (extract C1) (extract C2)), if that is again a choice: see push_low */
RULE(extract_const_ite) {
  if (t->low || !is_const_ite(t->a)) return NO_RULE;
  Expr r = expr_ite(kid(t->a, 0), expr_extract(kid(t->a, 1), 0, t->width),
                    expr_extract(kid(t->a, 2), 0, t->width));
  return is_const_ite(r) ? r : NO_RULE;
}

/* Is the low end of e, n bits, a leaf or an extension that fits?  Then pushing an
 * extract into e goes no deeper than e. */
static bool is_cheap_low(Expr e, u32 n) {
  if (expr_is_const(e) || is_kind(e, EXPR_VAR)) return true;
  return is_extension(e) && expr_width(kid(e, 0)) <= n;
}

/* The operation on the low ends of its operands, if these are cheap.  What would
 * become another kind stays: a concat merges constants and extensions with its
 * other pieces, and they could not be joined with their upper neighbour again. */
static Expr push_low(const Candidate *t) {
  u32 n = t->width;
  if (t->low) return NO_RULE;
  for (u32 i = 0; i < expr_arity(t->a); i++)
    if (!is_cheap_low(kid(t->a, i), n)) return NO_RULE;
  Expr x = expr_extract(kid(t->a, 0), 0, n), r;
  if (is_kind(t->a, EXPR_NEG))
    r = expr_neg(x);
  else if (is_kind(t->a, EXPR_NOT))
    r = expr_not(x);
  else
    r = expr_binary(expr_kind(t->a), x, expr_extract(kid(t->a, 1), 0, n));
  return is_kind(r, expr_kind(t->a)) ? r : NO_RULE;
}

/* match:  (extract x+y), its low end, x and y leaves or extensions of less; so
 *         for mul and neg
 * result: the sum of the low ends */
RULE(extract_low_arith) {
  bool fits = is_kind(t->a, EXPR_ADD) || is_kind(t->a, EXPR_MUL) || is_kind(t->a, EXPR_NEG);
  return fits ? push_low(t) : NO_RULE;
}

/* match:  (extract (and x y)), its low end, x and y leaves or extensions of less;
 *         so for or, xor and not
 * result: the and of the low ends */
RULE(extract_low_bitwise) {
  bool fits = is_kind(t->a, EXPR_AND) || is_kind(t->a, EXPR_OR) || is_kind(t->a, EXPR_XOR) ||
              is_kind(t->a, EXPR_NOT);
  return fits ? push_low(t) : NO_RULE;
}

/* ---- zext, sext ---------------------------------------------------------- */

/* match:  (zext (zext x)), (sext (zext x))
 * result: (zext x) */
RULE(extended_zext) {
  return is_kind(t->a, EXPR_ZEXT) ? expr_zext(kid(t->a, 0), t->width) : NO_RULE;
}

/* match:  (zext (extract x)), the low end of x, where the rest of x is always 0
 * result: x, or (zext x) */
RULE(zext_low) {
  if (!is_kind(t->a, EXPR_EXTRACT) || expr_extract_low(t->a)) return NO_RULE;
  Expr x = kid(t->a, 0);
  u32 width = expr_width(x), n = expr_width(t->a);
  if (width > t->width || width > 64 || expr_facts(x).umax > value_mask(n)) return NO_RULE;
  return expr_zext(x, t->width);
}

/* match:  (sext (sext x))
 * result: (sext x) */
RULE(sext_sext) {
  return is_kind(t->a, EXPR_SEXT) ? expr_sext(kid(t->a, 0), t->width) : NO_RULE;
}

/* match:  (sext (ite c C1 C2))
 * result: (ite c (sext C1) (sext C2)) */
RULE(sext_const_ite) {
  if (!is_const_ite(t->a)) return NO_RULE;
  return expr_ite(kid(t->a, 0), expr_sext(kid(t->a, 1), t->width),
                  expr_sext(kid(t->a, 2), t->width));
}

/* match:  (sext (extract x)), the low end of x, where x always fits in it as a
 *         signed number
 * result: x, or (sext x) */
RULE(sext_low) {
  if (!is_kind(t->a, EXPR_EXTRACT) || expr_extract_low(t->a)) return NO_RULE;
  Expr x = kid(t->a, 0);
  u32 width = expr_width(x);
  if (width > t->width || width > 64) return NO_RULE;
  Facts f = expr_facts(x);
  i64 limit = (i64)(value_mask(expr_width(t->a)) >> 1);
  return f.smin >= -limit - 1 && f.smax <= limit ? expr_sext(x, t->width) : NO_RULE;
}

/* match:  (sext (concat C x))
 * result: (concat (sext C) x) */
RULE(sext_concat_const) {
  if (!is_kind(t->a, EXPR_CONCAT) || !expr_is_const(kid(t->a, 0))) return NO_RULE;
  Expr c = kid(t->a, 0), x = kid(t->a, 1);
  return expr_concat(expr_sext(c, t->width - expr_width(x)), x);
}

/* ---- concat -------------------------------------------------------------- */

/* high above low as one term, if they are neighbours: slices of one input, slices
 * of one term, a sign above what it is the sign of. */
static Expr joined(Expr high, Expr low) {
  u32 n = expr_width(low), width = expr_width(high) + n;
  if (is_kind(high, EXPR_VAR) && is_kind(low, EXPR_VAR)) {
    if (expr_input(high).id != expr_input(low).id) return NO_RULE;
    if (expr_var_low(high) != expr_var_low(low) + n) return NO_RULE;
    return expr_var(expr_input(low), expr_var_low(low), width);
  }
  if (is_kind(high, EXPR_EXTRACT) && expr_extract_low(high) >= n) {
    Expr of = kid(high, 0);
    u32 at = expr_extract_low(high) - n;
    bool fits = is_kind(low, EXPR_EXTRACT)
                    ? expr_same(kid(low, 0), of) && expr_extract_low(low) == at
                    : at == 0 && expr_same(expr_extract(of, 0, n), low);
    return fits ? expr_extract(of, at, width) : NO_RULE;
  }
  return NO_RULE;
}

/* match:  (concat high low), slices of one input or of one term, low directly
 *         below high
 * result: the slice of both */
RULE(concat_slices) {
  return joined(t->a, t->b);
}

/* match:  (concat high (concat low x)), high and low as in concat_slices
 * result: (concat both x) */
RULE(concat_slices_nested) {
  if (!is_kind(t->b, EXPR_CONCAT)) return NO_RULE;
  Expr both = joined(t->a, kid(t->b, 0));
  return expr_is_none(both) ? NO_RULE : expr_concat(both, kid(t->b, 1));
}

/* match:  (concat (concat x y) z)
 * result: (concat x (concat y z)) */
RULE(concat_right) {
  Expr piece[MAX_PIECES], e = t->a;
  u32 n = 0;
  for (; is_kind(e, EXPR_CONCAT); e = kid(e, 1)) {
    if (n == MAX_PIECES) return NO_RULE;
    piece[n++] = kid(e, 0);
  }
  if (!n) return NO_RULE;
  Expr r = expr_concat(e, t->b);
  while (n) r = expr_concat(piece[--n], r);
  return r;
}

/* match:  (concat C1 (concat C2 x)), (concat C (zext x))
 * result: (concat C1:C2 x), (concat C:0 x) */
RULE(concat_consts) {
  if (!expr_is_const(t->a)) return NO_RULE;
  if (is_kind(t->b, EXPR_CONCAT) && expr_is_const(kid(t->b, 0)))
    return expr_concat(expr_concat(t->a, kid(t->b, 0)), kid(t->b, 1));
  if (!is_kind(t->b, EXPR_ZEXT)) return NO_RULE;
  Expr x = kid(t->b, 0);
  u32 n = expr_width(t->b) - expr_width(x);
  return expr_concat(expr_concat(t->a, zero(n)), x);
}

/* match:  (concat C x), C with zeros at its top
 * result: (zext (concat C' x)), or (zext x) where C is 0 */
RULE(concat_zeros) {
  if (!expr_is_const(t->a)) return NO_RULE;
  u32 n = expr_width(t->a), zeros = const_high_zeros(t->a);
  if (!zeros) return NO_RULE;
  Expr rest = zeros == n ? t->b : expr_concat(expr_extract(t->a, 0, n - zeros), t->b);
  return expr_zext(rest, t->width);
}

/* match:  (concat (zext x) y)
 * result: (zext (concat x y)) */
RULE(concat_zext) {
  if (!is_kind(t->a, EXPR_ZEXT)) return NO_RULE;
  return expr_zext(expr_concat(kid(t->a, 0), t->b), t->width);
}

/* Is s, of width 1, the sign of x? */
static bool is_sign_of(Expr s, Expr x) {
  if (is_kind(x, EXPR_SEXT)) x = kid(x, 0);
  u32 n = expr_width(x);
  if (n == 1) return expr_same(s, x);
  if (expr_is_const(x)) return false;
  return expr_same(s, expr_extract(x, n - 1, 1));
}

/* match:  (concat s x), s the sign of x
 * result: (sext x) */
RULE(concat_sign) {
  if (expr_width(t->a) != 1 || !is_sign_of(t->a, t->b)) return NO_RULE;
  return expr_sext(t->b, t->width);
}

/* match:  (concat (sext x) y)
 * result: (sext (concat x y)) */
RULE(concat_sext) {
  if (!is_kind(t->a, EXPR_SEXT)) return NO_RULE;
  return expr_sext(expr_concat(kid(t->a, 0), t->b), t->width);
}
