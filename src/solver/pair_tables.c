/* pair_tables.c — makes truth tables of conditions on two bytes, and keeps them.
 *
 * A loop on two bytes (a greatest common divisor) asks about the same conditions on path after
 * path, now as a question, then as a part of the path, either way round: so tables are kept by the
 * condition without its `not`, and a path over two bytes is a conjunction of tables.
 */
#include "solver/pair_tables.h"

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

/* NULL when there is a row without lanes. */
static PairTable *table_new(Lanes *l, Eval *ev, Expr e, const u32 cells[2]) {
  PairTable *t = NEW(PairTable);
  Model *m = model_new();
  bool ok = true;
  for (u32 v = 0; v < 256 && ok; v++) {
    model_set_byte(m, cells[0], (u8)v);
    ok = model_byte(m, cells[0]) != v || lanes_table(l, ev, e, cells[1], m, LANES_USED, &t->row[v]);
  }
  model_unref(m);
  if (ok) return t;
  mem_free(t);
  return NULL;
}

static const PairTable *table_of(PairTables *p, Lanes *l, Eval *ev, Expr e, const u32 cells[2]) {
  if (p->epoch != expr_epoch() || p->tables.n >= MAX_TABLES) forget(p);
  bool fresh;
  u64 *slot = map_at(&p->slot_of, e.id, &fresh);
  if (!fresh) return *slot ? p->tables.at[*slot - 1] : NULL;
  PairTable *made = table_new(l, ev, e, cells);
  *slot = 0;
  if (!made) return NULL;
  vec_push(&p->tables, made);
  *slot = p->tables.n;
  return made;
}

bool pair_tables_and(PairTables *p, Lanes *l, Eval *ev, Expr e, const u32 cells[2], PairTable *io) {
  bool is_not = expr_kind(e) == EXPR_NOT;
  const PairTable *t = table_of(p, l, ev, is_not ? expr_kid(e, 0) : e, cells);
  if (!t) return false;
  u64 flip = is_not ? ~0ull : 0;
  for (u32 v = 0; v < 256; v++)
    for (u32 k = 0; k < 4; k++) io->row[v].word[k] &= t->row[v].word[k] ^ flip;
  return true;
}
