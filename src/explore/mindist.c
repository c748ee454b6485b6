/* mindist.c — a leaf is the heavier the nearer it is to a side that nobody took.
 *
 * The weight is 1 / d², where d is the least number of instructions to such a side, whatever the
 * conditions on the way: in the function, in what it calls, or after a return in its callers.
 * After: KLEE's weighted random searcher MinDistToUncovered, with its 10000 for what is nowhere near.
 * Differs: sides of branches are covered or not, instead of instructions.  Distances are computed
 * again when something was covered, not every 30 seconds.
 */
#include "explore/near.h"
#include "explore/weighted.h"

typedef struct MinDist {
  Weighted base;
  Near near;
} MinDist;

static void look(Weighted *w, const Leaf *leaf, u64 n_instructions) {
  (void)n_instructions;
  *(NearNote *)weighted_note(w, leaf) = near_note(&((MinDist *)w)->near, leaf);
}

static double weigh(Weighted *w, const void *note) {
  double d = near_distance(&((MinDist *)w)->near, *(const NearNote *)note);
  return 1 / (d * d);
}

static const WeighOps weigh_ops = {sizeof(NearNote), NULL, look, weigh, true};

static void mindist_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  ((Weighted *)s)->ops = &weigh_ops;
  near_init(&((MinDist *)s)->near, s->vm);
}

static void mindist_done(Searcher *s) {
  near_done(&((MinDist *)s)->near);
  weighted_done(s);
}

const SearcherOps mindist_ops = {.size = sizeof(MinDist),
                                 .wants_cover = true,
                                 .init = mindist_init,
                                 .add = weighted_add,
                                 .drop = weighted_drop,
                                 .ran = weighted_ran,
                                 .pick = weighted_pick,
                                 .list = weighted_list,
                                 .done = mindist_done};
