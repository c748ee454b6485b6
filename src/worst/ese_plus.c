/* ese_plus.c — ese+: path conditions and concrete inputs in turn, by what each gains.
 *
 * Several searches share the time at a size (schedule.def): concrete inputs are bred, and made by adversaries that answer
 * comparisons, path conditions are crossed, and those of the worst path are negated one by one.  Each begins where the best of all stands: a concrete input is followed with
 * symbols to have its path condition, and the model of a path joins the inputs.  Smaller sizes are searched first, with a
 * part of the time, and what was worst there is extended.
 */
#include "paths/climb.h"
#include "worst/portfolio.h"

static bool runs_inputs(Search *h) {
  return arms_of_ese_plus(h) & (ARM_BIT(ga) | ARM_BIT(adversary) | ARM_BIT(collisions));
}

static Err prepare(Search *h, void *self) { return runs_inputs(h) ? portfolio_first(h, self) : OK; }

static Err search_smaller(SizeSearch *t, Portfolio *p, ArmSet arms) {
  TRY(portfolio_halves(t, p, arms));
  return portfolio_extend(t, p);
}

static Err search(SizeSearch *t, void *self) {
  ArmSet arms = arms_of_ese_plus(t->search);
  if (runs_inputs(t->search)) TRY(search_smaller(t, self, arms));
  if (!t->best.is_found) TRY(climb_begin(t));
  return t->best.is_found ? portfolio_share(t, self, arms) : OK;
}

static void done(void *self) { portfolio_done(self); }

const Strategy strategy_ese_plus = {.n_bytes = sizeof(Portfolio),
                                    .prepare = prepare,
                                    .search = search,
                                    .done = done,
                                    .options = {&arms_options, &input_search_options}};
