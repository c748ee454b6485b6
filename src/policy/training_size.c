/* training_size.c — searches small sizes exhaustively, and keeps their worst paths.
 *
 * Sizes go up from 1 while their trees are small, unless --train names them.  A training_size may take a
 * part of the time that is left: a large one at a size that was asked for, if the two sizes before
 * it took so little that it should be enough, because a proof is worth more than what any other
 * search finds.  A size can have as many worst paths as it has paths, so they are
 * kept up to a number of decisions; beyond that, a new one replaces the last.
 */
#include "policy/training_size.h"

#include "growth/ladder.h"
#include "search/time_parts.h"

/* Worst paths are kept up to so many decisions; there can be as many as there are paths. */
enum { MAX_KEPT_DECISIONS = SIZED(1 << 20, 1 << 10) };
/* A size with more paths is not small any more; one that was asked for may have more. */
enum { TRAINING_PATHS = SIZED(5000, 200), ASKED_PATHS = SIZED(200000, 300) };
/* More sizes that nobody asked for would teach nothing new. */
enum { MAX_TRAINING_SIZES = 12 };
/* A proof is in reach if this part of its time would be left over; it is not if it takes so many times as long as
 * it should. */
enum { CAUTION_PART = 5, LATE = 3 };

/* ---- one size ------------------------------------------------------------------------------------ */

static void paths_clear(PathVec *v) {
  for (u32 i = 0; i < v->n; i++) vec_free(&v->at[i]);
  vec_clear(v);
}

/* The decisions that are kept are counted, and no path is kept that was not counted. */
debug_only static bool training_size_is_sound(const TrainingSize *l) {
  debug_only u64 n = 0;
  for (u32 i = 0; i < l->worst.n; i++) n += l->worst.at[i].n;
  assert(n == l->n_decisions && l->worst.n <= l->n_worst);
  return !l->n_worst == !l->worst.n;
}

static void keep_path(TrainingSize *l, const Path *path) {
  DecisionVec all = {0};
  path_list(path, &all);
  if (l->n_decisions + all.n > MAX_KEPT_DECISIONS && l->worst.n > 1) {
    assert(l->n_decisions >= vec_last(&l->worst).n);
    l->n_decisions -= vec_last(&l->worst).n;
    vec_free(&vec_last(&l->worst));
    l->worst.n--;
  }
  l->n_decisions += all.n;
  vec_push(&l->worst, all);
}

static void on_path(void *user, const PathEnd *end, u64 cost) {
  TrainingSize *l = user;
  if (end->stop != STOP_EXIT || !end->test || (l->n_worst && cost < l->cost)) return;
  if (!l->n_worst || cost > l->cost) {
    paths_clear(&l->worst);
    l->n_worst = l->n_decisions = 0;
    l->cost = cost;
  }
  l->n_worst++;
  assert(cost == l->cost);
  keep_path(l, end->path);
}

u64 training_next_ns(const TrainingSizeVec *v, u64 size) {
  if (v->n < 2) return 0;
  const TrainingSize *last = &v->at[v->n - 1], *before = &v->at[v->n - 2];
  if (last->size + 1 != size || before->size + 2 != size) return 0;
  double ns = (double)MAX(last->ns, NS_PER_MS), ns_before = (double)MAX(before->ns, NS_PER_MS);
  return (u64)(ns * MAX(ns / ns_before, 1.0));
}

/* `expected_ns`: what the search should take; 0: not known. */
static u64 deadline_of(const SizeSearch *t, u64 expected_ns) {
  u64 whole = t->budget.deadline_ns, end = MIN(whole, t->search->config.budget.deadline_ns);
  if (end == NEVER_NS) return NEVER_NS;
  u64 usual = clock_left(end) / PART_TRAINING_SIZE, much = clock_left(whole) / PART_PROOF;
  bool is_in_reach = !t->is_training && expected_ns && expected_ns <= much - much / CAUTION_PART;
  return clock_after(is_in_reach ? MAX(usual, MIN(much, LATE * expected_ns)) : usual);
}

/* Runs the program exhaustively at the size of the size search, within so many paths (0: what the size search
 * has). */
static Err learn(SizeSearch *t, u64 max_paths, u64 expected_ns, TrainingSize *ret) {
  *ret = (TrainingSize){.size = t->size};
  SearchRun run = {.max_paths = max_paths, .path_ended = on_path, .user = ret};
  u64 begin = clock_ns();
  cleanup(deadline_restore) DeadlineScope scope =
      deadline_narrow(&t->budget, deadline_of(t, expected_ns));
  Origin how = t->how;
  size_search_phase(t, ORIGIN_exhaustive);
  Err err = size_search_run_all(t, &run);
  size_search_phase_end(t);
  t->how = how;
  ret->ns = clock_ns() - begin;
  ret->is_complete = t->is_proven;
  ret->is_searched = t->is_searched;
  ret->n_paths = size_search_paths(t);
  assert(training_size_is_sound(ret) && (!ret->n_worst || ret->cost <= t->best.cost));
  return err;
}

static void training_size_done(TrainingSize *l) {
  paths_clear(&l->worst);
  vec_free(&l->worst);
}

void training_done(TrainingSizeVec *l) {
  for (u32 i = 0; i < l->n; i++) training_size_done(&l->at[i]);
  vec_free(l);
}

/* ---- all sizes ----------------------------------------------------------------------------------- */

static const Option options[] = {
    [TRAINING_SIZES] = {"train", OPTION_TEXT, "LIST", NULL,
                        "the small sizes to learn from, as in 2,3 or 1:6"},
};

static Err check_sizes(const OptionSet *s) {
  cleanup(ladder_done) Ladder sizes = {0};
  return option_has(s, TRAINING_SIZES)
             ? ladder_parse("--train", option_text(s, TRAINING_SIZES), &sizes)
             : OK;
}

const OptionGroup training_options = {"options of strategies that learn from small sizes", options,
                                      ARRAY_LEN(options), check_sizes};

static bool is_given(Search *h) {
  return option_has(search_options(h, &training_options), TRAINING_SIZES);
}

static Err learn_given(Search *h, TrainingSizeVec *ret) {
  cleanup(ladder_done) Ladder sizes = {0};
  const char *list = option_text(search_options(h, &training_options), TRAINING_SIZES);
  TRY(ladder_parse("--train", list, &sizes));
  for (u32 i = 0; i < sizes.n; i++) {
    TrainingSize l;
    SizeSearch *t = search_training(h, sizes.at[i]);
    TRY(learn(t, 0, 0, &l));
    vec_push(ret, l);
    if (!l.is_complete)
      return err_set(ERR_INPUT, "--train: the tree at size %llu could not be searched: %s",
                     (unsigned long long)t->size, text_c(&t->why));
  }
  return OK;
}

static void push_of_two(TrainingSizeVec *v, TrainingSize l) {
  assert(!v->n || vec_last(v).size < l.size);
  if (v->n == 2) {
    training_size_done(&v->at[0]);
    v->at[0] = v->at[1];
    v->n = 1;
  }
  vec_push(v, l);
}

static Err learn_growing(Search *h, TrainingSizeVec *ret) {
  u64 largest = h->config.sizes[h->config.n_sizes - 1];
  for (u64 size = 1; size <= largest; size++) {
    TrainingSize l;
    SizeSearch *t = search_training(h, size);
    TRY(learn(t, TRAINING_PATHS, 0, &l));
    if (l.is_complete) {
      push_of_two(ret, l);
      continue;
    }
    training_size_done(&l);
    if (ret->n) break;
    return err_set(ERR_INPUT, "there is nothing to learn from: size 1 could not be searched: %s",
                   text_c(&t->why));
  }
  return OK;
}

/* Small sizes at which no path finishes are passed over. */
static Err learn_cheap(Search *h, TrainingSizeVec *ret) {
  u64 largest = h->config.sizes[h->config.n_sizes - 1];
  for (u64 size = 1; size <= largest; size++) {
    SizeSearch *asked = search_at_size(h, size);
    if (!asked && ret->n >= MAX_TRAINING_SIZES) break;
    SizeSearch *t = asked ? asked : search_training(h, size);
    TrainingSize l;
    TRY(learn(t, asked ? ASKED_PATHS : TRAINING_PATHS, training_next_ns(ret, size), &l));
    bool is_empty = l.is_searched && !l.n_worst;
    if (l.is_searched && l.n_worst)
      vec_push(ret, l);
    else
      training_size_done(&l);
    if (!l.is_searched || (is_empty && (ret->n || size >= MAX_TRAINING_SIZES))) break;
  }
  return OK;
}

Err training_small(Search *h, TrainingSizeVec *ret) {
  TRY(is_given(h) ? learn_given(h, ret) : learn_cheap(h, ret));
  if (ret->n == 1)
    search_say(h, "size %llu: every path", (unsigned long long)ret->at[0].size);
  else if (ret->n)
    search_say(h, "sizes %llu to %llu: every path", (unsigned long long)ret->at[0].size,
               (unsigned long long)vec_last(ret).size);
  else
    search_say(h, "there is no small size to learn from");
  return OK;
}

Err training_learn(Search *h, TrainingSizeVec *ret) {
  TRY(is_given(h) ? learn_given(h, ret) : learn_growing(h, ret));
  for (u32 i = 0; i < ret->n; i++)
    search_say(h, "trained at %llu: %llu worst path%s of cost %llu",
               (unsigned long long)ret->at[i].size, (unsigned long long)ret->at[i].n_worst,
               ret->at[i].n_worst == 1 ? "" : "s", (unsigned long long)ret->at[i].cost);
  return OK;
}

void training_growth(const TrainingSizeVec *training, Growth *ret) {
  VEC(GrowthPoint) points = {0};
  for (u32 i = 0; i < training->n; i++) {
    const TrainingSize *l = &training->at[i];
    assert(!i || training->at[i - 1].size < l->size);
    vec_push(&points,
             ((GrowthPoint){(i64)l->size, (i64)MIN(l->cost, (u64)INT64_MAX), l->is_complete}));
  }
  growth_fit(points.at, points.n, ret);
  vec_free(&points);
}
