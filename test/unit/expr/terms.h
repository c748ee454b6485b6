/* terms.h — for tests: random terms of every kind, random models, and the values
 * of all terms of the table computed bottom-up, with no laziness and no memo. */
#pragma once

#include "base/rng.h"
#include "expr/input.h"
#include "expr/model.h"
#include "expr/value.h"

enum { TERMS_MAX_WIDTH = 200, TERMS_WORDS = VALUE_WORDS(TERMS_MAX_WIDTH) };

typedef struct Terms {
  Rng rng;
  ExprVec pool;   /* bit-vectors */
  ExprVec arrays; /* two for each shape at the start, more by store and ite */
  Input bytes, sparse;
} Terms;

static inline void terms_init(Terms *t, u64 seed) {
  static const u32 widths[] = {1, 1, 4, 8, 16, 31, 32, 64, 65, 128};
  char name[] = "v0";
  u64 table[200];
  *t = (Terms){.rng = {seed}};
  for (u32 i = 0; i < ARRAY_LEN(widths); i++, name[1]++)
    vec_push(&t->pool, expr_var(input_bits(name, widths[i]), 0, widths[i]));
  t->bytes = input_bytes("bytes", 16);
  t->sparse = input_array("sparse", 8, 16);
  for (u32 i = 0; i < 4; i++) vec_push(&t->pool, expr_var(t->bytes, 8 * i, 8));
  vec_push(&t->pool, expr_var(t->bytes, 40, 32));
  vec_push(&t->pool, expr_var(t->bytes, 3, 64));
  vec_push(&t->pool, expr_var(t->bytes, 5, 100));
  for (u32 i = 0; i < ARRAY_LEN(table); i++) table[i] = rng_below(&t->rng, 50) + 100;
  vec_push(&t->arrays, expr_array_input(t->bytes));
  vec_push(&t->arrays, expr_array_fill(64, t->pool.at[3]));
  vec_push(&t->arrays, expr_array_input(t->sparse));
  vec_push(&t->arrays, expr_array_fill(8, t->pool.at[4]));
  vec_push(&t->arrays, expr_array_table(8, 8, table, ARRAY_LEN(table)));
  vec_push(&t->arrays, expr_array_fill(8, t->pool.at[3]));
}

static inline void terms_done(Terms *t) {
  vec_free(&t->pool);
  vec_free(&t->arrays);
}

static inline Expr terms_any(Terms *t) { return t->pool.at[rng_below(&t->rng, t->pool.n)]; }

/* A random term, or now and then a constant, brought to this width. */
static inline Expr terms_pick(Terms *t, u32 width) {
  Expr e = terms_any(t);
  u32 from = expr_width(e);
  if (rng_chance(&t->rng, 6)) {
    u64 v = rng_u64(&t->rng) >> rng_below(&t->rng, 64);
    return rng_chance(&t->rng, 4) ? expr_not(expr_const(width, v % 4)) : expr_const(width, v);
  }
  if (from < width) return rng_chance(&t->rng, 2) ? expr_zext(e, width) : expr_sext(e, width);
  return expr_extract(e, (u32)rng_below(&t->rng, from - width + 1), width);
}

static inline Expr terms_array(Terms *t) { return t->arrays.at[rng_below(&t->rng, t->arrays.n)]; }

static inline void terms_grow_array(Terms *t) {
  Expr a = terms_array(t), b = terms_array(t), made;
  if (expr_width(a) == expr_width(b) && expr_index_width(a) == expr_index_width(b)) {
    made = expr_ite(terms_pick(t, 1), a, b);
  } else {
    Expr index = terms_pick(t, expr_index_width(a));
    made = expr_store(a, index, terms_pick(t, expr_width(a)));
  }
  vec_push(&t->arrays, made);
}

static inline Expr terms_slice(Terms *t, Expr a) {
  u32 width = expr_width(a), more = 1 + (u32)rng_below(&t->rng, 40);
  u64 choice = rng_below(&t->rng, 4);
  if (choice == 0 || width + more > TERMS_MAX_WIDTH)
    return expr_extract(a, width / 3, 1 + (u32)rng_below(&t->rng, width - width / 3));
  if (choice == 1) return expr_zext(a, width + more);
  if (choice == 2) return expr_sext(a, width + more);
  return expr_concat(a, terms_pick(t, more));
}

/* A new term over those of the pool. */
static inline Expr terms_make(Terms *t) {
  Expr a = terms_any(t);
  u32 width = expr_width(a);
  u64 choice = rng_below(&t->rng, 24);
  if (choice < 15) return expr_binary(EXPR_ADD + choice, a, terms_pick(t, width)); /* ADD … SLT */
  if (choice < 17) return choice == 15 ? expr_not(a) : expr_neg(a);
  if (choice < 20) return terms_slice(t, a);
  if (choice < 22) {
    Expr cond = terms_pick(t, 1);
    return expr_ite(cond, a, terms_pick(t, width));
  }
  terms_grow_array(t);
  Expr array = terms_array(t);
  return expr_select(array, terms_pick(t, expr_index_width(array)));
}

static inline void terms_grow(Terms *t) {
  Expr e = terms_make(t); /* before vec_push: it reads the pool itself */
  vec_push(&t->pool, e);
}

/* A model with small, extreme and random bytes. */
static inline Model *terms_model_new(Terms *t) {
  Model *m = model_new();
  u64 style = rng_below(&t->rng, 3);
  for (u32 cell = 0; cell < input_cells(); cell++) {
    if (input_info(input_of_cell(cell))->shape == INPUT_ARRAY) continue;
    u64 byte = rng_u64(&t->rng);
    if (style == 1) byte %= 3;
    if (style == 2) byte = byte % 4 == 0 ? byte : byte % 4 == 1 ? 0x80 : byte % 4 == 2 ? 0xff : 0;
    model_set_byte(m, cell, (u8)byte);
  }
  for (u32 i = 0; i < 100; i++)
    model_set_element(m, t->sparse, rng_below(&t->rng, 256), rng_u64(&t->rng));
  return m;
}

/* ---- values of the whole table, eagerly ---------------------------------- */

typedef struct Wide {
  u64 at[TERMS_WORDS];
} Wide;

static inline u64 terms_select(const Model *m, const Wide *values, Expr array, u64 index) {
  for (;;) {
    ExprKind kind = expr_kind(array);
    u32 n;
    if (kind == EXPR_ARRAY_INPUT) return model_get_element(m, expr_input(array), index);
    if (kind == EXPR_ARRAY_FILL) return values[expr_kid(array, 0).id].at[0];
    if (kind == EXPR_ARRAY_TABLE) {
      const u64 *elements = expr_table(array, &n);
      return index < n ? elements[index] : 0;
    }
    if (kind == EXPR_STORE) {
      if (values[expr_kid(array, 1).id].at[0] == index) return values[expr_kid(array, 2).id].at[0];
      array = expr_kid(array, 0);
    } else {
      array = expr_kid(array, values[expr_kid(array, 0).id].at[0] ? 1 : 2);
    }
  }
}

static inline void terms_value(const Model *m, const Wide *values, Expr e, u64 *r) {
  ExprKind kind = expr_kind(e);
  u32 width = expr_width(e);
  const u64 *kid[3] = {0};
  for (u32 i = 0; i < expr_arity(e); i++) kid[i] = values[expr_kid(e, i).id].at;
  u32 from = expr_arity(e) ? expr_width(expr_kid(e, 0)) : 0;
  if (kind == EXPR_CONST) {
    memcpy(r, expr_words(e, &(u64){0}), VALUE_WORDS(width) * sizeof *r);
  } else if (kind == EXPR_VAR) {
    model_get_bits(m, expr_input(e), expr_var_low(e), width, r);
  } else if (kind == EXPR_NOT || kind == EXPR_NEG) {
    value_unary_words(kind, width, r, kid[0]);
  } else if (kind == EXPR_EXTRACT) {
    value_extract(r, kid[0], expr_extract_low(e), width);
  } else if (kind == EXPR_ZEXT) {
    value_zext(r, kid[0], from, width);
  } else if (kind == EXPR_SEXT) {
    value_sext(r, kid[0], from, width);
  } else if (kind == EXPR_CONCAT) {
    value_concat(r, kid[0], from, kid[1], expr_width(expr_kid(e, 1)));
  } else if (kind == EXPR_ITE) {
    memcpy(r, kid[kid[0][0] ? 1 : 2], VALUE_WORDS(width) * sizeof *r);
  } else if (kind == EXPR_SELECT) {
    *r = terms_select(m, values, expr_kid(e, 0), kid[1][0]);
  } else {
    value_binary_words(kind, from, r, kid[0], kid[1]);
  }
}

/* By id; kids come before their parents as long as nothing was swept. */
static inline Wide *terms_values_new(const Model *m) {
  Wide *values = mem_new(expr_limit() * sizeof *values);
  for (u32 id = 1; id < expr_limit(); id++)
    if (!expr_is_array((Expr){id})) terms_value(m, values, (Expr){id}, values[id].at);
  return values;
}
