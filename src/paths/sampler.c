/* sampler.c — one random path under a precondition (Aquino, Braione, Denaro, Salza: evolutionary
 * symbolic execution, STVR 2020, Algorithms 3 and 5).
 *
 * The precondition is the context in which the run begins.  So the solver sees precondition and
 * path as one, and the model of both decides most branches without a question.
 *
 * What an individual gets are the conditions of the path alone, also those that the precondition
 * forced, and these are not in the context.  So the guide writes them down: at a choice, those of
 * the sides that the path may take, and at the next one, that of the side it took.
 */
#include "paths/sampler.h"

#include "base/map.h"
#include "paths/walk.h"
#include "search/time_parts.h"

/* More conditions are not written down: as a precondition the first ones do. */
enum { MAX_CONDITIONS = SIZED(1 << 16, 1 << 8) };

/* Where conditions are hard to solve, a precondition is given up after this time. */
static const u64 longest_ns = 2 * NS_PER_S;

/* What the path may do next. */
typedef struct Pending {
  bool is_open;
  u32 n_decisions; /* before it */
  u64 sides[2];
  Expr conditions[2]; /* none: not known */
} Pending;

typedef struct Sampler {
  Guide guide;
  Rng *rng;      /* borrowed */
  bool follows;  /* nothing is random */
  CostKind cost; /* what an individual is judged by */
  Pending pending;
  Map said;               /* owned; by Expr.id: conditions are listed once */
  Individual *individual; /* owned; of which the conditions are there so far */
  bool is_complete;       /* and all the rest */
} Sampler;

static const Decision *decision_after(const Path *p, u32 n_decisions) {
  while (p && p->length > n_decisions + 1) p = p->parent;
  return p && p->length == n_decisions + 1 ? &p->decision : NULL;
}

static void say(Sampler *s, const Condition *c) {
  bool is_fresh;
  ConditionVec *all = &s->individual->conditions;
  if (expr_is_const(c->e) || all->n >= MAX_CONDITIONS) return;
  map_at(&s->said, c->e.id, &is_fresh);
  if (is_fresh) vec_push(all, *c);
}

/* The path has gone on from the last choice. */
static void settle(Sampler *s, const Path *path) {
  Pending p = s->pending;
  s->pending.is_open = false;
  const Decision *d = p.is_open ? decision_after(path, p.n_decisions) : NULL;
  if (!d) return;
  u32 k = d->side == p.sides[0] ? 0 : 1;
  if (d->side != p.sides[k] || expr_is_none(p.conditions[k])) return;
  say(s, &(Condition){p.conditions[k], *d, p.n_decisions});
}

static void open_side(Sampler *s, const Situation *at, u32 k, u64 side) {
  s->pending.sides[k] = side;
  if (!situation_condition(at, side, &s->pending.conditions[k]))
    s->pending.conditions[k] = EXPR_NONE;
}

static Advice advise(Guide *guide, const Situation *at, void *memory) {
  Sampler *s = (Sampler *)guide;
  ChoiceKind kind = at->choice->kind;
  u64 likely;
  (void)memory;
  settle(s, at->path);
  bool is_free = choice_is_branch(kind) && !s->follows;
  Advice a = is_free ? (Advice){.kind = ADVICE_PREFER, .side = situation_random_side(at, s->rng)}
                     : walk_on(kind);
  if (kind == CHOICE_ASSUME || !situation_possible(at, &likely)) return a;
  s->pending = (Pending){.is_open = true, .n_decisions = at->n_decisions};
  open_side(s, at, 0, likely);
  open_side(s, at, 1, a.kind == ADVICE_PREFER ? a.side : likely);
  return a;
}

static void ended(Guide *guide, const PathEnd *end, void *memory) {
  Sampler *s = (Sampler *)guide;
  (void)memory;
  settle(s, end->path);
  s->is_complete = end->stop == STOP_EXIT && end->test;
  if (!s->is_complete) return;
  s->individual->cost = end->cost->n[s->cost];
  s->individual->hash = path_hash(end->path);
  s->individual->path = path_ref(end->path);
  s->individual->model = model_ref(context_model(end->state->context));
}

static const GuideOps sampler_ops = {.advise = advise, .ended = ended};

/* An ExprMark. */
static void mark(void *user) {
  const Sampler *s = user;
  conditions_mark(&s->individual->conditions);
  for (u32 k = 0; s->pending.is_open && k < 2; k++)
    if (!expr_is_none(s->pending.conditions[k])) expr_mark(s->pending.conditions[k]);
}

static Err run(SizeSearch *t, Sampler *s, const Start *start, const Individual *parent,
               Individual **ret) {
  s->guide.ops = &sampler_ops;
  s->cost = t->search->config.cost;
  s->individual = NEW(Individual);
  expr_roots_add(mark, s);
  /* The conditions of a path that begins as another one did. */
  assert(!start->state || parent);
  u32 n = start->state ? path_length(start->state->path) : 0;
  for (u32 i = 0; n && i < parent->conditions.n; i++)
    if (parent->conditions.at[i].n_before < n) say(s, &parent->conditions.at[i]);
  Err err = size_search_run(
      t, &(SearchRun){.guide = &s->guide, .time_part = PART_PATH, .start = *start}, NULL);
  expr_roots_remove(mark, s);
  map_done(&s->said);
  *ret = err == OK && s->is_complete ? s->individual : individual_free(s->individual);
  return err;
}

/* ---- preconditions ------------------------------------------------------------------------------- */

/* Takes the reference to c; NULL: e contradicts it, or nobody knows. */
static Context *add(Solver *solver, Eval *eval, Context *c, Expr e, bool is_hard) {
  Model *m = context_model(c);
  Result r = {.answer = ANSWER_YES};
  bool holds = eval_true(eval, m, e);
  if (!holds) r = solver_check(solver, c, e);
  Context *more = NULL;
  if (r.answer == ANSWER_YES)
    more = context_add(c, e, holds ? m : r.model);
  else if (!is_hard)
    more = context_ref(c);
  result_done(&r);
  context_unref(c);
  return more;
}

static Context *base_context(Solver *solver, const Precondition *p) {
  if (!p->state) return p->guess ? context_new_guess(solver, p->guess) : context_new(solver);
  return context_model(p->state->context) ? context_ref(p->state->context) : NULL;
}

Context *precondition_context(Solver *solver, Eval *eval, const Precondition *p) {
  assert(p->n_hard <= p->conditions->n);
  Context *c = base_context(solver, p);
  for (u32 i = 0; i < p->conditions->n && c; i++)
    c = add(solver, eval, c, p->conditions->at[i].e, i < p->n_hard);
  return c;
}

/* What happens between two runs of the size search is its time, too. */
static Context *assert_precondition(SizeSearch *t, Eval *eval, const Precondition *p) {
  Solver *solver = t->search->config.solver;
  u64 begin = clock_ns(), n_asked = solver_stats(solver).n_questions;
  solver_set_end(solver, MIN(t->budget.deadline_ns, clock_after(longest_ns)),
                 t->budget.interrupted);
  Context *c = precondition_context(solver, eval, p);
  solver_set_end(solver, NEVER_NS, NULL);
  t->n_queries += solver_stats(solver).n_questions - n_asked;
  t->ns += clock_ns() - begin;
  return c;
}

/* ---- public -------------------------------------------------------------------------------------- */

Err sample_path(SizeSearch *t, Rng *rng, Individual **ret) {
  return run(t, &(Sampler){.rng = rng}, &(Start){0}, NULL, ret);
}

Err sample_under(SizeSearch *t, Eval *eval, const Precondition *p, Rng *rng, Individual **ret) {
  *ret = NULL;
  if (size_search_is_spent(t)) return OK;
  Context *c = assert_precondition(t, eval, p);
  Start start = {.state = p->state, .precondition = c};
  Err err = c ? run(t, &(Sampler){.rng = rng}, &start, p->parent, ret) : OK;
  context_unref(c);
  return err;
}

Err sample_follow(SizeSearch *t, Model *input, Individual **ret) {
  return run(t, &(Sampler){.follows = true}, &(Start){.model = input}, NULL, ret);
}
