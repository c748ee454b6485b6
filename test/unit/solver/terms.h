/* terms.h — random terms of every kind for the tests of the solver, and random
 * models for them. */
#pragma once

#include "base/rng.h"
#include "base/vec.h"
#include "expr/input.h"
#include "expr/model.h"

typedef VEC(Input) Inputs;

typedef struct Terms {
  Rng rng;
  Inputs inputs;
  ExprVec words;  /* terms made so far */
  ExprVec arrays; /* arrays made so far */
} Terms;

static inline void terms_done(Terms *t) {
  vec_free(&t->inputs);
  vec_free(&t->words);
  vec_free(&t->arrays);
}

static inline void terms_add_input(Terms *t, Input in) {
  const InputInfo *info = input_info(in);
  u32 n_bits = info->n_bits;
  bool is_array = info->index_width != 0;
  vec_push(&t->inputs, in);
  for (u32 i = 0; n_bits && i < 4; i++) {
    u32 low = i ? (u32)rng_below(&t->rng, n_bits) : 0;
    u32 width = i ? 1 + (u32)rng_below(&t->rng, n_bits - low) : n_bits;
    vec_push(&t->words, expr_var(in, low, width));
  }
  if (is_array) vec_push(&t->arrays, expr_array_input(in));
}

/* Inputs of all shapes and many widths, tables and constants. */
static inline void terms_open_wide(Terms *t) {
  terms_add_input(t, input_bits("x", 32));
  terms_add_input(t, input_bits("y", 7));
  terms_add_input(t, input_bits("z", 64));
  terms_add_input(t, input_bits("w", 130));
  terms_add_input(t, input_bool("p"));
  terms_add_input(t, input_bytes("b", 9));
  terms_add_input(t, input_array("A", 16, 8));
  terms_add_input(t, input_array("B", 3, 1));
  u64 elements[21], bytes[21];
  for (u32 i = 0; i < 21; i++) {
    elements[i] = rng_u64(&t->rng) >> (i % 3 * 28);
    bytes[i] = elements[i] & 0xff;
  }
  vec_push(&t->arrays, expr_array_table(8, 8, bytes, 21));
  vec_push(&t->arrays, expr_array_table(4, 64, elements, 21));
  vec_push(&t->arrays, expr_array_table(64, 8, bytes, 21));
  vec_push(&t->arrays, expr_array_fill(16, expr_var(input_bits("y", 7), 0, 7)));
}

/* Few bits in all, so that every model can be tried: 3 + 3 + 1 + 2 * 2. */
static inline void terms_open_tiny(Terms *t) {
  terms_add_input(t, input_bits("x", 3));
  terms_add_input(t, input_bits("y", 3));
  terms_add_input(t, input_bool("p"));
  terms_add_input(t, input_array("A", 1, 2));
}

static inline Expr terms_any(Terms *t) { return t->words.at[rng_below(&t->rng, t->words.n)]; }

static inline Expr terms_resize(Terms *t, Expr e, u32 width) {
  if (expr_width(e) < width && rng_chance(&t->rng, 2)) return expr_sext(e, width);
  return expr_resize(e, width);
}

static inline Expr terms_of_width(Terms *t, u32 width) {
  return terms_resize(t, terms_any(t), width);
}

static inline void terms_grow_array(Terms *t) {
  Expr a = t->arrays.at[rng_below(&t->rng, t->arrays.n)];
  Expr other = t->arrays.at[rng_below(&t->rng, t->arrays.n)];
  bool match = expr_width(a) == expr_width(other) && expr_index_width(a) == expr_index_width(other);
  if (match && rng_chance(&t->rng, 3)) {
    vec_push(&t->arrays, expr_ite(terms_of_width(t, 1), a, other));
    return;
  }
  Expr index = terms_of_width(t, expr_index_width(a));
  if (rng_chance(&t->rng, 2)) index = expr_const(expr_width(index), rng_below(&t->rng, 24));
  vec_push(&t->arrays, expr_store(a, index, terms_of_width(t, expr_width(a))));
}

static inline Expr terms_binary(Terms *t) {
  static const ExprKind kinds[] = {
      EXPR_ADD,  EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_SHL, EXPR_LSHR,
      EXPR_ASHR, EXPR_AND, EXPR_OR,   EXPR_XOR,  EXPR_EQ,   EXPR_ULT,  EXPR_SLT,
  };
  Expr a = terms_any(t);
  Expr b = terms_of_width(t, expr_width(a));
  if (rng_chance(&t->rng, 4)) b = expr_const(expr_width(a), rng_below(&t->rng, 20));
  return expr_binary(kinds[rng_below(&t->rng, ARRAY_LEN(kinds))], a, b);
}

static inline Expr terms_make(Terms *t) {
  Expr a = terms_any(t);
  u32 width = expr_width(a), low = (u32)rng_below(&t->rng, width);
  switch (rng_below(&t->rng, 10)) {
  case 0:
    return expr_not(a);
  case 1:
    return expr_neg(a);
  case 2:
    return expr_extract(a, low, 1 + (u32)rng_below(&t->rng, width - low));
  case 3:
    return terms_resize(t, a, width + (u32)rng_below(&t->rng, 20));
  case 4:
    return width < 200 ? expr_concat(a, terms_of_width(t, 1 + low)) : a;
  case 5:
    return expr_ite(terms_of_width(t, 1), a, terms_of_width(t, width));
  case 6: {
    Expr array = t->arrays.at[rng_below(&t->rng, t->arrays.n)];
    return expr_select(array, terms_of_width(t, expr_index_width(array)));
  }
  default:
    return terms_binary(t);
  }
}

/* Makes n more terms; the last ones are the largest. */
static inline void terms_grow(Terms *t, u32 n) {
  for (u32 i = 0; i < n; i++) {
    if (rng_chance(&t->rng, 6)) terms_grow_array(t);
    Expr e = terms_make(t);
    vec_push(&t->words, e);
  }
}

/* A width-1 term about something made lately. */
static inline Expr terms_condition(Terms *t) {
  Expr a = t->words.at[t->words.n - 1 - rng_below(&t->rng, MIN(t->words.n, 12u))];
  Expr b = terms_of_width(t, expr_width(a));
  static const ExprKind kinds[] = {EXPR_EQ, EXPR_ULT, EXPR_SLT};
  Expr e = expr_binary(kinds[rng_below(&t->rng, 3)], a, b);
  return rng_chance(&t->rng, 2) ? expr_not(e) : e;
}

static inline Model *terms_model_new(Terms *t) {
  Model *m = model_new();
  for (u32 i = 0; i < t->inputs.n; i++) {
    Input in = t->inputs.at[i];
    const InputInfo *info = input_info(in);
    u64 words[4] = {rng_u64(&t->rng), rng_u64(&t->rng) << 40, rng_u64(&t->rng), 0};
    if (rng_chance(&t->rng, 3)) words[0] &= 0x0f0f00070003ull;
    if (info->n_bits) model_set_bits(m, in, 0, info->n_bits, words);
    u64 mask = info->index_width < 64 ? (1ull << info->index_width) - 1 : UINT64_MAX;
    for (u32 k = 0; !info->n_bits && k < 20; k++)
      model_set_element(m, in, rng_u64(&t->rng) & mask,
                        rng_u64(&t->rng) & ((1ull << info->elem_width) - 1));
  }
  return m;
}
