/* pair_tables.c — makes truth tables of conditions on two bytes, and keeps them.
 *
 * A loop on two bytes (a greatest common divisor) asks about the same conditions on path after
 * path, now as a question, then as a part of the path, either way round: so tables are kept by the
 * condition without its `not`, and a path over two bytes is a conjunction of tables.  A row costs as
 * much as a question about one byte, and text has few values: only rows that the path leaves are made.
 */
#include "solver/bytes/pair_tables.h"

enum { MAX_TABLES = SIZED(512, 4) }; /* of 8 KiB; then all are forgotten */

static void forget(PairTables *p) {
  while (p->tables.n) mem_free(vec_pop(&p->tables));
  map_clear(&p->slot_of);
  p->epoch = expr_epoch();
}

void pair_tables_done(PairTables *p) {
  forget(p);
  vec_free(&p->tables);
  map_done(&p->slot_of);
}

static KeptTable *table_of(PairTables *p, Expr e) {
  if (p->epoch != expr_epoch() || p->tables.n >= MAX_TABLES) forget(p);
  bool fresh;
  u64 *slot = map_at(&p->slot_of, e.id, &fresh);
  if (fresh) {
    vec_push(&p->tables, NEW(KeptTable));
    *slot = p->tables.n;
  }
  return p->tables.at[*slot - 1];
}

/* Makes the rows that *wanted has something in. */
static void make_rows(KeptTable *t, Lanes *l, Eval *ev, Expr e, const u32 cells[2],
                      const PairTable *wanted) {
  Model *m = model_new();
  for (u32 v = 0; v < 256 && !t->has_none; v++) {
    if (byte_set_has(t->made, v) || byte_set_is_empty(wanted->row[v])) continue;
    model_set_byte(m, cells[0], (u8)v);
    bool is_value = model_byte(m, cells[0]) == v; /* the last byte may have fewer bits */
    t->has_none = is_value && !lanes_table(l, ev, e, cells[1], m, LANES_USED, &t->pairs.row[v]);
    t->made.word[v / 64] |= 1ull << (v % 64);
  }
  model_unref(m);
}

bool pair_tables_and(PairTables *p, Lanes *l, Eval *ev, Expr e, const u32 cells[2], PairTable *io) {
  assert(cells[0] != cells[1] && expr_width(e) == 1);
  bool is_not = expr_kind(e) == EXPR_NOT;
  Expr positive = is_not ? expr_kid(e, 0) : e;
  KeptTable *t = table_of(p, positive);
  make_rows(t, l, ev, positive, cells, io);
  if (t->has_none) return false;
  u64 flip = is_not ? ~0ull : 0;
  for (u32 v = 0; v < 256; v++)
    for (u32 k = 0; k < 4; k++) io->row[v].word[k] &= t->pairs.row[v].word[k] ^ flip;
  return true;
}
