/* searcher.h — which leaf to run next.
 *
 * A searcher is a struct of functions and a row in searchers.def; its own data begin with the
 * Searcher.  It borrows leaves from add to drop and keeps what it knows of one under leaf->slot,
 * so that several searchers can look at the same leaves.  What it wants to know of a leaf's state it
 * takes down when the leaf is added or has run: at other times there may be none.
 */
#pragma once

#include "base/rng.h"
#include "explore/leaf.h"

/* How long a batch keeps a leaf by default: KLEE's. */
enum { BATCH_INSTRUCTIONS = 10000 };

typedef struct SearcherOps SearcherOps;

/* An order to search in, as one says it: a searcher, and for one that is made of others what these
 * are (see search_order.h). */
typedef struct SearchOrder {
  const SearcherOps *ops;    /* borrowed */
  struct SearchOrder *parts; /* owned; what it is made of */
  u32 n_parts;
  u64 n_instructions, n_ns; /* of batch: how long it keeps a leaf */
} SearchOrder;

typedef struct Searcher {
  const SearcherOps *ops;  /* borrowed */
  Rng rng;                 /* its own, from the seed of the run */
  Vm *vm;                  /* borrowed; NULL: leaves have no states */
  Solver *solver;          /* borrowed; NULL with the machine */
  struct Searcher **parts; /* owned; what it is made of */
  u32 n_parts;
} Searcher;

/* Without add, drop, rotate, ran or list of its own a searcher calls those of all its parts, so that each knows all
 * leaves, and lists what the first part does. */
struct SearcherOps {
  size_t size;      /* bytes of the searcher's own struct, zeroed before init */
  bool wants_cover; /* looks at what was covered: the machine should note it (vm/exec/cover.h) */
  void (*init)(Searcher *s,
               const SearchOrder *how); /* its parts are made before; NULL: it need not */
  /* `from`, which was added before, has forked: these are the other sides, in the order of the
   * successors.  At the start from is NULL and there is one leaf. */
  void (*add)(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n);
  void (*drop)(Searcher *s, Leaf *leaf); /* it ended */
  /* It ran for a while without forking, and may have to let others go first. */
  void (*rotate)(Searcher *s, Leaf *leaf);
  /* It ran for so many instructions since it was picked: once for each pick, after add or rotate, and before drop if
   * it ended. */
  void (*ran)(Searcher *s, Leaf *leaf, u64 n_instructions);
  Leaf *(*pick)(Searcher *s); /* the one to run next, which stays; NULL: none is left */
  void (*list)(Searcher *s, LeafVec *ret); /* appends all, those to be picked last first */
  void (*done)(Searcher *s);               /* its parts are freed after it; NULL: it need not */
};

#define SEARCHER(name, ops, help) extern const SearcherOps ops;
#define COMBINATOR(name, ops, help) extern const SearcherOps ops;
#include "explore/searchers.def"
#undef SEARCHER
#undef COMBINATOR

typedef struct SearcherRow {
  const char *name;
  const SearcherOps *ops;
} SearcherRow;

extern const SearcherRow searcher_rows[]; /* those that are not made of others */
extern const u32 n_searcher_rows;

/* The machine and the solver may be NULL, both: then all leaves look alike. */
Searcher *searcher_new(const SearchOrder *how, Vm *vm, Solver *solver, u64 seed);
/* Another one that `outer` is made of, with random numbers of its own. */
Searcher *searcher_part(Searcher *outer, const SearchOrder *how);
Searcher *searcher_free(Searcher *s); /* accepts NULL, returns NULL */

void searcher_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n);
void searcher_drop(Searcher *s, Leaf *leaf);
void searcher_rotate(Searcher *s, Leaf *leaf);
void searcher_ran(Searcher *s, Leaf *leaf, u64 n_instructions);
static inline Leaf *searcher_pick(Searcher *s) { return s->ops->pick(s); }
void searcher_list(Searcher *s, LeafVec *ret);
/* What a searcher with a function of its own does besides. */
void parts_add(Searcher *s, Leaf *from, Leaf *const *leaves, u32 n);
void parts_drop(Searcher *s, Leaf *leaf);
void parts_rotate(Searcher *s, Leaf *leaf);
void parts_ran(Searcher *s, Leaf *leaf, u64 n_instructions);
