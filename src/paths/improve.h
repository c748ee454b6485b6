/* improve.h — local search: the best path of a trial with one decision turned round. */
#ifndef PATHS_IMPROVE_H
#define PATHS_IMPROVE_H

#include "search/hunt.h"

extern const StatInfo stat_turns; /* paths that were tried */

/* Up to n_paths paths; the trial must have a best.  Returns true in *ret_better when the best became
 * better. */
must_use Err improve(Trial *t, u64 n_paths, bool *ret_better);

#endif
