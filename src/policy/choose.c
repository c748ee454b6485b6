/* choose.c — from the worst paths of the training sizes to one policy; see keeps.def.
 *
 * SUBTLE: a size usually has many worst paths (2^(N-1) for insertion sort: the last comparison of
 * an inner loop may go either way), and the policy depends on which of them are looked at.  The
 * papers are silent about it or differ, so it is an option.  Ties go to the path that Symbolic
 * PathFinder would find first, which tries false before true.
 */
#include "policy/choose.h"

#include "search/time_parts.h"

/* How good a policy is: fewer open rules, then fewer rules. */
static bool is_tighter(const Policy *a, const Policy *b) {
  if (a->n_open != b->n_open) return a->n_open < b->n_open;
  return a->rules.n < b->rules.n;
}

static Policy policy_of(const Search *h, const PolicyOptions *options, const DecisionVec *path) {
  Policy p = policy_new(h->config.module, options);
  policy_learn(&p, path->at, path->n);
  return p;
}

/* ---- one path per size, by itself ------------------------------------------------------------------ */

static u32 n_fixed(const Policy *p) {
  assert(p->n_open <= p->rules.n);
  return p->rules.n - p->n_open;
}

/* More branches that go one way only; then more branches and histories that determine the side. */
static u32 most_one_way(const Search *h, const TrainingSize *l, const PolicyOptions *options) {
  PolicyOptions memoryless = *options;
  memoryless.history = 0;
  u32 best = l->worst.n - 1, best_ways = 0, best_fixed = 0;
  for (u32 i = l->worst.n; i-- > 0;) {
    Policy plain = policy_of(h, &memoryless, &l->worst.at[i]);
    Policy full = policy_of(h, options, &l->worst.at[i]);
    u32 ways = n_fixed(&plain), fixed = n_fixed(&full);
    if (ways > best_ways || (ways == best_ways && fixed > best_fixed)) {
      best = i;
      best_ways = ways;
      best_fixed = fixed;
    }
    policy_done(&plain);
    policy_done(&full);
  }
  return best;
}

/* True before false, as the source has them: whatever the order in which paths were found. */
static bool is_before(const Search *h, const DecisionVec *a, const DecisionVec *b) {
  for (u32 i = 0; i < a->n && i < b->n; i++) {
    u64 x = decision_in_source(h->config.module, &a->at[i]);
    u64 y = decision_in_source(h->config.module, &b->at[i]);
    if (x != y) return x > y;
  }
  return a->n < b->n;
}

u32 training_size_pick(const Search *h, const TrainingSize *l, Keep keep) {
  assert(l->worst.n > 0);
  u32 best = 0;
  for (u32 i = 1; i < l->worst.n; i++)
    if (is_before(h, &l->worst.at[i], &l->worst.at[best]) == (keep == KEEP_FIRST)) best = i;
  return best;
}

/* ---- one path per size, chosen together ------------------------------------------------------------ */

typedef VEC(Policy) PolicyVec;

/* A policy per worst path, each once. */
static void distinct(const Search *h, const TrainingSize *l, const PolicyOptions *options,
                     PolicyVec *ret) {
  Map seen = {0};
  for (u32 i = l->worst.n; i-- > 0;) {
    Policy p = policy_of(h, options, &l->worst.at[i]);
    bool is_fresh;
    map_at(&seen, policy_hash(&p), &is_fresh);
    if (is_fresh)
      vec_push(ret, p);
    else
      policy_done(&p);
  }
  map_done(&seen);
}

static void policies_done(PolicyVec *v) {
  for (u32 i = 0; i < v->n; i++) policy_done(&v->at[i]);
  vec_free(v);
}

/* There can be many millions of pairs of paths; what was found until then is used. */
static bool is_over(Budget *b) { return budget_spent(b, (Usage){0, 0}) != LIMIT_NOT; }

/* *io with the candidate that keeps it tightest: no other can do better than to add nothing. */
static void add_tightest(Policy *io, const PolicyVec *candidates, Budget *budget) {
  Policy best = {0};
  for (u32 i = 0; i < candidates->n; i++) {
    if (i && (!is_tighter(io, &best) || is_over(budget))) break;
    Policy sum = policy_new(io->module, &io->options);
    policy_add(&sum, io);
    policy_add(&sum, &candidates->at[i]);
    assert(sum.rules.n >= io->rules.n && sum.n_open >= io->n_open);
    bool is_best = i == 0 || is_tighter(&sum, &best);
    policy_done(is_best ? &best : &sum);
    if (is_best) best = sum;
  }
  if (!candidates->n) return;
  policy_done(io);
  *io = best;
}

/* Every worst path of the largest size is tried, unless it is no tighter by itself than the best with
 * all sizes; the smaller sizes follow what suits it best. */
static void choose_least(const Search *h, const TrainingSizeVec *training,
                         const PolicyOptions *options, Policy *io) {
  PolicyVec *per_size = mem_new(training->n * sizeof *per_size);
  for (u32 i = 0; i < training->n; i++) distinct(h, &training->at[i], options, &per_size[i]);
  const PolicyVec *largest = &per_size[training->n - 1];
  Budget budget =
      budget_part(&h->config.budget, PART_POLICY_CHOICE); /* what is found until then is used */
  for (u32 c = 0; c < largest->n; c++) {
    if (c && is_over(&budget)) break;
    if (c && !is_tighter(&largest->at[c], io)) continue;
    Policy sum = policy_new(io->module, options);
    policy_add(&sum, &largest->at[c]);
    for (u32 i = training->n - 1; i-- > 0;) add_tightest(&sum, &per_size[i], &budget);
    bool is_best = c == 0 || is_tighter(&sum, io);
    policy_done(is_best ? io : &sum);
    if (is_best) *io = sum;
  }
  for (u32 i = 0; i < training->n; i++) policies_done(&per_size[i]);
  mem_free(per_size);
}

/* ---- public ---------------------------------------------------------------------------------------- */

static void choose_one(const Search *h, const TrainingSize *l, const PolicyOptions *options,
                       Policy *io) {
  if (!l->worst.n) return;
  if (options->keep == KEEP_ALL) {
    for (u32 i = 0; i < l->worst.n; i++) policy_learn(io, l->worst.at[i].at, l->worst.at[i].n);
    return;
  }
  u32 i = options->keep == KEEP_ONE_WAY ? most_one_way(h, l, options)
                                        : training_size_pick(h, l, options->keep);
  policy_learn(io, l->worst.at[i].at, l->worst.at[i].n);
}

void training_policy(const Search *h, const TrainingSizeVec *training, const PolicyOptions *options,
                     Policy *ret) {
  *ret = policy_new(h->config.module, options);
  if (options->keep == KEEP_LEAST && training->n)
    choose_least(h, training, options, ret);
  else
    for (u32 i = 0; i < training->n; i++) choose_one(h, &training->at[i], options, ret);
}
