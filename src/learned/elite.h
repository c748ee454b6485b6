/* elite.h — the best paths of a learner, as beginnings of others. */
#ifndef LEARNED_ELITE_H
#define LEARNED_ELITE_H

#include "expr/model.h"
#include "learned/habits.h"
#include "learned/marks.h"

typedef struct GoodPath {
  u64 cost;
  u64 serial;    /* when it came: later ones have higher numbers */
  MarkVec marks; /* owned */
  Model *model;  /* owned; an input that takes it; NULL: none is known */
} GoodPath;

typedef struct Elite {
  u32 max;           /* paths */
  u64 n_seen;        /* paths that were offered */
  Habits habits;     /* owned; of these paths */
  VEC(GoodPath) all; /* owned; no path twice if none is offered twice */
} Elite;

void elite_done(Elite *e);
void elite_clear(Elite *e);

/* Keeps a copy of the path if it is one of the best.  Of those that cost the same the latest stay,
 * so that the set wanders where many paths cost the same. */
void elite_offer(Elite *e, u64 cost, const AgentMark *marks, u32 n, Model *model);

/* One of them, the better the likelier; NULL: there is none. */
const GoodPath *elite_pick(const Elite *e, Rng *rng);

#endif
