/* domains.c — intersects the truth tables of the constraints on each byte.
 *
 * The table of a constraint is computed once (lanes.h) and kept by its term, so that going along
 * the same path again costs one AND per constraint.  Each AND logs the old set, and popping puts it
 * back.
 */
#include "solver/bytes/domains.h"

enum { MAX_TABLES = SIZED(1 << 18, 4) }; /* 32 bytes each; then all are forgotten */

void domains_init(Domains *d) {
  *d = (Domains){.lanes = lanes_new(), .eval = eval_new(), .zero = model_new()};
}

void domains_done(Domains *d) {
  lanes_free(d->lanes);
  eval_free(d->eval);
  model_unref(d->zero);
  map_done(&d->slot_of);
  map_done(&d->table_of);
  vec_free(&d->slots);
  vec_free(&d->undo);
  vec_free(&d->tables);
}

void domains_reset(Domains *d) {
  map_clear(&d->slot_of);
  vec_clear(&d->slots);
  vec_clear(&d->undo);
}

bool domains_table(Domains *d, Expr e, u32 cell, ByteSet *ret) {
  if (d->epoch != expr_epoch() || d->tables.n > MAX_TABLES) {
    map_clear(&d->table_of);
    vec_clear(&d->tables);
    d->epoch = expr_epoch();
  }
  bool fresh;
  u64 *at = map_at(&d->table_of, e.id, &fresh);
  ByteSet table;
  if (fresh && lanes_table(d->lanes, d->eval, e, cell, d->zero, LANES_KEPT, &table)) {
    vec_push(&d->tables, table);
    *at = d->tables.n;
  }
  if (*at) *ret = d->tables.at[*at - 1];
  return *at != 0;
}

ByteSet domains_get(const Domains *d, u32 cell) {
  u64 slot;
  if (!map_get(&d->slot_of, cell, &slot)) return BYTE_SET_ALL;
  assert(slot && slot <= d->slots.n);
  return d->slots.at[slot - 1];
}

void domains_push(Domains *d, u32 item, Expr e, u32 cell) {
  assert(!d->undo.n || vec_last(&d->undo).item <= item);
  ByteSet table;
  if (!domains_table(d, e, cell, &table)) return;
  bool fresh;
  u64 *slot = map_at(&d->slot_of, cell, &fresh);
  if (fresh) {
    vec_push(&d->slots, BYTE_SET_ALL);
    *slot = d->slots.n;
  }
  ByteSet *set = &d->slots.at[*slot - 1];
  vec_push(&d->undo, ((DomainUndo){(u32)*slot - 1, item, *set}));
  *set = byte_set_and(*set, table);
}

void domains_pop(Domains *d, u32 n_items) {
  while (d->undo.n && vec_last(&d->undo).item >= n_items) {
    DomainUndo u = vec_pop(&d->undo);
    assert(u.slot < d->slots.n);
    d->slots.at[u.slot] = u.old;
  }
}
