/* pyse_plus.c — the strategy pyse+: plus.c at each size, which begins with what was learned at the
 * size before, and the first one with the curriculum.
 */
#include "learned/agent_file.h"
#include "learned/curriculum.h"

typedef struct PysePlus {
  PlusOptions options;
  PlusLesson lesson; /* owned; of the last size */
} PysePlus;

/* At most a quarter of the time is for learning. */
static Err learn_small(Hunt *h, PysePlus *p) {
  enum { LEARNING_PART = 4 };
  u64 deadline = h->config.budget.deadline_ns;
  u64 end = deadline == NEVER_NS ? NEVER_NS : clock_after(clock_left(deadline) / LEARNING_PART);
  return curriculum(h, &p->options, h->config.sizes[0], end, &p->lesson);
}

static Err prepare(Hunt *h, void *self) {
  PysePlus *p = self;
  p->options = plus_options_read(hunt_options(h, &plus_options), hunt_options(h, &pyse_options));
  PyseOptions *o = &p->options.pyse;
  if (o->policy_in) {
    TRY(agent_load(o->policy_in, &o->agent, rng_u64(&h->rng), &p->lesson.agent));
    o->agent = p->lesson.agent->config;
  }
  return p->options.steps[PLUS_CURRICULUM] ? learn_small(h, p) : OK;
}

static Err search(Trial *t, void *self) {
  PysePlus *p = self;
  Plus *plus = plus_new(t, &p->options, &p->lesson);
  Err err = plus_slice(plus, UINT64_MAX, NEVER_NS);
  if (p->options.steps[PLUS_CURRICULUM]) plus_teach(plus, &p->lesson);
  const char *to = p->options.pyse.policy_out;
  if (err == OK && to) err = plus_save(plus, to);
  plus_free(plus);
  return err;
}

static void done(void *self) {
  PysePlus *p = self;
  plus_lesson_done(&p->lesson);
}

const Strategy strategy_pyse_plus = {.n_bytes = sizeof(PysePlus),
                                     .prepare = prepare,
                                     .search = search,
                                     .done = done,
                                     .options = {&pyse_options, &plus_options}};
