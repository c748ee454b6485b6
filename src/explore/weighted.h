/* weighted.h — what searchers share that pick at random by weight.
 *
 * Such a searcher notes what matters of a leaf when its state is there, and weighs the leaf by its
 * notes.  So nothing depends on whether a state is in memory.  A leaf that is added without a state
 * was here before: its notes are still there.
 */
#pragma once

#include "explore/searcher.h"
#include "explore/weights.h"

typedef struct WeighOps WeighOps;

typedef struct Weighted {
  Searcher base;
  const WeighOps *ops; /* borrowed; set by init */
  WeightTree weights;  /* by slot */
  LeafVec leaves;      /* borrowed; by slot, NULL: none */
  u8 *notes;           /* owned; by slot, each of ops->note_bytes */
  u64 n_charged;       /* by the solver; see weighted_charge */
} Weighted;

struct WeighOps {
  size_t note_bytes; /* what is noted of a leaf, zeroed before */
  /* These, which are new, forked off `from`; NULL: it is the first leaf.  What they have from it can
   * be noted here; NULL: nothing. */
  void (*inherit)(Weighted *w, const Leaf *from, Leaf *const *leaves, u32 n);
  /* It is new, or ran for so many instructions, and has a state; NULL: that does not matter. */
  void (*look)(Weighted *w, const Leaf *leaf, u64 n_instructions);
  double (*weigh)(Weighted *w, const void *note); /* above 0 */
  bool shrinks; /* what other leaves do makes a leaf lighter, and never heavier */
};

static inline void *weighted_note(const Weighted *w, const Leaf *leaf) {
  assert(leaf->slot < w->leaves.n);
  return w->notes + leaf->slot * w->ops->note_bytes;
}

void weighted_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n);
void weighted_drop(Searcher *s, Leaf *leaf);
void weighted_ran(Searcher *s, Leaf *leaf, u64 n_instructions);
Leaf *weighted_pick(Searcher *s);
/* What questions to the solver have cost since the last call: the microseconds that they usually take
 * (solver_price), so that the same seed gives the same run. */
u64 weighted_charge(Weighted *w);
void weighted_weigh_all(Weighted *w); /* when something has changed that concerns all */
void weighted_list(Searcher *s, LeafVec *ret);
void weighted_done(Searcher *s);
