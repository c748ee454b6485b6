/* predict_decisions.c — predicts the side that the worst path takes at each branch, at any size
 * (laws/decision_law.h).  The machine follows these without asking; at the end the solver is
 * asked for an input. */
#include "predict/predictor.h"

#include "base/hash.h"
#include "laws/decision_law.h"
#include "paths/walk.h"

/* Runs of equal sides at one size; memory, not time, is the limit. */
static const u64 max_runs = 1 << 24;

typedef struct DecisionsPredictor {
  DecisionLaw decisions; /* owned */
} DecisionsPredictor;

/* ---- from decisions to keys -------------------------------------------------------------------------- */

/* An access that is split has no site.  Two with the same key would only be predicted badly. */
static u32 key_of(const Module *m, u32 fn, u32 pc) {
  assert(fn < m->fns.n);
  const Site *site = module_site(m, fn, pc);
  return site ? (u32)(site - m->sites.at) : 1u << 31 | (u32)hash_pair(fn, pc);
}

typedef VEC(KeyedSide) KeyedSideVec;

/* Sides of a switch are places in the code, which fit, and so do those of most splits; what is cut off
 * here is no input's side later. */
static void sides_of(const Module *m, const DecisionVec *path, KeyedSideVec *ret) {
  for (u32 i = 0; i < path->n; i++) {
    const Decision *d = &path->at[i];
    if (!choice_is_branch(d->kind)) continue;
    vec_push(ret, ((KeyedSide){.key = key_of(m, d->fn, d->pc), .side = (u32)d->side}));
  }
}

static bool fit(Search *h, const SampleVec *samples, void *self, Text *ret_why) {
  KeyedSideVec *sides = mem_new(MAX(samples->n, 1u) * sizeof *sides);
  VEC(KeyedPath) paths = {0};
  for (u32 i = 0; i < samples->n; i++) {
    sides_of(h->config.module, &samples->at[i].witness.decisions, &sides[i]);
    vec_push(&paths,
             ((KeyedPath){.size = (i64)samples->at[i].size, .at = sides[i].at, .n = sides[i].n}));
  }
  bool ok = decision_law_fit(paths.at, paths.n, &((DecisionsPredictor *)self)->decisions, ret_why);
  for (u32 i = 0; i < samples->n; i++) vec_free(&sides[i]);
  mem_free(sides);
  vec_free(&paths);
  return ok;
}

/* ---- following --------------------------------------------------------------------------------------- */

typedef struct Predicted {
  Guide guide;
  Prediction prediction; /* owned */
} Predicted;

static Advice advise(Guide *g, const Situation *at, void *memory) {
  Predicted *f = (Predicted *)g;
  (void)memory;
  ChoiceKind kind = at->choice->kind;
  if (kind == CHOICE_ASSUME || kind == CHOICE_CHECK)
    return (Advice){.kind = ADVICE_TAKE, .side = 1};
  if (!choice_is_branch(kind)) return walk_on(kind);
  u32 side, key = key_of(at->module, at->here.fn, at->here.pc);
  if (!prediction_next(&f->prediction, key, &side))
    return (Advice){.kind = ADVICE_STOP, .text = "more decisions than the model predicted"};
  return (Advice){.kind = ADVICE_TAKE, .side = side};
}

static const GuideOps predicted_ops = {.advise = advise};

static void explain(const ExploreStats *stats, bool is_over, Text *ret_why) {
  if (stats->n_ended[STOP_INFEASIBLE])
    text_add(ret_why, "no input takes the decisions that were predicted");
  else if (stats->n_ended[STOP_PRUNED])
    text_add(ret_why, "the program decides more often than was predicted");
  else if (!stats->n_ended[STOP_EXIT])
    text_add(ret_why, "the path that was predicted did not come to its end");
  else if (!is_over)
    text_add(ret_why, "the program decides less often than was predicted");
}

static Err apply(SizeSearch *t, void *self, const u64 *cost, Text *ret_why) {
  (void)cost;
  Predicted f = {.guide = {&predicted_ops}};
  const DecisionLaw *m = &((DecisionsPredictor *)self)->decisions;
  if (!decision_law_make(m, (i64)t->size, max_runs, &f.prediction, ret_why)) return OK;
  ExploreStats stats;
  Err err = size_search_run(t, &(SearchRun){.guide = &f.guide}, &stats);
  if (err == OK) explain(&stats, prediction_is_over(&f.prediction), ret_why);
  prediction_done(&f.prediction);
  return err;
}

static void print(const void *self, Text *ret) {
  decision_law_print(&((const DecisionsPredictor *)self)->decisions, ret);
  if (!ret->n) text_add(ret, "there are none");
}

static void done(void *self) { decision_law_done(&((DecisionsPredictor *)self)->decisions); }

const PredictorOps predictor_decisions = {.n_bytes = sizeof(DecisionsPredictor),
                                          .fit = fit,
                                          .apply = apply,
                                          .print = print,
                                          .done = done};
