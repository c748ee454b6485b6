/* rate_law.c — Poisson regression, a case at a time. */
#include "learn/rate_law.h"

#include <math.h>

static const double stride = 0.1, fading = 0.99995;
/* A weight is at most this: no rate is more than e^4 of another for one feature. */
static const double most = 4;
/* Rare cases of many gains are not to undo what hundreds taught. */
static const double most_error = 2;

RateLaw rate_law_new(const double *weights, u32 n) {
  RateLaw r = {.n = n, .bias = -4};
  assert(n <= MOST_RATE_FEATURES);
  for (u32 i = 0; i < n; i++) r.weight[i] = weights[i];
  return r;
}

double rate_law_score(const RateLaw *r, const float *features) {
  double sum = 0;
  for (u32 i = 0; i < r->n; i++) sum += r->weight[i] * (double)features[i];
  return sum;
}

static void step(double *weight, double *steps, double gradient) {
  *steps = *steps * fading + gradient * gradient;
  if (*steps > 0) *weight += stride * gradient / sqrt(*steps + 1e-3);
}

void rate_law_feed(RateLaw *r, const float *features, double spent, double gained) {
  assert(spent > 0 && gained >= 0);
  double expected = spent * exp(MIN(r->bias + rate_law_score(r, features), 20));
  double error = MAX(MIN(gained - expected, most_error), -most_error);
  step(&r->bias, &r->bias_steps, error);
  for (u32 i = 0; i < r->n; i++) {
    if (features[i] == 0) continue;
    step(&r->weight[i], &r->steps[i], error * (double)features[i]);
    r->weight[i] = MAX(MIN(r->weight[i], most), -most);
  }
}
