/* typical.h — what an ordinary input of a size costs, to stand beside the worst one. */
#pragma once

#include "search/size_search.h"

enum { TYPICAL_INPUTS = 200 };

typedef struct Typical {
  u32 n;      /* random inputs that ended; 0: too few did, and the rest is not known */
  u64 median; /* of their costs */
  u64 high;   /* 95 % of them cost no more */
} Typical;

/* Runs random inputs of the size search's size, for at most so long.  The same seed gives the same inputs.
 * If `takes_worse`, one that costs more than the best of the size search becomes its best. */
must_use Err typical_find(SizeSearch *t, u64 limit_ns, bool takes_worse, Typical *ret);
