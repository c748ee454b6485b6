/* random_paths.c — ESE's RAND: takes a random side at each branch, if some input goes there,
 * path after path until the budget is spent. */
#include "paths/walk.h"

static Err search(Trial *t, void *self) {
  (void)self;
  Walk walk = walk_guide(rng_u64(&t->hunt->rng));
  while (!trial_is_spent(t))
    TRY(trial_run(t, &(TrialRun){.guide = &walk.guide, .time_part = 2}, NULL));
  trial_say(t, "%llu random paths", (unsigned long long)t->n_feasible);
  return OK;
}

const Strategy strategy_random_paths = {.search = search};
