/* adam_test.c — the optimiser finds the bottom of a bowl, and its first step is what Adam defines. */
#include "unit/unit.h"

#include "learn/adam.h"

#include <math.h>

/* The first step has the length of the rate, whatever the gradient's. */
static void test_first_step(void **unused) {
  (void)unused;
  Adam a = adam_new(2, 0.25);
  double w[2] = {1, 1}, gradient[2] = {1000, -0.001};
  adam_step(&a, w, gradient);
  assert_true(fabs(w[0] - 0.75) < 1e-4);
  assert_true(fabs(w[1] - 1.25) < 1e-4);
  adam_done(&a);
}

static void test_bowl(void **unused) {
  (void)unused;
  Adam a = adam_new(2, 0.05);
  double w[2] = {4, -3};
  for (u32 i = 0; i < 3000; i++) {
    double gradient[2] = {2 * (w[0] - 1), 20 * (w[1] - 2)};
    adam_step(&a, w, gradient);
  }
  assert_true(fabs(w[0] - 1) < 1e-3);
  assert_true(fabs(w[1] - 2) < 1e-3);
  adam_done(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_first_step),
      cmocka_unit_test(test_bowl),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
