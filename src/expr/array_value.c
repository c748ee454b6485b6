/* array_value.c — the value of a whole array; see array_value.h.
 *
 * An array of 2^64 elements is compared by the elements that somebody has written;
 * all others are the same, and count unless there are none.
 */
#include "expr/array_value.h"

#include "expr/input.h"
#include "expr/value.h"

#include <stdlib.h>

void array_value_start(ArrayValue *v, Expr array) {
  v->index_width = expr_index_width(array);
  v->n_pieces = VALUE_WORDS(expr_width(array));
  vec_clear(&v->pieces);
  vec_clear(&v->rest);
  vec_resize(&v->rest, v->n_pieces);
}

void array_value_done(ArrayValue *v) {
  vec_free(&v->pieces);
  vec_free(&v->rest);
}

static void add_piece(ArrayValue *v, u64 index, u32 piece, u64 value) {
  vec_push(&v->pieces, ((ArrayPiece){index, value, piece, v->pieces.n}));
}

void array_value_add(ArrayValue *v, u64 index, const u64 *words) {
  for (u32 i = 0; i < v->n_pieces; i++) add_piece(v, index, i, words[i]);
}

void array_value_fill(ArrayValue *v, const u64 *words) {
  for (u32 i = 0; i < v->n_pieces; i++) v->rest.at[i] = words[i];
}

void array_value_base(ArrayValue *v, const Model *m, Expr base) {
  u32 n;
  if (expr_kind(base) == EXPR_ARRAY_TABLE) {
    const u64 *words = expr_table(base, &n);
    u64 room = v->index_width < 64 ? 1ull << v->index_width : UINT64_MAX;
    for (u32 i = 0; i < MIN(n, room); i++) add_piece(v, i, 0, words[i]);
    return;
  }
  Input in = expr_input(base);
  const InputInfo *info = input_info(in);
  if (info->shape != INPUT_ARRAY) {
    for (u32 i = 0; i < info->n_cells; i++) add_piece(v, i, 0, model_byte(m, info->first_cell + i));
    return;
  }
  for (u32 i = 0; i < v->n_pieces; i++) v->rest.at[i] = model_get_rest(m, in, i);
  const ModelPiece *set = model_pieces(m, in, &n);
  for (u32 i = 0; i < n; i++) add_piece(v, set[i].index, set[i].piece, set[i].value);
}

static int by_place(const ArrayPiece *a, const ArrayPiece *b) {
  if (a->index != b->index) return a->index < b->index ? -1 : 1;
  return (a->piece > b->piece) - (a->piece < b->piece);
}

static int by_place_and_age(const void *x, const void *y) {
  const ArrayPiece *a = x, *b = y;
  int order = by_place(a, b);
  return order ? order : (a->age > b->age) - (a->age < b->age);
}

void array_value_settle(ArrayValue *v) {
  u32 kept = 0;
  bool has_last = false;
  ArrayPiece last = {0};
  if (v->pieces.n) qsort(v->pieces.at, v->pieces.n, sizeof *v->pieces.at, by_place_and_age);
  for (u32 i = 0; i < v->pieces.n; i++) {
    ArrayPiece p = v->pieces.at[i];
    bool is_older = has_last && !by_place(&last, &p);
    last = p;
    has_last = true;
    if (!is_older && p.value != v->rest.at[p.piece]) v->pieces.at[kept++] = p;
  }
  v->pieces.n = kept;
}

static bool same_rest(const ArrayValue *a, const ArrayValue *b) {
  for (u32 i = 0; i < a->n_pieces; i++)
    if (a->rest.at[i] != b->rest.at[i]) return false;
  return true;
}

bool array_value_differ(const ArrayValue *a, const ArrayValue *b, u64 *ret_index) {
  u32 i = 0, k = 0;
  u64 other = 0; /* the least index that none of them has listed so far */
  while (i < a->pieces.n || k < b->pieces.n) {
    const ArrayPiece *x = i < a->pieces.n ? &a->pieces.at[i] : NULL;
    const ArrayPiece *y = k < b->pieces.n ? &b->pieces.at[k] : NULL;
    int order = !x ? 1 : !y ? -1 : by_place(x, y);
    const ArrayPiece *at = order <= 0 ? x : y;
    u64 left = order <= 0 ? x->value : a->rest.at[at->piece];
    u64 right = order >= 0 ? y->value : b->rest.at[at->piece];
    *ret_index = at->index;
    if (left != right) return true;
    other += at->index == other;
    i += order <= 0;
    k += order >= 0;
  }
  /* The indices were ascending: there is another one unless each was listed. */
  *ret_index = other;
  bool has_others = a->index_width == 64 || other < 1ull << a->index_width;
  return has_others && !same_rest(a, b);
}
