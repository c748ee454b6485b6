/* stage_bytes.c — a question about one input byte is the AND of two truth
 * tables: that of the question, and that of all constraints on this byte alone.
 * Most branches of programs that read text end here. */
#include "solver/chain/stage.h"
#include "solver/validate.h"

enum { MAX_TRIED = 8 }; /* values, where other constraints tie the byte to others */

static Verdict refute(Query *q, u32 cell) {
  if (!q->wants_core) return REFUTED;
  U32Vec readers = {0};
  trail_readers(q->trail, &cell, 1, &readers);
  for (u32 i = 0; i < readers.n; i++) {
    u32 n;
    cells_of(&q->trail->cells, q->trail->items.at[readers.at[i]].e, &n);
    if (n == 1) vec_push(&q->core, readers.at[i]);
  }
  vec_free(&readers);
  q->has_core = true;
  return REFUTED;
}

/* The one byte that the question reads, and its values that are left. */
static bool values_left(Query *q, u32 *ret_cell, ByteSet *ret) {
  Domains *d = &q->trail->domains;
  u32 n;
  const u32 *cells = cells_of(&q->trail->cells, q->e, &n);
  if (n != 1 || !q->base_holds) return false;
  *ret_cell = cells[0];
  if (!domains_table(d, q->e, *ret_cell, ret)) return false;
  *ret = byte_set_and(*ret, domains_get(d, *ret_cell));
  return true;
}

bool query_has_no_byte(Query *q) {
  u32 cell;
  ByteSet left;
  return values_left(q, &cell, &left) && byte_set_is_empty(left) && refute(q, cell) == REFUTED;
}

static Verdict bytes_ask(void *self, Query *q) {
  (void)self;
  u32 cell;
  ByteSet left;
  if (!values_left(q, &cell, &left)) return SILENT;
  if (byte_set_is_empty(left)) return refute(q, cell);
  q->found = model_with_byte(q, q->base, left, cell, MAX_TRIED);
  return q->found ? FOUND : SILENT;
}

const StageOps stage_bytes = {.ask = bytes_ask};
