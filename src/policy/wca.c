/* wca.c — SPF-WCA (Luckow, Kersten, Păsăreanu: symbolic complexity analysis using
 * context-preserving histories, ICST 2017): like WISE, but the side of a branch depends on the
 * decisions just before it that were made under the same caller. */
#include "policy/guided.h"

static Err prepare(Search *h, void *self) {
  PolicyOptions options = policy_options_read(search_options(h, &policy_options));
  return guided_prepare(h, &options, self);
}

const Strategy strategy_wca = {.n_bytes = sizeof(Guided),
                               .prepare = prepare,
                               .search = guided_search,
                               .done = guided_done,
                               .options = {&training_options, &policy_options}};
