/* auto.c — the default: tries and checks what is cheap first, and searches where nothing cheap
 * holds.
 *
 * Before all sizes: standard patterns are run at every size, so there is an answer from the first second on; inputs of the
 * largest size are bred from then on, in a process of their own (breeder.h); sizes 1, 2, 3, … are searched whole while
 * their trees are small.  At each size the steps of schedule.def follow.  In the end each size tries what was
 * found at the others.
 */
#include "inputs/tile.h"
#include "paths/climb.h"
#include "worst/collisions.h"
#include "worst/portfolio.h"

/* ---- when a step is due -------------------------------------------------------------------------- */

/* If the largest tree so far had no more paths than this, then it grows slowly. */
enum { FEW_PATHS = 200 };
/* A law costs its fitting, once; a policy costs a path condition, which grows with the size. */
enum { LARGE = 200 };

static bool has_small_tree(const SizeSearch *t, const Portfolio *p) {
  (void)t;
  return p->training.n && vec_last(&p->training).n_paths <= FEW_PATHS;
}

static bool is_open(const SizeSearch *t, const Portfolio *p) {
  (void)t;
  return !p->holds;
}

static bool has_no_law(const SizeSearch *t, const Portfolio *p) {
  u64 cost;
  return is_open(t, p) && portfolio_inputs(p, t) && !growth_value(&p->growth, (i64)t->size, &cost);
}

/* Lists of pieces are looked for once; the other sizes get parts of them. */
static bool is_largest(const SizeSearch *t, const Portfolio *p) {
  return has_no_law(t, p) && t == vec_last(&t->search->searches);
}

static bool breeds_alone(const SizeSearch *t, const Portfolio *p) {
  return has_no_law(t, p) && !p->breeder;
}

static bool is_open_large(const SizeSearch *t, const Portfolio *p) {
  return is_open(t, p) && t->size > LARGE;
}

static bool is_open_small(const SizeSearch *t, const Portfolio *p) {
  return is_open(t, p) && t->size <= LARGE;
}

static bool is_unproven(const SizeSearch *t, const Portfolio *p) {
  return p->holds && !t->is_proven;
}

/* Runs with symbols are slow. */
static bool is_confirmed(const SizeSearch *t, const Portfolio *p) {
  return is_unproven(t, p) && t->search->config.cost != COST_BRANCHES;
}

static bool has_nothing(const SizeSearch *t, const Portfolio *p) {
  return is_open(t, p) && !t->best.is_found;
}

static bool is_found(const SizeSearch *t, const Portfolio *p) {
  return is_open(t, p) && t->best.is_found;
}

/* ---- steps --------------------------------------------------------------------------------------- */

static Err search_whole(SizeSearch *t, Portfolio *p, u64 part) {
  assert(part);
  enum { WHOLE_PATHS = SIZED(20000, 300) };
  size_search_phase(t, ORIGIN_exhaustive);
  TRY(size_search_run_all(t, &(SearchRun){.max_paths = WHOLE_PATHS, .time_part = part}));
  p->holds = t->is_proven;
  return OK;
}

static Err extend(SizeSearch *t, Portfolio *p, u64 part) {
  (void)part;
  return portfolio_extend(t, p);
}

static Err tile(SizeSearch *t, Portfolio *p, u64 part) {
  InputSearch *c = portfolio_inputs(p, t);
  return c ? tile_try(c, clock_part(t->budget.deadline_ns, part)) : OK;
}

static Err find_collisions(SizeSearch *t, Portfolio *p, u64 part) {
  return collisions_once(portfolio_inputs(p, t), part);
}

/* The budget stays as it is: what was bred is followed with symbols afterwards. */
static Err breed_until(SizeSearch *t, Portfolio *p, u64 no_gain, u64 part) {
  u64 before = t->best.is_found ? t->best.cost : 0;
  InputSearch *c = portfolio_inputs(p, t);
  if (!c) return OK;
  TRY(input_search_breed(c, clock_part(t->budget.deadline_ns, part), t->budget.max_paths, no_gain));
  if (t->best.is_found && t->best.cost > before)
    size_search_say(t, "a genetic search over inputs, from %llu", (unsigned long long)before);
  return OK;
}

static Err breed(SizeSearch *t, Portfolio *p, u64 part) {
  enum { NO_GAIN = SIZED(20000, 50) };
  return breed_until(t, p, NO_GAIN, part);
}

static Err predict(SizeSearch *t, Portfolio *p, u64 part) {
  (void)part;
  return portfolio_predict(t, p);
}

static Err follow_policy(SizeSearch *t, Portfolio *p, u64 part) {
  cleanup(deadline_restore) DeadlineScope scope = deadline_part(&t->budget, part);
  return portfolio_follow_policy(t, p);
}

/* Does the best cost what the formula of the small sizes says? */
static bool costs_as_predicted(const SizeSearch *t, const Portfolio *p) {
  u64 cost;
  const Growth *g = p->has_predictions ? &p->predictions.growth : &p->growth;
  return t->best.is_found && growth_value(g, (i64)t->size, &cost) && t->best.cost == cost;
}

static Err confirm(SizeSearch *t, Portfolio *p, u64 part) {
  (void)part;
  p->holds = costs_as_predicted(t, p);
  return OK;
}

/* A law that holds at small sizes may end before this one: a few inputs try to beat it, those beside the best
 * first, all of them in turn if there is time. */
static Err doubt(SizeSearch *t, Portfolio *p, u64 part) {
  assert(p->holds && t->best.is_found);
  enum { NO_GAIN = SIZED(2000, 20) };
  u64 before = t->best.cost;
  InputSearch *c = portfolio_inputs(p, t);
  TRY(breeder_exchange(p->breeder, t));
  if (t->best.cost == before && c)
    TRY(input_search_scan(c, clock_part(t->budget.deadline_ns, 2 * part)));
  if (t->best.cost == before) TRY(breed_until(t, p, NO_GAIN, 2 * part));
  if (t->best.cost == before) return OK;
  p->holds = false;
  search_say(t->search, "N=%llu: the law of the small sizes does not hold here: it says %llu",
             (unsigned long long)t->size, (unsigned long long)before);
  return OK;
}

static Err begin(SizeSearch *t, Portfolio *p, u64 part) {
  (void)p, (void)part;
  return climb_begin(t);
}

static Err share(SizeSearch *t, Portfolio *p, u64 part) {
  (void)part;
  return portfolio_share(t, p, arms_of_auto(t->search));
}

/* ---- the strategy -------------------------------------------------------------------------------- */

typedef struct AutoStep {
  Err (*run)(SizeSearch *t, Portfolio *p, u64 part);
  bool (*is_due)(const SizeSearch *t, const Portfolio *p);
  u64 part;
} AutoStep;

static const AutoStep steps[] = {
#define STEP(what, when, part, why) {what, when, part},
#include "worst/schedule.def"
};

/* Inputs of the largest size are bred in a process of their own until it is left. */
static Err prepare(Search *h, void *self) {
  Portfolio *p = self;
  TRY(portfolio_first(h, p));
  InputSearch *largest = portfolio_inputs(p, vec_last(&h->searches));
  if (largest) p->breeder = breeder_new(largest);
  return portfolio_learn(h, p);
}

/* A search that was cut short may not have met what was bred. */
static Err leave(SizeSearch *t, Portfolio *p) {
  if (t != vec_last(&t->search->searches) || !p->breeder) return OK;
  u64 before = t->best.cost;
  Err err = t->is_proven ? OK : breeder_exchange(p->breeder, t);
  if (t->best.cost > before) size_search_say(t, "a genetic search over inputs");
  p->breeder = breeder_free(p->breeder);
  return err;
}

static Err search(SizeSearch *t, void *self) {
  Portfolio *p = self;
  p->holds = false;
  for (u32 i = 0; i < ARRAY_LEN(steps); i++)
    if (steps[i].is_due(t, p)) TRY(steps[i].run(t, p, steps[i].part));
  return leave(t, p);
}

/* What was found at larger sizes may be bad at this one, too. */
static Err revisit(SizeSearch *t, void *self) {
  return costs_as_predicted(t, self) ? OK : portfolio_revisit(t, self);
}

static void done(void *self) { portfolio_done(self); }

const Strategy strategy_auto = {.n_bytes = sizeof(Portfolio),
                                .prepare = prepare,
                                .search = search,
                                .revisit = revisit,
                                .done = done,
                                .options = {&training_options, &policy_options, &predictor_options,
                                            &input_search_options, &arms_options}};
