/* improve.h — local search: the best path of a size search with one decision turned round. */
#pragma once

#include "search/search.h"

extern const StatInfo stat_flips; /* paths that were tried */

/* Up to n_paths paths; the size search must have a best.  Returns true in *ret_better when the best became
 * better. */
must_use Err improve(SizeSearch *t, u64 n_paths, bool *ret_better);
