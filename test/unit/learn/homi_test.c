/* homi_test.c — lessons of recorded tests with known results. */
#include "unit/unit.h"

#include "learn/homi.h"

#include <math.h>

#define SET(...) \
  (NumberSet) { (const u32[]){__VA_ARGS__}, sizeof((const u32[]){__VA_ARGS__}) / sizeof(u32) }

static const HomiPlan plan = {.parts = {0.2, 0.4, 0.6},
                              .n_parts = 3,
                              .n_times = 4,
                              .is_first_longest = true,
                              .n_exploring = 1,
                              .draw = {.n_opposing = 100},
                              .learns_frequencies = true};

/* Conditions 10, 11, 12; the second test adds nothing to the third. */
static Homi after_first_run(const HomiPlan *p, u64 seed) {
  Homi h = homi_new(p, seed);
  homi_begin_run(&h);
  assert_int_equal(h.method, DRAW_EXPLORE);
  assert_int_equal(h.time, 3);
  assert_false(homi_can_draw(&h)); /* nothing is pruned in the first run */
  homi_add_test(&h, SET(10, 11), SET(1, 2, 3), 0);
  homi_add_test(&h, SET(99), SET(4), 0);
  homi_add_test(&h, SET(11, 12), SET(3, 4, 5), 0);
  homi_learn(&h);
  return h;
}

static void assert_numbers(const U32Vec *got, NumberSet want) {
  assert_int_equal(got->n, want.n);
  for (u32 i = 0; i < want.n; i++) assert_int_equal(got->at[i], want.at[i]);
}

static void test_features(void **state) {
  (void)state;
  Homi h = after_first_run(&plan, 1);
  assert_numbers(&h.good, SET(0, 2));
  assert_numbers(&h.features, SET(10, 11, 12));
  for (u32 i = 0; i < 3; i++) assert_false(h.laws.at[i].is_known);
  assert_true(h.time_counts[3] == 2 && h.part_counts[0] == 0);
  homi_done(&h);
  HomiPlan few = plan;
  few.max_features = 2;
  h = after_first_run(&few, 1);
  assert_numbers(&h.features, SET(10, 11));
  homi_done(&h);
}

/* A draw with these weights, as if the generator had given them. */
static u32 record(Homi *h, double a, double b, double c, u32 part) {
  u32 k = homi_draw(h);
  HomiDraw *d = &h->draws.at[k];
  assert_int_equal(d->n, 3);
  d->weights[0] = a;
  d->weights[1] = b;
  d->weights[2] = c;
  d->part = part;
  return k + 1;
}

static void assert_law(const WeightLaw *law, double mean, double std) {
  assert_true(law->is_known && fabs(law->mean - mean) < 1e-12 && fabs(law->std - std) < 1e-12);
}

static void test_laws(void **state) {
  (void)state;
  Homi h = after_first_run(&plan, 1);
  homi_begin_run(&h);
  h.time = 0;
  u32 first = record(&h, 0.5, -1, 0.25, 0), second = record(&h, 1, 0, 0.25, 2),
      useless = record(&h, -0.75, -0.75, -0.75, 1);
  h.draws.at[second - 1].counts[1] = false;
  homi_add_test(&h, SET(10, 20), SET(1, 2, 3, 6, 7), first);
  homi_add_test(&h, SET(12), SET(4, 5, 8), second);
  homi_add_test(&h, SET(12), SET(9), second);
  homi_add_test(&h, SET(11), SET(9), useless); /* comes after one that covers the same */
  homi_learn(&h);
  /* The first run's tests cover nothing more: good are these three. */
  assert_numbers(&h.good, SET(3, 4, 5));
  assert_numbers(&h.features, SET(10, 20, 12));
  assert_law(&h.laws.at[0], (0.5 + 1 + 1) / 3, sqrt(0.5 / 9));
  assert_false(h.laws.at[1].is_known);
  assert_law(&h.laws.at[2], 0.25, 0);
  assert_true(h.part_counts[0] == 1 && h.part_counts[1] == 0 && h.part_counts[2] == 2);
  assert_true(h.time_counts[0] == 3 && h.time_counts[3] == 0);
  homi_done(&h);
}

/* Weights that all paths agreed on tell nothing. */
static void test_what_counts(void **state) {
  (void)state;
  Homi h = after_first_run(&plan, 1);
  homi_begin_run(&h);
  u32 draw = record(&h, 0.5, -1, 0.25, 0);
  h.draws.at[draw - 1].counts[0] = false;
  homi_add_test(&h, SET(10, 11), SET(1, 2, 3, 4, 5), draw);
  homi_learn(&h);
  assert_numbers(&h.features, SET(10, 11));
  assert_false(h.laws.at[0].is_known);
  assert_law(&h.laws.at[1], -1, 0);
  homi_done(&h);
}

/* Of parts and times that were good, unless nothing is learned of them. */
static void test_frequencies(void **state) {
  (void)state;
  for (u32 learns = 0; learns < 2; learns++) {
    HomiPlan p = plan;
    p.n_exploring = 0;
    p.learns_frequencies = learns;
    Homi h = after_first_run(&plan, 5);
    h.plan = p;
    h.part_counts[1] = 3;
    u32 n_parts[3] = {0}, n_times[4] = {0}, n_learned = 0;
    for (u32 i = 0; i < 3000; i++) {
      homi_begin_run(&h);
      if (h.method == DRAW_EXPLORE) continue;
      n_learned++;
      n_times[h.time]++;
      u32 draw = homi_draw(&h);
      n_parts[h.draws.at[draw].part]++;
    }
    assert_in_range(n_learned, 1850, 2150);
    assert_int_equal(n_parts[1] == n_learned, learns);
    assert_int_equal(n_times[3] == n_learned, learns);
    if (!learns) assert_in_range(n_times[0], n_learned / 5, n_learned / 3);
    homi_done(&h);
  }
}

static void test_most_draws(void **state) {
  (void)state;
  HomiPlan p = plan;
  p.max_draws = 2;
  Homi h = after_first_run(&p, 1);
  homi_begin_run(&h);
  homi_draw(&h);
  assert_true(homi_can_draw(&h));
  homi_draw(&h);
  assert_false(homi_can_draw(&h));
  homi_begin_run(&h);
  assert_true(homi_can_draw(&h));
  homi_done(&h);
}

static void test_same_seed(void **state) {
  (void)state;
  Homi a = after_first_run(&plan, 9), b = after_first_run(&plan, 9);
  for (u32 i = 0; i < 20; i++) {
    homi_begin_run(&a);
    homi_begin_run(&b);
    assert_true(a.method == b.method && a.time == b.time);
    u32 k_a = homi_draw(&a), k_b = homi_draw(&b);
    const HomiDraw *x = &a.draws.at[k_a], *y = &b.draws.at[k_b];
    assert_int_equal(x->part, y->part);
    for (u32 k = 0; k < x->n; k++) assert_true(x->weights[k] == y->weights[k]);
  }
  homi_done(&a);
  homi_done(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_features),    cmocka_unit_test(test_laws),
      cmocka_unit_test(test_what_counts), cmocka_unit_test(test_frequencies),
      cmocka_unit_test(test_most_draws),  cmocka_unit_test(test_same_seed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
