/* evolution.c — evolutionary symbolic execution (Aquino, Braione, Denaro, Salza: "Facilitating
 * program performance profiling via evolutionary symbolic execution", STVR 2020): Algorithms 1, 2
 * and the loops of 4 and 6.
 *
 * Individuals are path conditions, their fitness is the cost of the path.  A child is a random path
 * under a precondition that has conditions of both parents; where no input satisfies that, there is
 * no child.  Every few generations the conditions of the worst path are negated one by one.
 *
 * The work is cut into steps of one or two paths, so that it can be interrupted and gone on with.
 *
 * Where the paper is open: a population is a set, so a path that is in it is not added again, and a
 * condition that is said twice on a path counts once.  A generation of fewer than two paths is
 * filled up with random ones.
 */
#include "paths/evolution.h"

#include "paths/breeding.h"
#include "paths/neighbours.h"

const StatInfo stat_generations = {"generations", "generations", STAT_TIMES};
const StatInfo stat_children = {"children", "children born", STAT_TIMES};
const StatInfo stat_infeasible_children = {"infeasible-children",
                                           "preconditions that no input satisfies", STAT_TIMES};

typedef enum EsePhase { PHASE_SAMPLE, PHASE_CROSS, PHASE_LOCAL, PHASE_OVER } EsePhase;

struct Evolution {
  SizeSearch *size_search; /* borrowed */
  EseOptions options;
  Rng rng;
  Eval *eval; /* owned */
  EsePhase phase;
  u32 n_done; /* of the phase: paths, pairs or attempts */
  u32 n_pairs;
  u64 n_generations;
  u64 invited; /* the highest cost of a path that others found */
  IndividualVec population, offspring;
  ConditionVec pre[2]; /* owned; scratch */
};

/* ---- one path ------------------------------------------------------------------------------------ */

/* NULL in *ret: no child, which the paper calls an exception. */
static Err have_child(Evolution *e, const Precondition *p, Individual **ret) {
  TRY(sample_under(e->size_search, e->eval, p, &e->rng, ret));
  if (*ret || !size_search_is_spent(e->size_search))
    stat_add(&e->size_search->stats, *ret ? &stat_children : &stat_infeasible_children, 1);
  return OK;
}

/* Takes the individual, which may be NULL. */
static void admit(Evolution *e, IndividualVec *to, Individual *i) {
  if (i && !individuals_have(&e->population, i->hash) && !individuals_have(&e->offspring, i->hash))
    vec_push(to, i);
  else
    individual_free(i);
}

/* ---- steps --------------------------------------------------------------------------------------- */

static bool has_conditions(const IndividualVec *all) {
  for (u32 i = 0; i < all->n; i++)
    if (all->at[i]->conditions.n) return true;
  return false;
}

static void begin(Evolution *e, EsePhase phase) {
  e->phase = phase;
  e->n_done = 0;
}

/* What others found at this size is bred from, too: its path is followed to have its conditions. */
static Err offer_best(Evolution *e) {
  IndividualVec *all = &e->population;
  if (!e->options.is_plus || !all->n) return OK;
  u64 worst = all->at[individuals_worst(all)]->cost;
  Model *input = neighbours_invite(e->size_search, MAX(worst, e->invited));
  if (!input) return OK;
  e->invited = e->size_search->best.cost;
  Individual *i;
  Err err = sample_follow(e->size_search, input, &i);
  model_unref(input);
  if (err == OK) admit(e, all, i);
  return err;
}

static void begin_generation(Evolution *e) {
  e->n_pairs = e->population.n / 2;
  if (e->n_generations >= e->options.n_generations)
    begin(e, PHASE_OVER);
  else if (e->population.n < 2)
    begin(e, PHASE_SAMPLE);
  else
    begin(e, PHASE_CROSS);
}

/* A program with one path has no conditions. */
static Err step_sample(Evolution *e) {
  Individual *i;
  TRY(sample_path(e->size_search, &e->rng, &i));
  admit(e, &e->population, i);
  if (++e->n_done < e->options.n_population) return OK;
  if (e->population.n == 1 && !has_conditions(&e->population))
    begin(e, PHASE_OVER);
  else
    begin_generation(e);
  return OK;
}

static void end_generation(Evolution *e) {
  const EseOptions *o = &e->options;
  vec_append(&e->population, e->offspring.at, e->offspring.n);
  vec_clear(&e->offspring);
  breed_survive(&e->population, o->n_population, o->n_elite, &e->rng);
  assert(!e->offspring.n && e->population.n <= MAX(o->n_population, o->n_elite));
  e->n_generations++;
  stat_add(&e->size_search->stats, &stat_generations, 1);
  if (o->local_period && e->n_generations % o->local_period == 0)
    begin(e, PHASE_LOCAL);
  else
    begin_generation(e);
}

static Err step_cross(Evolution *e) {
  assert(e->population.n >= 2 && e->n_done < e->n_pairs);
  IndividualVec *all = &e->population;
  u32 a = breed_select(all, &e->rng), b = breed_select_other(all, a, &e->rng);
  (e->options.is_plus ? breed_cross_places : breed_cross)(all->at[a], all->at[b], &e->rng,
                                                          &e->pre[0], &e->pre[1]);
  for (u32 k = 0; k < 2; k++) {
    Individual *child;
    if (rng_unit(&e->rng) < e->options.mutation) breed_mutate(&e->pre[k], &e->rng);
    Precondition p = {.conditions = &e->pre[k],
                      .n_hard = e->options.is_plus ? 0 : e->pre[k].n,
                      .guess = all->at[k ? b : a]->model};
    TRY(have_child(e, &p, &child));
    admit(e, &e->offspring, child);
  }
  if (++e->n_done >= e->n_pairs) end_generation(e);
  return OK;
}

static Err step_local(Evolution *e) {
  assert(e->population.n && e->options.local_period);
  u32 worst = individuals_worst(&e->population);
  Individual **at = &e->population.at[worst], *child = NULL;
  U32Vec order = {0};
  neighbours_conditions(&(*at)->conditions, &order);
  if (order.n) {
    u32 k = order.at[rng_below(&e->rng, order.n)];
    Precondition p = neighbours_precondition(*at, k, NULL, &e->pre[0]);
    p.n_hard = p.conditions->n;
    TRY(have_child(e, &p, &child));
  }
  vec_free(&order);
  if (child && child->cost > (*at)->cost) {
    individual_free(*at);
    *at = child;
  } else {
    individual_free(child);
  }
  if (++e->n_done >= e->options.local_attempts) begin_generation(e);
  return OK;
}

static Err step(Evolution *e) {
  TRY(offer_best(e));
  switch (e->phase) {
  case PHASE_SAMPLE:
    return step_sample(e);
  case PHASE_CROSS:
    return step_cross(e);
  case PHASE_LOCAL:
    return step_local(e);
  case PHASE_OVER:
    break;
  }
  return OK;
}

/* ---- public -------------------------------------------------------------------------------------- */

Err evolution_run(Evolution *e, u64 max_paths) {
  SizeSearch *t = e->size_search;
  u64 n_before = size_search_paths(t);
  Err err = OK;
  while (err == OK && e->phase != PHASE_OVER && !size_search_is_spent(t) &&
         size_search_paths(t) - n_before < max_paths)
    err = step(e);
  return err;
}

bool evolution_is_over(const Evolution *e) { return e->phase == PHASE_OVER; }

const IndividualVec *evolution_population(const Evolution *e) { return &e->population; }

/* An ExprMark. */
static void mark(void *user) {
  const Evolution *e = user;
  individuals_mark(&e->population);
  individuals_mark(&e->offspring);
  for (u32 k = 0; k < ARRAY_LEN(e->pre); k++) conditions_mark(&e->pre[k]);
}

Evolution *evolution_new(SizeSearch *t, const EseOptions *options) {
  Evolution *e = NEW(Evolution);
  *e = (Evolution){
      .size_search = t, .options = *options, .rng = {rng_u64(&t->search->rng)}, .eval = eval_new()};
  begin(e, PHASE_SAMPLE);
  expr_roots_add(mark, e);
  return e;
}

Evolution *evolution_free(Evolution *e) {
  if (!e) return NULL;
  expr_roots_remove(mark, e);
  individuals_free(&e->population);
  individuals_free(&e->offspring);
  for (u32 k = 0; k < ARRAY_LEN(e->pre); k++) vec_free(&e->pre[k]);
  eval_free(e->eval);
  mem_free(e);
  return NULL;
}
