/* truncated_test.c — moments of many draws against those that theory gives. */
#include "unit/unit.h"

#include "learn/truncated.h"

#include <math.h>

enum { N_DRAWS = 40000 };

static double density(double x) { return exp(-x * x / 2) / sqrt(2 * M_PI); }

static double below(double x) { return erfc(-x / sqrt(2)) / 2; }

/* Johnson, Kotz, Balakrishnan, "Continuous univariate distributions" 1, section 13.10.1. */
static void theory(double mean, double std, double *ret_mean, double *ret_std) {
  double a = (-1 - mean) / std, b = (1 - mean) / std, z = below(b) - below(a);
  double shift = (density(a) - density(b)) / z;
  *ret_mean = mean + std * shift;
  *ret_std = std * sqrt(1 + (a * density(a) - b * density(b)) / z - shift * shift);
}

static void check(double mean, double std) {
  double sum = 0, square = 0, want_mean, want_std;
  Rng rng = {7};
  for (u32 i = 0; i < N_DRAWS; i++) {
    double x = truncated_draw(mean, std, &rng);
    assert_true(x >= -1 && x <= 1);
    sum += x;
    square += x * x;
  }
  theory(mean, std, &want_mean, &want_std);
  double got_mean = sum / N_DRAWS, got_std = sqrt(square / N_DRAWS - got_mean * got_mean);
  double close = 4.5 * want_std / sqrt(N_DRAWS); /* 4.5 standard errors of the mean */
  assert_true(fabs(got_mean - want_mean) < close);
  assert_true(fabs(got_std - want_std) < close);
}

static void test_moments(void **state) {
  (void)state;
  double means[] = {-1, -0.7, 0, 0.25, 0.9, 1}, stds[] = {0.01, 0.2, 0.6, 0.99, 1, 1.5, 10};
  for (u32 i = 0; i < ARRAY_LEN(means); i++)
    for (u32 k = 0; k < ARRAY_LEN(stds); k++) check(means[i], stds[k]);
}

static void test_no_deviation(void **state) {
  (void)state;
  Rng rng = {1};
  assert_true(truncated_draw(0.25, 0, &rng) == 0.25);
  assert_true(truncated_draw(-1, 0, &rng) == -1);
}

static void test_same_seed(void **state) {
  (void)state;
  Rng a = {3}, b = {3};
  for (u32 i = 0; i < 100; i++)
    assert_true(truncated_draw(0.5, 0.7, &a) == truncated_draw(0.5, 0.7, &b));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_moments),
      cmocka_unit_test(test_no_deviation),
      cmocka_unit_test(test_same_seed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
