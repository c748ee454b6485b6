/* adam_test.c — the optimiser finds the bottom of a bowl, and its first step is what Adam defines. */
#include "unit/unit.h"

#include "learn/adam.h"

#include <math.h>

/* The first step has the length of the rate, whatever the gradient's. */
static void test_first_step(void **unused) {
  (void)unused;
  Adam a = adam_new(2, 0.25);
  float w[2] = {1, 1}, gradient[2] = {1000, -0.001f};
  adam_step(&a, w, gradient);
  assert_true(fabsf(w[0] - 0.75f) < 1e-4f);
  assert_true(fabsf(w[1] - 1.25f) < 1e-4f);
  adam_done(&a);
}

static void test_bowl(void **unused) {
  (void)unused;
  Adam a = adam_new(2, 0.05);
  float w[2] = {4, -3};
  for (u32 i = 0; i < 3000; i++) {
    float gradient[2] = {2 * (w[0] - 1), 20 * (w[1] - 2)};
    adam_step(&a, w, gradient);
  }
  assert_true(fabsf(w[0] - 1) < 1e-3f);
  assert_true(fabsf(w[1] - 2) < 1e-3f);
  adam_done(&a);
}

/* After a restart a step is a first one again, wherever the weights are by now. */
static void test_restart(void **unused) {
  (void)unused;
  Adam a = adam_new(1, 0.25);
  float w = 0, up = 1000, down = -0.001f;
  for (u32 i = 0; i < 10; i++) adam_step(&a, &w, &up);
  float before = w;
  adam_restart(&a);
  assert_true(w == before);
  adam_step(&a, &w, &down);
  assert_true(fabsf(w - before - 0.25f) < 1e-4f);
  adam_done(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_first_step),
      cmocka_unit_test(test_bowl),
      cmocka_unit_test(test_restart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
