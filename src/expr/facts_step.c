/* facts_step.c — transfer functions: facts of a result from facts of its operands.
 *
 * Ranges are computed with the exact result of the operation, in 128 bits, and
 * then folded onto the circle of the width: the fold keeps an interval when all
 * of it wraps the same number of times, so that a + (-b) loses nothing where
 * a - b would not.  Signed and unsigned views are folded apart; facts_close draws
 * them together at the end.
 *
 * Facts of an array are facts of each of its elements.
 */
#include "expr/facts.h"
#include "expr/value.h"

enum { TABLE_LIMIT = 4096 }; /* elements of a table looked at for one select */

/* ---- helpers ------------------------------------------------------------- */

static void fold_unsigned(Facts *f, u128 low, u128 high, u32 width) {
  if (low >> width != high >> width) return;
  f->umin = (u64)low & value_mask(width);
  f->umax = (u64)high & value_mask(width);
}

static void fold_signed(Facts *f, i128 low, i128 high, u32 width) {
  i128 half = (i128)1 << (width - 1);
  if ((low + half) >> width != (high + half) >> width) return;
  f->smin = value_signed((u64)low & value_mask(width), width);
  f->smax = value_signed((u64)high & value_mask(width), width);
}

/* How many bits at the low end are known; are known to be zero. */
static u32 low_known(const Facts *f, u32 width) {
  u64 unknown = ~(f->zeros | f->ones) & value_mask(width);
  return unknown ? (u32)__builtin_ctzll(unknown) : width;
}

static u32 low_zeros(const Facts *f, u32 width) {
  u64 others = ~f->zeros & value_mask(width);
  return others ? (u32)__builtin_ctzll(others) : width;
}

static Facts join(const Facts *a, const Facts *b) {
  return (Facts){
      .umin = MIN(a->umin, b->umin),
      .umax = MAX(a->umax, b->umax),
      .smin = MIN(a->smin, b->smin),
      .smax = MAX(a->smax, b->smax),
      .zeros = a->zeros & b->zeros,
      .ones = a->ones & b->ones,
  };
}

/* ---- slices -------------------------------------------------------------- */

static Facts step_extract(const Facts *a, u32 low, u32 width) {
  Facts f = facts_top(width);
  fold_unsigned(&f, a->umin >> low, a->umax >> low, width);
  fold_signed(&f, a->smin >> low, a->smax >> low, width);
  f.zeros = a->zeros >> low & value_mask(width);
  f.ones = a->ones >> low & value_mask(width);
  return f;
}

static Facts step_zext(const Facts *a, u32 from, u32 width) {
  Facts f = facts_top(width);
  f.umin = a->umin;
  f.umax = a->umax;
  f.zeros = a->zeros | (value_mask(width) & ~value_mask(from));
  f.ones = a->ones;
  return f;
}

/* The masks of known bits are extended like numbers: what is known of the sign
 * is known of its copies. */
static Facts step_sext(const Facts *a, u32 from, u32 width) {
  Facts f = facts_top(width);
  f.smin = a->smin;
  f.smax = a->smax;
  f.zeros = (u64)value_signed(a->zeros, from) & value_mask(width);
  f.ones = (u64)value_signed(a->ones, from) & value_mask(width);
  return f;
}

static Facts step_concat(const Facts *high, const Facts *low, u32 low_width, u32 width) {
  Facts f = facts_top(width);
  i128 unit = (i128)1 << low_width;
  f.umin = high->umin << low_width | low->umin;
  f.umax = high->umax << low_width | low->umax;
  fold_signed(&f, high->smin * unit + low->umin, high->smax * unit + low->umax, width);
  f.zeros = high->zeros << low_width | low->zeros;
  f.ones = high->ones << low_width | low->ones;
  return f;
}

/* ---- sums and products --------------------------------------------------- */

/* The carry into a bit only grows with the operands.  So it is known where the
 * sum of the smallest and that of the largest candidates agree on it. */
static void add_bits(Facts *f, const Facts *a, const Facts *b, u32 width) {
  u64 mask = value_mask(width);
  u64 a_max = ~a->zeros & mask, b_max = ~b->zeros & mask;
  u64 least = a->ones + b->ones, most = a_max + b_max;
  u64 carry_least = least ^ a->ones ^ b->ones, carry_most = most ^ a_max ^ b_max;
  u64 known = (a->zeros | a->ones) & (b->zeros | b->ones) & ~(carry_least ^ carry_most) & mask;
  f->ones = least & known;
  f->zeros = ~least & known;
}

static Facts step_add(const Facts *a, const Facts *b, u32 width) {
  Facts f = facts_top(width);
  fold_unsigned(&f, (u128)a->umin + b->umin, (u128)a->umax + b->umax, width);
  fold_signed(&f, (i128)a->smin + b->smin, (i128)a->smax + b->smax, width);
  add_bits(&f, a, b, width);
  return f;
}

/* The term that e is never more than, by its form: x of x / C, x % y, x & y, x >> y; or EXPR_NONE. */
static Expr part_of(Expr e) {
  switch ((int)expr_kind(e)) {
  case EXPR_UDIV:
    return expr_is_const(expr_kid(e, 1)) && expr_value(expr_kid(e, 1)) ? expr_kid(e, 0) : EXPR_NONE;
  case EXPR_UREM:
  case EXPR_LSHR:
  case EXPR_AND:
    return expr_kid(e, 0);
  case EXPR_ZEXT: { /* a shift to the right, or the low bits */
    Expr slice = expr_kid(e, 0);
    bool is_slice =
        expr_kind(slice) == EXPR_EXTRACT && expr_width(expr_kid(slice, 0)) == expr_width(e);
    return is_slice ? expr_kid(slice, 0) : EXPR_NONE;
  }
  default:
    return EXPR_NONE;
  }
}

/* Is y never more than x, both of one width of at most 64, by their form?  Recursive, but not deep. */
static bool is_at_most(Expr y, Expr x, u32 depth) {
  if (expr_same(y, x)) return true;
  if (!depth) return false;
  Expr whole = part_of(y);
  if (!expr_is_none(whole) && is_at_most(whole, x, depth - 1)) return true;
  if (expr_kind(x) == EXPR_UDIV && expr_kind(y) == EXPR_UDIV && !expr_is_none(whole) &&
      expr_same(whole, part_of(x)))
    return expr_value(expr_kid(x, 1)) <= expr_value(expr_kid(y, 1));
  if (expr_kind(x) != EXPR_ADD) return false;
  u64 most[2] = {expr_facts(expr_kid(x, 0)).umax, expr_facts(expr_kid(x, 1)).umax};
  if (most[1] > value_mask(expr_width(x)) - most[0]) return false;
  return is_at_most(y, expr_kid(x, 0), depth - 1) || is_at_most(y, expr_kid(x, 1), depth - 1);
}

/* x - y where y is a part of x, as in the days of a year without the leap days: nothing wraps. */
static void step_difference(Facts *f, Expr e, const Facts *a, const Facts *b, u32 width) {
  enum { DEPTH = 3 };
  Expr x = expr_kid(e, 0), y = expr_kid(e, 1);
  const Facts *of_x = a, *of_minus = b;
  if (expr_kind(x) == EXPR_NEG) {
    x = y;
    y = expr_kid(e, 0);
    of_x = b;
    of_minus = a;
  }
  if (expr_kind(y) != EXPR_NEG || !is_at_most(expr_kid(y, 0), x, DEPTH)) return;
  Facts of_y = facts_neg(of_minus, width);
  f->umin = MAX(f->umin, of_x->umin > of_y.umax ? of_x->umin - of_y.umax : 0);
  f->umax = MIN(f->umax, of_x->umax - MIN(of_x->umax, of_y.umin));
}

static Facts step_not(const Facts *a, u32 width) {
  u64 mask = value_mask(width);
  return (Facts){
      .umin = ~a->umax & mask,
      .umax = ~a->umin & mask,
      .smin = ~a->smax,
      .smax = ~a->smin,
      .zeros = a->ones,
      .ones = a->zeros,
  };
}

Facts facts_neg(const Facts *a, u32 width) {
  Facts f = facts_top(width), flipped = step_not(a, width), one = facts_exact(width, 1);
  u128 modulus = (u128)1 << width;
  fold_unsigned(&f, modulus - a->umax, modulus - a->umin, width);
  fold_signed(&f, -(i128)a->smax, -(i128)a->smin, width);
  add_bits(&f, &flipped, &one, width);
  return f;
}

/* With a = A + 2^i X and b = B + 2^j Y, where A and B are known and end in s and t
 * zeros, the product is A B up to multiples of 2^(i + t) and 2^(j + s). */
static void mul_bits(Facts *f, const Facts *a, const Facts *b, u32 width) {
  u32 n_known =
      MIN(low_known(a, width) + low_zeros(b, width), low_known(b, width) + low_zeros(a, width));
  u64 known = value_mask(MIN(n_known, width)), product = a->ones * b->ones;
  f->ones = product & known;
  f->zeros = ~product & known;
}

static Facts step_mul(const Facts *a, const Facts *b, u32 width) {
  Facts f = facts_top(width);
  fold_unsigned(&f, (u128)a->umin * b->umin, (u128)a->umax * b->umax, width);
  i128 p = (i128)a->smin * b->smin, q = (i128)a->smin * b->smax;
  i128 r = (i128)a->smax * b->smin, s = (i128)a->smax * b->smax;
  i128 low = MIN(MIN(p, q), MIN(r, s)), high = MAX(MAX(p, q), MAX(r, s));
  fold_signed(&f, low, high, width);
  mul_bits(&f, a, b, width);
  return f;
}

/* ---- division ------------------------------------------------------------ */

static Facts step_udiv(const Facts *a, const Facts *b, u32 width) {
  if (!b->umax) return facts_exact(width, value_mask(width));
  Facts f = facts_top(width);
  f.umin = a->umin / b->umax;
  if (b->umin) f.umax = a->umax / b->umin;
  return f;
}

static Facts step_urem(const Facts *a, const Facts *b, u32 width) {
  if (a->umax < b->umin || !b->umax) return *a;
  Facts f = facts_top(width);
  f.umax = b->umin ? MIN(a->umax, b->umax - 1) : a->umax;
  u64 by = b->umin;
  if (by && by == b->umax && a->umin / by == a->umax / by) {
    f.umin = a->umin % by;
    f.umax = a->umax % by;
  }
  /* a - q b agrees with a below the lowest bit of b; so does a itself, for b = 0. */
  u64 kept = value_mask(low_zeros(b, width));
  f.zeros = a->zeros & kept;
  f.ones = a->ones & kept;
  return f;
}

static i128 largest_magnitude(const Facts *f) {
  i128 low = -(i128)f->smin, high = f->smax;
  return MAX(low, high);
}

/* Over a divisor of one sign the quotient is monotone in each operand, so its
 * extremes are at the corners; INT_MIN / -1 is then folded like any overflow. */
static Facts step_sdiv(const Facts *a, const Facts *b, u32 width) {
  Facts f = facts_top(width);
  if (b->smin > 0 || b->smax < 0) {
    i128 p = (i128)a->smin / b->smin, q = (i128)a->smin / b->smax;
    i128 r = (i128)a->smax / b->smin, s = (i128)a->smax / b->smax;
    fold_signed(&f, MIN(MIN(p, q), MIN(r, s)), MAX(MAX(p, q), MAX(r, s)), width);
    return f;
  }
  i128 most = MAX(largest_magnitude(a), 1); /* 1: what x / 0 gives */
  fold_signed(&f, -most, most, width);
  return f;
}

static Facts step_srem(const Facts *a, const Facts *b, u32 width) {
  Facts f = facts_top(width);
  i128 low = MIN(a->smin, 0), high = MAX(a->smax, 0);
  bool may_be_zero = b->smin <= 0 && b->smax >= 0 && !b->umin && !b->ones;
  if (!may_be_zero) {
    i128 most = largest_magnitude(b) - 1;
    low = MAX(low, -most);
    high = MIN(high, most);
  }
  fold_signed(&f, low, high, width);
  return f;
}

/* ---- shifts -------------------------------------------------------------- */

static Facts step_shl(const Facts *a, const Facts *b, u32 width) {
  if (b->umin >= width) return facts_exact(width, 0);
  Facts f = facts_top(width);
  u32 least = (u32)b->umin;
  f.zeros = value_mask(MIN(width, low_zeros(a, width) + least));
  if (b->umax >= width) return f;
  i128 small = (i128)1 << least, large = (i128)1 << b->umax;
  fold_unsigned(&f, (u128)a->umin << least, (u128)a->umax << b->umax, width);
  fold_signed(&f, a->smin * (a->smin < 0 ? large : small), a->smax * (a->smax < 0 ? small : large),
              width);
  if (least == b->umax) {
    f.zeros = (a->zeros << least | value_mask(least)) & value_mask(width);
    f.ones = a->ones << least & value_mask(width);
  }
  return f;
}

static Facts step_lshr(const Facts *a, const Facts *b, u32 width) {
  if (b->umin >= width) return facts_exact(width, 0);
  Facts f = facts_top(width);
  u32 least = (u32)b->umin;
  u64 mask = value_mask(width);
  f.umin = b->umax < width ? a->umin >> b->umax : 0;
  f.umax = a->umax >> least;
  if (least == b->umax) {
    f.zeros = a->zeros >> least | (mask & ~(mask >> least));
    f.ones = a->ones >> least;
  }
  return f;
}

/* The sign is copied all the way up in 64 bits, so over-shifts act like 63. */
static Facts step_ashr(const Facts *a, const Facts *b, u32 width) {
  Facts f = facts_top(width);
  u32 least = (u32)MIN(b->umin, 63), most = (u32)MIN(b->umax, 63);
  f.smin = a->smin >> (a->smin < 0 ? least : most);
  f.smax = a->smax >> (a->smax < 0 ? most : least);
  if (least == most) {
    f.zeros = (u64)(value_signed(a->zeros, width) >> least) & value_mask(width);
    f.ones = (u64)(value_signed(a->ones, width) >> least) & value_mask(width);
  }
  return f;
}

/* ---- bits ---------------------------------------------------------------- */

static Facts step_and(const Facts *a, const Facts *b, u32 width) {
  Facts f = facts_top(width);
  f.umax = MIN(a->umax, b->umax);
  f.zeros = a->zeros | b->zeros;
  f.ones = a->ones & b->ones;
  return f;
}

static Facts step_or(const Facts *a, const Facts *b, u32 width) {
  Facts f = facts_top(width);
  f.umin = MAX(a->umin, b->umin);
  f.zeros = a->zeros & b->zeros;
  f.ones = a->ones | b->ones;
  return f;
}

static Facts step_xor(const Facts *a, const Facts *b, u32 width) {
  Facts f = facts_top(width);
  f.zeros = (a->zeros & b->zeros) | (a->ones & b->ones);
  f.ones = (a->zeros & b->ones) | (a->ones & b->zeros);
  return f;
}

/* ---- comparisons --------------------------------------------------------- */

int facts_compare(ExprKind compare, const Facts *a, const Facts *b) {
  if (compare == EXPR_ULT) return a->umax < b->umin ? 1 : a->umin >= b->umax ? 0 : -1;
  if (compare == EXPR_SLT) return a->smax < b->smin ? 1 : a->smin >= b->smax ? 0 : -1;
  bool differ = a->umax < b->umin || b->umax < a->umin || a->smax < b->smin || b->smax < a->smin ||
                (a->zeros & b->ones) || (a->ones & b->zeros);
  return differ ? 0 : a->umin == a->umax && b->umin == b->umax ? 1 : -1;
}

static Facts step_comparison(ExprKind kind, const Facts *a, const Facts *b) {
  int holds = facts_compare(kind, a, b);
  return holds < 0 ? facts_top(1) : facts_exact(1, (u64)holds);
}

/* ---- choice -------------------------------------------------------------- */

static Facts step_ite(const Facts *cond, const Facts *then, const Facts *other) {
  if (cond->umin) return *then;
  if (!cond->umax) return *other;
  return join(then, other);
}

/* What the elements at the indices allowed by `index` have in common. */
static Facts table_facts(Expr table, const Facts *index) {
  u32 n, width = expr_width(table);
  const u64 *elements = expr_table(table, &n);
  u64 end = index->umax < n ? index->umax + 1 : n;
  if (end > index->umin && end - index->umin > TABLE_LIMIT) return facts_top(width);
  Facts f = facts_exact(width, 0);
  bool is_first = index->umax < n; /* otherwise the zeros past the end count */
  for (u64 i = index->umin; i < end; i++) {
    if ((i & index->zeros) || (~i & index->ones)) continue;
    Facts element = facts_exact(width, elements[i]);
    f = is_first ? element : join(&f, &element);
    is_first = false;
  }
  return f;
}

/* ---- dispatch ------------------------------------------------------------ */

/* Something an operand is too wide, or too contradictory, to say anything of. */
static bool is_opaque(Expr e, const Facts *kids) {
  for (u32 i = 0; i < expr_arity(e); i++)
    if (expr_width(expr_kid(e, i)) > 64 || facts_is_empty(&kids[i])) return true;
  return expr_width(e) > 64;
}

static Facts transfer(Expr e, const Facts *a, const Facts *b, const Facts *c) {
  u32 width = expr_width(e);
  switch (expr_kind(e)) {
  case EXPR_CONST:
    return facts_exact(width, expr_value(e));
  case EXPR_NOT:
    return step_not(a, width);
  case EXPR_NEG:
    return facts_neg(a, width);
  case EXPR_EXTRACT:
    return step_extract(a, expr_extract_low(e), width);
  case EXPR_ZEXT:
    return step_zext(a, expr_width(expr_kid(e, 0)), width);
  case EXPR_SEXT:
    return step_sext(a, expr_width(expr_kid(e, 0)), width);
  case EXPR_CONCAT:
    return step_concat(a, b, expr_width(expr_kid(e, 1)), width);
  case EXPR_ADD: {
    Facts f = step_add(a, b, width);
    step_difference(&f, e, a, b, width);
    return f;
  }
  case EXPR_MUL:
    return step_mul(a, b, width);
  case EXPR_UDIV:
    return step_udiv(a, b, width);
  case EXPR_SDIV:
    return step_sdiv(a, b, width);
  case EXPR_UREM:
    return step_urem(a, b, width);
  case EXPR_SREM:
    return step_srem(a, b, width);
  case EXPR_SHL:
    return step_shl(a, b, width);
  case EXPR_LSHR:
    return step_lshr(a, b, width);
  case EXPR_ASHR:
    return step_ashr(a, b, width);
  case EXPR_AND:
    return step_and(a, b, width);
  case EXPR_OR:
    return step_or(a, b, width);
  case EXPR_XOR:
    return step_xor(a, b, width);
  case EXPR_EQ:
  case EXPR_ULT:
  case EXPR_SLT:
    return step_comparison(expr_kind(e), a, b);
  case EXPR_ITE:
    return step_ite(a, b, c);
  case EXPR_SELECT:
    return expr_kind(expr_kid(e, 0)) == EXPR_ARRAY_TABLE ? table_facts(expr_kid(e, 0), b) : *a;
  case EXPR_STORE:
    return join(a, c);
  case EXPR_ARRAY_FILL:
    return *a;
  case EXPR_ARRAY_TABLE: {
    Facts any_index = facts_top(expr_index_width(e));
    return table_facts(e, &any_index);
  }
  case EXPR_VAR:
  case EXPR_ARRAY_EQ:
  case EXPR_ARRAY_INPUT:
  case EXPR_FREE:
  case EXPR_KIND_COUNT:
    break;
  }
  return facts_top(width);
}

/* ---- public -------------------------------------------------------------- */

Facts facts_sum(const Facts *a, const Facts *b, u32 width) {
  return facts_close(step_add(a, b, width), width);
}

Facts facts_step(Expr e, const Facts *kids) {
  u32 width = expr_width(e);
  if (is_opaque(e, kids)) return facts_top(width);
  return facts_close(transfer(e, &kids[0], &kids[1], &kids[2]), width);
}
