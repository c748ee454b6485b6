/* growth_test.c — formulas where the points have one, never one that a cost refutes. */
#include "worst/growth.h"

#include "base/rng.h"
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 64 };

typedef struct Ladder {
  GrowthPoint at[MAX_POINTS];
  u32 n;
} Ladder;

static void add(Ladder *l, i64 size, i64 cost, bool proven) {
  l->at[l->n++] = (GrowthPoint){size, cost, proven};
}

static Ladder proven(i64 first, u32 n, const i64 *costs) {
  Ladder l = {0};
  for (u32 i = 0; i < n; i++) add(&l, first + i, costs[i], true);
  return l;
}

static Ladder proven_by(i64 first, i64 last, i64 step, double (*cost)(double)) {
  Ladder l = {0};
  for (i64 n = first; n <= last; n += step) add(&l, n, (i64)cost((double)n), true);
  return l;
}

static void assert_says(const Ladder *l, const char *unit, const char *expected) {
  Growth g;
  Text t = {0};
  growth_fit(l->at, l->n, &g);
  growth_print(&g, unit, &t);
  assert_string_equal(text_c(&t), expected);
  text_free(&t);
  growth_done(&g);
}

static void assert_predicts(const Growth *g, i64 size, const char *expected) {
  Text t = {0};
  assert_true(growth_predict(g, size, &t));
  assert_string_equal(text_c(&t), expected);
  text_free(&t);
}

static double sort(double n) {
  return n * (n - 1) / 2;
}

static double fourth(double n) {
  return n * n * n * n;
}

static double quarter(double n) {
  return floor(n * n / 4);
}

static double third(double n) {
  return floor(n / 3);
}

static void test_formula(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 8, 1, sort);
  assert_says(&l, "branches", "1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes");
  add(&l, 100, 4950, false);
  assert_says(&l, "branches", "1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes, confirmed at 100");
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_string_equal(g.exact, "1/2*N^2 - 1/2*N");
  assert_string_equal(g.class, "n^2");
  assert_true(g.coefficient == 0.5 && g.error == 0 && g.constant == 0);
  assert_int_equal(g.n_checks, 1);
  assert_int_equal(g.checks[0].size, 100);
  assert_int_equal(g.checks[0].found, 4950);
  assert_string_equal(g.checks[0].predicted, "4950");
  assert_true(g.checks[0].met);
  assert_predicts(&g, 10000000000, "49999999995000000000");
  growth_done(&g);
  l = proven_by(1, 7, 1, fourth);
  assert_says(&l, "calls", "N^4 calls (n^4), exact at 7 sizes");
}

static void test_what_was_found_less_is_missed(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 8, 1, sort);
  add(&l, 50, 1225, false);
  add(&l, 100, 4900, false);
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes, confirmed at 50; at 100 4900 "
              "found of 4950 expected");
  l.at[8].cost--;
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes; at 100 4900 found of 4950 "
              "expected, too few also at 1 smaller");
}

static void test_what_was_found_more_refutes(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 8, 1, sort);
  add(&l, 100, 4951, false);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_string_equal(g.class, "n^2");
  growth_done(&g);
}

/* A proven cost below a formula refutes it as well: it is the truth. */
static void test_what_is_proven_refutes(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 8, 1, sort);
  for (u32 i = 0; i < l.n; i++) l.at[i].proven = false;
  add(&l, 20, 150, true);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  growth_done(&g);
  l.at[8].proven = false;
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), fits 8 sizes (none proven); at 20 150 found of 190 "
              "expected");
}

static void test_best_found_only(void **unused) {
  (void)unused;
  Ladder l = proven_by(10, 60, 10, sort);
  for (u32 i = 2; i < l.n; i++) l.at[i].proven = false;
  assert_says(&l, "branches", "1/2*N^2 - 1/2*N branches (n^2), fits 6 sizes (2 proven)");
  add(&l, 1000, 499500, false);
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), fits 6 sizes (2 proven), confirmed at 1000");
}

static void test_many_confirmed(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 5, 1, sort);
  for (i64 n = 10; n <= 100; n += 10) add(&l, n, (i64)sort((double)n), false);
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), exact at 5 sizes, confirmed at 10 more up to 100");
}

static void test_late(void **unused) {
  (void)unused;
  i64 costs[] = {1, 5, 6, 8, 10, 12, 14, 16};
  Ladder l = proven(1, 8, costs);
  assert_says(&l, "calls", "2*N calls (n) from N = 3 on, exact at 6 sizes");
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.from, 3);
  Text t = {0};
  assert_false(growth_predict(&g, 2, &t));
  assert_string_equal(text_c(&t), "");
  growth_done(&g);
  l.at[2].cost++; /* three of eight are no exceptions any more */
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  growth_done(&g);
}

/* A logarithm is flat for half of its sizes and is no constant. */
static void test_steps_are_not_flat(void **unused) {
  (void)unused;
  for (i64 last = 3; last <= 60; last++) {
    Ladder l = {0};
    for (i64 n = 1; n <= last; n++) add(&l, n, 1 + (i64)log2((double)n), true);
    Growth g;
    growth_fit(l.at, l.n, &g);
    assert_null(g.exact);
    if (last >= 5) assert_string_equal(g.class, "log n");
    growth_done(&g);
  }
}

static void test_pieces(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 10, 1, quarter);
  assert_says(&l, "branches",
              "1/4*N^2 for even N, 1/4*N^2 - 1/4 for odd N; branches (n^2), exact at 10 sizes");
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_predicts(&g, 100, "2500");
  assert_predicts(&g, 101, "2550");
  growth_done(&g);
  l = proven_by(1, 12, 1, third);
  add(&l, 100, 33, false);
  assert_says(&l, "calls",
              "1/3*N for N mod 3 = 0, 1/3*N - 1/3 for N mod 3 = 1, 1/3*N - 2/3 for N mod 3 = 2; "
              "calls (n), exact at 12 sizes, confirmed at 100");
  l = proven_by(2, 16, 2, third); /* no odd sizes, so nothing is said about them */
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  growth_done(&g);
}

static void test_corners(void **unused) {
  (void)unused;
  i64 zero[8] = {0}, nine[] = {9, 9, 9}, huge[8];
  Ladder l = {0};
  assert_says(&l, "branches",
              "growth of branches unknown: 0 sizes are too few, it takes at least 4");
  l = proven(5, 1, nine);
  assert_says(&l, "branches", "growth of branches unknown: 1 size is too few, it takes at least 4");
  l = proven(5, 2, nine);
  assert_says(&l, "branches",
              "growth of branches unknown: 2 sizes are too few, it takes at least 4");
  l = proven(5, 3, nine);
  assert_says(&l, "branches", "9 branches (1), exact at 3 sizes");
  l = proven(1, 8, zero);
  assert_says(&l, "branches", "0 branches (1), exact at 8 sizes");
  for (u32 i = 0; i < 8; i++) huge[i] = INT64_MAX - 7 + i;
  l = proven(1, 8, huge);
  assert_says(&l, "branches", "N + 9223372036854775799 branches (n), exact at 8 sizes");
  huge[7] = 0;
  l = proven(1, 8, huge);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_true(isfinite(g.error) && g.error > 0);
  growth_done(&g);
}

static void test_sizes_far_apart(void **unused) {
  (void)unused;
  Ladder l = {0};
  i64 sizes[] = {3, 17, 18, 1000, 99999999};
  for (u32 i = 0; i < 5; i++) add(&l, sizes[i], 7 * sizes[i] + 1, i != 3);
  assert_says(&l, "branches", "7*N + 1 branches (n), exact at 4 sizes, confirmed at 1000");
  l.at[4].cost++;
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_string_equal(g.class, "n"); /* 2^n and n! are beyond numbers there */
  growth_done(&g);
  l = (Ladder){0};
  for (i64 n = 1; n <= 5; n++) add(&l, n, n % 2 ? 1ll << 60 : 1ll << 62, true);
  add(&l, 1020, INT64_MAX, false);
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  for (u32 i = 0; i < g.n_checks; i++) assert_true(strlen(g.checks[i].predicted) < 400);
  growth_done(&g);
}

/* ---- classes ------------------------------------------------------------- */

static double wobble(double n) { /* so that nothing is a polynomial by chance */
  return (double)((i64)(n * n * 7 + n) % 11) / 40;
}

static double like_log(double n) {
  return 100 * log2(n) + wobble(n) * 5;
}

static double like_n_log_n(double n) {
  return 30 * n * log2(n) + wobble(n) * n;
}

static double like_square(double n) {
  return n * n * (10 + wobble(n));
}

static double like_cube(double n) {
  return n * n * n * (10 + wobble(n));
}

static double like_power(double n) {
  return exp2(n) * (10 + wobble(n));
}

static double like_factorial(double n) {
  return tgamma(n + 1) * (10 + wobble(n));
}

static double like_line(double n) {
  return 100 * n + wobble(n) * 9;
}

static double like_constant(double n) {
  return 1000 + wobble(n) * 8 * (fmod(n, 2) < 1 ? 1 : -1);
}

static void test_classes(void **unused) {
  (void)unused;
  const struct {
    double (*cost)(double);
    const char *class;
    double coefficient;
    i64 last;
  } rows[] = {
      {like_log, "log n", 100, 40},      {like_line, "n", 100, 40},  {like_square, "n^2", 10, 40},
      {like_n_log_n, "n log n", 30, 40}, {like_cube, "n^3", 10, 40}, {like_power, "2^n", 10, 40},
      {like_factorial, "n!", 10, 15},
  };
  for (u32 i = 0; i < sizeof rows / sizeof *rows; i++) {
    for (i64 last = 10; last <= rows[i].last; last += 5) {
      Ladder l = proven_by(1, last, 1, rows[i].cost);
      Growth g;
      growth_fit(l.at, l.n, &g);
      assert_null(g.exact);
      assert_string_equal(g.class, rows[i].class);
      assert_true(fabs(g.coefficient / rows[i].coefficient - 1) < 0.1);
      assert_true(g.error > 0 && g.error < 0.05);
      growth_done(&g);
    }
  }
  Ladder l = proven_by(1, 40, 1, like_constant);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_true(g.error < 0.01);
  growth_done(&g);
}

/* Two parameters come near a few points whatever they are: nothing is said. */
static void test_too_few_sizes(void **unused) {
  (void)unused;
  i64 heap[] = {0, 3, 16}; /* of examples/dijkstra_lazy.c */
  Ladder l = proven(2, 3, heap);
  assert_says(&l, "branches",
              "growth of branches unknown: 3 sizes are too few, it takes at least 4");
  i64 doubled[] = {2, 4, 8, 16, 32};
  l = proven(1, 4, doubled); /* and not "n^3" because 2^n takes more */
  assert_says(&l, "branches",
              "growth of branches unknown: 4 sizes are too few, it takes at least 5");
  l = proven(1, 5, doubled);
  assert_says(&l, "branches", "about 1*2^N branches (2^n), off by 0 %");
  i64 logarithm[] = {10, 11, 13, 13};
  l = proven(1, 4, logarithm);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_string_equal(g.class, "log n");
  growth_done(&g);
}

static void test_class_line(void **unused) {
  (void)unused;
  Ladder l = {0};
  const i64 found[] = {0, 1, 3, 5, 8, 11, 14, 17}; /* comparisons of merge sort */
  for (u32 i = 0; i < 8; i++) add(&l, i + 1, found[i], true);
  add(&l, 64, 321, false);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_string_equal(g.class, "n log n");
  assert_int_equal(g.n_checks, 1);
  assert_int_equal(g.checks[0].found, 321);
  i64 predicted = strtoll(g.checks[0].predicted, NULL, 10);
  assert_in_range(predicted, 250, 320); /* of the first eight sizes alone */
  Text t = {0};
  growth_print(&g, "branches", &t);
  assert_non_null(strstr(text_c(&t), "*N*log2(N) "));
  assert_non_null(strstr(text_c(&t), " branches (n log n), off by "));
  assert_non_null(strstr(text_c(&t), " at 64, 321 found"));
  text_free(&t);
  growth_done(&g);
}

/* Falling costs have no class of growth but the constant. */
static void test_falling(void **unused) {
  (void)unused;
  i64 costs[] = {90, 50, 40, 33, 21, 20, 3, 1};
  Ladder l = proven(1, 8, costs);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_string_equal(g.class, "1");
  assert_true(g.error > 0.3);
  growth_done(&g);
}

/* Random ladders: a formula always goes through every proven size from its first on, and is above
 * every other cost. */
static void test_formulas_hold(void **unused) {
  (void)unused;
  Rng r = {5};
  u32 n_formulas = 0, n_pieces = 0, n_late = 0;
  for (u32 round = 0; round < 4000; round++) {
    Ladder l = {0};
    i64 size = 1 + (i64)rng_below(&r, 3), a = (i64)rng_below(&r, 3), b = (i64)rng_below(&r, 4);
    u32 kind = (u32)rng_below(&r, 4), n = 1 + (u32)rng_below(&r, 14);
    for (u32 i = 0; i < n; i++, size += rng_chance(&r, 5) ? 1 + (i64)rng_below(&r, 4) : 1) {
      i64 cost = a * size * size + b * size;
      if (kind == 1) cost = cost / 2;
      if (kind == 2 && i < 2) cost += (i64)rng_below(&r, 3);
      if (kind == 3 && rng_chance(&r, 8)) cost += (i64)rng_below(&r, 2);
      add(&l, size, cost, !rng_chance(&r, 5));
    }
    Growth g;
    growth_fit(l.at, l.n, &g);
    n_formulas += g.exact != NULL;
    n_pieces += g.n_pieces > 1;
    n_late += g.late;
    for (u32 i = 0; g.exact && i < l.n; i++) {
      if (l.at[i].size < g.from) continue;
      Text t = {0};
      assert_true(growth_predict(&g, l.at[i].size, &t));
      i64 predicted = strtoll(text_c(&t), NULL, 10);
      assert_null(strchr(text_c(&t), '/'));
      assert_true(predicted >= l.at[i].cost);
      if (l.at[i].proven) assert_true(predicted == l.at[i].cost);
      text_free(&t);
    }
    assert_true(!g.exact || g.n_sizes >= 3);
    growth_done(&g);
  }
  assert_true(n_formulas > 1000 && n_pieces > 20 && n_late > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formula),
      cmocka_unit_test(test_what_was_found_less_is_missed),
      cmocka_unit_test(test_what_was_found_more_refutes),
      cmocka_unit_test(test_what_is_proven_refutes),
      cmocka_unit_test(test_best_found_only),
      cmocka_unit_test(test_many_confirmed),
      cmocka_unit_test(test_late),
      cmocka_unit_test(test_steps_are_not_flat),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_corners),
      cmocka_unit_test(test_sizes_far_apart),
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_too_few_sizes),
      cmocka_unit_test(test_class_line),
      cmocka_unit_test(test_falling),
      cmocka_unit_test(test_formulas_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
