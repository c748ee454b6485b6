/* depth.c — a leaf weighs as much as it has forks behind it: deep ones are likely.
 *
 * After: KLEE's weighted random searcher Depth.
 * Differs: the weight is that of the moment; KLEE keeps the one with which a state began, so that the
 * first state, which has none, runs only when it is alone.  A leaf without a fork behind it weighs 1.
 * A fork into many sides is one fork.
 */
#include "explore/weighted.h"

typedef struct DepthNote {
  u32 n_forks; /* behind it */
} DepthNote;

static void inherit(Weighted *w, const Leaf *from, Leaf *const *leaves, u32 n) {
  if (!from) return;
  DepthNote *old = weighted_note(w, from);
  old->n_forks++;
  for (u32 i = 0; i < n; i++) *(DepthNote *)weighted_note(w, leaves[i]) = *old;
}

static double weigh(Weighted *w, const void *note) {
  (void)w;
  return MAX(((const DepthNote *)note)->n_forks, 1u);
}

static const WeighOps weigh_ops = {sizeof(DepthNote), .inherit = inherit, .weigh = weigh};

static void depth_init(Searcher *s, const SearchOrder *how) {
  (void)how;
  ((Weighted *)s)->ops = &weigh_ops;
}

const SearcherOps depth_ops = {.size = sizeof(Weighted),
                               .init = depth_init,
                               .add = weighted_add,
                               .drop = weighted_drop,
                               .pick = weighted_pick,
                               .list = weighted_list,
                               .done = weighted_done};
