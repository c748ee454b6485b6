/* extend.h — an input of one size made of one of another size: what was bad small is often bad large. */
#pragma once

#include "inputs/genome.h"

u32 extend_count(void); /* how many ways there are */

/* Fills a genome from one of another plan, in the k-th way; genes are matched by their order. */
void extend_put(const Plan *from, const u8 *old, const Plan *to, u32 k, u8 *genome);
