/* ese_plus.c — ese+: path conditions and concrete inputs in turn, by what each gains.
 *
 * Five searches share the time at a size (share.h): concrete inputs are bred, and made by adversaries
 * that answer comparisons, path conditions are crossed, those of the worst path are negated one by one, and calls of recursive functions do what
 * was worst for such calls.  Each begins where the best of all stands: a concrete input is followed
 * with symbols to have its path condition, and the model of a path joins the inputs.  Smaller sizes are
 * searched first, with a part of the time, and what was worst there is extended (islands.h).
 */
#include "paths/climb.h"
#include "paths/ese_options.h"
#include "worst/islands.h"
#include "worst/share.h"

static EsePlusOptions read_options(Hunt *h) {
  return ese_plus_options_read(hunt_options(h, &ese_plus_options));
}

static Err prepare(Hunt *h, void *self) {
  return read_options(h).breeds ? portfolio_first(h, self) : OK;
}

enum { MAX_PLUS_ARMS = 5 };

static u32 list_arms(const EsePlusOptions *o, const ArmOps **ret) {
  u32 n = 0;
  if (o->breeds) ret[n++] = &arm_breed;
  if (o->breeds) ret[n++] = &arm_duel;
  if (o->crosses) ret[n++] = &arm_cross;
  if (o->turns) ret[n++] = &arm_turn;
  if (o->recalls) ret[n++] = &arm_recall;
  return n;
}

static Err search_smaller(Trial *t, Portfolio *p, const EsePlusOptions *o,
                          const ArmOps *const *arms, u32 n_arms) {
  bool climbed = false;
  if (o->recalls) TRY(islands_climb(t, p, &climbed));
  return climbed ? OK : islands_search(t, p, arms, n_arms);
}

static Err search(Trial *t, void *self) {
  EsePlusOptions o = read_options(t->hunt);
  const ArmOps *arms[MAX_PLUS_ARMS];
  u32 n = list_arms(&o, arms);
  if (o.breeds && o.has_islands) TRY(search_smaller(t, self, &o, arms, n));
  if (o.breeds) TRY(portfolio_extend(t, self));
  if (!t->best.is_found) TRY(climb_begin(t));
  return t->best.is_found && n ? share_search_among(t, self, arms, n) : OK;
}

static void done(void *self) {
  portfolio_done(self);
}

const Strategy strategy_ese_plus = {.n_bytes = sizeof(Portfolio),
                                    .prepare = prepare,
                                    .search = search,
                                    .done = done,
                                    .options = {&ese_plus_options}};
