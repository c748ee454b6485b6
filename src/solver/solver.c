/* solver.c — what can be asked of a context, in terms of the chain. */
#include "base/clock.h"
#include "expr/value.h"
#include "solver/solver_impl.h"

Context *context_new(Solver *s) { return context_root(&s->contexts); }

Context *context_new_guess(Solver *s, Model *model) {
  Context *c = context_new(s);
  context_set_model(c, model);
  return c;
}

/* The deadline of one question of the caller, however many questions the chain makes of it. */
static u64 deadline(const Solver *s) { return MIN(clock_after(s->config.query_ns), s->end_ns); }

static bool is_late(const Solver *s, u64 deadline_ns) {
  return (s->ended && *s->ended) || !clock_left(deadline_ns);
}

static Result late(const Solver *s) {
  return (Result){.reason = solver_has_ended(s) ? REASON_ENDED : REASON_TIMEOUT};
}

static Query query_new(Solver *s, Expr e, Model *base, bool base_holds, u64 deadline_ns) {
  return (Query){.trail = &s->trail,
                 .eval = s->eval,
                 .asked = e,
                 .e = e,
                 .base = base,
                 .base_holds = base_holds,
                 .deadline_ns = deadline_ns,
                 .ended = s->ended};
}

static Result ask_cheap(Solver *s, Context *at, Expr e, Model *base, u64 deadline_ns) {
  trail_sync(&s->trail, at);
  Query q = query_new(s, e, base, true, deadline_ns);
  q.wants_core = true;
  Result r = chain_ask(s, &q, EFFORT_CHEAP);
  query_done(&q);
  return r;
}

static Result count(Solver *s, Result r) {
  s->stats.n_yes += r.answer == ANSWER_YES;
  s->stats.n_no += r.answer == ANSWER_NO;
  s->stats.n_unknown += r.answer == ANSWER_UNKNOWN;
  return r;
}

SolverConfig solver_config_plain(void) {
  SolverConfig c = solver_config_default();
  Err err = solver_config_stages(&c, "simplify,slice,sat");
  CHECK(err == OK, "%s", err_text());
  return c;
}

/* ---- solving a context that was collected without asking ------------------ */

/* Follows the constraints that the model of c does not cover, repairing the
 * model by cheap stages wherever one fails.  *io_model (owned) ends as a model
 * of the returned context: c itself, or the last one that could be reached. */
static Context *follow(Solver *s, Context *c, u64 deadline_ns, Model **io_model, Result *ret_last) {
  VEC(Context *) road = {0};
  *io_model = model_ref(c->model);
  for (u32 n_solved = c->n_solved; c->depth > n_solved; c = c->parent) vec_push(&road, c);
  *ret_last = (Result){.answer = ANSWER_YES};
  while (road.n) {
    Context *next = vec_pop(&road);
    if (is_late(s, deadline_ns)) {
      *ret_last = late(s);
      break;
    }
    if (!eval_true(s->eval, *io_model, next->e)) {
      *ret_last = ask_cheap(s, c, next->e, *io_model, deadline_ns);
      if (ret_last->answer == ANSWER_NO) vec_push(&ret_last->core, next->e);
      if (ret_last->answer != ANSWER_YES) break;
      model_unref(*io_model);
      *io_model = TAKE(ret_last->model);
    }
    c = next;
  }
  vec_free(&road);
  return c;
}

/* Solves the slice of one violated constraint with all that depends on it, now
 * or later on the path: one general question per independent part. */
static Result solve_part(Solver *s, u32 item, Model *base, Effort effort, u64 deadline_ns) {
  Query q = query_new(s, expr_bool(true), base, false, deadline_ns);
  u32 n;
  const u32 *cells = cells_of(&s->trail.cells, s->trail.items.at[item].e, &n);
  if (!n) { /* it reads no input, so no input satisfies it */
    Result never = {.answer = ANSWER_NO, .depth = DEPTH_FACTS};
    vec_push(&never.core, s->trail.items.at[item].e);
    return never;
  }
  u32 *own = mem_dup(cells, n * sizeof *cells);
  trail_slice(&s->trail, own, n, &q.slice);
  mem_free(own);
  q.has_slice = true;
  q.wants_core = true;
  Result r = chain_ask(s, &q, effort);
  query_done(&q);
  return r;
}

/* Takes the model, which satisfies the items below `from`, and mends it part by
 * part. */
static Result solve_parts(Solver *s, u32 from, Model *model, Effort effort, u64 deadline_ns) {
  assert(model && from <= s->trail.items.n);
  for (u32 i = from; i < s->trail.items.n; i++) {
    if (is_late(s, deadline_ns)) {
      model_unref(model);
      return late(s);
    }
    if (eval_true(s->eval, model, s->trail.items.at[i].e)) continue;
    Result r = solve_part(s, i, model, effort, deadline_ns);
    model_unref(model);
    if (r.answer != ANSWER_YES) return r;
    model = r.model;
  }
  return (Result){.answer = ANSWER_YES, .model = model, .depth = DEPTH_GENERAL};
}

/* So many constraints at once are better looked at together: one by one each repair of the model
 * is validated against all that it touches. */
enum { MANY_CONSTRAINTS = SIZED(2000, 20) };

static Result solve(Solver *s, Context *c, u64 deadline_ns) {
  if (c->depth - c->n_solved >= MANY_CONSTRAINTS) {
    trail_sync(&s->trail, c);
    Model *base = model_ref(c->model);
    Result whole = solve_parts(s, c->n_solved, base, EFFORT_CHEAP, deadline_ns);
    if (whole.answer == ANSWER_YES) context_set_model(c, whole.model);
    if (whole.answer != ANSWER_UNKNOWN) return whole;
    result_done(&whole);
  }
  Model *model;
  Result last;
  Context *reached = follow(s, c, deadline_ns, &model, &last);
  if (last.answer == ANSWER_NO) {
    model_unref(model);
    return last;
  }
  if (reached == c) {
    result_done(&last);
    last = (Result){.answer = ANSWER_YES, .model = model, .stage = last.stage};
  } else {
    result_done(&last);
    trail_sync(&s->trail, c);
    last = solve_parts(s, reached->depth, model, EFFORT_GENERAL, deadline_ns);
  }
  if (last.answer == ANSWER_YES) context_set_model(c, last.model);
  return last;
}

/* ---- the questions -------------------------------------------------------- */

Result solver_solve(Solver *s, Context *c) {
  if (context_is_solved(c)) return (Result){.answer = ANSWER_YES, .model = model_ref(c->model)};
  u64 begin = clock_ns();
  s->stats.n_questions++;
  Result r = count(s, solve(s, c, deadline(s)));
  s->stats.solve_ns += clock_ns() - begin;
  assert((r.answer == ANSWER_YES) == context_is_solved(c));
  return r;
}

static Result check(Solver *s, Context *c, Expr e, bool wants_core, u64 deadline_ns) {
  assert(expr_width(e) == 1);
  if (++s->stats.n_questions == s->config.faults.unknown_at)
    return count(s, (Result){.reason = REASON_FAULT});
  if (!context_is_solved(c)) {
    Result r = solve(s, c, deadline_ns);
    if (r.answer != ANSWER_YES) return count(s, r);
    result_done(&r);
  }
  trail_sync(&s->trail, c);
  Query q = query_new(s, e, c->model, true, deadline_ns);
  q.wants_core = wants_core;
  Result r = chain_ask(s, &q, EFFORT_FULL);
  query_done(&q);
  return count(s, r);
}

Result solver_check(Solver *s, Context *c, Expr e) { return check(s, c, e, false, deadline(s)); }

Result solver_explain(Solver *s, Context *c, Expr e) { return check(s, c, e, true, deadline(s)); }

Answer solver_must(Solver *s, Context *c, Expr e) {
  Result r = solver_check(s, c, expr_not(e));
  Answer a = r.answer == ANSWER_YES  ? ANSWER_NO
             : r.answer == ANSWER_NO ? ANSWER_YES
                                     : ANSWER_UNKNOWN;
  result_done(&r);
  return a;
}

/* Every extreme is a minimum of a key: the value itself, or turned over for a
 * maximum, with the sign bit flipped for signed order. */
static u64 key_of(u64 v, u32 width, Extreme which) {
  assert(width && width <= 64 && v <= value_mask(width));
  bool is_signed = which == EXTREME_SMIN || which == EXTREME_SMAX;
  bool is_max = which == EXTREME_UMAX || which == EXTREME_SMAX;
  if (is_signed) v ^= 1ull << (width - 1);
  return is_max ? value_mask(width) - v : v;
}

static u64 value_of_key(u64 key, u32 width, Extreme which) {
  assert(width && width <= 64 && key <= value_mask(width));
  bool is_max = which == EXTREME_UMAX || which == EXTREME_SMAX;
  bool is_signed = which == EXTREME_SMIN || which == EXTREME_SMAX;
  u64 v = is_max ? value_mask(width) - key : key;
  return is_signed ? v ^ 1ull << (width - 1) : v;
}

static Expr at_most(Expr term, u64 key, Extreme which) {
  Expr limit = expr_const(expr_width(term), value_of_key(key, expr_width(term), which));
  switch (which) {
  case EXTREME_UMIN:
    return expr_ule(term, limit);
  case EXTREME_UMAX:
    return expr_uge(term, limit);
  case EXTREME_SMIN:
    return expr_sle(term, limit);
  case EXTREME_SMAX:
    return expr_sge(term, limit);
  }
  return EXPR_NONE;
}

Answer solver_extreme(Solver *s, Context *c, Expr term, Extreme which, u64 *ret_value) {
  u32 width = expr_width(term);
  assert(width <= 64);
  Result r = solver_solve(s, c);
  Answer a = r.answer;
  u64 low = 0, best = 0, deadline_ns = deadline(s);
  if (a == ANSWER_YES) best = key_of(eval(s->eval, r.model, term), width, which);
  while (a == ANSWER_YES && low < best) {
    u64 middle = low + (best - low) / 2;
    result_done(&r);
    r = check(s, c, at_most(term, middle, which), false, deadline_ns);
    if (r.answer == ANSWER_YES) best = key_of(eval(s->eval, r.model, term), width, which);
    assert(r.answer != ANSWER_YES || (low <= best && best <= middle));
    if (r.answer == ANSWER_NO) low = middle + 1;
    if (r.answer == ANSWER_UNKNOWN) a = ANSWER_UNKNOWN;
  }
  result_done(&r);
  if (a != ANSWER_NO) *ret_value = value_of_key(best, width, which);
  return a;
}

Result solver_least(Solver *s, Context *c) {
  Result any = solver_solve(s, c);
  if (any.answer != ANSWER_YES) return any;
  u64 begin = clock_ns();
  trail_sync(&s->trail, c);
  Query q = query_new(s, expr_bool(true), c->model, true, deadline(s));
  Result least = chain_least(s, &q);
  query_done(&q);
  s->stats.solve_ns += clock_ns() - begin;
  if (least.answer != ANSWER_YES) return any;
  result_done(&any);
  return least;
}

/* ---- terms of one byte ------------------------------------------------------ */

static bool reads_one_cell(Solver *s, Expr e, u32 *ret_cell) {
  u32 n;
  const u32 *cells = cells_of(&s->trail.cells, e, &n);
  if (n != 1) return false;
  *ret_cell = cells[0];
  return true;
}

ByteSet solver_byte_left(Solver *s, Context *at, u32 cell) {
  domains_sync(&s->trail.domains, at, &s->trail.cells);
  return domains_get(&s->trail.domains, cell);
}

u32 solver_float_known(Solver *s, Context *at, Expr x) {
  domains_sync(&s->trail.domains, at, &s->trail.cells);
  return domains_float(&s->trail.domains, x);
}

bool solver_would_narrow(Solver *s, Context *at, Expr e) {
  domains_sync(&s->trail.domains, at, &s->trail.cells);
  return domains_would_narrow(&s->trail.domains, e, &s->trail.cells);
}

const u32 *solver_cells(Solver *s, Expr e, u32 *ret_n) {
  return cells_of(&s->trail.cells, e, ret_n);
}

bool solver_byte_table(Solver *s, Expr condition, u32 *ret_cell, ByteSet *ret) {
  return reads_one_cell(s, condition, ret_cell) &&
         domains_table(&s->trail.domains, condition, *ret_cell, ret);
}

bool solver_byte_values(Solver *s, Expr e, u32 *ret_cell, u64 *ret) {
  const Domains *d = &s->trail.domains;
  return reads_one_cell(s, e, ret_cell) &&
         lanes_values(d->lanes, d->eval, e, *ret_cell, d->zero, LANES_KEPT, ret);
}
