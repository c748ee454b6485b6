/* adversary_search.h — inputs that adversaries make (adversary.h): the plain ones; arm_adversary searches among the others. */
#pragma once

#include "inputs/input_search.h"

/* Tries those whose answers are all alike, for at most so long. */
must_use Err adversary_plain(InputSearch *c, u64 limit_ns);
