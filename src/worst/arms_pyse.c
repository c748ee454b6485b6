/* arms_pyse.c — reinforcement learning (plus.h) as an arm, which begins with what it learned at other sizes:
 * those of the curriculum, and those that were asked for before this one. */
#include "learned/curriculum.h"
#include "worst/arm.h"

typedef struct Learner {
  PyseTree *plus;              /* owned; NULL: not begun */
  PyseTransfer *training_size; /* borrowed from the portfolio */
  bool teaches;
} Learner;

/* The curriculum has a part of the first slice. */
static Err begin(Learner *l, SizeSearch *t, Portfolio *p, const Slice *s) {
  enum { LEARNING_PART = 2 };
  PyseTreeOptions o = pyse_tree_options_read(search_options(t->search, &pyse_tree_options),
                                             search_options(t->search, &pyse_options));
  l->training_size = &p->learned;
  l->teaches = o.steps[PYSE_TREE_CURRICULUM];
  u64 left = clock_left(s->deadline_ns);
  u64 end = left == UINT64_MAX ? NEVER_NS : clock_after(left / LEARNING_PART);
  if (l->teaches && !l->training_size->agent)
    TRY(curriculum(t->search, &o, t->size, end, l->training_size));
  l->plus = pyse_tree_new(t, &o, l->training_size);
  return OK;
}

static Err learn_slice(SizeSearch *t, Portfolio *p, void *self, const Slice *s, SliceEnd *ret) {
  Learner *l = self;
  u64 before = size_search_paths_possible(t);
  if (!l->plus) TRY(begin(l, t, p, s));
  size_search_phase(t, ORIGIN_pyse_plus);
  TRY(pyse_tree_slice(l->plus, s->max_steps, s->deadline_ns));
  *ret = (SliceEnd){size_search_paths_possible(t) - before, pyse_tree_is_over(l->plus)};
  return OK;
}

static void learn_done(SizeSearch *t, void *self) {
  Learner *l = self;
  (void)t;
  if (l->plus && l->teaches) pyse_tree_transfer(l->plus, l->training_size);
  pyse_tree_free(l->plus);
}

const ArmOps arm_learn = {.n_bytes = sizeof(Learner), .slice = learn_slice, .done = learn_done};
