/* best_paths.h — the best paths of a learner, as beginnings of others. */
#pragma once

#include "expr/model.h"
#include "learned/decision_log.h"
#include "learned/side_counts.h"

typedef struct GoodPath {
  u64 cost;
  u64 serial;            /* when it came: later ones have higher numbers */
  DecisionMarkVec marks; /* owned */
  Model *model;          /* owned; an input that takes it; NULL: none is known */
} GoodPath;

typedef struct BestPaths {
  u32 max;                /* paths */
  u64 n_seen;             /* paths that were offered */
  SideCounts side_counts; /* owned; of these paths */
  VEC(GoodPath) all;      /* owned; no path twice if none is offered twice */
} BestPaths;

void best_paths_done(BestPaths *e);
void best_paths_clear(BestPaths *e);

/* Keeps a copy of the path if it is one of the best.  Of those that cost the same the latest stay,
 * so that the set wanders where many paths cost the same. */
void best_paths_offer(BestPaths *e, u64 cost, const DecisionMark *marks, u32 n, Model *model);

/* One of them, the better the likelier; NULL: there is none. */
const GoodPath *best_paths_pick(const BestPaths *e, Rng *rng);
