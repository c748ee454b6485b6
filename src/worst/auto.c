/* auto.c — the default: what is cheap first, checked, and search where nothing cheap holds.
 *
 *   1. exhaustively at 1, 2, 3, … while the trees are small;
 *   2. of a few policies, from memoryless to three decisions of history, the one that reproduces
 *      those worst costs with the fewest paths, each trained without the largest size;
 *   3. at the sizes asked for: the policy, and then local improvement, which is cut short where the
 *      policy gave what the formula of the small sizes predicts.
 */
#include "worst/improve.h"
#include "worst/lesson.h"
#include "worst/walk.h"

/* A size that was asked for is searched whole if the largest one searched so far had no more paths
 * than this: then its tree grows slowly. */
enum { FEW_PATHS = 200, WHOLE_PATHS = SIZED(20000, 300) };
/* A policy is worth something if it finds the worst within so many paths. */
enum { POLICY_PATHS = 64 };
/* At the sizes asked for it may explore so many. */
enum { SEARCH_PATHS = SIZED(2000, 50) };
/* Paths without an improvement after which local search gives up: where there is a policy, where
 * there is none. */
enum { FEW_TURNS = 30, MANY_TURNS = SIZED(3000, 50), FIRST_WALKS = SIZED(100, 5) };
/* Lessons with fewer decisions say nothing about the program. */
enum { MIN_LESSONS = 3 };

typedef struct Candidate {
  const char *name;
  u32 history;
  bool any_caller;
} Candidate;

static const Candidate candidates[] = {
    {"one side per branch", 0, false},     {"by the last decision", 1, false},
    {"by the last 2 decisions", 2, false}, {"by the last 2 decisions, whoever called", 2, true},
    {"by the last 3 decisions", 3, false}, {"by the last 4 decisions, whoever called", 4, true},
};

typedef struct Auto {
  LessonVec lessons;     /* owned; ascending by size, all complete */
  Growth growth;         /* of their costs */
  Policy policy;         /* owned */
  const Candidate *from; /* what the policy is; NULL: there is none */
} Auto;

/* ---- policies ------------------------------------------------------------------------------------ */

static bool has_decisions(const Lesson *l) {
  return l->worst.n && l->worst.at[0].n;
}

/* The lessons from `first` on, `n` of them; borrowed. */
static LessonVec part(const LessonVec *all, u32 first, u32 n) {
  return (LessonVec){.at = all->at + first, .n = n};
}

static PolicyOptions options_of(const Hunt *h, const Candidate *c) {
  PolicyOptions o = h->config.policy;
  o.history = c->history;
  o.any_caller = c->any_caller;
  o.keep = KEEP_LEAST;
  return o;
}

/* Does the policy find the worst of this lesson?  Adds the paths it takes. */
static Err reproduces(Hunt *h, const Policy *p, const Lesson *l, bool *ret, u64 *io_paths) {
  Trial *t = hunt_training(h, l->size);
  ExploreStats stats;
  TRY(policy_search(t, p, POLICY_PATHS, &stats));
  *ret = t->best.is_found && t->best.cost == l->cost && stats.limit == LIMIT_NOT;
  *io_paths += trial_paths(t);
  return OK;
}

/* Trained on the two sizes before the largest, tested on these and the largest. */
static Err try_candidate(Hunt *h, const Auto *a, const Candidate *c, bool *ret, u64 *ret_paths) {
  PolicyOptions options = options_of(h, c);
  LessonVec training = part(&a->lessons, a->lessons.n - 3, 2);
  Policy p;
  lessons_policy(h, &training, &options, &p);
  Err err = OK;
  *ret = true;
  *ret_paths = 0;
  for (u32 i = a->lessons.n - 3; i < a->lessons.n && *ret && err == OK; i++)
    err = reproduces(h, &p, &a->lessons.at[i], ret, ret_paths);
  policy_done(&p);
  return err;
}

static Err choose(Hunt *h, Auto *a) {
  u64 fewest = UINT64_MAX;
  for (u32 i = 0; i < ARRAY_LEN(candidates); i++) {
    bool holds;
    u64 n_paths;
    TRY(try_candidate(h, a, &candidates[i], &holds, &n_paths));
    if (!holds || n_paths >= fewest) continue;
    fewest = n_paths;
    a->from = &candidates[i];
  }
  if (!a->from) {
    hunt_say(h, "no policy reproduces the worst paths of these sizes");
    return OK;
  }
  PolicyOptions options = options_of(h, a->from);
  LessonVec training = part(&a->lessons, a->lessons.n - 2, 2);
  lessons_policy(h, &training, &options, &a->policy);
  cleanup(text_free) Text rules = {0};
  policy_print(&a->policy, &rules);
  hunt_say(h, "policy, %s: %s; it reproduces the worst paths of sizes %llu to %llu", a->from->name,
           text_c(&rules), (unsigned long long)a->lessons.at[a->lessons.n - 3].size,
           (unsigned long long)vec_last(&a->lessons).size);
  return OK;
}

static bool all_proven(const Hunt *h) {
  for (u32 i = 0; i < h->trials.n; i++)
    if (!h->trials.at[i]->is_proven) return false;
  return true;
}

static Err prepare(Hunt *h, void *self) {
  Auto *a = self;
  TRY(lessons_small(h, &a->lessons));
  lessons_growth(&a->lessons, &a->growth);
  if (all_proven(h)) return OK;
  u32 n = a->lessons.n;
  if (n < MIN_LESSONS || !has_decisions(&a->lessons.at[n - 2])) return OK;
  return choose(h, a);
}

/* ---- at the sizes asked for ---------------------------------------------------------------------- */

static Err obey(Trial *t, const Auto *a) {
  ExploreStats stats;
  t->how = "policy";
  TRY(policy_search(t, &a->policy, SEARCH_PATHS, &stats));
  if (t->best.is_found)
    trial_say(t, "the policy of the small sizes");
  else
    trial_say(t, "the policy of the small sizes leads nowhere");
  return OK;
}

static Err climb(Trial *t, u64 n_turns) {
  t->how = "improve";
  for (bool better = true; better;) TRY(improve(t, n_turns, &better));
  return OK;
}

static Err walk(Trial *t) {
  t->how = "random";
  Walk w = walk_guide(rng_u64(&t->hunt->rng));
  for (u32 i = 0; i < FIRST_WALKS && !trial_is_spent(t); i++)
    TRY(trial_run(t, &(TrialRun){.guide = &w.guide}, NULL));
  return OK;
}

/* Is the best what the formula of the small sizes says? */
static bool is_foretold(const Trial *t, const Auto *a) {
  if (!a->growth.exact || !t->best.is_found) return false;
  cleanup(text_free) Text predicted = {0}, found = {0};
  text_addf(&found, "%llu", (unsigned long long)t->best.cost);
  return growth_predict(&a->growth, (i64)t->size, &predicted) &&
         !strcmp(text_c(&predicted), text_c(&found));
}

static bool is_slim(const Auto *a) {
  return a->lessons.n && vec_last(&a->lessons).n_paths <= FEW_PATHS;
}

static Err search(Trial *t, void *self) {
  const Auto *a = self;
  if (is_slim(a)) {
    t->how = "exhaustive";
    TRY(trial_run_all(t, &(TrialRun){.max_paths = WHOLE_PATHS}));
    if (t->is_proven) return OK;
  }
  if (a->from) TRY(obey(t, a));
  if (is_foretold(t, a)) {
    trial_say(t, "the policy of the small sizes, and the cost that their formula predicts");
    return OK;
  }
  u64 by_policy = t->best.is_found ? t->best.cost : 0;
  if (!t->best.is_found) TRY(walk(t));
  if (!t->best.is_found) return OK;
  TRY(climb(t, a->from ? FEW_TURNS : MANY_TURNS));
  if (!a->from)
    trial_say(t, "random paths and local improvement");
  else if (t->best.cost > by_policy)
    trial_say(t, "the policy of the small sizes, improved from %llu",
              (unsigned long long)by_policy);
  return OK;
}

static void done(void *self) {
  Auto *a = self;
  lessons_done(&a->lessons);
  growth_done(&a->growth);
  policy_done(&a->policy);
}

const Strategy strategy_auto = {
    .n_bytes = sizeof(Auto), .prepare = prepare, .search = search, .done = done};
