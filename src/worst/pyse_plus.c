/* pyse_plus.c — the strategy pyse+: plus.c at each size, with what was learned at smaller ones. */
#include "worst/agent_file.h"
#include "worst/plus.h"

typedef struct PysePlus {
  PlusOptions options;
  Agent *taught; /* owned; what was learned before; NULL: nothing */
} PysePlus;

static Err prepare(Hunt *h, void *self) {
  PysePlus *p = self;
  p->options = plus_options_read(hunt_options(h, &plus_options), hunt_options(h, &pyse_options));
  PyseOptions *o = &p->options.pyse;
  if (!o->policy_in) return OK;
  TRY(agent_load(o->policy_in, &o->agent, rng_u64(&h->rng), &p->taught));
  o->agent = p->taught->config;
  return OK;
}

static Err search(Trial *t, void *self) {
  PysePlus *p = self;
  Plus *plus = plus_new(t, &p->options, p->taught);
  Err err = plus_slice(plus, UINT64_MAX, NEVER_NS);
  const char *to = p->options.pyse.policy_out;
  if (err == OK && to) err = agent_save(plus_agent(plus), to);
  plus_free(plus);
  return err;
}

static void done(void *self) {
  PysePlus *p = self;
  agent_free(p->taught);
}

const Strategy strategy_pyse_plus = {.n_bytes = sizeof(PysePlus),
                                     .prepare = prepare,
                                     .search = search,
                                     .done = done,
                                     .options = {&pyse_options, &plus_options}};
