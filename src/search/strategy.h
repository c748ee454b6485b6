/* strategy.h — how worst cases are looked for.
 *
 * A strategy is a struct of functions, one file, and a row in strategies.def.  It gets a Trial
 * (one size: runs under a guide or a searcher, the best path so far) and through it the Hunt (all
 * sizes, training, the seeded generator).  It need not report what it finds: every path that ends
 * in a run of the trial is looked at (trial.h), so that a search can be ended at any time.
 */
#ifndef SEARCH_STRATEGY_H
#define SEARCH_STRATEGY_H

#include "base/option.h"
#include "search/finder.h"

typedef struct Hunt Hunt;
typedef struct Trial Trial;

enum { MAX_STRATEGY_GROUPS = 4 };

typedef struct Strategy {
  size_t n_bytes; /* of its own data, zeroed */
  /* Once, before the first size; may be NULL. */
  Err (*prepare)(Hunt *h, void *self);
  /* At one size, until it knows nothing better to do or the budget of the trial is spent. */
  Err (*search)(Trial *t, void *self);
  /* Once more at each size that is not proven, when all have been searched; may be NULL. */
  Err (*revisit)(Trial *t, void *self);
  void (*done)(void *self);                        /* may be NULL */
  const OptionGroup *options[MAX_STRATEGY_GROUPS]; /* that it reads (hunt_options); NULL: no more */
} Strategy;

#define STRATEGY(name, id, line) extern const Strategy strategy_##id;
#include "search/strategies.def"
#undef STRATEGY

typedef struct StrategyRow {
  const char *name;
  const Strategy *ops;
  Finder finder;
} StrategyRow;

extern const StrategyRow strategy_rows[];
extern const u32 n_strategy_rows;

/* Fails with the names there are. */
must_use Err strategy_find(const char *name, const StrategyRow **ret_row);

#endif
