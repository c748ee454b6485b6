/* guide.h — who decides at a choice.
 *
 * Without a guide every possible side of a choice is explored.  A guide is asked first: it may leave
 * it at that, take one side by itself (the solver is not asked, the path condition is only collected
 * and solved now and then), ask for one side before the other, or give the path up.
 */
#ifndef EXPLORE_GUIDE_H
#define EXPLORE_GUIDE_H

#include "vm/vm.h"

typedef enum AdviceKind {
  ADVICE_ALL,    /* every side that is possible */
  ADVICE_TAKE,   /* this side; of a branch 1 is true, 0 is false */
  ADVICE_PREFER, /* this side if it is possible, else one that is */
  ADVICE_ANY,    /* one side that is possible, without a question */
  ADVICE_STOP,   /* the rest of the path is not wanted */
} AdviceKind;

typedef struct Advice {
  AdviceKind kind;
  u64 side;         /* TAKE, PREFER: see ChoiceKind */
  const char *text; /* STOP: why; borrowed until the run is over */
} Advice;

typedef struct Guide Guide;

/* The data of a guide begin with this. */
struct Guide {
  Advice (*advise)(Guide *g, const Vm *vm, const State *s); /* s stands at s->choice */
};

#endif
