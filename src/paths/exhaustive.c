/* exhaustive.c — the whole tree: what is found is proven to be the worst. */
#include "search/search.h"

static Err search(SizeSearch *t, void *self) {
  (void)self;
  return size_search_run_all(t, &(SearchRun){0});
}

const Strategy strategy_exhaustive = {.search = search};
