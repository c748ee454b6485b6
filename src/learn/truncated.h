/* truncated.h — the normal distribution cut to [-1, 1]. */
#pragma once

#include "base/rng.h"

/* Uniform in [-1, 1). */
static inline double rng_around(Rng *r) { return 2 * rng_unit(r) - 1; }

/* `mean`, from [-1, 1], and `std` are those of the whole normal distribution.  With std 0 it is the
 * mean. */
double truncated_draw(double mean, double std, Rng *rng);
