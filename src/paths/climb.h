/* climb.h — local search with a beginning and an end: from random paths if there is nothing yet, until
 * nothing has become better for long. */
#pragma once

#include "search/search.h"

/* All of it; says how it went. */
must_use Err climb(SizeSearch *t);

/* A part of it, which goes on where the last one stopped. */
typedef struct Climb {
  u64 cost;      /* of the best when it stopped */
  u64 n_no_gain; /* paths since that became better */
} Climb;

/* Random paths, so that there is something to begin with. */
must_use Err climb_begin(SizeSearch *t);
/* Up to so many paths more; false in *ret_goes_on: there is nothing to do until the best changes. */
must_use Err climb_on(SizeSearch *t, Climb *c, u64 max_paths, bool *ret_goes_on);
