/* portfolio.c — the steps that auto and xstressor are made of, and how they share the time.
 *
 * Most steps get a part of the time that is left, so that one that leads nowhere leaves some to
 * the others.  A policy is trained without the largest small size and must reproduce that size as
 * well.  What it then finds is trusted if it costs what the law of the small sizes predicts.
 */
#include "worst/portfolio.h"

#include "inputs/constants.h"
#include "paths/climb.h"
#include "policy/choose.h"
#include "policy/guided.h"
#include "worst/duel.h"
#include "worst/islands.h"
#include "worst/kin.h"
#include "worst/share.h"

/* A size that was asked for is searched whole if the largest one searched so far had no more paths
 * than this: then its tree grows slowly. */
enum { FEW_PATHS = 200, WHOLE_PATHS = SIZED(20000, 300) };
/* A policy is worth something if it finds the worst within so many paths. */
enum { POLICY_PATHS = 64 };
/* At the sizes asked for it may explore so many. */
enum { SEARCH_PATHS = SIZED(2000, 50) };
/* And take this part of the time: where it leads nowhere, others are to have their turn. */
enum { POLICY_PART = 3 };
/* Fewer training than these cannot both teach a policy and test it. */
enum { MIN_LESSONS = 3 };

typedef struct PolicyKind {
  const char *name;
  u32 history;
  bool any_caller;
} PolicyKind;

static const PolicyKind policy_kinds[] = {
    {"one side per branch", 0, false},     {"by the last decision", 1, false},
    {"by the last 2 decisions", 2, false}, {"by the last 2 decisions, whoever called", 2, true},
    {"by the last 3 decisions", 3, false}, {"by the last 4 decisions, whoever called", 4, true},
};

/* ---- policies ------------------------------------------------------------------------------------ */

static bool has_decisions(const TrainingSize *l) {
  return l->worst.n && l->worst.at[0].n;
}

/* The training from `first` on, `n` of them; borrowed. */
static TrainingSizeVec part(const TrainingSizeVec *all, u32 first, u32 n) {
  return (TrainingSizeVec){.at = all->at + first, .n = n};
}

static PolicyOptions options_of(Hunt *h, const PolicyKind *c) {
  PolicyOptions o = policy_options_read(hunt_options(h, &policy_options));
  o.history = c->history;
  o.any_caller = c->any_caller;
  o.keep = KEEP_LEAST;
  return o;
}

/* Does the policy find the worst of this training_size?  Adds the paths it takes. */
static Err reproduces(Hunt *h, const Policy *p, const TrainingSize *l, bool *ret, u64 *io_paths) {
  Trial *t = hunt_training(h, l->size);
  ExploreStats stats;
  TRY(policy_search(t, p, POLICY_PATHS, &stats));
  *ret = t->best.is_found && t->best.cost == l->cost && stats.limit == LIMIT_NOT;
  *io_paths += trial_paths(t);
  return OK;
}

/* Trained on the two sizes before the largest, tested on these and the largest. */
static Err try_kind(Hunt *h, const Portfolio *a, const PolicyKind *c, bool *ret, u64 *ret_paths) {
  PolicyOptions options = options_of(h, c);
  assert(a->training.n >= 3);
  TrainingSizeVec training = part(&a->training, a->training.n - 3, 2);
  Policy p;
  training_policy(h, &training, &options, &p);
  Err err = OK;
  *ret = true;
  *ret_paths = 0;
  for (u32 i = a->training.n - 3; i < a->training.n && *ret && err == OK; i++)
    err = reproduces(h, &p, &a->training.at[i], ret, ret_paths);
  policy_done(&p);
  return err;
}

static Err choose(Hunt *h, Portfolio *a) {
  u64 fewest = UINT64_MAX;
  for (u32 i = 0; i < ARRAY_LEN(policy_kinds); i++) {
    bool holds;
    u64 n_paths;
    TRY(try_kind(h, a, &policy_kinds[i], &holds, &n_paths));
    if (!holds || n_paths >= fewest) continue;
    fewest = n_paths;
    a->from = &policy_kinds[i];
  }
  if (!a->from) {
    hunt_say_tried(h, "no policy reproduces the worst paths of these sizes");
    return OK;
  }
  PolicyOptions options = options_of(h, a->from);
  TrainingSizeVec training = part(&a->training, a->training.n - 2, 2);
  training_policy(h, &training, &options, &a->policy);
  cleanup(text_free) Text rules = {0};
  policy_print(&a->policy, &rules);
  hunt_say(h, "policy, %s: %s; it reproduces the worst paths of sizes %llu to %llu", a->from->name,
           text_c(&rules), (unsigned long long)a->training.at[a->training.n - 3].size,
           (unsigned long long)vec_last(&a->training).size);
  return OK;
}

/* ---- steps --------------------------------------------------------------------------------------- */

/* Is the best what the formula of the small sizes says? */
static bool is_predicted(const Trial *t, const Portfolio *p) {
  u64 cost;
  return t->best.is_found && growth_value(&p->growth, (i64)t->size, &cost) && t->best.cost == cost;
}

Err portfolio_whole(Trial *t, Portfolio *p, bool *ret_held) {
  *ret_held = false;
  if (!p->training.n || vec_last(&p->training).n_paths > FEW_PATHS) return OK;
  trial_phase(t, FINDER_exhaustive);
  TRY(trial_run_all(t, &(TrialRun){.max_paths = WHOLE_PATHS, .time_part = 3}));
  *ret_held = t->is_proven;
  return OK;
}

/* What is learned at other sizes may take a third of the time that this one has left.  Returns the
 * deadline to set again. */
static u64 narrow_time(Trial *t) {
  enum { LEARNING_PART = 3 };
  u64 *deadline = &t->hunt->config.budget.deadline_ns, before = *deadline;
  if (before != NEVER_NS)
    *deadline = clock_after(clock_left(t->budget.deadline_ns) / LEARNING_PART);
  return before;
}

static Err look_for_policy(Trial *t, Portfolio *p) {
  u32 n = p->training.n;
  p->has_policy = true;
  if (n < MIN_LESSONS || !has_decisions(&p->training.at[n - 2])) return OK;
  u64 before = narrow_time(t);
  Err err = choose(t->hunt, p);
  t->hunt->config.budget.deadline_ns = before;
  return err;
}

Err portfolio_policy(Trial *t, Portfolio *p, bool *ret_held) {
  ExploreStats stats;
  *ret_held = false;
  if (!p->has_policy) TRY(look_for_policy(t, p));
  if (!p->from) return OK;
  trial_phase(t, FINDER_STEP_policy);
  u64 deadline = t->budget.deadline_ns;
  if (deadline != NEVER_NS) t->budget.deadline_ns = clock_after(clock_left(deadline) / POLICY_PART);
  Err err = policy_search(t, &p->policy, SEARCH_PATHS, &stats);
  t->budget.deadline_ns = deadline;
  TRY(err);
  *ret_held = is_predicted(t, p);
  if (*ret_held)
    trial_say(t, "the policy of the small sizes, and the cost that their formula predicts");
  else if (t->best.is_found)
    trial_say(t, "the policy of the small sizes");
  else
    hunt_say_tried(t->hunt, "N=%llu: the policy of the small sizes leads nowhere",
                   (unsigned long long)t->size);
  return OK;
}

Err portfolio_predict(Trial *t, Portfolio *p, bool *ret_held) {
  *ret_held = false;
  if (!p->has_predictions && p->training.n) {
    u64 begin = clock_ns();
    u64 deadline = narrow_time(t);
    Err err = predictions_fit(t->hunt, &p->training, &p->predictions);
    t->hunt->config.budget.deadline_ns = deadline;
    TRY(err);
    p->predictions.building_ns += clock_ns() - begin;
  }
  p->has_predictions = true;
  return predictions_try(t, &p->predictions, ret_held);
}

/* ---- plain inputs -------------------------------------------------------------------------------- */

/* A second for each size, or less if there are many and time is short. */
u64 portfolio_plain_ns(const Hunt *h) {
  enum { PART = 6 };
  u64 left = clock_left(h->config.budget.deadline_ns);
  return MIN(left / PART / MAX(h->trials.n, 1u), NS_PER_S);
}

Err portfolio_first(Hunt *h, Portfolio *p) {
  constants_collect(h->config.module, &p->vocabulary);
  for (u32 i = 0; i < h->trials.n; i++) {
    Trial *t = h->trials.at[i];
    Colony *c = NULL;
    Err err = colony_open(t, &p->vocabulary, &c);
    vec_push(&p->colonies, c);
    if (err == OK) err = colony_seed(c, portfolio_plain_ns(h));
    if (err == OK) err = duel_plain(c, portfolio_plain_ns(h) / 2);
    if (err == OK) err = colony_extend(c, portfolio_plain_ns(h) / 2);
    trial_phase_end(t);
    TRY(err);
    if (t->best.is_found) {
      cleanup(text_free) Text by = {0};
      finder_print(vec_last(&t->history).finder, &by);
      trial_say(t, "%s", text_c(&by));
    }
  }
  return OK;
}

Colony *portfolio_colony(const Portfolio *p, const Trial *t) {
  for (u32 i = 0; i < p->colonies.n; i++)
    if (p->colonies.at[i]->trial == t) return p->colonies.at[i];
  return NULL;
}

void portfolio_breed_aside(Hunt *h, Portfolio *p) {
  Trial *largest = vec_last(&h->trials);
  Colony *c = portfolio_colony(p, largest);
  if (c && !p->offshoot) p->offshoot = offshoot_new(c);
}

/* A search that was cut short may not have met what was bred. */
Err portfolio_leave(Trial *t, Portfolio *p) {
  if (t != vec_last(&t->hunt->trials) || !p->offshoot) return OK;
  u64 before = t->best.cost;
  Err err = t->is_proven ? OK : offshoot_meet(p->offshoot, t);
  if (t->best.cost > before) trial_say(t, "a genetic search over inputs");
  p->offshoot = offshoot_free(p->offshoot);
  return err;
}

Err portfolio_extend(Trial *t, Portfolio *p) {
  Colony *c = portfolio_colony(p, t);
  return c ? colony_extend(c, portfolio_plain_ns(t->hunt)) : OK;
}

/* ---- search -------------------------------------------------------------------------------------- */

/* Inputs without a better one after which breeding gives way. */
enum { DOUBT_IN_VAIN = SIZED(2000, 20), SOME_IN_VAIN = SIZED(20000, 50) };

static Err breed(Trial *t, Portfolio *p, u64 in_vain, u64 time_part) {
  Colony *c = portfolio_colony(p, t);
  u64 left = clock_left(t->budget.deadline_ns), before = t->best.is_found ? t->best.cost : 0;
  if (!c) return OK;
  u64 deadline = left == UINT64_MAX ? NEVER_NS : clock_after(left / time_part);
  TRY(colony_breed(c, deadline, t->budget.max_paths, in_vain));
  if (t->best.is_found && t->best.cost > before)
    trial_say(t, "a genetic search over inputs, from %llu", (unsigned long long)before);
  return OK;
}

/* Where no law says what to look for, symbols may use up the time in vain (hash tables). */
Err portfolio_breed(Trial *t, Portfolio *p) {
  enum { EARLY_PART = 6, KIN_PART = 12 };
  u64 cost;
  Colony *c = portfolio_colony(p, t);
  if (!c || growth_value(&p->growth, (i64)t->size, &cost)) return OK;
  TRY(kin_once(c, KIN_PART));
  return p->offshoot ? OK : breed(t, p, SOME_IN_VAIN, EARLY_PART);
}

/* The best with single changes, all of them in turn if there is time. */
static Err comb(Trial *t, Portfolio *p, u64 time_part) {
  Colony *c = portfolio_colony(p, t);
  u64 left = clock_left(t->budget.deadline_ns);
  return c ? colony_comb(c, left == UINT64_MAX ? NEVER_NS : clock_after(left / time_part)) : OK;
}

/* A law that holds at small sizes may end before this one: a few inputs try to beat it, those beside the best
 * first. */
Err portfolio_doubt(Trial *t, Portfolio *p, bool *io_held) {
  enum { DOUBT_PART = 6 };
  u64 before = t->best.cost;
  if (t->is_proven || t->hunt->config.cost == COST_BRANCHES)
    return OK; /* runs with symbols are slow */
  TRY(offshoot_meet(p->offshoot, t));
  if (t->best.cost == before) TRY(comb(t, p, DOUBT_PART));
  if (t->best.cost == before) TRY(breed(t, p, DOUBT_IN_VAIN, DOUBT_PART));
  if (t->best.cost == before) return OK;
  *io_held = false;
  hunt_say(t->hunt, "N=%llu: the law of the small sizes does not hold here: it says %llu",
           (unsigned long long)t->size, (unsigned long long)before);
  return OK;
}

Err portfolio_search(Trial *t, Portfolio *p) {
  bool climbed;
  if (!t->best.is_found) TRY(climb(t));
  if (!t->best.is_found) return OK;
  TRY(islands_climb(t, p, &climbed));
  if (climbed) TRY(portfolio_extend(t, p));
  return share_search(t, p);
}

/* ---- life ---------------------------------------------------------------------------------------- */

bool portfolio_is_confirmed(const Trial *t, const Portfolio *p) {
  u64 cost;
  const Growth *g = p->has_predictions ? &p->predictions.growth : &p->growth;
  return t->best.is_found && growth_value(g, (i64)t->size, &cost) && t->best.cost == cost;
}

/* All small sizes together may take a third of the time. */
Err portfolio_learn(Hunt *h, Portfolio *p) {
  enum { LEARNING_PART = 3 };
  u64 begin = clock_ns(), deadline = h->config.budget.deadline_ns;
  if (deadline != NEVER_NS)
    h->config.budget.deadline_ns = clock_after(clock_left(deadline) / LEARNING_PART);
  Err err = training_small(h, &p->training);
  h->config.budget.deadline_ns = deadline;
  TRY(err);
  p->predictions.building_ns += clock_ns() - begin;
  training_growth(&p->training, &p->growth);
  return OK;
}

void portfolio_done(Portfolio *p) {
  offshoot_free(p->offshoot);
  for (u32 i = 0; i < p->colonies.n; i++) colony_free(p->colonies.at[i]);
  vec_free(&p->colonies);
  vocabulary_done(&p->vocabulary);
  training_done(&p->training);
  growth_done(&p->growth);
  policy_done(&p->policy);
  predictions_done(&p->predictions);
  precedents_done(&p->precedents);
  pyse_transfer_done(&p->learned);
}
