/* cover_near.h — how far what is not covered is from what is. */
#pragma once

#include "vm/exec/cover.h"

/* Of each site: branches and calls between code that some test runs and its own; 0: some test comes
 * to it; UINT32_MAX: nothing leads there that the code shows.  n_side and n_fn are as in CoverSuite.
 * The caller owns the result. */
u32 *cover_near(const Cover *c, const u32 *n_side, const u32 *n_fn);
