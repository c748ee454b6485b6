/* xstressor.c — worst cases at any size from laws of small ones.
 *
 *   1. every path at small sizes: the worst paths;
 *   2. one worst path per size, by each way of choosing (sample.h) until a law holds (predictor.h);
 *   3. at the sizes asked for: what the laws predict is tried, and believed only if it costs what
 *      the growth of the small sizes predicts; else the report says what failed, and policies and
 *      local search take over.
 *
 * After: Saumya, Koo, Kulkarni, Bagchi, "XSTRESSOR: automatic generation of large-scale worst-case
 * test inputs by inferring path conditions", ICST 2019.
 * Differs: there are laws of decisions and of inputs besides those of constraints; all sizes are
 * fitted together; nothing is believed without a run, except costs too high for a run with
 * symbols, which are shown as predicted.
 */
#include "paths/climb.h"
#include "search/time_parts.h"
#include "worst/portfolio.h"

static Err prepare(Search *h, void *self) { return portfolio_learn(h, self); }

static Err follow_policy(SizeSearch *t, Portfolio *p) {
  cleanup(deadline_restore) DeadlineScope scope = deadline_part(&t->budget, PART_POLICY);
  return portfolio_follow_policy(t, p);
}

static Err search(SizeSearch *t, void *self) {
  Portfolio *p = self;
  p->holds = false;
  TRY(portfolio_predict(t, p));
  if (!p->holds) TRY(follow_policy(t, p));
  return p->holds ? OK : climb(t);
}

static void done(void *self) { portfolio_done(self); }

const Strategy strategy_xstressor = {
    .n_bytes = sizeof(Portfolio),
    .prepare = prepare,
    .search = search,
    .done = done,
    .options = {&training_options, &policy_options, &predictor_options}};
