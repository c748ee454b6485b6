/* smt_ops.c — the functions of the theories: sorts of arguments, result.
 *
 * One row of smt_ops.def per function; the regular ones (same sort all over,
 * folded from the left) share an apply function.  What terms have no kind for
 * is spelled out here: bvsmod, rotations, bvnand, overflow, …
 */
#include "expr/smt_impl.h"

typedef Err Apply(const SmtCall *c, Term *ret_term);
typedef Expr SmtBuild(Expr a, Expr b);

#define OP(id, name, n_indices, min, max, apply, build) static Apply apply_##apply;
#include "expr/smt_ops.def"
#undef OP

static SmtBuild equal, unequal, bits_nand, bits_nor, bits_xnor, bits_smod, bits_rotated_left,
    bits_rotated_right;

static const struct OpRow {
  const char *name;
  u32 n_indices, min, max;
  Apply *apply;
  SmtBuild *build;
} rows[OP_COUNT] = {
#define OP(id, name, n_indices, min, max, apply, build) \
  [OP_##id] = {name, n_indices, min, max, apply_##apply, build},
#include "expr/smt_ops.def"
#undef OP
};

static const Sort sort_bool = {.kind = SORT_BOOL, .width = 1};

/* ---- checks --------------------------------------------------------------- */

static Err wrong_sort(const SmtCall *c, u32 i, const char *expected) {
  cleanup(text_free) Text got = {0};
  sort_print(&got, c->args[i].sort);
  return error_at(c->lx, c->args[i].at, "operand %u of %s has sort %s, expected %s", i + 1,
                  op_name(c->op), text_c(&got), expected);
}

static Err need_sort(const SmtCall *c, u32 i, Sort expected) {
  if (sort_same(c->args[i].sort, expected)) return OK;
  cleanup(text_free) Text text = {0};
  sort_print(&text, expected);
  return wrong_sort(c, i, text_c(&text));
}

static Err need_kind(const SmtCall *c, u32 i, SortKind kind, const char *expected) {
  return c->args[i].sort.kind == kind ? OK : wrong_sort(c, i, expected);
}

static Err need_same(const SmtCall *c) {
  for (u32 i = 1; i < c->n; i++) TRY(need_sort(c, i, c->args[0].sort));
  return OK;
}

/* Bit-vectors of one width. */
static Err need_bits(const SmtCall *c) {
  TRY(need_kind(c, 0, SORT_BITS, "a bit-vector"));
  return need_same(c);
}

static Err give(Term *ret_term, Expr e, Sort sort) {
  ret_term->e = e;
  ret_term->sort = sort;
  return OK;
}

static Expr fold_left(const SmtCall *c) {
  Expr e = c->args[0].e;
  for (u32 i = 1; i < c->n; i++) e = rows[c->op].build(e, c->args[i].e);
  return e;
}

/* ---- Core ------------------------------------------------------------------ */

static Err apply_not(const SmtCall *c, Term *ret_term) {
  TRY(need_sort(c, 0, sort_bool));
  return give(ret_term, expr_not(c->args[0].e), sort_bool);
}

static Err apply_bool_left(const SmtCall *c, Term *ret_term) {
  for (u32 i = 0; i < c->n; i++) TRY(need_sort(c, i, sort_bool));
  return give(ret_term, fold_left(c), sort_bool);
}

static Err apply_implies(const SmtCall *c, Term *ret_term) {
  for (u32 i = 0; i < c->n; i++) TRY(need_sort(c, i, sort_bool));
  Expr e = c->args[c->n - 1].e;
  for (u32 i = c->n - 1; i-- > 0;) e = expr_or(expr_not(c->args[i].e), e);
  return give(ret_term, e, sort_bool);
}

static Err apply_chain(const SmtCall *c, Term *ret_term) {
  TRY(need_same(c));
  SmtBuild *compare = rows[c->op].build;
  Expr e = compare(c->args[0].e, c->args[1].e);
  for (u32 i = 2; i < c->n; i++) e = expr_and(e, compare(c->args[i - 1].e, c->args[i].e));
  return give(ret_term, e, sort_bool);
}

static Err apply_pairs(const SmtCall *c, Term *ret_term) {
  TRY(need_same(c));
  Expr e = expr_bool(true);
  for (u32 i = 0; i < c->n; i++) {
    for (u32 k = i + 1; k < c->n; k++)
      e = expr_and(e, rows[c->op].build(c->args[i].e, c->args[k].e));
  }
  return give(ret_term, e, sort_bool);
}

static Err apply_ite(const SmtCall *c, Term *ret_term) {
  TRY(need_sort(c, 0, sort_bool));
  TRY(need_sort(c, 2, c->args[1].sort));
  return give(ret_term, expr_ite(c->args[0].e, c->args[1].e, c->args[2].e), c->args[1].sort);
}

static Expr equal(Expr a, Expr b) { return expr_is_array(a) ? expr_array_eq(a, b) : expr_eq(a, b); }

static Expr unequal(Expr a, Expr b) { return expr_not(equal(a, b)); }

/* ---- bit-vectors ------------------------------------------------------------ */

static Expr bits_nand(Expr a, Expr b) { return expr_not(expr_and(a, b)); }

static Expr bits_nor(Expr a, Expr b) { return expr_not(expr_or(a, b)); }

static Expr bits_xnor(Expr a, Expr b) { return expr_not(expr_xor(a, b)); }

/* The remainder with the sign of the divisor: where the signs of dividend and
 * divisor differ and it is not zero, one divisor away from bvsrem. */
static Expr bits_smod(Expr a, Expr b) {
  Expr zero = expr_const(expr_width(a), 0);
  Expr rem = expr_srem(a, b);
  Expr differ = expr_xor(expr_slt(a, zero), expr_slt(b, zero));
  return expr_ite(expr_and(differ, expr_ne(rem, zero)), expr_add(rem, b), rem);
}

static Err apply_bits_unary(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  Expr a = c->args[0].e;
  return give(ret_term, c->op == OP_BVNOT ? expr_not(a) : expr_neg(a), c->args[0].sort);
}

static Err apply_bits_left(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  return give(ret_term, fold_left(c), c->args[0].sort);
}

static Err apply_bits_compare(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  return give(ret_term, fold_left(c), c->op == OP_BVCOMP ? sort_bits(1) : sort_bool);
}

static Err apply_concat(const SmtCall *c, Term *ret_term) {
  u64 width = 0;
  for (u32 i = 0; i < c->n; i++) {
    TRY(need_kind(c, i, SORT_BITS, "a bit-vector"));
    width += c->args[i].sort.width;
  }
  TRY(width_check(c->lx, c->at, width));
  Expr e = c->args[0].e;
  for (u32 i = 1; i < c->n; i++) e = expr_concat(e, c->args[i].e);
  return give(ret_term, e, sort_bits((u32)width));
}

static Err apply_extract(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  u64 high = c->indices[0], low = c->indices[1];
  if (low > high || high >= c->args[0].sort.width)
    return error_at(c->lx, c->at, "cannot extract bits %ju to %ju of a bit-vector of %u bits",
                    (uintmax_t)high, (uintmax_t)low, c->args[0].sort.width);
  u32 width = (u32)(high - low + 1);
  return give(ret_term, expr_extract(c->args[0].e, (u32)low, width), sort_bits(width));
}

static Err apply_extend(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  u64 more = MIN(c->indices[0], EXPR_MAX_WIDTH + 1);
  u64 width = c->args[0].sort.width + more;
  TRY(width_check(c->lx, c->at, width));
  Expr a = c->args[0].e;
  Expr e = c->op == OP_ZERO_EXTEND ? expr_zext(a, (u32)width) : expr_sext(a, (u32)width);
  return give(ret_term, e, sort_bits((u32)width));
}

static Err apply_repeat(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  u64 times = MIN(c->indices[0], EXPR_MAX_WIDTH + 1);
  if (times == 0) return error_at(c->lx, c->at, "cannot repeat a bit-vector 0 times");
  u64 width = c->args[0].sort.width * times;
  TRY(width_check(c->lx, c->at, width));
  Expr e = c->args[0].e;
  for (u64 i = 1; i < times; i++) e = expr_concat(e, c->args[0].e);
  return give(ret_term, e, sort_bits((u32)width));
}

static Err apply_rotate(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  Expr a = c->args[0].e;
  u32 width = c->args[0].sort.width;
  u32 left = (u32)(c->indices[0] % width);
  if (c->op == OP_ROTATE_RIGHT) left = (width - left) % width;
  if (left) a = expr_concat(expr_extract(a, 0, width - left), expr_extract(a, width - left, left));
  return give(ret_term, a, c->args[0].sort);
}

/* By a distance that is a term; what is shifted by the whole width is gone. */
static Expr bits_rotated_left(Expr a, Expr by) {
  Expr width = expr_const(expr_width(a), expr_width(a));
  by = expr_urem(by, width);
  return expr_or(expr_shl(a, by), expr_lshr(a, expr_sub(width, by)));
}

static Expr bits_rotated_right(Expr a, Expr by) {
  Expr width = expr_const(expr_width(a), expr_width(a));
  by = expr_urem(by, width);
  return expr_or(expr_lshr(a, by), expr_shl(a, expr_sub(width, by)));
}

/* Whether an odd number of bits is set. */
static Expr parity(Expr a) {
  Expr sum = expr_extract(a, 0, 1);
  for (u32 k = 1; k < expr_width(a); k++) sum = expr_xor(sum, expr_extract(a, k, 1));
  return sum;
}

static Err apply_bits_reduce(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  Expr a = c->args[0].e, zero = expr_const(expr_width(a), 0);
  Expr e = c->op == OP_BVREDXOR  ? parity(a)
           : c->op == OP_BVREDOR ? expr_ne(a, zero)
                                 : expr_eq(a, expr_not(zero));
  return give(ret_term, e, sort_bits(1));
}

/* ---- overflow --------------------------------------------------------------- */

static Expr is_negative(Expr a) { return expr_slt(a, expr_const(expr_width(a), 0)); }

static Expr is_least(Expr a) { /* the negative number without a positive one */
  u32 width = expr_width(a);
  Expr sign = expr_const(1, 1);
  return expr_eq(a, width == 1 ? sign : expr_concat(sign, expr_const(width - 1, 0)));
}

/* The product in twice the bits is not the one in these bits. */
static Expr product_overflows(Expr a, Expr b, bool is_signed) {
  u32 width = expr_width(a);
  Expr (*extend)(Expr, u32) = is_signed ? expr_sext : expr_zext;
  Expr whole = expr_mul(extend(a, 2 * width), extend(b, 2 * width));
  return expr_ne(whole, extend(expr_extract(whole, 0, width), 2 * width));
}

static Expr overflows(SmtOp op, Expr a, Expr b, Expr result) {
  switch ((int)op) {
  case OP_BVUADDO:
    return expr_ult(result, a);
  case OP_BVSADDO: /* the sign of the sum differs from both */
    return is_negative(expr_and(expr_xor(a, result), expr_xor(b, result)));
  case OP_BVUSUBO:
    return expr_ult(a, b);
  case OP_BVSSUBO:
    return is_negative(expr_and(expr_xor(a, b), expr_xor(a, result)));
  case OP_BVSDIVO:
    return expr_and(is_least(a), expr_eq(b, expr_not(expr_const(expr_width(b), 0))));
  default:
    return product_overflows(a, b, op == OP_BVSMULO);
  }
}

static Err apply_overflow(const SmtCall *c, Term *ret_term) {
  TRY(need_bits(c));
  Expr a = c->args[0].e;
  if (c->op == OP_BVNEGO) return give(ret_term, is_least(a), sort_bool);
  Expr b = c->args[1].e;
  bool doubles = c->op == OP_BVUMULO || c->op == OP_BVSMULO;
  if (doubles) TRY(width_check(c->lx, c->at, 2ull * expr_width(a)));
  SmtBuild *build = rows[c->op].build;
  Expr result = build ? build(a, b) : EXPR_NONE;
  return give(ret_term, overflows(c->op, a, b, result), sort_bool);
}

/* ---- arrays ------------------------------------------------------------------ */

static Err apply_select(const SmtCall *c, Term *ret_term) {
  TRY(need_kind(c, 0, SORT_ARRAY, "an array"));
  Sort array = c->args[0].sort;
  TRY(need_sort(c, 1, sort_index(array)));
  return give(ret_term, expr_select(c->args[0].e, c->args[1].e), sort_element(array));
}

static Err apply_store(const SmtCall *c, Term *ret_term) {
  TRY(call_check_store(c));
  return give(ret_term, expr_store(c->args[0].e, c->args[1].e, c->args[2].e), c->args[0].sort);
}

static Err apply_as_const(const SmtCall *c, Term *ret_term) {
  TRY(need_sort(c, 0, sort_element(c->sort)));
  return give(ret_term, expr_array_fill(c->sort.index_width, c->args[0].e), c->sort);
}

/* ------------------------------------------------------------------------------ */

Err call_check_count(const Lexer *lx, size_t at, const char *name, u32 n, u32 min, u32 max) {
  if (n >= min && n <= max) return OK;
  const char *bound = min == max ? "" : n < min ? "at least " : "at most ";
  u32 expected = n < min ? min : max;
  return error_at(lx, at, "%s takes %s%u operand%s, not %u", name, bound, expected,
                  expected == 1 ? "" : "s", n);
}

Err call_check_store(const SmtCall *c) {
  TRY(need_kind(c, 0, SORT_ARRAY, "an array"));
  TRY(need_sort(c, 1, sort_index(c->args[0].sort)));
  return need_sort(c, 2, sort_element(c->args[0].sort));
}

Err call_apply(const SmtCall *c, Term *ret_term) {
  Term result = {.at = c->at};
  TRY(rows[c->op].apply(c, &result));
  *ret_term = result;
  return OK;
}

const char *op_name(SmtOp op) { return rows[op].name; }

bool op_is_standard(SmtOp op) { return op < OP_BVREDOR; }

u32 op_indices(SmtOp op) { return rows[op].n_indices; }

Err call_check_arity(const SmtCall *c) {
  const struct OpRow *row = &rows[c->op];
  return call_check_count(c->lx, c->at, row->name, c->n, row->min, row->max);
}
