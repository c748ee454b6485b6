/* rate_law_test.c — weights of a known law come back from what it made. */
#include "unit/unit.h"

#include "base/rng.h"
#include "learn/rate_law.h"

#include <math.h>

enum { N = 5 };
static const double truth[N] = {-2, 1.5, 0, 3, -0.7};

/* How often something of this rate happens: few times, so by multiplying uniform numbers (Knuth). */
static u32 poisson(Rng *rng, double mean) {
  double product = rng_unit(rng), end = exp(-mean);
  u32 n = 0;
  for (; product > end; n++) product *= rng_unit(rng);
  return n;
}

static void live(RateLaw *law, Rng *rng, const double *weights, double bias, u32 n_cases) {
  for (u32 i = 0; i < n_cases; i++) {
    float features[N];
    double score = bias, spent = 1 + 4 * rng_unit(rng);
    for (u32 k = 0; k < N; k++) {
      features[k] = (float)rng_unit(rng);
      score += weights[k] * (double)features[k];
    }
    rate_law_feed(law, features, spent, poisson(rng, spent * exp(score)));
  }
}

static void check(const RateLaw *law, const double *weights) {
  for (u32 k = 0; k < N; k++) assert_true(fabs(law->weight[k] - weights[k]) < 0.5);
}

static void test_known(void **state) {
  (void)state;
  static const double wrong[N] = {1, 1, 1, 1, 1};
  for (u64 seed = 1; seed <= 5; seed++) {
    Rng rng = {seed};
    RateLaw law = rate_law_new(wrong, N);
    live(&law, &rng, truth, -3, 100000);
    check(&law, truth);
  }
}

/* What was right once fades: the opposite is learned as well. */
static void test_changing(void **state) {
  (void)state;
  double opposite[N];
  Rng rng = {9};
  RateLaw law = rate_law_new(truth, N);
  for (u32 k = 0; k < N; k++) opposite[k] = -truth[k];
  live(&law, &rng, truth, -3, 50000);
  live(&law, &rng, opposite, -3, 200000);
  check(&law, opposite);
}

/* Nothing ever happens, or everything at once: weights stay numbers, and within their limits. */
static void test_extremes(void **state) {
  (void)state;
  RateLaw law = rate_law_new(truth, N);
  float ones[N] = {1, 1, 1, 1, 1};
  for (u32 i = 0; i < 10000; i++) rate_law_feed(&law, ones, 1e6, 0);
  for (u32 i = 0; i < 10000; i++) rate_law_feed(&law, ones, 1e-6, 1e6);
  assert_true(isfinite(law.bias) && isfinite(rate_law_score(&law, ones)));
  for (u32 k = 0; k < N; k++) assert_true(fabs(law.weight[k]) <= 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_changing),
      cmocka_unit_test(test_extremes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
