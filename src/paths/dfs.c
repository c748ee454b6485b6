/* dfs.c — depth first until the budget is spent: the plain symbolic executor that the papers
 * compare with.  It is exhaustive search in its usual order, under a name of its own because it
 * is meant for trees that are too large. */
#include "search/search.h"

static Err search(SizeSearch *t, void *self) {
  (void)self;
  return size_search_run_all(t, &(SearchRun){.search = &dfs_ops});
}

const Strategy strategy_dfs = {.search = search};
