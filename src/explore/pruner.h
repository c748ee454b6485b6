/* pruner.h — which leaves are not worth exploring now, or at all.
 *
 * A pruner is a struct of functions and a row in pruners.def.  Its own data begin with the Pruner.
 * It is asked between two steps.  A leaf that it drops ends as `pruned`, so that the ledger shows
 * it.  The last leaf that the searcher has is never dropped.
 */
#pragma once

#include "base/rng.h"
#include "explore/leaf.h"

typedef struct PrunerOps PrunerOps;

typedef struct PrunerConfig {
  u64 seed;                 /* of the run */
  u32 max_leaves;           /* of pruners that go by number */
  struct HomiPruning *homi; /* borrowed; of those that learn; see prune_homi.h */
} PrunerConfig;

typedef struct Pruner {
  const PrunerOps *ops;     /* borrowed */
  const char *name;         /* borrowed */
  Rng rng;                  /* its own, from the seed of the run */
  u32 max_leaves;           /* as the user said */
  struct HomiPruning *homi; /* borrowed; NULL: it does not learn */
} Pruner;

struct PrunerOps {
  size_t size;           /* bytes of the pruner's own struct, zeroed */
  bool reads_conditions; /* of leaves, also of parked ones */
  bool (*due)(const Pruner *p, u32 n_leaves);
  /* Which of these leaves are dropped, all false before: those that the searcher would pick last first. */
  void (*judge)(Pruner *p, Leaf *const *leaves, u32 n, bool *io);
  void (*done)(Pruner *p); /* may be NULL */
};

#define PRUNER(name, ops, help) extern const PrunerOps ops;
#include "explore/pruners.def"
#undef PRUNER

typedef struct PrunerRow {
  const char *name;
  const PrunerOps *ops;
} PrunerRow;

extern const PrunerRow pruner_rows[];
extern const u32 n_pruner_rows;

Pruner *pruner_new(const PrunerRow *row, const PrunerConfig *config);
Pruner *pruner_free(Pruner *p); /* accepts NULL, returns NULL */
