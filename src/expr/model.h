/* model.h — an assignment of values to inputs, and evaluation of terms under it.
 *
 * Dense inputs are a string of bytes indexed by cell.  Sparse arrays are a short list of (input,
 * index, value) and a value for the rest of their elements.  What is not set is zero, so a model is
 * total.  A copy costs nothing; changing it costs only what is changed.
 * A model is shared and counted; it may be changed only while its maker alone holds it (before the
 * first model_ref or hand-over).
 */
#pragma once

#include "expr/expr.h"

typedef struct Model Model;

Model *model_new(void); /* all zero; refs = 1 */
Model *model_copy(const Model *m);
Model *model_ref(Model *m);
Model *model_unref(Model *m); /* accepts NULL, returns NULL */
u64 model_id(const Model *m); /* never reused: the key for memos; changes with every set */

/* Appends the cells in which the two differ; a sparse array that differs
 * anywhere counts with its one cell. */
void model_changes(const Model *a, const Model *b, U32Vec *ret_cells);

u8 model_byte(const Model *m, u32 cell);
void model_set_byte(Model *m, u32 cell, u8 value);
/* Makes a cell (of a sparse array: all its elements) what it is in `from`. */
void model_take_cell(Model *m, const Model *from, u32 cell);
/* A slice of a dense input, of at most 64 bits: the fast path. */
u64 model_get_word(const Model *m, Input in, u32 low, u32 width);
/* The same of any width; words low first. */
void model_get_bits(const Model *m, Input in, u32 low, u32 width, u64 *ret_words);
void model_set_bits(Model *m, Input in, u32 low, u32 width, const u64 *words);
/* An element of at most 64 bits. */
u64 model_get_element(const Model *m, Input array, u64 index);
void model_set_element(Model *m, Input array, u64 index, u64 value);
/* Word number `piece`, low first, of an element of any width. */
u64 model_get_piece(const Model *m, Input array, u64 index, u32 piece);
void model_set_piece(Model *m, Input array, u64 index, u32 piece, u64 value);
/* The elements of a sparse array that were not set one by one.  Setting them forgets
 * those that were; `words` has all pieces. */
u64 model_get_rest(const Model *m, Input array, u32 piece);
void model_set_rest(Model *m, Input array, const u64 *words);

/* A word of an element that differs from the rest. */
typedef struct ModelPiece {
  u64 index, value;
  u32 input, piece;
} ModelPiece;

/* Those of one sparse array, ascending by index and piece; borrowed until the model changes. */
const ModelPiece *model_pieces(const Model *m, Input array, u32 *ret_n);

/* ---- evaluation ---------------------------------------------------------- */

/* Memo of the values of terms under one model at a time; cheap to rebind, and
 * free to ask again under the same model.  No recursion: terms may be a million
 * deep. */
typedef struct Eval Eval;

Eval *eval_new(void);
Eval *eval_free(Eval *ev);

u64 eval(Eval *ev, const Model *m, Expr e);       /* width <= 64 */
bool eval_true(Eval *ev, const Model *m, Expr e); /* width 1 */
/* Any width; ret_words has room for (width+63)/64. */
void eval_words(Eval *ev, const Model *m, Expr e, u64 *ret_words);
/* A whole array, settled; ret was zeroed or used before. */
struct ArrayValue;
void eval_array(Eval *ev, const Model *m, Expr array, struct ArrayValue *ret);
