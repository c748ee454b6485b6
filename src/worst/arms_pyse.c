/* arms_pyse.c — reinforcement learning (plus.h) as an arm, which begins with what it learned at other sizes:
 * those of the curriculum, and those that were asked for before this one. */
#include "learned/curriculum.h"
#include "worst/arm.h"

typedef struct Learner {
  Plus *plus;         /* owned; NULL: not begun */
  PlusLesson *lesson; /* borrowed from the portfolio */
  bool teaches;
} Learner;

/* The curriculum has a part of the first slice. */
static Err begin(Learner *l, Trial *t, Portfolio *p, const Slice *s) {
  enum { LEARNING_PART = 2 };
  PlusOptions o =
      plus_options_read(hunt_options(t->hunt, &plus_options), hunt_options(t->hunt, &pyse_options));
  l->lesson = &p->learned;
  l->teaches = o.steps[PLUS_CURRICULUM];
  u64 left = clock_left(s->deadline_ns);
  u64 end = left == UINT64_MAX ? NEVER_NS : clock_after(left / LEARNING_PART);
  if (l->teaches && !l->lesson->agent) TRY(curriculum(t->hunt, &o, t->size, end, l->lesson));
  l->plus = plus_new(t, &o, l->lesson);
  return OK;
}

static Err learn_slice(Trial *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Learner *l = self;
  u64 before = trial_paths_possible(t);
  if (!l->plus) TRY(begin(l, t, p, s));
  trial_phase(t, FINDER_pyse_plus);
  TRY(plus_slice(l->plus, s->max_steps, s->deadline_ns));
  *ret = (SliceEnd){trial_paths_possible(t) - before, plus_is_over(l->plus)};
  return OK;
}

static void learn_done(Trial *t, void *self) {
  Learner *l = self;
  (void)t;
  if (l->plus && l->teaches) plus_teach(l->plus, l->lesson);
  plus_free(l->plus);
}

const ArmOps arm_learn = {.n_bytes = sizeof(Learner), .slice = learn_slice, .done = learn_done};
