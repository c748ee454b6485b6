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
#include "worst/sampler.h"

#include "base/hash.h"
#include "base/map.h"
#include "worst/walk.h"

/* What the path may do next. */
typedef struct Pending {
  bool is_open;
  u32 n_decisions; /* before it */
  u64 sides[2];
  Expr conditions[2]; /* none: nobody can tell */
} Pending;

typedef struct Sampler {
  Guide guide;
  Rng *rng;      /* borrowed */
  CostKind cost; /* what the individual is told by */
  Pending pending;
  Map said;               /* owned; by Expr.id: conditions are listed once */
  Individual *individual; /* owned; of which the conditions are there so far */
  bool is_complete;       /* and all the rest */
} Sampler;

static const Decision *decision_after(const Path *p, u32 n_decisions) {
  while (p && p->length > n_decisions + 1) p = p->parent;
  return p && p->length == n_decisions + 1 ? &p->decision : NULL;
}

/* The path has gone on from the last choice. */
static void settle(Sampler *s, const Path *path) {
  Pending p = s->pending;
  s->pending.is_open = false;
  const Decision *d = p.is_open ? decision_after(path, p.n_decisions) : NULL;
  if (!d) return;
  u32 k = d->side == p.sides[0] ? 0 : 1;
  if (d->side != p.sides[k] || expr_is_none(p.conditions[k])) return;
  bool is_fresh;
  map_at(&s->said, p.conditions[k].id, &is_fresh);
  if (is_fresh && !expr_is_const(p.conditions[k]))
    vec_push(&s->individual->conditions, ((Condition){p.conditions[k], *d}));
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
  Advice a = choice_is_branch(kind) ? (Advice){.kind = ADVICE_PREFER} : walk_on(kind);
  if (choice_is_branch(kind)) a.side = situation_random_side(at, s->rng);
  if (kind == CHOICE_ASSUME || !situation_possible(at, &likely)) return a;
  s->pending = (Pending){.is_open = true, .n_decisions = at->n_decisions};
  open_side(s, at, 0, likely);
  open_side(s, at, 1, a.kind == ADVICE_PREFER ? a.side : likely);
  return a;
}

static u64 path_hash(const Path *p) {
  u64 h = 0;
  for (; p; p = p->parent) h = hash_pair(hash_pair(h, p->decision.kind), p->decision.side);
  return h;
}

static void ended(Guide *guide, const PathEnd *end, void *memory) {
  Sampler *s = (Sampler *)guide;
  (void)memory;
  settle(s, end->path);
  s->is_complete = end->stop == STOP_EXIT && end->test;
  if (!s->is_complete) return;
  s->individual->cost = end->cost->n[s->cost];
  s->individual->hash = path_hash(end->path);
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

Err sample_path(Trial *t, Context *precondition, Rng *rng, Individual **ret_individual) {
  Sampler s = {.guide = {&sampler_ops},
               .rng = rng,
               .cost = t->hunt->config.cost,
               .individual = NEW(Individual)};
  expr_roots_add(mark, &s);
  TrialRun run = {.guide = &s.guide, .time_part = 2, .start = {.precondition = precondition}};
  Err err = trial_run(t, &run, NULL);
  expr_roots_remove(mark, &s);
  map_done(&s.said);
  *ret_individual = err == OK && s.is_complete ? s.individual : individual_free(s.individual);
  return err;
}

/* ---- preconditions ------------------------------------------------------------------------------- */

/* Takes the reference to c; NULL: e contradicts it. */
static Context *add(Solver *solver, Eval *eval, Context *c, Expr e) {
  Model *m = context_model(c);
  Result r = {.answer = ANSWER_YES};
  bool holds = eval_true(eval, m, e);
  if (!holds) r = solver_check(solver, c, e);
  Context *more = r.answer == ANSWER_YES ? context_add(c, e, holds ? m : r.model) : NULL;
  result_done(&r);
  context_unref(c);
  return more;
}

Context *precondition_new(Solver *solver, Eval *eval, const ConditionVec *conditions,
                          Model *guess) {
  Context *c = guess ? context_new_guess(solver, guess) : context_new(solver);
  for (u32 i = 0; i < conditions->n && c; i++) c = add(solver, eval, c, conditions->at[i].e);
  return c;
}
