/* simplify.h — the worst input, made easier to read while its cost stays. */
#pragma once

#include "search/size_search.h"

/* Changes the best input of a size search as long as it becomes simpler and costs the same: a bounded number
 * of runs, the same for the same input, and at most so long.  What results takes the place of the best,
 * with its decisions. */
must_use Err simplify_best(SizeSearch *t, u64 limit_ns);
