/* checkpoints.h — states along a path, so that a path that leaves it late does not run all that lies
 * before. */
#ifndef PATHS_CHECKPOINTS_H
#define PATHS_CHECKPOINTS_H

#include "search/search.h"

typedef struct Checkpoints {
  StateVec kept; /* owned by the machine of the size search; in the order of the path */
} Checkpoints;

/* Runs the path once more, with an input that takes it, and keeps so many states on the way. */
must_use Err checkpoints_set(Checkpoints *f, SizeSearch *t, const DecisionVec *path, Model *model,
                             u32 n);
void checkpoints_clear(Checkpoints *f, SizeSearch *t);

/* The last state with at most so many decisions behind it; NULL: none was kept. */
State *checkpoints_before(const Checkpoints *f, u32 n_decisions);

#endif
