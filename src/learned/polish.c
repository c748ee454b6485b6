/* polish.c — one local search at a time, apart from the best path of the size search: that may be of an earlier
 * life of the learner. */
#include "learned/polish.h"

Err polish_begin(Polish *p, SizeSearch *t, Model *input) {
  assert(!p->turning);
  *p = (Polish){.turning = turning_new(t, true)};
  return turning_offer(p->turning, input);
}

Err polish_step(Polish *p, SizeSearch *t, u64 patience, bool *ret_goes_on) {
  u64 n_steps, cost, n_before = stat_of(&t->stats, &stat_unturnable);
  TRY(turning_run(p->turning, 1, &n_steps, ret_goes_on));
  t->n_infeasible += stat_of(&t->stats, &stat_unturnable) - n_before;
  turning_best(p->turning, &cost);
  p->n_no_gain = cost > p->cost ? 0 : p->n_no_gain + 1;
  p->cost = cost;
  *ret_goes_on = *ret_goes_on && p->n_no_gain < patience;
  return OK;
}

Model *polish_end(Polish *p) {
  if (!p->turning) return NULL;
  u64 cost;
  Model *best = turning_best(p->turning, &cost);
  if (best) model_ref(best);
  *p = (Polish){.turning = turning_free(p->turning)};
  return best;
}
