/* random_paths.c — ESE's RAND: takes a random side at each branch, if some input goes there,
 * path after path until the budget is spent. */
#include "paths/walk.h"
#include "search/time_parts.h"

static Err search(SizeSearch *t, void *self) {
  (void)self;
  Walk walk = walk_guide(rng_u64(&t->search->rng));
  while (!size_search_is_spent(t))
    TRY(size_search_run(t, &(SearchRun){.guide = &walk.guide, .time_part = PART_PATH}, NULL));
  size_search_say(t, "%llu random paths", (unsigned long long)t->n_feasible);
  return OK;
}

const Strategy strategy_random_paths = {.search = search};
