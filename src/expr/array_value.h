/* array_value.h — the value of a whole array: some elements, and what the rest are. */
#pragma once

#include "expr/expr.h"
#include "expr/model.h"

/* One word of an element. */
typedef struct ArrayPiece {
  u64 index, value;
  u32 piece; /* which word, low first */
  u32 age;   /* of several for one place the least wins */
} ArrayPiece;

typedef struct ArrayValue {
  u32 index_width, n_pieces; /* words per element */
  VEC(ArrayPiece) pieces;    /* owned; after array_value_settle ascending, each place once … */
  VEC(u64) rest;             /* owned; … and none that is as the rest */
} ArrayValue;

void array_value_start(ArrayValue *v,
                       Expr array);   /* nothing known yet; v was zeroed or used before */
void array_value_done(ArrayValue *v); /* also for cleanup() */

/* What was written last is added first. */
void array_value_add(ArrayValue *v, u64 index, const u64 *words);
void array_value_fill(ArrayValue *v, const u64 *words);
void array_value_base(ArrayValue *v, const Model *m, Expr base); /* an input or a table */

void array_value_settle(ArrayValue *v);
/* Of two that are settled: do they differ, and at which index? */
bool array_value_differ(const ArrayValue *a, const ArrayValue *b, u64 *ret_index);
