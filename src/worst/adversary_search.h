/* adversary_search.h — inputs that adversaries make (adversary.h): the plain ones; arm_adversary searches among the others. */
#ifndef WORST_ADVERSARY_SEARCH_H
#define WORST_ADVERSARY_SEARCH_H

#include "inputs/input_search.h"

/* Tries those whose answers are all alike, for at most so long. */
must_use Err adversary_plain(InputSearch *c, u64 limit_ns);

#endif
