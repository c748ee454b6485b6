/* portfolio.c — the steps that several strategies are made of.
 *
 * A policy is trained without the largest small size and must reproduce that size as
 * well.  What it then finds is trusted if it costs what the law of the small sizes predicts.
 */
#include "worst/portfolio.h"

#include "inputs/given.h"
#include "policy/choose.h"
#include "policy/guided.h"
#include "search/size_ramp.h"
#include "search/time_parts.h"
#include "worst/adversary_search.h"

/* A policy is worth something if it finds the worst within so many paths. */
enum { POLICY_PATHS = 64 };
/* At the sizes asked for it may explore so many. */
enum { SEARCH_PATHS = SIZED(2000, 50) };
/* Fewer sizes than these cannot both teach a policy and test it. */
enum { MIN_TRAINING_SIZES = 3 };

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

static bool has_decisions(const TrainingSize *l) { return l->worst.n && l->worst.at[0].n; }

/* `n` of the sizes, from `first` on; borrowed. */
static TrainingSizeVec part(const TrainingSizeVec *all, u32 first, u32 n) {
  assert(first + n <= all->n);
  return (TrainingSizeVec){.at = all->at + first, .n = n};
}

static PolicyOptions options_of(Search *h, const PolicyKind *c) {
  PolicyOptions o = policy_options_read(search_options(h, &policy_options));
  o.history = c->history;
  o.any_caller = c->any_caller;
  o.keep = KEEP_LEAST;
  return o;
}

/* Does the policy find the worst paths of this size?  Adds the paths it takes. */
static Err reproduces(Search *h, const Policy *p, const TrainingSize *l, bool *ret, u64 *io_paths) {
  SizeSearch *t = search_training(h, l->size);
  ExploreStats stats;
  TRY(policy_search(t, p, POLICY_PATHS, &stats));
  *ret = t->best.is_found && t->best.cost == l->cost && stats.limit == LIMIT_NOT;
  *io_paths += size_search_paths(t);
  return OK;
}

/* Trained on the two sizes before the largest, tested on these and the largest. */
static Err try_kind(Search *h, const Portfolio *a, const PolicyKind *c, bool *ret, u64 *ret_paths) {
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

static Err choose(Search *h, Portfolio *a) {
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
    search_note_failed(h, "no policy reproduces the worst paths of these sizes");
    return OK;
  }
  assert(a->training.n >= MIN_TRAINING_SIZES);
  PolicyOptions options = options_of(h, a->from);
  TrainingSizeVec training = part(&a->training, a->training.n - 2, 2);
  training_policy(h, &training, &options, &a->policy);
  cleanup(text_free) Text rules = {0};
  policy_print(&a->policy, &rules);
  search_say(h, "policy, %s: %s; it reproduces the worst paths of sizes %llu to %llu",
             a->from->name, text_c(&rules),
             (unsigned long long)a->training.at[a->training.n - 3].size,
             (unsigned long long)vec_last(&a->training).size);
  return OK;
}

/* ---- what was learned at small sizes ------------------------------------------------------------ */

static bool is_predicted(const SizeSearch *t, const Growth *growth) {
  u64 cost;
  return t->best.is_found && growth_value(growth, (i64)t->size, &cost) && t->best.cost == cost;
}

/* Other sizes have the budget of the search. */
static DeadlineScope narrow_learning(SizeSearch *t) {
  return deadline_narrow(&t->search->config.budget,
                         clock_part(t->budget.deadline_ns, PART_LEARNING));
}

static Err look_for_policy(SizeSearch *t, Portfolio *p) {
  u32 n = p->training.n;
  assert(!p->has_policy && !p->from);
  p->has_policy = true;
  if (n < MIN_TRAINING_SIZES || !has_decisions(&p->training.at[n - 2])) return OK;
  cleanup(deadline_restore) DeadlineScope scope = narrow_learning(t);
  return choose(t->search, p);
}

Err portfolio_follow_policy(SizeSearch *t, Portfolio *p) {
  ExploreStats stats;
  if (!p->has_policy) TRY(look_for_policy(t, p));
  if (!p->from) return OK;
  size_search_phase(t, ORIGIN_policy);
  TRY(policy_search(t, &p->policy, SEARCH_PATHS, &stats));
  p->holds = is_predicted(t, &p->growth);
  if (p->holds)
    size_search_say(t, "the policy of the small sizes, and the cost that their formula predicts");
  else if (t->best.is_found)
    size_search_say(t, "the policy of the small sizes");
  else
    search_note_failed(t->search, "N=%llu: the policy of the small sizes leads nowhere",
                       (unsigned long long)t->size);
  return OK;
}

static Err fit(SizeSearch *t, Portfolio *p) {
  u64 begin = clock_ns();
  cleanup(deadline_restore) DeadlineScope scope = narrow_learning(t);
  TRY(predictions_fit(t->search, &p->training, &p->predictions));
  p->predictions.building_ns += clock_ns() - begin;
  return OK;
}

Err portfolio_predict(SizeSearch *t, Portfolio *p) {
  if (!p->has_predictions && p->training.n) TRY(fit(t, p));
  p->has_predictions = true;
  return predictions_try(t, &p->predictions, &p->holds);
}

Err portfolio_learn(Search *h, Portfolio *p) {
  u64 begin = clock_ns();
  cleanup(deadline_restore) DeadlineScope scope = deadline_part(&h->config.budget, PART_LEARNING);
  TRY(training_small(h, &p->training));
  p->predictions.building_ns += clock_ns() - begin;
  training_growth(&p->training, &p->growth);
  return OK;
}

/* ---- inputs -------------------------------------------------------------------------------------- */

InputSearch *portfolio_inputs(const Portfolio *p, const SizeSearch *t) {
  for (u32 i = 0; i < p->inputs.n; i++)
    if (p->inputs.at[i]->size_search == t) return p->inputs.at[i];
  return NULL;
}

/* How long inputs that need no search may take at one size: a second, or less if there are many and time is short. */
static u64 plain_ns(const Search *h) {
  u64 left = clock_left(h->config.budget.deadline_ns);
  return MIN(left / PART_PLAIN / MAX(h->searches.n, 1u), NS_PER_S);
}

/* Patterns, the plain answers of an adversary, and the worst inputs of other sizes. */
static Err open_inputs(SizeSearch *t, Portfolio *p, u64 seed_ns, u64 other_ns) {
  InputSearch *c = NULL;
  assert(!portfolio_inputs(p, t));
  Err err = input_search_open(t, &p->vocabulary, &c);
  vec_push(&p->inputs, c);
  if (err == OK) err = input_search_seed(c, seed_ns);
  if (err == OK) err = adversary_plain(c, other_ns);
  if (err == OK) err = input_search_extend(c, other_ns);
  size_search_phase_end(t);
  return err;
}

Err portfolio_first(Search *h, Portfolio *p) {
  given_vocabulary(h->config.given, h->config.module, &p->vocabulary);
  for (u32 i = 0; i < h->searches.n; i++) {
    SizeSearch *t = h->searches.at[i];
    u64 part = PART_FIRST_INPUTS * (h->searches.n - i);
    cleanup(deadline_restore) DeadlineScope scope =
        deadline_narrow(&t->budget, clock_part(h->config.budget.deadline_ns, part));
    TRY(open_inputs(t, p, plain_ns(h), plain_ns(h) / 2));
    if (t->best.is_found) size_search_say(t, "%s", origin_words[vec_last(&t->history).origin]);
  }
  return OK;
}

Err portfolio_extend(SizeSearch *t, Portfolio *p) {
  InputSearch *c = portfolio_inputs(p, t);
  return c ? input_search_extend(c, plain_ns(t->search)) : OK;
}

Err portfolio_revisit(SizeSearch *t, Portfolio *p) {
  InputSearch *c = portfolio_inputs(p, t);
  u64 left = clock_left(t->budget.deadline_ns);
  return c ? input_search_extend(c, left == UINT64_MAX ? plain_ns(t->search) : left) : OK;
}

/* ---- sharing ------------------------------------------------------------------------------------- */

Err portfolio_share(SizeSearch *t, Portfolio *p, ArmSet arms) {
  ShareConfig c = {.inputs = portfolio_inputs(p, t), .breeder = p->breeder};
  share_add(&c, arms);
  assert(t->best.is_found);
  return share_search(t, &c);
}

typedef struct Smaller {
  Portfolio *portfolio;
  ArmSet arms;
} Smaller;

static Err visit(SizeSearch *smaller, void *user) {
  assert(smaller->is_training);
  const Smaller *s = user;
  u64 ns = MIN(plain_ns(smaller->search), clock_left(smaller->budget.deadline_ns) / PART_PLAIN);
  Err err = open_inputs(smaller, s->portfolio, ns, ns);
  if (err == OK && smaller->best.is_found) err = portfolio_share(smaller, s->portfolio, s->arms);
  evaluator_rest(&vec_last(&s->portfolio->inputs)->evaluator);
  return err;
}

Err portfolio_halves(SizeSearch *t, Portfolio *p, ArmSet arms) {
  enum { LEAST = 8 }; /* not measured */
  SizeRamp ramp = size_ramp_halves(t->size, LEAST);
  return size_ramp_run(t, &ramp, PART_SMALLER_SHARED, t->budget.max_paths, visit,
                       &(Smaller){p, arms});
}

/* ---- life ---------------------------------------------------------------------------------------- */

void portfolio_done(Portfolio *p) {
  breeder_free(p->breeder);
  for (u32 i = 0; i < p->inputs.n; i++) input_search_free(p->inputs.at[i]);
  vec_free(&p->inputs);
  vocabulary_done(&p->vocabulary);
  training_done(&p->training);
  growth_done(&p->growth);
  policy_done(&p->policy);
  predictions_done(&p->predictions);
}
