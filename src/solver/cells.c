/* cells.c — which input cells a term reads.
 *
 * A slice of an input reads the bytes it covers; a read at a symbolic index may read every byte of its input.
 *
 * Thousands of conditions share large terms, and most of these read the same cells.  So each set of
 * cells is kept once, every term has the number of its set, and the union of two sets is made once:
 * each term takes one step, however many conditions contain it.  A sum of very many inputs would
 * need a set for each of its parts; once the sets fill their room, we walk each condition instead
 * and keep only its own set.
 */
#include "solver/cells.h"

#include "base/hash.h"
#include "base/sort.h"
#include "expr/input.h"
#include "expr/nodes.h"

/* The pool only grows within an epoch; a bound keeps hours-long runs in memory.  Sets of parts of conditions may fill a part of it. */
enum { MOST_CELLS = SIZED(1 << 24, 64), MOST_OF_PARTS = MOST_CELLS / 4 };

/* ---- sets -------------------------------------------------------------------------------------- */

static const u32 *set_cells(const Cells *c, u32 set) { return c->pool.at + c->sets.at[set].start; }

/* The set of the cells at the end of the pool, from `start` on. */
static u32 intern(Cells *c, u32 start) {
  u32 n = c->pool.n - start;
  for (u32 i = start + 1; i < c->pool.n; i++) assert(c->pool.at[i - 1] < c->pool.at[i]);
  if (!n) return 0;
  size_t bytes = n * sizeof *c->pool.at;
  u64 *first = map_at(&c->hashes, hash_bytes(c->pool.at + start, bytes), NULL);
  for (u32 set = (u32)*first; set; set = c->sets.at[set].same_hash) {
    if (c->sets.at[set].n != n || memcmp(set_cells(c, set), c->pool.at + start, bytes)) continue;
    c->pool.n = start;
    return set;
  }
  vec_push(&c->sets, ((CellSet){start, n, (u32)*first}));
  *first = c->sets.n - 1;
  return c->sets.n - 1;
}

static u32 make_union(Cells *c, u32 a, u32 b) {
  u32 start = c->pool.n, n_a = c->sets.at[a].n, n_b = c->sets.at[b].n;
  vec_reserve(&c->pool, n_a + n_b);
  const u32 *x = set_cells(c, a), *y = set_cells(c, b), *x_end = x + n_a, *y_end = y + n_b;
  while (x < x_end || y < y_end) {
    bool takes_x = y == y_end || (x < x_end && *x <= *y);
    u32 cell = takes_x ? *x++ : *y++;
    if (takes_x && y < y_end && *y == cell) y++;
    c->pool.at[c->pool.n++] = cell;
  }
  return intern(c, start);
}

static u32 set_union(Cells *c, u32 a, u32 b) {
  assert(a < c->sets.n && b < c->sets.n);
  if (a == b || !b) return a;
  if (!a) return b;
  bool is_new;
  u64 *known = map_at(&c->unions, (u64)MIN(a, b) << 32 | MAX(a, b), &is_new);
  if (is_new) *known = make_union(c, a, b);
  return (u32)*known;
}

/* ---- terms ------------------------------------------------------------------------------------- */

static void add_leaf(Cells *c, Expr e) {
  const InputInfo *in = input_info(expr_input(e));
  u32 first = 0, last = in->n_cells;
  if (expr_kind(e) == EXPR_VAR) {
    first = expr_var_low(e) / 8;
    last = (expr_var_low(e) + expr_width(e) + 7) / 8;
  }
  for (u32 i = first; i < last; i++) vec_push(&c->pool, in->first_cell + i);
}

/* The union of the sets of its kids, which are known; of a leaf its own cells. */
static u32 set_of_kids(Cells *c, Expr e) {
  u32 start = c->pool.n;
  if (expr_kind(e) == EXPR_VAR || expr_kind(e) == EXPR_ARRAY_INPUT) add_leaf(c, e);
  u32 set = intern(c, start);
  for (u32 i = 0; i < expr_arity(e); i++)
    if (!expr_is_const(expr_kid(e, i)))
      set = set_union(c, set, (u32)*map_find(&c->set_of, expr_kid(e, i).id));
  return set;
}

/* Kids before parents.  False where the parts have filled their room. */
static bool walk_by_parts(Cells *c, Expr e) {
  vec_clear(&c->stack);
  vec_push(&c->stack, e);
  while (c->stack.n && c->pool.n <= MOST_OF_PARTS) {
    Expr at = vec_last(&c->stack);
    u32 n = c->stack.n;
    if (map_find(&c->set_of, at.id)) {
      (void)vec_pop(&c->stack);
      continue;
    }
    for (u32 i = 0; i < expr_arity(at); i++) {
      Expr kid = expr_kid(at, i);
      if (!expr_is_const(kid) && !map_find(&c->set_of, kid.id)) vec_push(&c->stack, kid);
    }
    if (c->stack.n > n) continue;
    map_put(&c->set_of, at.id, set_of_kids(c, at));
    (void)vec_pop(&c->stack);
  }
  return !c->stack.n;
}

static void walk_plainly(Cells *c, Expr e) {
  u32 start = c->pool.n;
  ExprVec leaves = {0};
  expr_leaves(e, &leaves);
  for (u32 i = 0; i < leaves.n; i++) add_leaf(c, leaves.at[i]);
  vec_free(&leaves);
  c->pool.n = start + u32_sort_once(c->pool.at + start, c->pool.n - start);
  map_put(&c->set_of, e.id, intern(c, start));
}

/* ---- public ------------------------------------------------------------------------------------ */

static void forget(Cells *c) {
  map_clear(&c->set_of);
  map_clear(&c->unions);
  map_clear(&c->hashes);
  vec_clear(&c->sets);
  vec_clear(&c->pool);
  vec_push(&c->sets, ((CellSet){0}));
  c->epoch = expr_epoch();
}

const u32 *cells_of(Cells *c, Expr e, u32 *ret_n) {
  if (!c->sets.n || c->epoch != expr_epoch() || c->pool.n > MOST_CELLS) forget(c);
  u64 set;
  if (!map_get(&c->set_of, e.id, &set)) {
    if (!walk_by_parts(c, e)) walk_plainly(c, e);
    map_get(&c->set_of, e.id, &set);
  }
  assert(set < c->sets.n);
  *ret_n = c->sets.at[set].n;
  return set_cells(c, (u32)set);
}

void cells_done(Cells *c) {
  map_done(&c->set_of);
  map_done(&c->unions);
  map_done(&c->hashes);
  vec_free(&c->sets);
  vec_free(&c->pool);
  vec_free(&c->stack);
}
