/* rate_law.h — how often something happens where it looks like this: learned while it goes on.
 *
 * What is expected of `spent` is spent * exp(bias + the sum of weight * feature): a Poisson regression,
 * fitted by one step along its gradient for each case (AdaGrad: Duchi, Hazan, Singer, JMLR 2011).  Older
 * steps fade, because rates change.  Features should be between 0 and about 1.
 */
#pragma once

#include "base/base.h"

enum { MOST_RATE_FEATURES = 64 };

typedef struct RateLaw {
  u32 n;
  double bias, bias_steps;
  double weight[MOST_RATE_FEATURES];
  double steps[MOST_RATE_FEATURES]; /* the sum of the squares of its gradients */
} RateLaw;

/* `weights`: what is believed before anything is known. */
RateLaw rate_law_new(const double *weights, u32 n);

/* The sum of weight * feature: a rate is exp of it, compared with that of others. */
double rate_law_score(const RateLaw *r, const float *features);

/* Where it looked like this, so much was spent, more than 0, and it happened so often. */
void rate_law_feed(RateLaw *r, const float *features, double spent, double gained);
