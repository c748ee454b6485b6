/* pyse_plus.c — the strategy pyse+: pyse_tree.c at each size, which begins with what was learned at the
 * size before, and the first one with the curriculum.
 */
#include "learned/agent_file.h"
#include "learned/curriculum.h"

typedef struct PysePlus {
  PyseTreeOptions options;
  PyseTransfer transfer; /* owned; of the last size */
} PysePlus;

/* At most a quarter of the time is for learning. */
static Err learn_small(Search *h, PysePlus *p) {
  enum { LEARNING_PART = 4 };
  u64 deadline = h->config.budget.deadline_ns;
  u64 end = deadline == NEVER_NS ? NEVER_NS : clock_after(clock_left(deadline) / LEARNING_PART);
  return curriculum(h, &p->options, h->config.sizes[0], end, &p->transfer);
}

static Err prepare(Search *h, void *self) {
  PysePlus *p = self;
  p->options = pyse_tree_options_read(search_options(h, &pyse_tree_options),
                                      search_options(h, &pyse_options));
  PyseOptions *o = &p->options.pyse;
  if (o->policy_in) {
    TRY(agent_load(o->policy_in, &o->agent, rng_u64(&h->rng), &p->transfer.agent));
    o->agent = p->transfer.agent->config;
  }
  return p->options.steps[PYSE_TREE_CURRICULUM] ? learn_small(h, p) : OK;
}

static Err search(SizeSearch *t, void *self) {
  PysePlus *p = self;
  PyseTree *plus = pyse_tree_new(t, &p->options, &p->transfer);
  Err err = pyse_tree_slice(plus, UINT64_MAX, NEVER_NS);
  if (p->options.steps[PYSE_TREE_CURRICULUM]) pyse_tree_transfer(plus, &p->transfer);
  const char *to = p->options.pyse.policy_out;
  if (err == OK && to) err = pyse_tree_save(plus, to);
  pyse_tree_free(plus);
  return err;
}

static void done(void *self) {
  PysePlus *p = self;
  pyse_transfer_done(&p->transfer);
}

const Strategy strategy_pyse_plus = {.n_bytes = sizeof(PysePlus),
                                     .prepare = prepare,
                                     .search = search,
                                     .done = done,
                                     .options = {&pyse_options, &pyse_tree_options}};
