/* weights_test.c — the choice by weight: sums after any changes, and how often each item is chosen. */
#include "unit/unit.h"

#include "explore/weights.h"

#include <math.h>
#include <string.h>

enum { MOST = 300 };

/* The same weights, put into an empty tree in another order. */
static void check_sums(const WeightTree *w, const double *plain, u32 n) {
  WeightTree again = {0};
  weights_set(&again, MOST - 1, 0); /* sizes of trees may differ: not the sums */
  for (u32 i = n; i > 0; i--) weights_set(&again, i - 1, plain[i - 1]);
  double sum = 0;
  for (u32 i = 0; i < n; i++) {
    assert_true(weights_get(w, i) == plain[i]);
    sum += plain[i];
  }
  assert_true(weights_sum(w) == weights_sum(&again)); /* to the last bit */
  assert_true(fabs(weights_sum(w) - sum) <= 1e-12 * sum);
  weights_done(&again);
}

/* WeightTree of very different sizes come and go: nothing of what is gone stays in the sums. */
static void test_sums(void **state) {
  (void)state;
  Rng rng = {11};
  WeightTree w = {0};
  double plain[MOST] = {0};
  u32 n = 1;
  for (u32 step = 0; step < 5000; step++) {
    if (n < MOST && rng_chance(&rng, 10)) n++;
    u32 item = (u32)rng_below(&rng, n);
    plain[item] =
        rng_chance(&rng, 3) ? 0 : ldexp(rng_unit(&rng) + 1, (int)rng_below(&rng, 80) - 40);
    weights_set(&w, item, plain[item]);
    if (step % 97 == 0) check_sums(&w, plain, n);
  }
  for (u32 i = 0; i < n; i++) weights_set(&w, i, 0);
  assert_true(weights_sum(&w) == 0);
  u32 item;
  assert_false(weights_pick(&w, &rng, &item));
  weights_done(&w);
}

/* An item without weight is never chosen, one that is alone always, however small its weight is. */
static void test_only_what_weighs(void **state) {
  (void)state;
  Rng rng = {3};
  WeightTree w = {0};
  u32 item;
  assert_false(weights_pick(&w, &rng, &item));
  assert_true(weights_get(&w, 7) == 0);
  for (u32 round = 0; round < 2000; round++) {
    u32 one = (u32)rng_below(&rng, MOST);
    weights_set(&w, one, ldexp(1, (int)rng_below(&rng, 100) - 80));
    assert_true(weights_pick(&w, &rng, &item));
    assert_int_equal(item, one);
    u32 other = (u32)rng_below(&rng, MOST);
    weights_set(&w, other, 1e-18); /* beside a large one it is lost in the sum */
    assert_true(weights_pick(&w, &rng, &item));
    assert_true(item == one || item == other);
    weights_set(&w, one, 0);
    weights_set(&w, other, 0);
  }
  weights_done(&w);
}

/* Items 0 … n - 1 with weights (k mod 7) + 1, or 0 for every fifth: chi-square with d degrees of
 * freedom is below d + 5 √(2d), which a right choice exceeds once in a million. */
static void check_distribution(u32 n, u64 seed) {
  enum { PER_ITEM = 400 };
  Rng rng = {seed};
  WeightTree w = {0};
  u32 *n_picked = mem_new(n * sizeof *n_picked), item, freedom = 0;
  for (u32 k = 0; k < n; k++) weights_set(&w, k, 99); /* and then what it is to be */
  for (u32 k = 0; k < n; k++) weights_set(&w, k, k % 5 == 4 ? 0 : k % 7 + 1);
  for (u32 i = 0; i < PER_ITEM * n; i++) {
    assert_true(weights_pick(&w, &rng, &item) && item < n);
    n_picked[item]++;
  }
  double chi = 0;
  for (u32 k = 0; k < n; k++) {
    double expected = PER_ITEM * n * weights_get(&w, k) / weights_sum(&w);
    if (expected == 0) assert_int_equal(n_picked[k], 0);
    if (expected == 0) continue;
    chi += (n_picked[k] - expected) * (n_picked[k] - expected) / expected;
    freedom++;
  }
  freedom--;
  assert_true(chi < freedom + 5 * sqrt(2 * freedom));
  if (freedom > 10) assert_true(chi > freedom - 5 * sqrt(2 * freedom)); /* nor is it too good */
  mem_free(n_picked);
  weights_done(&w);
}

static void test_distribution(void **state) {
  (void)state;
  for (u32 n = 2; n <= 129; n += n < 20 ? 1 : 27)
    for (u64 seed = 1; seed <= 3; seed++) check_distribution(n, seed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sums),
      cmocka_unit_test(test_only_what_weighs),
      cmocka_unit_test(test_distribution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
