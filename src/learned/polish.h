/* polish.h — what a learner does on a plateau: local search from its best path.
 *
 * A learner decides side by side, and what lies behind a side that it changes is lost: a path that would be
 * better with one decision changed and all the rest kept is hardly ever met.  Local search over conditions
 * (turning.h) keeps the rest as far as it can be kept.  The learner then goes on from what came out.
 */
#pragma once

#include "paths/turning.h"

typedef struct Polish {
  Turning *turning; /* owned; NULL: nothing is being polished */
  u64 cost;         /* the highest so far */
  u64 n_no_gain;    /* steps since then */
} Polish;

/* Begins with the path of this input. */
must_use Err polish_begin(Polish *p, SizeSearch *t, Model *input);
/* Negates a condition; false in *ret_goes_on: nothing is left to do, or nothing became better for `patience`
 * steps.  Conditions that cannot be negated count as infeasible paths of the size search. */
must_use Err polish_step(Polish *p, SizeSearch *t, u64 patience, bool *ret_goes_on);
/* The input of the best path, owned; NULL: there is none.  Nothing is being polished any more. */
Model *polish_end(Polish *p);
