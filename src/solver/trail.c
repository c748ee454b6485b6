/* trail.c — moving the materialised path condition; see trail.h.
 *
 * The slice is what KLEE calls independence (Cadar, Dunbar, Engler, "KLEE",
 * OSDI 2008, section 3.3), found by following occurrence lists instead of by
 * comparing all constraints.
 */
#include "solver/trail.h"

#include "base/sort.h"
#include "solver/bits/bit_solver.h"

static void push(Trail *t, const Context *c) {
  u32 item = t->items.n;
  assert(c->depth == item + 1 && expr_width(c->e) == 1);
  Expr residual = bounds_reduce(&t->bounds, c->e);
  vec_push(&t->items, ((TrailItem){c->e, residual}));
  u32 n;
  const u32 *cells = cells_of(&t->cells, c->e, &n);
  if (n && cells[n - 1] >= t->readers.n) vec_resize(&t->readers, cells[n - 1] + 1);
  for (u32 i = 0; i < n; i++) vec_push(&t->readers.at[cells[i]], item);
  u64 *first = map_at(&t->item_of, c->e.id, NULL);
  if (!*first) *first = item + 1;
  bounds_push(&t->bounds, item, c->e);
  if (!expr_same(residual, c->e)) {
    t->n_reduced++;
    if (!expr_is_const(residual)) bounds_push(&t->bounds, item, residual);
  }
  for (u32 i = 0; i < t->watchers.n; i++) t->watchers.at[i].push(t->watchers.at[i].self, item);
}

static void pop_to(Trail *t, u32 n_items) {
  assert(n_items <= t->items.n);
  if (n_items == t->items.n) return;
  for (u32 i = 0; i < t->watchers.n; i++) t->watchers.at[i].pop(t->watchers.at[i].self, n_items);
  bounds_pop(&t->bounds, n_items);
  while (t->items.n > n_items) {
    TrailItem it = vec_pop(&t->items);
    t->n_reduced -= !expr_same(it.residual, it.e);
    u32 n;
    const u32 *cells = cells_of(&t->cells, it.e, &n);
    for (u32 i = 0; i < n; i++) {
      assert(vec_last(&t->readers.at[cells[i]]) == t->items.n);
      (void)vec_pop(&t->readers.at[cells[i]]);
    }
    u64 *first = map_find(&t->item_of, it.e.id);
    if (*first == t->items.n + 1) *first = 0;
  }
  context_path_leave(&t->path, n_items);
}

/* Handles may have changed their meaning: drop everything without looking. */
static void reset(Trail *t) {
  for (u32 i = 0; i < t->watchers.n; i++) t->watchers.at[i].reset(t->watchers.at[i].self);
  for (u32 i = 0; i < t->readers.n; i++) vec_clear(&t->readers.at[i]);
  map_clear(&t->item_of);
  bounds_reset(&t->bounds);
  vec_clear(&t->items);
  context_path_leave(&t->path, 0);
  t->n_reduced = 0;
  t->epoch = expr_epoch();
}

void trail_sync(Trail *t, Context *c) {
  if (t->epoch != expr_epoch()) reset(t);
  domains_sync(&t->domains, c, &t->cells);
  pop_to(t, context_path_turn(&t->path, c));
  assert(t->items.n == t->path.at.n);
  while ((c = context_path_next(&t->path))) push(t, c);
}

void trail_watch(Trail *t, TrailWatcher w) { vec_push(&t->watchers, w); }

/* Begins a search: nothing has been seen. */
static void next_stamp(Trail *t) {
  vec_resize(&t->item_stamps, MAX(t->item_stamps.n, t->items.n));
  vec_resize(&t->cell_stamps, MAX(t->cell_stamps.n, t->readers.n));
  if (++t->stamp) return;
  memset(t->item_stamps.at, 0, t->item_stamps.n * sizeof *t->item_stamps.at);
  memset(t->cell_stamps.at, 0, t->cell_stamps.n * sizeof *t->cell_stamps.at);
  t->stamp = 1;
}

/* True the first time it is called for this stamp. */
static bool is_new(u32 *seen, u32 stamp) {
  bool fresh = *seen != stamp;
  *seen = stamp;
  return fresh;
}

static void add_readers(Trail *t, const u32 *cells, u32 n, U32Vec *ret) {
  for (u32 i = 0; i < n; i++) {
    if (cells[i] >= t->readers.n || !is_new(&t->cell_stamps.at[cells[i]], t->stamp)) continue;
    const U32Vec *readers = &t->readers.at[cells[i]];
    for (u32 k = 0; k < readers->n; k++)
      if (is_new(&t->item_stamps.at[readers->at[k]], t->stamp)) vec_push(ret, readers->at[k]);
  }
}

void trail_readers(Trail *t, const u32 *cells, u32 n, U32Vec *ret) {
  next_stamp(t);
  add_readers(t, cells, n, ret);
}

void trail_slice(Trail *t, const u32 *cells, u32 n, U32Vec *ret) {
  u32 start = ret->n;
  next_stamp(t);
  add_readers(t, cells, n, ret);
  for (u32 i = start; i < ret->n; i++) {
    u32 n_more;
    const u32 *more = cells_of(&t->cells, t->items.at[ret->at[i]].e, &n_more);
    add_readers(t, more, n_more, ret);
  }
  if (ret->n > start) u32_sort(ret->at + start, ret->n - start);
}

void trail_init(Trail *t) {
  *t = (Trail){0};
  domains_init(&t->domains);
  t->bits = bit_solver_new();
}

void trail_done(Trail *t) {
  context_path_done(&t->path);
  vec_free(&t->items);
  for (u32 i = 0; i < t->readers.n; i++) vec_free(&t->readers.at[i]);
  vec_free(&t->readers);
  map_done(&t->item_of);
  bounds_done(&t->bounds);
  domains_done(&t->domains);
  cells_done(&t->cells);
  t->bits = bit_solver_free(t->bits);
  vec_free(&t->watchers);
  vec_free(&t->item_stamps);
  vec_free(&t->cell_stamps);
}
