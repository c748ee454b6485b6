/* islands.h — smaller sizes that nobody asked for: what is bad there is found sooner, and is extended. */
#ifndef WORST_ISLANDS_H
#define WORST_ISLANDS_H

#include "worst/arm.h"

/* Searches a quarter and a half of the size by these arms, with a part of the time of the trial. */
must_use Err islands_search(Trial *t, Portfolio *p, const ArmOps *const *arms, u32 n_arms);

/* Where the worst path so far has calls of recursive functions, searches many sizes, from small ones up
 * almost to that of the trial, and learns precedents (precedents.h); else does nothing. */
must_use Err islands_climb(Trial *t, Portfolio *p, bool *ret_climbed);

#endif
