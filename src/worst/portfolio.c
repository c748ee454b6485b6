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
#include "worst/adversary_search.h"
#include "worst/collisions.h"
#include "worst/share.h"
#include "worst/smaller_sizes.h"

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

static PolicyOptions options_of(Search *h, const PolicyKind *c) {
  PolicyOptions o = policy_options_read(search_options(h, &policy_options));
  o.history = c->history;
  o.any_caller = c->any_caller;
  o.keep = KEEP_LEAST;
  return o;
}

/* Does the policy find the worst of this training_size?  Adds the paths it takes. */
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

/* ---- steps --------------------------------------------------------------------------------------- */

/* Is the best what the formula of the small sizes says? */
static bool is_predicted(const SizeSearch *t, const Portfolio *p) {
  u64 cost;
  return t->best.is_found && growth_value(&p->growth, (i64)t->size, &cost) && t->best.cost == cost;
}

Err portfolio_whole(SizeSearch *t, Portfolio *p, bool *ret_held) {
  *ret_held = false;
  if (!p->training.n || vec_last(&p->training).n_paths > FEW_PATHS) return OK;
  size_search_phase(t, ORIGIN_exhaustive);
  TRY(size_search_run_all(t, &(SearchRun){.max_paths = WHOLE_PATHS, .time_part = 3}));
  *ret_held = t->is_proven;
  return OK;
}

/* What is learned at other sizes may take a third of the time that this one has left.  Returns the
 * deadline to set again. */
static u64 narrow_time(SizeSearch *t) {
  enum { LEARNING_PART = 3 };
  u64 *deadline = &t->search->config.budget.deadline_ns, before = *deadline;
  if (before != NEVER_NS)
    *deadline = clock_after(clock_left(t->budget.deadline_ns) / LEARNING_PART);
  return before;
}

static Err look_for_policy(SizeSearch *t, Portfolio *p) {
  u32 n = p->training.n;
  p->has_policy = true;
  if (n < MIN_LESSONS || !has_decisions(&p->training.at[n - 2])) return OK;
  u64 before = narrow_time(t);
  Err err = choose(t->search, p);
  t->search->config.budget.deadline_ns = before;
  return err;
}

Err portfolio_policy(SizeSearch *t, Portfolio *p, bool *ret_held) {
  ExploreStats stats;
  *ret_held = false;
  if (!p->has_policy) TRY(look_for_policy(t, p));
  if (!p->from) return OK;
  size_search_phase(t, ORIGIN_STEP_policy);
  u64 deadline = t->budget.deadline_ns;
  if (deadline != NEVER_NS) t->budget.deadline_ns = clock_after(clock_left(deadline) / POLICY_PART);
  Err err = policy_search(t, &p->policy, SEARCH_PATHS, &stats);
  t->budget.deadline_ns = deadline;
  TRY(err);
  *ret_held = is_predicted(t, p);
  if (*ret_held)
    size_search_say(t, "the policy of the small sizes, and the cost that their formula predicts");
  else if (t->best.is_found)
    size_search_say(t, "the policy of the small sizes");
  else
    search_note_failed(t->search, "N=%llu: the policy of the small sizes leads nowhere",
                       (unsigned long long)t->size);
  return OK;
}

Err portfolio_predict(SizeSearch *t, Portfolio *p, bool *ret_held) {
  *ret_held = false;
  if (!p->has_predictions && p->training.n) {
    u64 begin = clock_ns();
    u64 deadline = narrow_time(t);
    Err err = predictions_fit(t->search, &p->training, &p->predictions);
    t->search->config.budget.deadline_ns = deadline;
    TRY(err);
    p->predictions.building_ns += clock_ns() - begin;
  }
  p->has_predictions = true;
  return predictions_try(t, &p->predictions, ret_held);
}

/* ---- plain inputs -------------------------------------------------------------------------------- */

/* A second for each size, or less if there are many and time is short. */
u64 portfolio_plain_ns(const Search *h) {
  enum { PART = 6 };
  u64 left = clock_left(h->config.budget.deadline_ns);
  return MIN(left / PART / MAX(h->searches.n, 1u), NS_PER_S);
}

Err portfolio_first(Search *h, Portfolio *p) {
  constants_collect(h->config.module, &p->vocabulary);
  for (u32 i = 0; i < h->searches.n; i++) {
    SizeSearch *t = h->searches.at[i];
    InputSearch *c = NULL;
    Err err = input_search_open(t, &p->vocabulary, &c);
    vec_push(&p->input_searches, c);
    if (err == OK) err = input_search_seed(c, portfolio_plain_ns(h));
    if (err == OK) err = adversary_plain(c, portfolio_plain_ns(h) / 2);
    if (err == OK) err = input_search_extend(c, portfolio_plain_ns(h) / 2);
    size_search_phase_end(t);
    TRY(err);
    if (t->best.is_found) {
      cleanup(text_free) Text by = {0};
      origin_print(vec_last(&t->history).origin, &by);
      size_search_say(t, "%s", text_c(&by));
    }
  }
  return OK;
}

InputSearch *portfolio_inputs(const Portfolio *p, const SizeSearch *t) {
  for (u32 i = 0; i < p->input_searches.n; i++)
    if (p->input_searches.at[i]->size_search == t) return p->input_searches.at[i];
  return NULL;
}

void portfolio_breed_in_background(Search *h, Portfolio *p) {
  SizeSearch *largest = vec_last(&h->searches);
  InputSearch *c = portfolio_inputs(p, largest);
  if (c && !p->breeder) p->breeder = breeder_new(c);
}

/* A search that was cut short may not have met what was bred. */
Err portfolio_leave(SizeSearch *t, Portfolio *p) {
  if (t != vec_last(&t->search->searches) || !p->breeder) return OK;
  u64 before = t->best.cost;
  Err err = t->is_proven ? OK : breeder_exchange(p->breeder, t);
  if (t->best.cost > before) size_search_say(t, "a genetic search over inputs");
  p->breeder = breeder_free(p->breeder);
  return err;
}

Err portfolio_extend(SizeSearch *t, Portfolio *p) {
  InputSearch *c = portfolio_inputs(p, t);
  return c ? input_search_extend(c, portfolio_plain_ns(t->search)) : OK;
}

/* ---- search -------------------------------------------------------------------------------------- */

/* Inputs without a better one after which breeding gives way. */
enum { DOUBT_NO_GAIN = SIZED(2000, 20), SOME_NO_GAIN = SIZED(20000, 50) };

static Err breed(SizeSearch *t, Portfolio *p, u64 no_gain, u64 time_part) {
  InputSearch *c = portfolio_inputs(p, t);
  u64 left = clock_left(t->budget.deadline_ns), before = t->best.is_found ? t->best.cost : 0;
  if (!c) return OK;
  u64 deadline = left == UINT64_MAX ? NEVER_NS : clock_after(left / time_part);
  TRY(input_search_breed(c, deadline, t->budget.max_paths, no_gain));
  if (t->best.is_found && t->best.cost > before)
    size_search_say(t, "a genetic search over inputs, from %llu", (unsigned long long)before);
  return OK;
}

/* Where no law says what to look for, symbols may use up the time in vain (hash tables). */
Err portfolio_breed(SizeSearch *t, Portfolio *p) {
  enum { EARLY_PART = 6, COLLISIONS_PART = 12 };
  u64 cost;
  InputSearch *c = portfolio_inputs(p, t);
  if (!c || growth_value(&p->growth, (i64)t->size, &cost)) return OK;
  TRY(collisions_once(c, COLLISIONS_PART));
  return p->breeder ? OK : breed(t, p, SOME_NO_GAIN, EARLY_PART);
}

/* The best with single changes, all of them in turn if there is time. */
static Err comb(SizeSearch *t, Portfolio *p, u64 time_part) {
  InputSearch *c = portfolio_inputs(p, t);
  u64 left = clock_left(t->budget.deadline_ns);
  return c ? input_search_scan(c, left == UINT64_MAX ? NEVER_NS : clock_after(left / time_part))
           : OK;
}

/* A law that holds at small sizes may end before this one: a few inputs try to beat it, those beside the best
 * first. */
Err portfolio_doubt(SizeSearch *t, Portfolio *p, bool *io_held) {
  enum { DOUBT_PART = 6 };
  u64 before = t->best.cost;
  if (t->is_proven || t->search->config.cost == COST_BRANCHES)
    return OK; /* runs with symbols are slow */
  TRY(breeder_exchange(p->breeder, t));
  if (t->best.cost == before) TRY(comb(t, p, DOUBT_PART));
  if (t->best.cost == before) TRY(breed(t, p, DOUBT_NO_GAIN, DOUBT_PART));
  if (t->best.cost == before) return OK;
  *io_held = false;
  search_say(t->search, "N=%llu: the law of the small sizes does not hold here: it says %llu",
             (unsigned long long)t->size, (unsigned long long)before);
  return OK;
}

Err portfolio_search(SizeSearch *t, Portfolio *p) {
  bool climbed;
  if (!t->best.is_found) TRY(climb(t));
  if (!t->best.is_found) return OK;
  TRY(size_ramp_search(t, p, &climbed));
  if (climbed) TRY(portfolio_extend(t, p));
  return share_search(t, p);
}

/* ---- life ---------------------------------------------------------------------------------------- */

bool portfolio_is_confirmed(const SizeSearch *t, const Portfolio *p) {
  u64 cost;
  const Growth *g = p->has_predictions ? &p->predictions.growth : &p->growth;
  return t->best.is_found && growth_value(g, (i64)t->size, &cost) && t->best.cost == cost;
}

/* All small sizes together may take a third of the time. */
Err portfolio_learn(Search *h, Portfolio *p) {
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
  breeder_free(p->breeder);
  for (u32 i = 0; i < p->input_searches.n; i++) input_search_free(p->input_searches.at[i]);
  vec_free(&p->input_searches);
  vocabulary_done(&p->vocabulary);
  training_done(&p->training);
  growth_done(&p->growth);
  policy_done(&p->policy);
  predictions_done(&p->predictions);
  call_table_done(&p->precedents);
  pyse_transfer_done(&p->learned);
}
