/* domains.c — intersects the truth tables of the constraints on each byte.
 *
 * The table of a constraint is computed once (lanes.h) and kept by its term, so that going along
 * the same path again costs one AND per constraint.  Each AND logs the old set, and going back restores it.  The set
 * of values may be too large, as conditions on several bytes are not looked at.
 */
#include "solver/bytes/domains.h"

#include "expr/float.h"
#include "expr/input.h"

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
  context_path_done(&d->path);
  vec_free(&d->slots);
  vec_free(&d->undo);
  vec_free(&d->tables);
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

static ByteFact fact_of(const Domains *d, u32 cell) {
  u64 slot;
  if (!map_get(&d->slot_of, cell, &slot)) return (ByteFact){.left = BYTE_SET_ALL};
  assert(slot && slot <= d->slots.n);
  return d->slots.at[slot - 1];
}

/* The byte at which a float of an input begins, and where its bits are; false: it is no such float. */
static bool float_place(Expr x, u32 *ret_cell, u32 *ret_shift) {
  if (expr_kind(x) != EXPR_VAR || expr_var_low(x) % 8) return false;
  *ret_cell = input_info(expr_input(x))->first_cell + expr_var_low(x) / 8;
  *ret_shift = expr_width(x) == 64 ? 2 : 0;
  return true;
}

/* What e says of a byte, or else of a float, together with what is known; false: nothing more. */
static bool narrow(Domains *d, Expr e, Cells *cells, u32 *ret_cell, ByteFact *ret) {
  u32 n, shift;
  Expr x;
  ByteSet table;
  const u32 *at = cells_of(cells, e, &n);
  if (n == 1) {
    *ret_cell = at[0];
    if (!domains_table(d, e, at[0], &table)) return false;
    ByteFact old = *ret = fact_of(d, at[0]);
    ret->left = byte_set_and(old.left, table);
    return !byte_set_same(ret->left, old.left);
  }
  u32 known = float_known(e, &x);
  if (!known || !float_place(x, ret_cell, &shift)) return false;
  ByteFact old = *ret = fact_of(d, *ret_cell);
  ret->floats |= known << shift;
  return ret->floats != old.floats;
}

static void push(Domains *d, const Context *c, Cells *cells) {
  u32 cell;
  ByteFact fact;
  assert(!d->undo.n || vec_last(&d->undo).n <= c->depth);
  if (!narrow(d, c->e, cells, &cell, &fact)) return;
  bool fresh;
  u64 *slot = map_at(&d->slot_of, cell, &fresh);
  if (fresh) {
    vec_push(&d->slots, ((ByteFact){.left = BYTE_SET_ALL}));
    *slot = d->slots.n;
  }
  vec_push(&d->undo, ((DomainUndo){(u32)*slot - 1, c->depth, d->slots.at[*slot - 1]}));
  d->slots.at[*slot - 1] = fact;
}

void domains_sync(Domains *d, Context *c, Cells *cells) {
  u32 n = context_path_turn(&d->path, c);
  while (d->undo.n && vec_last(&d->undo).n > n) {
    DomainUndo u = vec_pop(&d->undo);
    assert(u.slot < d->slots.n);
    d->slots.at[u.slot] = u.old;
  }
  context_path_leave(&d->path, n);
  while ((c = context_path_next(&d->path))) push(d, c, cells);
}

ByteSet domains_get(const Domains *d, u32 cell) { return fact_of(d, cell).left; }

u32 domains_float(const Domains *d, Expr x) {
  u32 cell, shift;
  return float_place(x, &cell, &shift) ? fact_of(d, cell).floats >> shift & FLOAT_NUMBER : 0;
}

bool domains_would_narrow(Domains *d, Expr e, Cells *cells) {
  u32 cell;
  ByteFact fact;
  return narrow(d, e, cells, &cell, &fact);
}
