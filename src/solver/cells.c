/* cells.c — which input cells a term reads.
 *
 * A slice of an input reads the bytes it covers; a read at a symbolic index may
 * read every byte of its input.  Runs are kept in one pool and found by term.
 *
 * Thousands of conditions may share one large term.  So the walk of a large term ends at *landmarks*, each second term by
 * its number: these have runs of their own, and are walked once.
 */
#include "solver/cells.h"

#include "base/hash.h"
#include "base/sort.h"
#include "expr/input.h"

/* Once in a walk. */
static void add_cell(Cells *c, u32 cell) {
  while (c->added_in.n <= cell) vec_push(&c->added_in, 0);
  if (c->added_in.at[cell] == c->n_walks) return;
  c->added_in.at[cell] = c->n_walks;
  vec_push(&c->pool, cell);
}

static void add_leaf(Cells *c, Expr e) {
  const InputInfo *in = input_info(expr_input(e));
  u32 first = 0, last = in->n_cells;
  if (expr_kind(e) == EXPR_VAR) {
    first = expr_var_low(e) / 8;
    last = (expr_var_low(e) + expr_width(e) + 7) / 8;
  }
  for (u32 i = first; i < last; i++) add_cell(c, in->first_cell + i);
}

/* The least of a large term; runs of landmarks may fill this part of the pool. */
enum { LARGE = 64, MOST_CELLS = SIZED(1 << 24, 64), LANDMARKS_PART = 4 };

static bool is_landmark(const Cells *c, Expr e) {
  return c->has_landmarks && expr_arity(e) && hash_u64(e.id) % 2;
}

/* A term whose cells are known is not walked. */
static void add_known(Cells *c, u64 run) {
  u32 start = (u32)(run >> 32), n = (u32)run;
  for (u32 i = 0; i < n; i++) add_cell(c, c->pool.at[start + i]);
}

static void visit(Cells *c, Expr e) {
  if (expr_is_const(e)) return;
  bool fresh;
  u64 run;
  map_at(&c->seen, e.id, &fresh);
  if (!fresh) return;
  if (map_get(&c->at, e.id, &run))
    add_known(c, run);
  else
    vec_push(is_landmark(c, e) ? &c->landmarks : &c->stack, e);
}

/* Sorts the tail of the pool from `start` on. */
static void sort_tail(Cells *c, u32 start) {
  u32 n = c->pool.n - start;
  u32 *run = c->pool.at + start;
  bool sorted = true;
  for (u32 i = 1; i < n && sorted; i++) sorted = run[i - 1] < run[i];
  if (!sorted) u32_sort(run, n);
}

/* So that no number of an earlier walk is in added_in. */
static void begin_walk(Cells *c) {
  map_clear(&c->seen);
  if (++c->n_walks) return;
  vec_clear(&c->added_in);
  c->n_walks = 1;
}

/* False where it was more than `most` terms, or where landmarks have to be walked before. */
static bool walk(Cells *c, Expr e, u32 most, u64 *ret) {
  u32 start = c->pool.n, n_landmarks = c->landmarks.n;
  begin_walk(c);
  vec_push(&c->stack, e);
  while (c->stack.n && c->seen.n <= most) {
    Expr at = vec_pop(&c->stack);
    ExprKind kind = expr_kind(at);
    if (kind == EXPR_VAR || kind == EXPR_ARRAY_INPUT) add_leaf(c, at);
    for (u32 i = 0; i < expr_arity(at); i++) visit(c, expr_kid(at, i));
  }
  if (c->stack.n || c->landmarks.n > n_landmarks) {
    vec_clear(&c->stack);
    c->pool.n = start;
    return false;
  }
  sort_tail(c, start);
  *ret = (u64)start << 32 | (c->pool.n - start);
  return true;
}

static u64 walk_large(Cells *c, Expr e) {
  u64 run = 0;
  assert(!c->landmarks.n);
  vec_push(&c->landmarks, e);
  while (c->landmarks.n) {
    Expr last = vec_last(&c->landmarks);
    bool is_known = map_get(&c->at, last.id, &run); /* it may be below several others */
    c->has_landmarks = c->pool.n < MOST_CELLS / LANDMARKS_PART;
    if (!is_known && !walk(c, last, UINT32_MAX, &run)) continue;
    if (!is_known) map_put(&c->at, last.id, run);
    (void)vec_pop(&c->landmarks);
  }
  return run;
}

static u64 find(Cells *c, Expr e) {
  u64 run;
  if (map_get(&c->at, e.id, &run)) return run;
  c->has_landmarks = false;
  if (!walk(c, e, LARGE, &run)) return walk_large(c, e);
  map_put(&c->at, e.id, run);
  return run;
}

const u32 *cells_of(Cells *c, Expr e, u32 *ret_n) {
  /* The pool only grows within an epoch; a bound keeps hours-long runs in memory. */
  bool is_full = c->pool.n > MOST_CELLS;
  if (c->epoch != expr_epoch() || is_full) {
    map_clear(&c->at);
    vec_clear(&c->pool);
    c->epoch = expr_epoch();
  }
  u64 run = find(c, e);
  *ret_n = (u32)run;
  return c->pool.at + (run >> 32);
}

void cells_done(Cells *c) {
  map_done(&c->at);
  map_done(&c->seen);
  vec_free(&c->pool);
  vec_free(&c->stack);
  vec_free(&c->landmarks);
  vec_free(&c->added_in);
}
