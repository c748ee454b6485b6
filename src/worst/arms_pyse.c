/* arms_pyse.c — reinforcement learning (plus.h) as an arm. */
#include "worst/arm.h"
#include "worst/plus.h"

typedef struct Learner {
  Plus *plus; /* owned; NULL: not begun */
} Learner;

static Err learn_slice(Trial *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Learner *l = self;
  (void)p;
  u64 before = trial_paths(t);
  if (!l->plus) {
    PlusOptions o = plus_options_read(hunt_options(t->hunt, &plus_options),
                                      hunt_options(t->hunt, &pyse_options));
    l->plus = plus_new(t, &o, NULL);
  }
  trial_phase(t, FINDER_pyse_plus);
  TRY(plus_slice(l->plus, s->max_steps, s->deadline_ns));
  *ret = (SliceEnd){trial_paths(t) - before, plus_is_over(l->plus)};
  return OK;
}

static void learn_done(Trial *t, void *self) {
  (void)t;
  plus_free(((Learner *)self)->plus);
}

const ArmOps arm_learn = {.n_bytes = sizeof(Learner), .slice = learn_slice, .done = learn_done};
