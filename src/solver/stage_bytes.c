/* stage_bytes.c — a question about one input byte is the AND of two truth
 * tables: that of the question, and that of all constraints on this byte alone.
 * Most branches of programs that read text end here. */
#include "solver/stage.h"
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

static Verdict bytes_ask(void *self, Query *q) {
  (void)self;
  Domains *d = &q->trail->domains;
  u32 n, cell;
  const u32 *cells = cells_of(&q->trail->cells, q->e, &n);
  if (n != 1 || !q->base_holds) return SILENT;
  cell = cells[0];
  ByteSet table;
  if (!domains_table(d, q->e, cell, &table)) return SILENT;
  table = byte_set_and(table, domains_get(d, cell));
  if (byte_set_is_empty(table)) return refute(q, cell);
  q->found = model_with_byte(q, q->base, table, cell, MAX_TRIED);
  return q->found ? FOUND : SILENT;
}

const StageOps stage_bytes = {.ask = bytes_ask};
