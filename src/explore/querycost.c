/* querycost.c — a leaf is the lighter the more its questions to the solver have cost.
 *
 * The weight is 1 / cost where the cost is above a threshold, else 1.  Forks inherit the cost.
 * After: KLEE's weighted random searcher QueryCost.
 * Differs: KLEE measures the time that the solver took, in seconds, and its threshold is 0.1 s.
 * With times no run would be like another, so each question costs here what the stages of the chain
 * that it passed usually take.  Most of ours take microseconds: the threshold is a millisecond.
 * No leaf weighs more than 1; KLEE's cheapest above the threshold weigh 10.
 */
#include "explore/querycost.h"

#include "explore/weighted.h"

enum { FREE_COST = 1000 };

typedef struct QueryCost {
  Weighted base;
  u64 n_spent; /* by the solver when it was last looked at */
} QueryCost;

typedef struct CostNote {
  u64 cost;
} CostNote;

u64 querycost_spent(const Searcher *s) { return s->solver ? solver_price(s->solver) : 0; }

/* What was asked since somebody was charged, was asked for this leaf. */
static CostNote *charge(Weighted *w, const Leaf *leaf) {
  QueryCost *q = (QueryCost *)w;
  CostNote *note = weighted_note(w, leaf);
  u64 now = querycost_spent(&w->base);
  note->cost += now - q->n_spent;
  q->n_spent = now;
  return note;
}

static void inherit(Weighted *w, const Leaf *from, Leaf *const *leaves, u32 n) {
  if (!from) return;
  CostNote cost = *charge(w, from);
  for (u32 i = 0; i < n; i++) *(CostNote *)weighted_note(w, leaves[i]) = cost;
}

static void look(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  charge(w, leaf);
}

static double weigh(Weighted *w, const void *note) {
  (void)w;
  u64 cost = ((const CostNote *)note)->cost;
  return cost < FREE_COST ? 1 : (double)FREE_COST / (double)cost;
}

static const WeighOps weigh_ops = {sizeof(CostNote), inherit, look, weigh, false};

static void querycost_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  ((Weighted *)s)->ops = &weigh_ops;
  ((QueryCost *)s)->n_spent = querycost_spent(s);
}

/* What the end of a path asked is nobody's. */
static Leaf *querycost_pick(Searcher *s) {
  ((QueryCost *)s)->n_spent = querycost_spent(s);
  return weighted_pick(s);
}

const SearcherOps querycost_ops = {.size = sizeof(QueryCost),
                                   .init = querycost_init,
                                   .add = weighted_add,
                                   .drop = weighted_drop,
                                   .ran = weighted_ran,
                                   .pick = querycost_pick,
                                   .list = weighted_list,
                                   .done = weighted_done};
