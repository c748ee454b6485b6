/* cells.c — which input cells a term reads.
 *
 * A slice of an input reads the bytes it covers; a read at a symbolic index may
 * read every byte of its input.  Runs are kept in one pool and found by term.
 */
#include "solver/cells.h"

#include "base/sort.h"
#include "expr/input.h"

static void add_leaf(Cells *c, Expr e) {
  const InputInfo *in = input_info(expr_input(e));
  u32 first = 0, last = in->n_cells;
  if (expr_kind(e) == EXPR_VAR) {
    first = expr_var_low(e) / 8;
    last = (expr_var_low(e) + expr_width(e) + 7) / 8;
  }
  for (u32 i = first; i < last; i++) vec_push(&c->pool, in->first_cell + i);
}

static void visit(Cells *c, Expr e) {
  if (expr_is_const(e)) return;
  bool fresh;
  map_at(&c->seen, e.id, &fresh);
  if (fresh) vec_push(&c->stack, e);
}

/* Sorts the tail of the pool from `start` on and drops repetitions. */
static void sort_unique(Cells *c, u32 start) {
  u32 n = c->pool.n - start, kept = 0;
  u32 *run = c->pool.at + start;
  bool sorted = true;
  for (u32 i = 1; i < n && sorted; i++) sorted = run[i - 1] < run[i];
  if (sorted) return;
  u32_sort(run, n);
  for (u32 i = 0; i < n; i++)
    if (!kept || run[kept - 1] != run[i]) run[kept++] = run[i];
  c->pool.n = start + kept;
}

static u64 walk(Cells *c, Expr e) {
  u32 start = c->pool.n;
  map_clear(&c->seen);
  visit(c, e);
  while (c->stack.n) {
    Expr at = vec_pop(&c->stack);
    ExprKind kind = expr_kind(at);
    if (kind == EXPR_VAR || kind == EXPR_ARRAY_INPUT) add_leaf(c, at);
    for (u32 i = 0; i < expr_arity(at); i++) visit(c, expr_kid(at, i));
  }
  sort_unique(c, start);
  return (u64)start << 32 | (c->pool.n - start);
}

const u32 *cells_of(Cells *c, Expr e, u32 *ret_n) {
  /* The pool only grows within an epoch; a bound keeps hours-long runs in memory. */
  bool is_full = c->pool.n > SIZED(1u << 24, 64);
  if (c->epoch != expr_epoch() || is_full) {
    map_clear(&c->at);
    vec_clear(&c->pool);
    c->epoch = expr_epoch();
  }
  bool fresh;
  u64 *run = map_at(&c->at, e.id, &fresh);
  if (fresh) *run = walk(c, e);
  *ret_n = (u32)*run;
  return c->pool.at + (*run >> 32);
}

void cells_done(Cells *c) {
  map_done(&c->at);
  map_done(&c->seen);
  vec_free(&c->pool);
  vec_free(&c->stack);
}
