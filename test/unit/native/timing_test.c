/* timing_test.c — the median of native runs, and what is far from it. */
#include "native/timing.h"

#include "report/worst_report.h"
#include "unit/unit.h"

static void test_median(void **state) {
  (void)state;
  u64 one[] = {7}, four[] = {40, 10, 30, 20}, equal[] = {5, 5, 5};
  assert_int_equal(timing_of(one, 1).ns, 7);
  assert_int_equal(timing_of(four, 4).ns, 30);
  assert_int_equal(timing_of(four, 4).n_runs, 4);
  assert_int_equal(timing_of(four, 4).n_outliers, 0);
  assert_int_equal(timing_of(equal, 3).n_outliers, 0);
}

/* One run that was disturbed does not move the median, and is named. */
static void test_outliers(void **state) {
  (void)state;
  u64 runs[] = {1000, 1003, 998, 90000, 1001, 999};
  Timing t = timing_of(runs, ARRAY_LEN(runs));
  assert_int_equal(t.ns, 1001);
  assert_int_equal(t.n_outliers, 1);
}

/* NULL of typical inputs is no time, and one that takes as long is not longer. */
static void test_lost(void **state) {
  (void)state;
  cleanup(worst_report_done) WorstReport r = {0};
  WorstMedian none = {0}, slow = {.n_runs = 5, .seconds = 0.2},
              fast = {.n_runs = 5, .seconds = 0.1};
  vec_push(&r.times.rows, ((WorstTimed){.size = 2, .worst = slow, .typical = none}));
  vec_push(&r.times.rows, ((WorstTimed){.size = 4, .worst = slow, .typical = slow}));
  assert_false(worst_times_lost(&r.times));
  vec_push(&r.times.rows, ((WorstTimed){.size = 8, .worst = fast, .typical = slow}));
  assert_true(worst_times_lost(&r.times));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_median),
      cmocka_unit_test(test_outliers),
      cmocka_unit_test(test_lost),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
