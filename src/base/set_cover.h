/* set_cover.h — few of many sets that together have every element. */
#pragma once

#include "base/vec.h"

/* Small numbers, in any order. */
typedef struct NumberSet {
  const u32 *at; /* borrowed */
  u32 n;
} NumberSet;

/* Appends the indices of sets that have among them every element of all `n`, ascending.  The greedy
 * algorithm: the set with the most elements that are still missing comes next, the first of several.
 * So they are at most ln(largest set) + 1 times as many as needed. */
void set_cover(const NumberSet *sets, u32 n, U32Vec *ret_chosen);
