/* leaf.h — the leaves of the execution tree: what is still to be explored.
 *
 * A leaf is a state that can run on.  When memory is short, its state is turned into the decisions
 * that lead to it (park.h) and made again when the leaf is picked.  Searchers do not see the
 * difference, so the order of exploration does not depend on memory.
 */
#pragma once

#include "vm/vm.h"

typedef struct Leaf {
  State *state; /* owned; NULL: parked */
  Path *path;   /* shared; of a parked one: the decisions to come here */
  Model *model; /* shared; of a parked one: an input that comes here, or NULL */
  struct Guess
      *guesses; /* shared; of a parked one: what it was shown on the way (vm/choice/guesses.h) */
  Context *context; /* shared; of a parked one: its path condition, if a pruner reads it, or NULL */
  u64 n_instructions; /* of a parked one: executed from the start to here */
  u64 covered_at;     /* of a parked one: State.covered_at … */
  u32 n_covered;      /* … and State.n_covered */
  u64 decided_at;     /* instructions executed when a symbol last decided, or at the start */
  void *memory;       /* owned; what the guide remembers of the path, or NULL */
  bool was_rare;      /* it was deferred for State.is_rare once */
  u32 slot;           /* small and unique among living leaves; searchers index by it */
  u32 solve_at;       /* decisions after which a condition that is only collected is solved */
} Leaf;

typedef VEC(Leaf *) LeafVec;

/* The decisions that lead to it; borrowed, NULL: there are none. */
static inline const Path *leaf_path(const Leaf *leaf) {
  return leaf->state ? leaf->state->path : leaf->path;
}

/* Its path condition; borrowed, NULL: it is not kept. */
static inline const Context *leaf_context(const Leaf *leaf) {
  return leaf->state ? leaf->state->context : leaf->context;
}

/* What it has executed, when it last was the first to take a side, and how many it was the first to
 * take (vm/exec/cover.h); forks inherit all three. */
static inline u64 leaf_instructions(const Leaf *leaf) {
  return leaf->state ? leaf->state->cost.n[COST_INSTRUCTIONS] : leaf->n_instructions;
}
static inline u64 leaf_covered_at(const Leaf *leaf) {
  return leaf->state ? leaf->state->covered_at : leaf->covered_at;
}
static inline u32 leaf_n_covered(const Leaf *leaf) {
  return leaf->state ? leaf->state->n_covered : leaf->n_covered;
}
/* Instructions since it was the first to take a side, at least 1; 0: it never was.  Just after a choice it
 * has run fewer than at it: see undecided in loop.c. */
static inline u64 leaf_since_covered(const Leaf *leaf) {
  u64 now = leaf_instructions(leaf), then = leaf_covered_at(leaf);
  if (!leaf_n_covered(leaf)) return 0;
  return now > then ? now - then + 1 : 1;
}

/* All leaves. */
typedef struct Frontier {
  LeafVec slots;         /* owned; NULL: a free slot */
  U32Vec free;           /* slots to use again */
  u32 n;                 /* leaves */
  u32 n_in_memory;       /* of these not parked */
  bool keeps_conditions; /* of parked ones, for a pruner */
} Frontier;

Leaf *frontier_add(Frontier *f, State *s); /* takes the state */
Leaf *frontier_add_parked(Frontier *f);    /* the caller fills in what leads there */
/* Frees the leaf and its state; searchers must have dropped it before. */
void frontier_remove(Frontier *f, Vm *vm, Leaf *leaf);
void frontier_done(Frontier *f, Vm *vm);
