/* random_terms.c — see random_terms.h. */
#include "unit/random_terms.h"

#include "expr/input.h"

#include <stdio.h>

enum { MAX_POOL = 160, MAX_ARRAYS = 24, N_TABLE = 40 };

static u32 below(RandomTerms *r, u32 n) { return (u32)rng_below(&r->rng, n); }

static u32 any_width(RandomTerms *r) { return r->widths[below(r, r->n_widths)]; }

Expr random_const(RandomTerms *r, u32 width) {
  Expr one = expr_const(width, 1);
  Expr power = expr_shl(one, expr_const(width, below(r, width)));
  switch (below(r, 8)) {
  case 0:
    return expr_const(width, 0);
  case 1:
    return expr_not(expr_const(width, below(r, 3)));
  case 2:
    return power;
  case 3:
    return expr_add(power, expr_neg(one));
  case 4:
    return expr_shl(expr_not(expr_const(width, 0)), expr_const(width, below(r, width)));
  case 5:
    return expr_const(width, rng_u64(&r->rng));
  default:
    return expr_const(width, below(r, 6));
  }
}

/* Any term of the pool, preferring new ones, cut or extended to the width. */
static Expr fitted(RandomTerms *r, u32 width) {
  Expr e = EXPR_NONE;
  for (u32 i = 0; i < 6; i++) {
    u32 recent = below(r, 2) ? MIN(r->pool.n, 24) : r->pool.n;
    e = r->pool.at[r->pool.n - 1 - below(r, recent)];
    if (expr_width(e) == width) return e;
  }
  u32 from = expr_width(e);
  if (from > width) return expr_extract(e, below(r, 2) ? 0 : below(r, from - width + 1), width);
  return below(r, 2) ? expr_zext(e, width) : expr_sext(e, width);
}

Expr random_pick(RandomTerms *r, u32 width) {
  if (below(r, 4) == 0) return random_const(r, width);
  Expr e = fitted(r, width);
  switch (below(r, 16)) {
  case 0:
    return expr_not(e);
  case 1:
    return expr_neg(e);
  case 2:
    return expr_ite(fitted(r, 1), random_const(r, width), random_const(r, width));
  case 3:
    return expr_binary(EXPR_ADD + below(r, 2), e, random_const(r, width));
  case 4:
    return expr_ite(fitted(r, 1), e, random_const(r, width));
  case 5:
    return width > 1 ? expr_zext(fitted(r, 1 + below(r, width - 1)), width) : e;
  case 6:
    return width > 1 ? expr_sext(fitted(r, 1 + below(r, width - 1)), width) : e;
  default:
    return e;
  }
}

/* A term of the same width that shares something with e. */
static Expr related(RandomTerms *r, Expr e) {
  u32 width = expr_width(e);
  Expr inner = e;
  for (u32 i = 0; i < 2 && expr_arity(inner); i++) {
    Expr k = expr_kid(inner, below(r, expr_arity(inner)));
    if (!expr_is_array(k) && expr_width(k) == width) inner = k;
  }
  switch (below(r, 8)) {
  case 0:
    return e;
  case 1:
    return expr_not(inner);
  case 2:
    return expr_neg(inner);
  case 3:
    return expr_add(inner, random_const(r, width));
  case 4:
    return expr_mul(inner, random_const(r, width));
  case 5:
    return expr_binary(EXPR_ADD + below(r, EXPR_XOR - EXPR_ADD + 1), inner, fitted(r, width));
  default:
    return inner;
  }
}

static Expr partner(RandomTerms *r, Expr e) {
  return below(r, 4) == 0 ? related(r, e) : random_pick(r, expr_width(e));
}

/* Neighbouring slices of one term, as loads and stores make them. */
static void pick_slices(RandomTerms *r, RandomOp *op) {
  Expr e = fitted(r, any_width(r));
  u32 width = expr_width(e);
  if (width < 3) return;
  u32 cut = 1 + below(r, width - 1), low = below(r, cut), high = cut + 1 + below(r, width - cut);
  op->kid[0] = expr_extract(e, cut, high - cut);
  op->kid[1] = expr_extract(e, low, cut - low);
  if (below(r, 4) == 0)
    op->kid[0] = expr_sext(op->kid[0], expr_width(op->kid[0]) + 1 + below(r, 4));
  if (below(r, 3) == 0) op->kid[1] = expr_concat(op->kid[1], fitted(r, 1 + below(r, 4)));
}

static RandomOp concat_op(RandomTerms *r) {
  RandomOp op = {.kind = EXPR_CONCAT,
                 .kid = {random_pick(r, 1 + below(r, any_width(r))),
                         random_pick(r, 1 + below(r, any_width(r)))}};
  if (below(r, 2)) pick_slices(r, &op);
  op.width = expr_width(op.kid[0]) + expr_width(op.kid[1]);
  return op;
}

static RandomOp slice_op(RandomTerms *r) {
  Expr a = random_pick(r, any_width(r));
  u32 width = expr_width(a);
  RandomOp op = {.kind = EXPR_EXTRACT, .kid = {a}};
  switch (below(r, 4)) {
  case 0:
    op.kind = EXPR_ZEXT;
    op.width = width + 1 + below(r, width);
    return op;
  case 1:
    op.kind = EXPR_SEXT;
    op.width = width + 1 + below(r, width);
    return op;
  case 2:
    return concat_op(r);
  default:
    op.low = below(r, 2) ? 0 : below(r, width);
    op.width = 1 + below(r, width - op.low);
    return op;
  }
}

static Expr index_of(RandomTerms *r, Expr array) {
  u32 width = expr_index_width(array);
  if (expr_kind(array) == EXPR_STORE && below(r, 2)) return related(r, expr_kid(array, 1));
  return below(r, 2) ? expr_const(width, below(r, 20)) : random_pick(r, width);
}

static RandomOp array_op(RandomTerms *r) {
  Expr a = r->arrays.at[below(r, r->arrays.n)], b = r->arrays.at[below(r, r->arrays.n)];
  bool fits = expr_width(a) == expr_width(b) && expr_index_width(a) == expr_index_width(b);
  RandomOp op = {.kind = EXPR_SELECT, .width = expr_width(a), .kid = {a, index_of(r, a)}};
  u32 choice = below(r, 4);
  if (choice == 0 && fits) {
    op = (RandomOp){.kind = EXPR_ITE, .width = op.width, .kid = {fitted(r, 1), a, b}};
  } else if (choice < 2) {
    op.kind = EXPR_STORE;
    op.kid[2] = random_pick(r, op.width);
    if (below(r, 4) == 0) op.kid[2] = expr_select(a, op.kid[1]);
    if (below(r, 4) == 0 && expr_kind(a) == EXPR_ARRAY_FILL) op.kid[2] = expr_kid(a, 0);
  }
  return op;
}

RandomOp random_op(RandomTerms *r) {
  u32 choice = below(r, 32);
  if (choice < 8) return slice_op(r);
  if (choice < 11) return array_op(r);
  Expr a = random_pick(r, any_width(r)), b = partner(r, a);
  RandomOp op = {.kind = EXPR_ITE, .width = expr_width(a), .kid = {random_pick(r, 1), a, b}};
  if (choice < 14) {
    if (below(r, 4) == 0) op.kid[0] = expr_eq(a, b);
    return op;
  }
  op = (RandomOp){
      .kind = EXPR_ADD + below(r, EXPR_SLT - EXPR_ADD + 1), .width = op.width, .kid = {a, b}};
  if (choice < 17) op.kind = below(r, 2) ? EXPR_NOT : EXPR_NEG;
  if (op.kind == EXPR_EQ || op.kind == EXPR_ULT || op.kind == EXPR_SLT) op.width = 1;
  if (op.kind == EXPR_NOT || op.kind == EXPR_NEG) op.kid[1] = EXPR_NONE;
  return op;
}

Expr random_apply(const RandomOp *op) {
  const Expr *k = op->kid;
  if (op->kind == EXPR_NOT) return expr_not(k[0]);
  if (op->kind == EXPR_NEG) return expr_neg(k[0]);
  if (op->kind == EXPR_EXTRACT) return expr_extract(k[0], op->low, op->width);
  if (op->kind == EXPR_ZEXT) return expr_zext(k[0], op->width);
  if (op->kind == EXPR_SEXT) return expr_sext(k[0], op->width);
  if (op->kind == EXPR_ITE) return expr_ite(k[0], k[1], k[2]);
  if (op->kind == EXPR_SELECT) return expr_select(k[0], k[1]);
  if (op->kind == EXPR_STORE) return expr_store(k[0], k[1], k[2]);
  return expr_binary(op->kind, k[0], k[1]);
}

void random_keep(RandomTerms *r, Expr e) {
  u32 most = 0;
  for (u32 i = 0; i < r->n_widths; i++) most = MAX(most, r->widths[i]);
  if (expr_is_array(e)) {
    if (r->arrays.n < MAX_ARRAYS)
      vec_push(&r->arrays, e);
    else
      r->arrays.at[r->arrays.n / 2 + below(r, r->arrays.n / 2)] = e;
  } else if (expr_width(e) <= 2 * most && !expr_is_const(e)) {
    if (r->pool.n < MAX_POOL)
      vec_push(&r->pool, e);
    else
      r->pool.at[r->pool.n / 4 + below(r, r->pool.n - r->pool.n / 4)] = e;
  }
}

void random_terms_init(RandomTerms *r, u64 seed, const u32 *widths, u32 n_widths) {
  char name[32];
  u64 table[N_TABLE];
  *r = (RandomTerms){.rng = {seed}, .n_widths = n_widths};
  assert(n_widths >= 1 && n_widths <= RANDOM_MAX_WIDTHS);
  memcpy(r->widths, widths, n_widths * sizeof *widths);
  for (u32 i = 0; i < 3; i++) {
    snprintf(name, sizeof name, "bool%u", i);
    vec_push(&r->pool, expr_var(input_bool(name), 0, 1));
  }
  for (u32 i = 0; i < 3 * n_widths; i++) {
    snprintf(name, sizeof name, "x%u_%u", i / n_widths, widths[i % n_widths]);
    u32 width = widths[i % n_widths];
    vec_push(&r->pool, expr_var(input_bits(name, width), 0, width));
  }
  for (u32 i = 0; i < N_TABLE; i++) table[i] = i % 8 < 4 ? 7 : below(r, 8);
  u32 index = MIN(widths[0], 8), elem = MIN(widths[n_widths - 1], 8);
  vec_push(&r->arrays, expr_array_input(input_array("sparse", index, elem)));
  vec_push(&r->arrays, expr_array_fill(index, fitted(r, elem)));
  vec_push(&r->arrays, expr_array_table(index, elem, table, MIN(N_TABLE, 1u << index)));
  if (widths[n_widths - 1] < 64) return;
  vec_push(&r->arrays, expr_array_input(input_bytes("bytes", 16)));
  vec_push(&r->arrays, expr_array_input(input_array("sparse64", 64, 8)));
  vec_push(&r->arrays, expr_array_fill(64, fitted(r, 8)));
  vec_push(&r->arrays, expr_array_table(64, 8, table, N_TABLE));
}

void random_terms_done(RandomTerms *r) {
  vec_free(&r->pool);
  vec_free(&r->arrays);
}
