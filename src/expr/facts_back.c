/* facts_back.c — the transfer functions backwards: what the result says about the operands.
 *
 * An operand keeps the values that some value of the result, and of the other operand, goes with.
 * Quotients and products that do not wrap are monotone, so the ends of ranges give ends of ranges.
 * After: Benhamou, Goualard, Granvilliers, Puget, "Revising hull and box consistency", ICLP 1999,
 * whose HC4 does this for real numbers.  Differs: both readings of a word, and its bits.
 *
 * Where no value is left, an operand is left empty; what is said of the others then does not matter.
 */
#include "base/number.h"
#include "expr/facts.h"
#include "expr/value.h"

enum { TABLE_LIMIT = 256 }; /* elements of a table looked at for one index */

/* ---- ends of ranges ------------------------------------------------------- */

static void make_empty(Facts *f) {
  f->umin = 1;
  f->umax = 0;
}

static void at_least(Facts *f, u128 v) {
  if (v > f->umax)
    make_empty(f);
  else
    f->umin = MAX(f->umin, (u64)v);
}

static void at_most(Facts *f, u128 v) {
  if (v < f->umin)
    make_empty(f);
  else if (v < f->umax)
    f->umax = (u64)v;
}

static void signed_at_least(Facts *f, i128 v) {
  if (v > f->smax)
    make_empty(f);
  else if (v > f->smin)
    f->smin = (i64)v;
}

static void signed_at_most(Facts *f, i128 v) {
  if (v < f->smin)
    make_empty(f);
  else if (v < f->smax)
    f->smax = (i64)v;
}

static void know_bits(Facts *f, u64 zeros, u64 ones) {
  f->zeros |= zeros;
  f->ones |= ones;
}

static bool is_exact(const Facts *f) { return f->umin == f->umax; }

/* ---- slices --------------------------------------------------------------- */

static void back_extract(const Facts *r, Facts *a, u32 low, u32 width) {
  know_bits(a, r->zeros << low, r->ones << low);
  if (a->umax >> low > value_mask(width)) return;
  at_least(a, (u128)r->umin << low);
  at_most(a, (u128)r->umax << low | value_mask(low));
}

static void back_extension(const Facts *r, Facts *a, u32 from, bool is_signed) {
  know_bits(a, r->zeros & value_mask(from), r->ones & value_mask(from));
  if (is_signed) {
    signed_at_least(a, r->smin);
    signed_at_most(a, r->smax);
  } else {
    at_least(a, r->umin);
    at_most(a, r->umax);
  }
}

static void back_concat(const Facts *r, Facts *high, Facts *low, u32 low_width) {
  u64 mask = value_mask(low_width);
  know_bits(high, r->zeros >> low_width, r->ones >> low_width);
  know_bits(low, r->zeros & mask, r->ones & mask);
  at_least(high, r->umin >> low_width);
  at_most(high, r->umax >> low_width);
  if (r->umin >> low_width != r->umax >> low_width) return;
  at_least(low, r->umin & mask);
  at_most(low, r->umax & mask);
}

/* ---- sums ------------------------------------------------------------------ */

/* facts_step knows what the form of a sum says of it, and so nothing about a result less an operand. */
static void back_add(const Facts *r, Facts *a, Facts *b, u32 width) {
  Facts minus_a = facts_neg(a, width), minus_b = facts_neg(b, width);
  *a = facts_meet(*a, facts_sum(r, &minus_b, width), width);
  *b = facts_meet(*b, facts_sum(r, &minus_a, width), width);
}

/* ---- products ------------------------------------------------------------- */

static i128 ceil_div(i128 a, i128 b) { return -floor_div(-a, b); }

/* Below the bits that a known factor takes away, low bits of the product are those of the factor
 * times a number that has an inverse. */
static void factor_bits(const Facts *r, Facts *a, u64 by, u32 width) {
  u32 shift = (u32)__builtin_ctzll(by);
  u64 unknown = ~(r->zeros | r->ones) & value_mask(width);
  u32 n_known = unknown ? (u32)__builtin_ctzll(unknown) : width;
  if (n_known <= shift) return;
  u64 known = value_mask(n_known - shift);
  u64 v = (r->ones >> shift) * value_inverse_of_odd(by >> shift);
  know_bits(a, ~v & known, v & known);
}

/* a * b = r: about a. */
static void back_factor(const Facts *r, Facts *a, const Facts *b, u32 width) {
  u64 mask = value_mask(width);
  if ((u128)a->umax * b->umax <= mask) {
    if (b->umin) at_most(a, r->umax / b->umin);
    if (b->umax) at_least(a, ((u128)r->umin + b->umax - 1) / b->umax);
  }
  if (b->smin > 0 || b->smax < 0) {
    i128 p = (i128)a->smin * b->smin, q = (i128)a->smin * b->smax;
    i128 s = (i128)a->smax * b->smin, t = (i128)a->smax * b->smax;
    i128 most = (i128)(mask >> 1), low = MIN(MIN(p, q), MIN(s, t)),
         high = MAX(MAX(p, q), MAX(s, t));
    if (low >= -most - 1 && high <= most) {
      signed_at_least(a, MIN(MIN(ceil_div(r->smin, b->smin), ceil_div(r->smin, b->smax)),
                             MIN(ceil_div(r->smax, b->smin), ceil_div(r->smax, b->smax))));
      signed_at_most(a, MAX(MAX(floor_div(r->smin, b->smin), floor_div(r->smin, b->smax)),
                            MAX(floor_div(r->smax, b->smin), floor_div(r->smax, b->smax))));
    }
  }
  if (is_exact(b) && b->umin) factor_bits(r, a, b->umin, width);
}

/* ---- division ------------------------------------------------------------- */

static void back_udiv(const Facts *r, Facts *a, Facts *b, u32 width) {
  if (r->umax < value_mask(width)) at_least(b, 1); /* x / 0 is all ones */
  if (!b->umin) return;
  u128 end = (u128)r->umax + 1; /* r b <= a < (r + 1) b */
  at_least(a, (u128)r->umin * b->umin);
  at_most(a, end * b->umax - 1);
  if (r->umin) at_most(b, a->umax / r->umin);
  at_least(b, a->umin / end + 1);
}

/* The first and the last value of a that leave such a remainder by a number. */
static void remainder_ends(const Facts *r, Facts *a, u64 by) {
  u64 first = r->umin, last = MIN(r->umax, by - 1);
  if (first > last) {
    make_empty(a);
    return;
  }
  u64 rest = a->umin % by;
  u128 low = a->umin;
  if (rest < first) low += first - rest;
  if (rest > last) low += by - rest + first;
  at_least(a, low);
  rest = a->umax % by;
  if (rest > last) at_most(a, a->umax - rest + last);
  if (rest >= first) return;
  if (a->umax < by)
    make_empty(a);
  else
    at_most(a, a->umax - rest - by + last);
}

static void back_urem(const Facts *r, Facts *a, Facts *b) {
  at_least(a, r->umin); /* x % 0 is x */
  bool is_smaller = r->umax < a->umin;
  if (is_smaller) at_least(b, 1);
  if (!b->umin) return;
  at_least(b, (u128)r->umin + 1);
  if (facts_is_empty(a) || facts_is_empty(b)) return;
  if (is_exact(b)) {
    remainder_ends(r, a, b->umin);
    return;
  }
  u64 times_min = MAX(a->umin / b->umax, is_smaller), times_max = a->umax / b->umin;
  if (times_min) at_most(b, (a->umax - r->umin) / times_min);
  if (is_smaller && times_max) at_least(b, (a->umin - r->umax - 1) / times_max + 1);
  at_least(a, (u128)times_min * b->umin + r->umin);
  at_most(a, (u128)times_max * b->umax + r->umax);
}

static bool is_natural(const Facts *a, const Facts *b) { return a->smin >= 0 && b->smin > 0; }

/* By a positive number; the quotient goes towards zero. */
static void back_sdiv(const Facts *r, Facts *a, Facts *b, u32 width) {
  if (is_natural(a, b)) {
    back_udiv(r, a, b, width);
    return;
  }
  if (!is_exact(b) || b->smin <= 0) return;
  i128 by = b->smin, low = r->smin, high = r->smax;
  signed_at_least(a, low > 0 ? low * by : (low - 1) * by + 1);
  signed_at_most(a, high < 0 ? high * by : (high + 1) * by - 1);
}

static void back_srem(const Facts *r, Facts *a, Facts *b) {
  if (is_natural(a, b)) {
    back_urem(r, a, b);
    return;
  }
  if (r->smin > 0) signed_at_least(a, r->smin); /* it has the sign of a, and is no larger */
  if (r->smax < 0) signed_at_most(a, r->smax);
}

/* ---- shifts by a number --------------------------------------------------- */

static void back_shl(const Facts *r, Facts *a, u32 by, u32 width) {
  u64 kept = value_mask(width - by);
  know_bits(a, r->zeros >> by & kept, r->ones >> by & kept);
  if (a->umax > kept) return;
  at_least(a, ((u128)r->umin + value_mask(by)) >> by);
  at_most(a, r->umax >> by);
}

static void back_lshr(const Facts *r, Facts *a, u32 by, u32 width) {
  u64 mask = value_mask(width);
  know_bits(a, r->zeros << by & mask, r->ones << by & mask);
  at_least(a, (u128)r->umin << by);
  at_most(a, (u128)r->umax << by | value_mask(by));
}

static void back_shift(Expr e, const Facts *r, Facts *a, const Facts *b) {
  u32 width = expr_width(e), by = (u32)b->umin;
  if (!is_exact(b) || b->umin >= width) return;
  if (expr_kind(e) == EXPR_SHL) back_shl(r, a, by, width);
  if (expr_kind(e) == EXPR_LSHR) back_lshr(r, a, by, width);
  if (expr_kind(e) != EXPR_ASHR) return;
  i128 unit = (i128)1 << by;
  signed_at_least(a, r->smin * unit);
  signed_at_most(a, r->smax * unit + unit - 1);
}

/* ---- bits ----------------------------------------------------------------- */

static void back_mask(const Facts *r, Facts *a, const Facts *b, ExprKind kind) {
  if (kind == EXPR_AND) {
    know_bits(a, r->zeros & b->ones, r->ones);
    at_least(a, r->umin);
  } else {
    know_bits(a, r->zeros, r->ones & b->zeros);
    at_most(a, r->umax);
  }
}

/* ---- comparisons ---------------------------------------------------------- */

/* a != b, b being one number: it cuts off an end. */
static void differ(Facts *a, const Facts *b) {
  if (!is_exact(b)) return;
  if (a->umin == b->umin) at_least(a, (u128)a->umin + 1);
  if (a->umax == b->umin && !facts_is_empty(a)) at_most(a, (u128)a->umax - 1);
}

static void back_eq(bool holds, Facts *a, Facts *b, u32 width) {
  if (holds) {
    *a = *b = facts_meet(*a, *b, width);
    return;
  }
  differ(a, b);
  differ(b, a);
}

static void back_ult(bool holds, Facts *a, Facts *b) {
  if (!holds) { /* b <= a */
    at_least(a, b->umin);
    at_most(b, a->umax);
  } else if (b->umax == 0) {
    make_empty(b);
  } else {
    at_most(a, b->umax - 1);
    at_least(b, (u128)a->umin + 1);
  }
}

static void back_slt(bool holds, Facts *a, Facts *b) {
  if (holds) {
    signed_at_most(a, (i128)b->smax - 1);
    signed_at_least(b, (i128)a->smin + 1);
  } else {
    signed_at_least(a, b->smin);
    signed_at_most(b, a->smax);
  }
}

static void back_comparison(Expr e, const Facts *r, Facts *a, Facts *b) {
  if (!is_exact(r)) return;
  if (expr_kind(e) == EXPR_EQ) back_eq(r->umin, a, b, expr_width(expr_kid(e, 0)));
  if (expr_kind(e) == EXPR_ULT) back_ult(r->umin, a, b);
  if (expr_kind(e) == EXPR_SLT) back_slt(r->umin, a, b);
}

/* ---- choice --------------------------------------------------------------- */

/* An arm that cannot be the result is not chosen. */
static void back_ite(const Facts *r, Facts *cond, Facts *then, Facts *other, u32 width) {
  Facts first = facts_meet(*then, *r, width), second = facts_meet(*other, *r, width);
  if (facts_is_empty(&first)) at_most(cond, 0);
  if (facts_is_empty(&second)) at_least(cond, 1);
  if (facts_is_empty(cond) || !is_exact(cond)) return;
  if (cond->umin)
    *then = first;
  else
    *other = second;
}

static bool may_be(const Facts *f, u64 v, u32 width) {
  i64 as_signed = value_signed(v, width);
  return f->umin <= v && v <= f->umax && f->smin <= as_signed && as_signed <= f->smax &&
         !(v & f->zeros) && !(~v & f->ones);
}

static void back_table(Expr table, const Facts *r, Facts *index) {
  u32 n, width = expr_width(table);
  const u64 *elements = expr_table(table, &n);
  if (index->umax - index->umin > TABLE_LIMIT) return;
  u64 low = index->umin, high = index->umax;
  while (low < high && !may_be(r, low < n ? elements[low] : 0, width)) low++;
  while (high > low && !may_be(r, high < n ? elements[high] : 0, width)) high--;
  at_least(index, low);
  at_most(index, high);
}

/* ---- dispatch -------------------------------------------------------------- */

static void transfer_back(Expr e, const Facts *r, Facts *kids) {
  u32 width = expr_width(e);
  Facts *a = &kids[0], *b = &kids[1], other;
  switch ((int)expr_kind(e)) {
  case EXPR_NOT: /* their own inverses */
  case EXPR_NEG:
    *a = facts_meet(*a, facts_step(e, r), width);
    break;
  case EXPR_EXTRACT:
    back_extract(r, a, expr_extract_low(e), width);
    break;
  case EXPR_ZEXT:
  case EXPR_SEXT:
    back_extension(r, a, expr_width(expr_kid(e, 0)), expr_kind(e) == EXPR_SEXT);
    break;
  case EXPR_CONCAT:
    back_concat(r, a, b, expr_width(expr_kid(e, 1)));
    break;
  case EXPR_ADD:
    back_add(r, a, b, width);
    break;
  case EXPR_XOR:
    other = *a;
    *a = facts_meet(*a, facts_step(e, (Facts[]){*r, *b}), width);
    *b = facts_meet(*b, facts_step(e, (Facts[]){*r, other}), width);
    break;
  case EXPR_MUL:
    back_factor(r, a, b, width);
    if (!facts_is_empty(a)) back_factor(r, b, a, width);
    break;
  case EXPR_UDIV:
    back_udiv(r, a, b, width);
    break;
  case EXPR_SDIV:
    back_sdiv(r, a, b, width);
    break;
  case EXPR_UREM:
    back_urem(r, a, b);
    break;
  case EXPR_SREM:
    back_srem(r, a, b);
    break;
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR:
    back_shift(e, r, a, b);
    break;
  case EXPR_AND:
  case EXPR_OR:
    other = *a;
    back_mask(r, a, b, expr_kind(e));
    back_mask(r, b, &other, expr_kind(e));
    break;
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT:
    back_comparison(e, r, a, b);
    break;
  case EXPR_ITE:
    if (!expr_is_array(e)) back_ite(r, a, b, &kids[2], width);
    break;
  case EXPR_SELECT:
    if (expr_kind(expr_kid(e, 0)) == EXPR_ARRAY_TABLE) back_table(expr_kid(e, 0), r, b);
    break;
  default:
    break;
  }
}

void facts_back(Expr e, const Facts *result, Facts *io_kids) {
  u32 arity = expr_arity(e);
  if (expr_width(e) > 64 || facts_is_empty(result)) return;
  for (u32 i = 0; i < arity; i++)
    if (expr_width(expr_kid(e, i)) > 64 || facts_is_empty(&io_kids[i])) return;
  transfer_back(e, result, io_kids);
  for (u32 i = 0; i < arity; i++) io_kids[i] = facts_close(io_kids[i], expr_width(expr_kid(e, i)));
}
