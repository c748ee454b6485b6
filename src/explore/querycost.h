/* querycost.h — what questions to the solver have cost so far, by what was asked and not by the clock. */
#ifndef EXPLORE_QUERYCOST_H
#define EXPLORE_QUERYCOST_H

#include "explore/searcher.h"

/* Microseconds that all of them usually take; 0 without a solver. */
u64 querycost_spent(const Searcher *s);

#endif
