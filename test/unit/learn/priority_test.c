/* priority_test.c — draws follow the weights, and what has none is never drawn. */
#include "unit/unit.h"

#include "learn/priority.h"

static void test_draws(void **unused) {
  (void)unused;
  enum { N = 37, DRAWS = 100000 };
  Priority p = priority_new(N);
  Rng rng = {7};
  double weights[N], sum = 0;
  u32 drawn[N] = {0};
  for (u32 round = 0; round < 3; round++) /* the last weight counts */
    for (u32 i = 0; i < N; i++) {
      weights[i] = i % 5 ? (double)rng_below(&rng, 100) : 0;
      priority_set(&p, i, weights[i]);
    }
  for (u32 i = 0; i < N; i++) sum += weights[i];
  assert_true(priority_sum(&p) == sum);
  for (u32 k = 0; k < DRAWS; k++) drawn[priority_draw(&p, &rng)]++;
  for (u32 i = 0; i < N; i++) {
    double expected = weights[i] / sum * DRAWS;
    if (weights[i] == 0) assert_int_equal(drawn[i], 0);
    assert_true((double)drawn[i] > 0.8 * expected - 60 && (double)drawn[i] < 1.2 * expected + 60);
  }
  priority_done(&p);
}

static void test_single(void **unused) {
  (void)unused;
  Priority p = priority_new(1000);
  Rng rng = {1};
  priority_set(&p, 999, 1e-9);
  for (u32 k = 0; k < 100; k++) assert_int_equal(priority_draw(&p, &rng), 999);
  priority_done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_draws),
      cmocka_unit_test(test_single),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
