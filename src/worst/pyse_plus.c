/* pyse_plus.c — the strategy pyse+: plus.c at each size, which begins with what was learned at the
 * size before.
 *
 * The curriculum is 1, 2, 3, … below the smallest size asked for, while a size is cheap.
 */
#include "worst/agent_file.h"
#include "worst/plus.h"

typedef struct PysePlus {
  PlusOptions options;
  PlusLesson lesson; /* owned; of the last size */
} PysePlus;

/* One size of the curriculum. */
static Err train(Hunt *h, PysePlus *p, u64 size, bool *ret_closed) {
  Trial *t = hunt_training(h, size);
  Plus *plus = plus_new(t, &p->options, &p->lesson);
  Err err = plus_slice(plus, p->options.lesson_paths, NEVER_NS);
  plus_teach(plus, &p->lesson);
  *ret_closed = plus_is_over(plus);
  plus_free(plus);
  trial_rest(t);
  return err;
}

/* At most a quarter of the time is for learning, half of what is left of it at each size. */
static Err learn_small(Hunt *h, PysePlus *p) {
  enum { LEARNING_PART = 4, MAX_OPEN = 4 };
  u64 deadline = h->config.budget.deadline_ns, first = h->config.sizes[0];
  u64 end = deadline == NEVER_NS ? NEVER_NS : clock_after(clock_left(deadline) / LEARNING_PART);
  Err err = OK;
  u32 n_open = 0;
  for (u64 size = 1; size < first && n_open < MAX_OPEN && err == OK; size++) {
    bool is_closed = true;
    if (deadline != NEVER_NS) h->config.budget.deadline_ns = clock_after(clock_left(end) / 2);
    if (clock_left(h->config.budget.deadline_ns) == 0) break;
    err = train(h, p, size, &is_closed);
    n_open += !is_closed;
  }
  h->config.budget.deadline_ns = deadline;
  return err;
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
