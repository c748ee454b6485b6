/* smaller_sizes.h — smaller sizes that nobody asked for: what is bad there is found sooner, and is extended. */
#ifndef WORST_SMALLER_SIZES_H
#define WORST_SMALLER_SIZES_H

#include "worst/arm.h"

/* Searches a quarter and a half of the size by these arms, with a part of the time of the size search. */
must_use Err smaller_sizes_search(SizeSearch *t, Portfolio *p, const ArmOps *const *arms,
                                  u32 n_arms);

/* Where the worst path so far has calls of recursive functions, searches many sizes, from small ones up
 * almost to that of the size search, and learns precedents (call_table.h); else does nothing. */
must_use Err size_ramp_search(SizeSearch *t, Portfolio *p, bool *ret_climbed);

#endif
