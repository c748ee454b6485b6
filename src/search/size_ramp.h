/* size_ramp.h — smaller sizes that nobody asked for, before a larger one: what is bad there is found sooner, and is
 * extended.  Each has its part of the time and of the paths of the larger one. */
#pragma once

#include "search/search.h"

enum { MAX_RAMP_SIZES = 4 };

typedef struct SizeRamp {
  u64 sizes[MAX_RAMP_SIZES], weights[MAX_RAMP_SIZES]; /* ascending; of the time */
  u32 n;
} SizeRamp;

/* A quarter and a half of the size, with equal weights, as far as they are large enough. */
SizeRamp size_ramp_halves(u64 size, u64 least);

typedef Err VisitSmaller(SizeSearch *smaller, void *user);

/* Visits those that were not asked for.  All together have the Nth part of the time that is left for the size, and of so
 * many paths (UINT64_MAX: they are not limited). */
must_use Err size_ramp_run(SizeSearch *t, const SizeRamp *ramp, u64 part, u64 max_paths,
                           VisitSmaller *visit, void *user);
