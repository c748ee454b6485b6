/* stage_slice.c — finds the constraints that the question depends on; the later
 * stages answer for these alone.  Switched off, they see the whole context. */
#include "solver/chain/stage.h"

const U32Vec *query_slice(Query *q) {
  if (q->has_slice) return &q->slice;
  u32 n;
  const u32 *cells = cells_of(&q->trail->cells, q->e, &n);
  /* trail_slice asks for the cells of other terms: keep ours apart. */
  u32 *own = mem_dup(cells, n * sizeof *cells);
  trail_slice(q->trail, own, n, &q->slice);
  mem_free(own);
  q->has_slice = true;
  return &q->slice;
}

static Verdict slice_ask(void *self, Query *q) {
  (void)self;
  query_slice(q);
  return SILENT;
}

const StageOps stage_slice = {.ask = slice_ask};

const U32Vec *query_items(Query *q) {
  if (!q->has_slice)
    for (u32 i = 0; i < q->trail->items.n; i++) vec_push(&q->slice, i);
  q->has_slice = true;
  return &q->slice;
}

void query_terms(Query *q, ExprVec *ret) {
  const U32Vec *items = query_items(q);
  for (u32 i = 0; i < items->n; i++) vec_push(ret, q->trail->items.at[items->at[i]].e);
  vec_push(ret, q->e);
}

Expr query_broken(const Query *q, const ExprVec *terms, const Model *m) {
  for (u32 i = terms->n; i-- > 0;)
    if (!eval_true(q->eval, m, terms->at[i])) return terms->at[i];
  return EXPR_NONE;
}

bool query_fit_byte(const Query *q, const ExprVec *terms, u32 cell, ByteSet fits, Model *io_model) {
  for (u32 v = byte_set_next(fits, 0); v < 256; v = byte_set_next(fits, v + 1)) {
    model_set_byte(io_model, cell, (u8)v);
    if (expr_is_none(query_broken(q, terms, io_model))) return true;
  }
  return false;
}
