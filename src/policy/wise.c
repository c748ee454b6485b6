/* wise.c — WISE (Burnim, Juvekar, Sen: automated test generation for worst-case complexity, ICSE
 * 2009) as PySE and ESE reduce it: a branch is fixed if the worst paths of the training sizes go
 * one way there, and free otherwise. */
#include "policy/guided.h"

static Err prepare(Search *h, void *self) {
  PolicyOptions options = policy_options_read(search_options(h, &policy_options));
  options.history = 0;
  return guided_prepare(h, &options, self);
}

const Strategy strategy_wise = {.n_bytes = sizeof(Guided),
                                .prepare = prepare,
                                .search = guided_search,
                                .done = guided_done,
                                .options = {&training_options, &policy_options}};
