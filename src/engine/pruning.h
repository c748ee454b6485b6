/* pruning.h — the options that say which unfinished paths are given up, and what they mean: which
 * pruner, and whether a program is explored in one run or in several that learn from each other. */
#pragma once

#include "base/option.h"
#include "explore/prune_homi.h"

typedef struct PruningPlan {
  const PrunerRow *row; /* NULL: nothing is pruned */
  u32 max_leaves;
  bool restarts; /* the program is explored in runs that begin anew */
  bool learns;   /* from the tests */
  HomiPlan homi;
  FeatureRules features;
  HomiPruning pruning; /* all but how it stands */
  u32 max_runs;        /* that begin anew; 0: any number */
  bool
      credits_pruned_tests; /* only a pruning that wrote a test itself is credited with later ones */
  u64 budget_ns;            /* that times were scaled to; NEVER_NS: the paper's own */
} PruningPlan;

extern const OptionGroup pruning_options, random_settings, homi_settings;

/* What these were set to. */
typedef struct PruningSets {
  const OptionSet *options, *by_number, *homi;
} PruningSets;

/* `budget_ns`: the time that there is, NEVER_NS: no limit. */
must_use Err pruning_options_read(const PruningSets *sets, u64 budget_ns, PruningPlan *ret);
