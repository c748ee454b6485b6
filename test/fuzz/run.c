/* run.c — see run.h. */
#include "fuzz/run.h"

#include "base/clock.h"
#include "solver/values/lanes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  REFERENCE_STEPS = 1 << 20, /* Z3's own count; a time-out would start threads */
  MAX_CONDITIONS = 400,      /* that it is asked about at once: with more it only gives up, late */
  QUERY_MS = 200,
};

typedef struct Place {
  Context *context; /* owned; NULL: dropped, or not made yet */
  u32 parent;
  u32 term; /* node of the constraint, if it has one */
  bool has_term;
} Place;

typedef struct Run {
  Session *s;
  RunStats *stats;
  Solver *solver;
  VEC(Place) places; /* by number of context */
  Z3_context c;
  Z3Build *build;
  u32 action;
} Run;

/* ---- failing ------------------------------------------------------------------- */

noreturn_fn printf_like(2, 3) static void fail(Run *r, const char *fmt, ...) {
  const Action *a = &r->s->actions.at[r->action];
  va_list args;
  va_start(args, fmt);
  int n = snprintf(r->stats->failure, sizeof r->stats->failure, "action %u (%s): ", r->action,
                   action_name(a->kind));
  vsnprintf(r->stats->failure + n, sizeof r->stats->failure - (size_t)n, fmt, args);
  va_end(args);
  fprintf(stderr, "%s\n", r->stats->failure);
  _Exit(3);
}

/* ---- the reference -------------------------------------------------------------- */

/* What Z3 is asked: conditions, and perhaps one bit that was built for it. */
typedef struct Reference {
  U32Vec nodes;
  Z3_ast bit;
} Reference;

static Z3_solver z3_solver_new(Run *r) {
  Z3_solver z = Z3_mk_simple_solver(r->c);
  Z3_solver_inc_ref(r->c, z);
  Z3_params params = Z3_mk_params(r->c);
  Z3_params_inc_ref(r->c, params);
  Z3_params_set_uint(r->c, params, Z3_mk_string_symbol(r->c, "rlimit"), REFERENCE_STEPS);
  Z3_solver_set_params(r->c, z, params);
  Z3_params_dec_ref(r->c, params);
  return z;
}

static void assert_bit(Run *r, Z3_solver z, Z3_ast bit) {
  Z3_ast one = Z3_mk_unsigned_int64(r->c, 1, Z3_mk_bv_sort(r->c, 1));
  Z3_solver_assert(r->c, z, Z3_mk_eq(r->c, bit, one));
}

/* Asks and frees the solver. */
static Z3_lbool z3_ask(Run *r, Z3_solver z) {
  u64 start = clock_ns();
  r->stats->in_reference = true;
  Z3_lbool answer = Z3_solver_check(r->c, z);
  r->stats->in_reference = false;
  r->stats->n_reference_ns += clock_ns() - start;
  Z3_solver_dec_ref(r->c, z);
  return answer;
}

/* As planned, or as our terms, in which tables and stores are resolved: Z3 takes
 * five times as long over the former. */
static Z3_lbool reference_try(Run *r, const Reference *ref, bool as_planned) {
  Plan *p = &r->s->plan;
  Z3_solver z = z3_solver_new(r);
  for (u32 i = 0; i < ref->nodes.n; i++) {
    u32 node = ref->nodes.at[i];
    assert_bit(r, z,
               as_planned ? plan_z3(p, r->c, r->build, node)
                          : z3_build(r->build, plan_expr(p, node)));
  }
  if (ref->bit) assert_bit(r, z, ref->bit);
  return z3_ask(r, z);
}

/* The context, the condition (if any) and a bit (if any); frees nothing of these. */
static Z3_lbool reference_ask(Run *r, u32 at, const u32 *condition, Z3_ast bit) {
  Reference ref = {.bit = bit};
  for (; at; at = r->places.at[at].parent)
    if (r->places.at[at].has_term) vec_push(&ref.nodes, r->places.at[at].term);
  if (condition) vec_push(&ref.nodes, *condition);
  bool as_planned = r->action % 4 == 0;
  Z3_lbool answer = Z3_L_UNDEF;
  for (u32 i = 0; i < 2 && answer == Z3_L_UNDEF && ref.nodes.n <= MAX_CONDITIONS; i++)
    answer = reference_try(r, &ref, as_planned != i);
  vec_free(&ref.nodes);
  if (answer == Z3_L_UNDEF)
    r->stats->n_unconfirmed++;
  else
    r->stats->n_confirmed++;
  return answer;
}

static void confirm_no(Run *r, u32 at, const u32 *condition, Z3_ast bit, const char *what) {
  if (reference_ask(r, at, condition, bit) == Z3_L_TRUE) fail(r, "%s, but Z3 has a model", what);
}

static void confirm_yes(Run *r, u32 at, const u32 *condition, Z3_ast bit, const char *what) {
  if (reference_ask(r, at, condition, bit) == Z3_L_FALSE) fail(r, "%s, but Z3 says unsat", what);
}

/* ---- models ---------------------------------------------------------------------- */

static void check_node(Run *r, const Model *m, u32 node) {
  Eval *ev = eval_new();
  bool by_term = eval_true(ev, m, plan_expr(&r->s->plan, node));
  bool by_plan = plan_value(&r->s->plan, m, node).words[0];
  eval_free(ev);
  if (by_term != by_plan)
    fail(r, "node %u is %d, but the term made of it %d", node, by_plan, by_term);
  if (!by_plan) fail(r, "the model does not satisfy node %u", node);
}

static void check_model(Run *r, const Model *m, u32 at, const u32 *condition) {
  if (!m) fail(r, "a yes without a model");
  for (; at; at = r->places.at[at].parent)
    if (r->places.at[at].has_term) check_node(r, m, r->places.at[at].term);
  if (condition) check_node(r, m, *condition);
}

static void count(Run *r, const Result *result) {
  RunStats *s = r->stats;
  s->n_yes += result->answer == ANSWER_YES;
  s->n_no += result->answer == ANSWER_NO;
  s->n_unknown += result->answer == ANSWER_UNKNOWN;
  if (result->answer == ANSWER_YES) s->n_stage_yes[result->stage]++;
  if (result->answer == ANSWER_NO) s->n_stage_no[result->stage]++;
  if (result->answer != ANSWER_UNKNOWN) return;
  s->n_reasons[result->reason]++;
  if (result->reason == REASON_NONE) fail(r, "unknown without a reason");
  if (result->reason == REASON_INCOMPLETE && r->s->stages[STAGE_sat])
    fail(r, "incomplete though there were circuits");
}

/* The core must be of the context and exclude the question, if there is one. */
static void check_core(Run *r, const Result *result, u32 at, const u32 *condition) {
  ExprVec all = {0};
  context_list(r->places.at[at].context, &all);
  Z3_solver z = z3_solver_new(r);
  for (u32 i = 0; i < result->core.n; i++) {
    Expr e = result->core.at[i];
    bool is_there = false;
    for (u32 k = 0; k < all.n; k++) is_there |= expr_same(all.at[k], e);
    if (!is_there) fail(r, "the core has a term that the context has not");
    assert_bit(r, z, z3_build(r->build, e));
  }
  if (condition) assert_bit(r, z, z3_build(r->build, plan_expr(&r->s->plan, *condition)));
  vec_free(&all);
  if (result->core.n > MAX_CONDITIONS)
    Z3_solver_dec_ref(r->c, z);
  else if (z3_ask(r, z) == Z3_L_TRUE)
    fail(r, "the core (%u of %u) does not exclude the question", result->core.n,
         context_length(r->places.at[at].context));
}

static void check_result(Run *r, const Result *result, u32 at, const u32 *condition) {
  count(r, result);
  if (result->answer == ANSWER_YES) check_model(r, result->model, at, condition);
  if (result->answer != ANSWER_YES && result->model) fail(r, "a model without a yes");
  if (result->answer != ANSWER_NO) return;
  confirm_no(r, at, condition, NULL, "the solver said no");
  if (result->core.n) check_core(r, result, at, condition);
}

/* ---- actions --------------------------------------------------------------------- */

static void make_place(Run *r, const Action *a, Context *c, bool has_term) {
  vec_resize(&r->places, MAX(r->places.n, a->makes + 1));
  r->places.at[a->makes] =
      (Place){.context = c, .parent = a->at, .term = a->term, .has_term = has_term};
  Model *m = context_model(c);
  if (m) check_model(r, m, a->makes, NULL);
}

static void do_add(Run *r, const Action *a) {
  Expr e = plan_expr(&r->s->plan, a->term);
  make_place(r, a, context_add(r->places.at[a->at].context, e, NULL), true);
}

static void do_take(Run *r, const Action *a) {
  Context *c = r->places.at[a->at].context;
  Expr e = plan_expr(&r->s->plan, a->term);
  Result result = solver_check(r->solver, c, e);
  check_result(r, &result, a->at, &a->term);
  if (result.answer == ANSWER_NO)
    make_place(r, a, context_ref(c), false);
  else
    make_place(r, a, context_add(c, e, result.model), true);
  result_done(&result);
}

static void do_check(Run *r, const Action *a) {
  Expr e = plan_expr(&r->s->plan, a->term);
  Context *c = r->places.at[a->at].context;
  bool explains = a->kind == ACTION_EXPLAIN;
  Result result = explains ? solver_explain(r->solver, c, e) : solver_check(r->solver, c, e);
  check_result(r, &result, a->at, &a->term);
  if (explains && result.answer == ANSWER_NO && !result.core.n)
    check_core(r, &result, a->at, &a->term); /* an empty one, too */
  result_done(&result);
}

static void do_must(Run *r, const Action *a) {
  Answer answer =
      solver_must(r->solver, r->places.at[a->at].context, plan_expr(&r->s->plan, a->term));
  u32 opposite = plan_not(&r->s->plan, a->term);
  if (answer == ANSWER_YES) confirm_no(r, a->at, &opposite, NULL, "the solver said must");
  if (answer == ANSWER_NO) confirm_yes(r, a->at, &opposite, NULL, "the solver said need not");
}

static void do_extreme(Run *r, const Action *a) {
  Extreme which = (Extreme)(a->kind - ACTION_UMIN + EXTREME_UMIN);
  Plan *p = &r->s->plan;
  u64 value = 0;
  Answer answer =
      solver_extreme(r->solver, r->places.at[a->at].context, plan_expr(p, a->term), which, &value);
  if (answer == ANSWER_NO) confirm_no(r, a->at, NULL, NULL, "the solver said no");
  if (answer != ANSWER_YES) return;
  Z3_ast term = plan_z3(p, r->c, r->build, a->term);
  Z3_ast best = Z3_mk_unsigned_int64(r->c, value, Z3_get_sort(r->c, term)), kids[2] = {term, best};
  if (which == EXTREME_UMAX || which == EXTREME_SMAX) kids[0] = best, kids[1] = term;
  ExprKind less = which == EXTREME_UMIN || which == EXTREME_UMAX ? EXPR_ULT : EXPR_SLT;
  confirm_no(r, a->at, NULL, z3_build_op(r->build, less, 1, 0, kids), "an extreme");
  confirm_yes(r, a->at, NULL, z3_build_op(r->build, EXPR_EQ, 1, 0, kids), "an extreme");
}

static void do_solve(Run *r, const Action *a) {
  Context *c = r->places.at[a->at].context;
  Result result = a->kind == ACTION_LEAST ? solver_least(r->solver, c) : solver_solve(r->solver, c);
  check_result(r, &result, a->at, NULL);
  if (result.answer == ANSWER_YES && !context_model(c)) fail(r, "the model was not kept");
  result_done(&result);
}

/* What holds for each value of the byte, if the solver says which byte it is. */
static void check_values(Run *r, const Action *a, u32 cell, const u64 *values) {
  Model *m = model_new();
  for (u32 v = 0; v < 256; v++) {
    model_set_byte(m, cell, (u8)v);
    if (model_byte(m, cell) != v) continue; /* the last bits of an input */
    u64 is = plan_value(&r->s->plan, m, a->term).words[0];
    if (is != values[v])
      fail(r, "for byte %u it is %#llx, and not %#llx", v, (unsigned long long)is,
           (unsigned long long)values[v]);
  }
  model_unref(m);
}

static void do_table(Run *r, const Action *a) {
  u32 cell;
  ByteSet table;
  u64 values[256];
  if (!solver_byte_table(r->solver, plan_expr(&r->s->plan, a->term), &cell, &table)) return;
  for (u32 v = 0; v < 256; v++) values[v] = byte_set_has(table, v);
  check_values(r, a, cell, values);
}

static void do_values(Run *r, const Action *a) {
  u32 cell;
  u64 values[256];
  if (solver_byte_values(r->solver, plan_expr(&r->s->plan, a->term), &cell, values))
    check_values(r, a, cell, values);
}

static void do_retrace(Run *r, const Action *a) {
  Context *old = r->places.at[a->at].context;
  Model *guess = context_model(old) ? model_ref(context_model(old)) : model_new();
  Context *c = context_new_guess(r->solver, guess);
  ExprVec all = {0};
  context_list(old, &all);
  for (u32 i = 0; i < all.n; i++) {
    Context *more = context_add(c, all.at[i], NULL);
    context_unref(c);
    c = more;
  }
  vec_free(&all);
  model_unref(guess);
  make_place(r, a, c, false);
}

static void do_action(Run *r, const Action *a) {
  u64 start = clock_ns();
  switch (a->kind) {
  case ACTION_ADD:
    do_add(r, a);
    break;
  case ACTION_TAKE:
    do_take(r, a);
    break;
  case ACTION_CHECK:
  case ACTION_EXPLAIN:
    do_check(r, a);
    break;
  case ACTION_MUST:
    do_must(r, a);
    break;
  case ACTION_UMIN:
  case ACTION_UMAX:
  case ACTION_SMIN:
  case ACTION_SMAX:
    do_extreme(r, a);
    break;
  case ACTION_SOLVE:
  case ACTION_LEAST:
    do_solve(r, a);
    break;
  case ACTION_TABLE:
    do_table(r, a);
    break;
  case ACTION_VALUES:
    do_values(r, a);
    break;
  case ACTION_RETRACE:
    do_retrace(r, a);
    break;
  case ACTION_DROP:
    r->places.at[a->at].context = context_unref(r->places.at[a->at].context);
    break;
  case ACTION_SWEEP:
    expr_sweep();
    break;
  case ACTION_COUNT:
    break;
  }
  r->stats->n_slow_ns = MAX(r->stats->n_slow_ns, clock_ns() - start);
}

static bool is_possible(const Run *r, const Action *a) {
  return a->at < r->places.n && r->places.at[a->at].context;
}

void session_run(Session *s, RunStats *stats) {
  Run r = {.s = s, .stats = stats};
  SolverConfig config = solver_config_default();
  memcpy(config.enabled, s->stages, sizeof config.enabled);
  config.query_ns = QUERY_MS * NS_PER_MS;
  stats->seed = s->seed;
  r.solver = solver_new(&config);
  r.c = Z3_mk_context(NULL);
  r.build = z3_build_new(r.c);
  vec_push(&r.places, ((Place){.context = context_new(r.solver)}));
  for (r.action = 0; r.action < s->actions.n; r.action++) {
    const Action *a = &s->actions.at[r.action];
    if (!is_possible(&r, a)) continue;
    stats->n_actions++;
    stats->n_questions[a->kind]++;
    do_action(&r, a);
  }
  for (u32 i = 0; i < r.places.n; i++) context_unref(r.places.at[i].context);
  vec_free(&r.places);
  z3_build_free(r.build);
  Z3_del_context(r.c);
  solver_free(r.solver);
  stats->n_sessions++;
}
