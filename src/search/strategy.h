/* strategy.h — how worst cases are looked for.
 *
 * A strategy is a struct of functions, one file, and a row in searches.def.  It gets a SizeSearch
 * (one size: runs under a guide or a searcher, the best path so far) and through it the Search (all
 * sizes, training, the seeded generator).  It need not report what it finds: every path that ends
 * in a run of the size search is looked at (size_search.h), so that a search can be ended at any time.
 */
#pragma once

#include "base/option.h"
#include "search/origin.h"

typedef struct Search Search;
typedef struct SizeSearch SizeSearch;

enum { MAX_STRATEGY_GROUPS = 6 };

typedef struct Strategy {
  size_t n_bytes; /* of its own data, zeroed */
  /* Once, before the first size; may be NULL. */
  Err (*prepare)(Search *h, void *self);
  /* At one size, until it knows nothing better to do or the budget of the size search is spent. */
  Err (*search)(SizeSearch *t, void *self);
  /* Once more at each size that is not proven, when all have been searched; may be NULL. */
  Err (*revisit)(SizeSearch *t, void *self);
  void (*done)(void *self); /* may be NULL */
  const OptionGroup
      *options[MAX_STRATEGY_GROUPS]; /* that it reads (search_options); NULL: no more */
} Strategy;

#define STRATEGY(name, id, ...) extern const Strategy strategy_##id;
#define BOTH STRATEGY
#include "search/searches.def"

typedef struct StrategyRow {
  const char *name;
  const Strategy *ops;
  Origin origin;
} StrategyRow;

extern const StrategyRow strategy_rows[];
extern const u32 n_strategy_rows;

/* Fails with the names there are. */
must_use Err strategy_find(const char *name, const StrategyRow **ret_row);
