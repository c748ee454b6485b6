/* stage_pairs.c — questions about a few bytes: exhaustively for two, and for
 * more by changing one byte of the model at a time.
 *
 * Two bytes are 256 rows of 256 lanes, at most some hundred microseconds:
 * cheaper than a query to Z3, and complete. */
#include "expr/input.h"
#include "solver/stage.h"
#include "solver/validate.h"

enum {
  MAX_CELLS = 4, /* of a question that is worth repairing byte by byte: a word, or a few bytes.
                  * With 16, Dijkstra's paths (sums of words) took a third longer in all. */
  MAX_TRIED = 4, /* values per byte, each validated */
};

/* Is there a pair of values, the first being the byte of `cells[0]`?  Sets
 * q->found, or *ret_is_empty when no row has a value left. */
static void search_rows(Query *q, const u32 *cells, bool *ret_is_empty) {
  Domains *d = &q->trail->domains;
  ByteSet rows = domains_get(d, cells[0]), columns = domains_get(d, cells[1]);
  Model *m = model_copy(q->base);
  *ret_is_empty = true;
  for (u32 v = byte_set_next(rows, 0); v < 256 && !q->found; v = byte_set_next(rows, v + 1)) {
    ByteSet row;
    model_set_byte(m, cells[0], (u8)v);
    if (!lanes_table(d->lanes, q->eval, q->e, cells[1], m, &row)) {
      *ret_is_empty = false;
      break;
    }
    row = byte_set_and(row, columns);
    if (byte_set_is_empty(row)) continue;
    *ret_is_empty = false;
    q->found = model_with_byte(q, m, row, cells[1], MAX_TRIED);
  }
  model_unref(m);
}

/* One byte after the other, all else as in the base model. */
static void repair(Query *q, const u32 *cells, u32 n) {
  Domains *d = &q->trail->domains;
  for (u32 i = 0; i < n && !q->found; i++) {
    ByteSet table;
    if (!lanes_table(d->lanes, q->eval, q->e, cells[i], q->base, &table)) return;
    table = byte_set_and(table, domains_get(d, cells[i]));
    q->found = model_with_byte(q, q->base, table, cells[i], MAX_TRIED);
  }
}

/* A sparse array has one cell too, but no 256 values. */
static bool is_byte(u32 cell) {
  return input_info(input_of_cell(cell))->shape != INPUT_ARRAY;
}

static Verdict pairs_ask(void *self, Query *q) {
  (void)self;
  u32 n, own[MAX_CELLS];
  const u32 *cells = cells_of(&q->trail->cells, q->e, &n);
  if (n < 2 || n > MAX_CELLS || !q->base_holds) return SILENT;
  memcpy(own, cells, n * sizeof *own);
  repair(q, own, n);
  if (q->found) return FOUND;
  if (n != 2 || !is_byte(own[0]) || !is_byte(own[1])) return SILENT;
  bool is_empty;
  search_rows(q, own, &is_empty);
  if (q->found) return FOUND;
  return is_empty ? REFUTED : SILENT;
}

const StageOps stage_pairs = {.ask = pairs_ask};
