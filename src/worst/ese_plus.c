/* ese_plus.c — ese+: path conditions and concrete inputs in turn, by what each gains.
 *
 * Five searches share the time at a size (share.h): concrete inputs are bred, and made by adversaries
 * that answer comparisons, path conditions are crossed, those of the worst path are negated one by one, and calls of recursive functions do what
 * was worst for such calls.  Each begins where the best of all stands: a concrete input is followed
 * with symbols to have its path condition, and the model of a path joins the inputs.  Smaller sizes are
 * searched first, with a part of the time, and what was worst there is extended (smaller_sizes.h).
 */
#include "paths/climb.h"
#include "paths/ese_options.h"
#include "worst/share.h"
#include "worst/smaller_sizes.h"

static EsePlusOptions read_options(Search *h) {
  return ese_plus_options_read(search_options(h, &ese_plus_options));
}

static Err prepare(Search *h, void *self) {
  return read_options(h).breeds ? portfolio_first(h, self) : OK;
}

enum { MAX_PLUS_ARMS = 5 };

static u32 list_arms(const EsePlusOptions *o, const ArmOps **ret) {
  u32 n = 0;
  if (o->breeds) ret[n++] = &arm_breed;
  if (o->breeds) ret[n++] = &arm_adversary;
  if (o->crosses) ret[n++] = &arm_cross;
  if (o->turns) ret[n++] = &arm_turn;
  if (o->replays_calls) ret[n++] = &arm_replay;
  return n;
}

static Err search_smaller(SizeSearch *t, Portfolio *p, const EsePlusOptions *o,
                          const ArmOps *const *arms, u32 n_arms) {
  bool climbed = false;
  if (o->replays_calls) TRY(size_ramp_search(t, p, &climbed));
  return climbed ? OK : smaller_sizes_search(t, p, arms, n_arms);
}

static Err search(SizeSearch *t, void *self) {
  EsePlusOptions o = read_options(t->search);
  const ArmOps *arms[MAX_PLUS_ARMS];
  u32 n = list_arms(&o, arms);
  if (o.breeds && o.has_smaller_sizes) TRY(search_smaller(t, self, &o, arms, n));
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
