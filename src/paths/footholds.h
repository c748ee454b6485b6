/* footholds.h — states along a path, so that a path that leaves it late does not run all that lies
 * before. */
#ifndef PATHS_FOOTHOLDS_H
#define PATHS_FOOTHOLDS_H

#include "search/hunt.h"

typedef struct Footholds {
  StateVec kept; /* owned by the machine of the trial; in the order of the path */
} Footholds;

/* Runs the path once more, with an input that takes it, and keeps so many states on the way. */
must_use Err footholds_set(Footholds *f, Trial *t, const DecisionVec *path, Model *model, u32 n);
void footholds_clear(Footholds *f, Trial *t);

/* The last state with at most so many decisions behind it; NULL: none was kept. */
State *footholds_before(const Footholds *f, u32 n_decisions);

#endif
