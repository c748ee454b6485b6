/* auto.c — the default: tries and checks what is cheap first, and searches where nothing cheap
 * holds.
 *
 *   0. standard patterns, run at every size: so there is an answer from the first
 *      second on; at the largest size they are bred from then on, in a process of their own (breeder.h);
 *   1. exhaustive search at 1, 2, 3, … while the trees are small, and at the sizes asked for if
 *      they stay small;
 *   2. of a few policies, from memoryless to four decisions of history, the one that reproduces
 *      those worst costs with the fewest paths, each trained without the largest size;
 *   3. laws of inputs, constraints and decisions, if the policy does not give what the formula of
 *      the small sizes predicts; at large sizes before the policy;
 *   4. where a law and the best agree, the inputs beside the best and a few others try to beat it,
 *      because laws may end; else smaller sizes of a recursive program (smaller_sizes.h), and then
 *      breeding and local searches share the time by what each has gained (share.h);
 *   5. at each size, what was found at the others.
 */
#include "worst/portfolio.h"

static Err prepare(Search *h, void *self) {
  TRY(portfolio_first(h, self));
  portfolio_breed_in_background(h, self);
  return portfolio_learn(h, self);
}

/* A law costs its fitting, once; a policy costs a path condition, which grows with the size. */
static bool predicts_first(const SizeSearch *t) {
  enum { LARGE = 200 };
  return t->size > LARGE;
}

static Err search_on(SizeSearch *t, Portfolio *self) {
  bool held, first = predicts_first(t);
  TRY(portfolio_whole(t, self, &held));
  if (!held) TRY(portfolio_extend(t, self));
  if (!held) TRY(portfolio_breed(t, self));
  if (!held && first) TRY(portfolio_predict(t, self, &held));
  if (!held) TRY(portfolio_policy(t, self, &held));
  if (!held && !first) TRY(portfolio_predict(t, self, &held));
  /* What nothing confirms is a beginning, not an end. */
  if (held && !t->is_proven) held = portfolio_is_confirmed(t, self);
  if (held) TRY(portfolio_doubt(t, self, &held));
  if (!held) TRY(portfolio_search(t, self));
  return OK;
}

static Err search(SizeSearch *t, void *self) {
  TRY(search_on(t, self));
  return portfolio_leave(t, self);
}

/* What was found at larger sizes may be bad at this one, too. */
static Err revisit(SizeSearch *t, void *self) {
  return portfolio_is_confirmed(t, self) ? OK : portfolio_extend(t, self);
}

static void done(void *self) {
  portfolio_done(self);
}

const Strategy strategy_auto = {
    .n_bytes = sizeof(Portfolio),
    .prepare = prepare,
    .search = search,
    .revisit = revisit,
    .done = done,
    .options = {&training_options, &policy_options, &predictor_options, &input_search_options}};
