/* dfs.c — depth first until the budget is spent: the plain symbolic executor that the papers
 * compare with.  It is exhaustive search in its usual order, under a name of its own because it
 * is meant for trees that are too large. */
#include "search/hunt.h"

static Err search(Trial *t, void *self) {
  (void)self;
  return trial_run_all(t, &(TrialRun){.search = &dfs_ops});
}

const Strategy strategy_dfs = {.search = search};
