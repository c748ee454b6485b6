/* sample.c — makes one sample per size, by the worst paths of the training sizes or by a policy.
 *
 * A policy must find the worst cost of every training_size, or it gives no samples.  It then also makes
 * samples at larger sizes, whose trees are too large to search, as long as it does not contradict
 * the law of the small ones.  That may still be wrong, but every law that is made of samples is
 * checked anyway.
 */
#include "policy/sample.h"

#include "explore/follow.h"
#include "policy/choose.h"
#include "policy/guided.h"

#include <string.h>

/* Paths that a policy may take until it has found the worst. */
enum { POLICY_PATHS = 64 };
/* Samples that a predictor wants; beyond the training sizes a policy makes up the rest. */
enum { WANTED_SAMPLES = 8 };

const Selector selectors[] = {
#define SELECTOR(name, keep, policy, history, any) {name, KEEP_##keep, policy, history, any},
#include "policy/selectors.def"
#undef SELECTOR
};
const u32 n_selectors = ARRAY_LEN(selectors);

/* ---- one size ------------------------------------------------------------------------------------ */

/* The size search keeps nothing: its witness is moved. */
static void take_sample(SizeSearch *t, SampleVec *to) {
  assert(t->is_training && t->best.is_found && (!to->n || vec_last(to).size < t->size));
  vec_push(to, ((Sample){.size = t->size, .witness = t->best}));
  t->best = (Witness){0};
}

static Err sample_policy(Search *h, const Policy *p, u64 size, SizeSearch **ret) {
  ExploreStats stats;
  *ret = search_training(h, size);
  return policy_search(*ret, p, POLICY_PATHS, &stats);
}

static Err sample_path(Search *h, const TrainingSize *l, Keep keep, SizeSearch **ret) {
  *ret = search_training(h, l->size);
  assert(l->worst.n > 0);
  const DecisionVec *path = &l->worst.at[training_size_pick(h, l, keep)];
  Follow follow = follow_guide(path->at, path->n);
  return size_search_run(*ret, &(SearchRun){.guide = &follow.guide}, NULL);
}

/* ---- all sizes ----------------------------------------------------------------------------------- */

/* Where the training sizes are too few for a formula nothing is predicted, and nothing refuted. */
static bool is_predicted(const Growth *g, const SizeSearch *t) {
  u64 cost;
  if (!t->best.is_found) return false;
  return !g->exact || (growth_value(g, (i64)t->size, &cost) && cost == t->best.cost);
}

/* Larger sizes, where the tree was too large: a policy that does not contradict what is predicted
 * there is good enough to learn from; the law made of it is checked anyway. */
static Err add_beyond(Search *h, const Policy *p, const Growth *growth, SampleVec *io) {
  while (io->n && io->n < WANTED_SAMPLES) {
    SizeSearch *t;
    TRY(sample_policy(h, p, vec_last(io).size + 1, &t));
    if (!is_predicted(growth, t)) return OK;
    take_sample(t, io);
  }
  return OK;
}

static Err select_by_policy(Search *h, const TrainingSizeVec *training, const Growth *growth,
                            const Selector *s, SampleVec *ret) {
  PolicyOptions options = {.history = s->history, .any_caller = s->any_caller, .keep = s->keep};
  Policy p;
  training_policy(h, training, &options, &p);
  Err err = OK;
  bool is_right = true;
  for (u32 i = 0; i < training->n && is_right && err == OK; i++) {
    SizeSearch *t;
    err = sample_policy(h, &p, training->at[i].size, &t);
    assert(!t->best.is_found ||
           t->best.cost <= training->at[i].cost); /* that is the worst of all */
    is_right = err == OK && t->best.is_found && t->best.cost == training->at[i].cost;
    if (is_right) take_sample(t, ret);
  }
  if (err == OK && is_right) err = add_beyond(h, &p, growth, ret);
  if (!is_right) samples_done(ret);
  policy_done(&p);
  return err;
}

Err samples_select(Search *h, const TrainingSizeVec *training, const Growth *growth,
                   const Selector *s, SampleVec *ret) {
  if (s->uses_policy) return select_by_policy(h, training, growth, s, ret);
  for (u32 i = 0; i < training->n; i++) {
    SizeSearch *t;
    TRY(sample_path(h, &training->at[i], s->keep, &t));
    if (t->best.is_found) take_sample(t, ret);
  }
  return OK;
}

void samples_done(SampleVec *s) {
  for (u32 i = 0; i < s->n; i++) witness_done(&s->at[i].witness);
  vec_free(s);
}

void samples_growth(const SampleVec *samples, Growth *io) {
  VEC(GrowthPoint) points = {0};
  Growth g = {0};
  for (u32 i = 0; i < samples->n; i++)
    vec_push(&points, ((GrowthPoint){.size = (i64)samples->at[i].size,
                                     .cost = (i64)samples->at[i].witness.cost,
                                     .proven = true}));
  if (points.n) growth_fit(points.at, points.n, &g);
  vec_free(&points);
  growth_done(g.exact ? io : &g);
  if (g.exact) *io = g;
}
