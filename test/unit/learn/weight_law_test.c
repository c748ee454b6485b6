/* weight_law_test.c — laws of recorded weights, and what each method draws. */
#include "unit/unit.h"

#include "learn/weight_law.h"

#include <math.h>

static void assert_law(WeightLaw law, double mean, double std) {
  assert_true(law.is_known);
  assert_true(fabs(law.mean - mean) < 1e-12 && fabs(law.std - std) < 1e-12);
}

static void test_learning(void **state) {
  (void)state;
  double mixed[] = {0.5, -0.5, 1, 0}, flat[] = {0.25, 0.25, 0.25};
  assert_law(weight_law_learn(mixed, 4, 1), 0.25, sqrt(5.0 / 16)); /* of the population */
  assert_law(weight_law_learn(flat, 3, 0), 0.25, 0);
  assert_law(weight_law_learn(flat, 3, 1), 0.25, 1); /* as the released code has it */
  assert_law(weight_law_learn(mixed, 1, 0), 0.5, 0);
  assert_false(weight_law_learn(NULL, 0, 1).is_known);
}

enum { N_DRAWS = 3000 };
static const DrawPlan plan = {.n_opposing = 100};

/* Means of what is drawn for three weights: known and positive, known and negative, unknown. */
static void means(DrawMethod method, const DrawPlan *how, double *ret) {
  const WeightLaw laws[] = {{true, 0.9, 0.05}, {true, -0.8, 0.1}, {0}};
  Rng rng = {11};
  for (u32 i = 0; i < 3; i++) ret[i] = 0;
  for (u32 k = 0; k < N_DRAWS; k++) {
    double w[3];
    weights_draw(laws, 3, method, how, &rng, w);
    for (u32 i = 0; i < 3; i++) {
      assert_true(w[i] >= -1 && w[i] <= 1);
      ret[i] += w[i] / N_DRAWS;
    }
  }
}

static void test_following(void **state) {
  (void)state;
  double m[3];
  means(DRAW_FOLLOW, &plan, m);
  assert_true(fabs(m[0] - 0.9) < 0.03 && fabs(m[1] + 0.8) < 0.03 && fabs(m[2]) < 0.05);
}

/* The least of n uniform draws from [-1, 1] is -1 + 2/(n+1) on average. */
static void test_opposing(void **state) {
  (void)state;
  DrawPlan released = {.n_opposing = 20, .opposes_each_anew = true};
  double m[3];
  means(DRAW_OPPOSE, &plan, m);
  assert_true(fabs(m[0] - (-1 + 2.0 / 101)) < 0.005 && fabs(m[1] - (1 - 2.0 / 101)) < 0.005);
  means(DRAW_OPPOSE, &released, m);
  assert_true(fabs(m[0] - (-1 + 2.0 / 21)) < 0.01 && fabs(m[1] - (1 - 2.0 / 21)) < 0.01);
}

static void test_exploring(void **state) {
  (void)state;
  double m[3];
  means(DRAW_EXPLORE, &plan, m);
  for (u32 i = 0; i < 3; i++) assert_true(fabs(m[i]) < 0.05);
}

/* Once for all weights: equal laws without deviation get the same answer.  Else hardly ever. */
static void test_opposing_set(void **state) {
  (void)state;
  const WeightLaw laws[] = {{true, 0.5, 0}, {true, 0.5, 0}};
  Rng rng = {5};
  double w[2];
  weights_draw(laws, 2, DRAW_OPPOSE, &plan, &rng, w);
  assert_true(w[0] == w[1]);
  weights_draw(laws, 2, DRAW_OPPOSE, &(DrawPlan){20, true}, &rng, w);
  assert_true(w[0] != w[1]);
}

static void test_methods(void **state) {
  (void)state;
  u32 n[DRAW_METHODS] = {0};
  Rng rng = {2};
  for (u64 time = 0; time < 10; time++) assert_int_equal(draw_method(time, 10, &rng), DRAW_EXPLORE);
  for (u64 time = 10; time < 3010; time++) n[draw_method(time, 10, &rng)]++;
  for (u32 i = 0; i < DRAW_METHODS; i++) assert_in_range(n[i], 900, 1100);
}

static void test_frequencies(void **state) {
  (void)state;
  u32 n[3] = {0};
  Rng rng = {3};
  for (u32 i = 0; i < 6000; i++) n[frequency_draw((double[]){2, 0, 1}, 3, &rng)]++;
  assert_in_range(n[0], 3850, 4150);
  assert_int_equal(n[1], 0);
  for (u32 i = 0; i < 3; i++) n[i] = 0;
  for (u32 i = 0; i < 6000; i++) n[frequency_draw((double[]){0, 0, 0}, 3, &rng)]++;
  for (u32 i = 0; i < 3; i++) assert_in_range(n[i], 1850, 2150);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_learning),     cmocka_unit_test(test_following),
      cmocka_unit_test(test_opposing),     cmocka_unit_test(test_exploring),
      cmocka_unit_test(test_opposing_set), cmocka_unit_test(test_methods),
      cmocka_unit_test(test_frequencies),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
