/* growth_class_test.c — no class that the sizes do not tell: claims that were wrong once, and random
 * series whose law is known. */
#include "unit/worst/growth_series.h"

#include "base/rng.h"

#include <stdlib.h>

/* ---- the wrong claims of the issue --------------------------------------- */

static u64 next_order(u32 *a, u32 n) { /* false: that was the last */
  u32 i = n - 1, k = n - 1;
  while (i > 0 && a[i - 1] >= a[i]) i--;
  if (!i) return 0;
  while (a[k] <= a[i - 1]) k--;
  u32 swap = a[i - 1];
  a[i - 1] = a[k];
  a[k] = swap;
  for (k = n - 1; i < k; i++, k--) swap = a[i], a[i] = a[k], a[k] = swap;
  return 1;
}

static i64 sift(u32 *a, u32 i, u32 n) {
  i64 cost = 0;
  for (u32 k; (k = 2 * i + 1) < n; i = k) {
    if (k + 1 < n && (cost++, a[k + 1] > a[k])) k++;
    cost++;
    if (a[k] <= a[i]) break;
    u32 swap = a[i];
    a[i] = a[k];
    a[k] = swap;
  }
  return cost;
}

static i64 heap_sort(const u32 *order, u32 n) {
  u32 a[8];
  i64 cost = 0;
  memcpy(a, order, n * sizeof *a);
  for (u32 i = n / 2; i-- > 0;) cost += sift(a, i, n);
  for (u32 m = n; m-- > 1;) {
    u32 swap = a[0];
    a[0] = a[m];
    a[m] = swap;
    cost += sift(a, 0, m);
  }
  return cost;
}

/* Of all orders, as an exhaustive search finds it. */
static i64 heap_sort_worst(u32 n) {
  u32 order[8];
  i64 worst = 0;
  for (u32 i = 0; i < n; i++) order[i] = i;
  do worst = MAX(worst, heap_sort(order, n));
  while (next_order(order, n));
  return worst;
}

static void test_heap_sort(void **unused) {
  (void)unused;
  Series l = {0};
  for (u32 n = 1; n <= 8; n++) add(&l, n, heap_sort_worst(n), true);
  assert_candidate(&l, "n log n");
  add(&l, 100, 1020, false);
  assert_candidate(&l, "n log n");
  for (u32 i = 0; i < 8; i++) l.at[i].cost = 37 * l.at[i].cost + 21 * l.at[i].size + 55;
  l.at[8].cost = 37 * 1020 + 2155;
  assert_candidate(&l, "n log n");
}

/* Up to 16 elements an insertion sort: the law is that of the small sizes, the headline says that 100 is
 * far below it, and no class is named. */
static void test_introsort(void **unused) {
  (void)unused;
  Series l = proven_by(1, 8, 1, sort);
  add(&l, 100, 1212, false);
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches, exact at 8 sizes; at N=100 1212 found of 4950 that "
              "the law predicts: the search fell short there, or the law ends before");
}

/* Distinct words: a list is searched for each, which is hardly seen where there are one or two of them. */
static void test_distinct_words(void **unused) {
  (void)unused;
  const i64 costs[] = {7, 14, 22, 30, 37, 45, 52, 60};
  Series l = proven(1, 8, costs);
  add(&l, 100, 9900, false);
  Growth g;
  growth_fit(l.at, l.n, &g);
  if (g.kind == GROWTH_CANDIDATES) assert_string_not_equal(g.candidates.at[0], "n");
  assert_true(!g.class || strcmp(g.class, "n"));
  growth_done(&g);
}

static i64 power_3_7(i64 n) {
  return (i64)(2.2 * pow(3.7, (double)n));
}

/* 3.7^N is no factorial, and is found with its base. */
static void test_any_base(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, power_3_7(n), true);
  assert_kind(&l, GROWTH_FITTED, "3.7^n");
}

/* A parser that looks flat, and costs more at 100 than any logarithm; a search that found 67133 of
 * 753498 at 1000. */
static void test_bounds_exclude(void **unused) {
  (void)unused;
  Series l = proven(1, 8, (i64[]){12, 31, 40, 48, 53, 57, 60, 63});
  add(&l, 100, 1480, false);
  Growth g;
  Text t = {0};
  growth_fit(l.at, l.n, &g);
  growth_print(&g, "branches", &t);
  assert_null(g.class);
  for (u32 i = 0; i < g.candidates.n; i++) assert_string_not_equal(g.candidates.at[i], "log n");
  text_free(&t);
  growth_done(&g);
  l = proven(1, 8, (i64[]){1, 4, 8, 14, 21, 31, 40, 53});
  add(&l, 1000, 67133, false);
  growth_fit(l.at, l.n, &g);
  assert_true(!g.class || strcmp(g.class, "n"));
  growth_done(&g);
}

/* A radix sort of setup mostly: no 2^N with a tiny factor. */
static void test_radix_sort(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 7; n++) add(&l, n, 40 * n + 5200, true);
  add(&l, 50, 4600, false);
  add(&l, 100, 9200, false);
  assert_says(&l, "branches",
              "40*N + 5200 branches, exact at 7 sizes, found also at 100; at N=50 4600 found of "
              "7200 that the law predicts: the search fell short there, or the law ends before");
  for (u32 i = 0; i < 7; i++) l.at[i].cost += l.at[i].size * l.at[i].size % 5;
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_true(!g.class || !strcmp(g.class, "n"));
  growth_done(&g);
}

static void test_dips(void **unused) {
  (void)unused;
  Series l = proven(1, 3, (i64[]){3, 9, 14});
  add(&l, 20, 210, false);
  add(&l, 50, 190, false);
  assert_says(&l, "branches",
              "growth of branches unknown: 3 proven sizes are too few for that, a class takes at "
              "least 5; N=50 costs less (190) than N=20 (210): the search fell "
              "short there, unless costs fall");
  l.at[4].proven = true; /* then it is so */
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.dips.n, 0);
  growth_done(&g);
}

static void test_falling(void **unused) {
  (void)unused;
  i64 costs[] = {90, 50, 40, 33, 21, 20, 3, 1};
  Series l = proven(1, 8, costs);
  assert_says(&l, "branches",
              "growth of branches unknown: the cost does not rise from N=1 (90) to 8 (1)");
  for (i64 n = 1; n <= 8; n++) l.at[n - 1].cost = 100 - 3 * n; /* a line, and no growth */
  assert_kind(&l, GROWTH_UNKNOWN, NULL);
}

/* ---- classes ------------------------------------------------------------- */

static void test_class_line(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 40; n++) add(&l, n, 10 * n * n + 40 * n + 100 + (n * n * 7 + n) % 11, true);
  add(&l, 100, 60000, false);
  Growth g;
  Text t = {0};
  growth_fit(l.at, l.n, &g);
  growth_print(&g, "branches", &t);
  assert_int_equal(g.kind, GROWTH_FITTED);
  assert_string_equal(g.class, "n^2");
  assert_true(fabs(g.coefficient - 10) < 0.2 && g.error > 0 && g.error < 0.05 && g.ahead < 0.05);
  assert_non_null(strstr(text_c(&t), "*N^2 + "));
  assert_non_null(strstr(text_c(&t), " branches (n^2), within "));
  assert_non_null(strstr(text_c(&t), " at 40 proven sizes (worst at N="));
  assert_non_null(strstr(text_c(&t), "; at N=100 60000 found of about 104"));
  assert_true(g.checks.n == 1 && g.checks.at[0].is_short && !g.checks.at[0].met);
  text_free(&t);
  growth_done(&g);
}

static void test_candidates_line(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, 10 * n * n + 40 * n + 100 + (n * n * 7 + n) % 11, true);
  Growth g;
  Text t = {0};
  growth_fit(l.at, l.n, &g);
  growth_print(&g, "branches", &t);
  assert_int_equal(g.kind, GROWTH_CANDIDATES);
  assert_non_null(strstr(text_c(&t), "between n log n and n^2 branches: 8 proven sizes do not tell "
                                     "(nearest n^2, which predicts the largest within "));
  assert_false(growth_predict(&g, 100, &t));
  text_free(&t);
  growth_done(&g);
}

/* ---- random series ------------------------------------------------------- */

typedef struct Truth {
  const char *class;
  double (*value)(double n, double base), (*lower)(double n);
  bool is_fast;
} Truth;

static double f_log(double n, double base) {
  (void)base;
  return log2(n);
}

static double f_line(double n, double base) {
  (void)base;
  return n;
}

static double f_n_log(double n, double base) {
  (void)base;
  return n * log2(n);
}

static double f_square(double n, double base) {
  (void)base;
  return n * n;
}

static double f_cube(double n, double base) {
  (void)base;
  return n * n * n;
}

static double f_power(double n, double base) {
  return pow(base, n);
}

static double f_factorial(double n, double base) {
  (void)base;
  return tgamma(n + 1);
}

static double no_lower(double n) {
  (void)n;
  return 0;
}

static double line_below(double n) {
  return n;
}

static double square_below(double n) {
  return n * n;
}

static const Truth truths[] = {
    {"log n", f_log, no_lower, false},       {"n", f_line, log2, false},
    {"n log n", f_n_log, line_below, false}, {"n^2", f_square, line_below, false},
    {"n^3", f_cube, square_below, false},    {"^n", f_power, line_below, true},
    {"n!", f_factorial, line_below, true},
};

static double uniform(Rng *r, double low, double high) {
  return low + (high - low) * (double)rng_below(r, 1u << 30) / (1u << 30);
}

/* Proven costs with rounding, steps of a few or some percent of noise; then lower bounds. */
static Series random_series(Rng *r, const Truth *truth) {
  static const double noises[] = {0.5, 3, 0, 0.02, 0.06};
  Series l = {0};
  u32 noise = (u32)rng_below(r, ARRAY_LEN(noises)),
      n = 5 + (u32)rng_below(r, truth->is_fast ? 6 : 16);
  double a = uniform(r, 3, 60), c = floor(uniform(r, 0, 150)), base = uniform(r, 1.5, 4.5);
  double b = rng_chance(r, 3) ? 0 : uniform(r, truth->is_fast ? 0 : -1, 4) * a;
  i64 first = 1 + (i64)rng_below(r, 3), step = truth->is_fast ? 1 : 1 + (i64)rng_below(r, 3);
  for (u32 i = 0; i < n; i++) {
    double x = (double)(first + step * i), y = a * truth->value(x, base) + b * truth->lower(x) + c;
    y = noise < 3 ? y + uniform(r, -noises[noise], noises[noise])
                  : y * (1 + uniform(r, -noises[noise], noises[noise]));
    add(&l, first + step * i, (i64)fmax(y, 0), true);
  }
  for (i64 size = 100; size <= 200 && rng_chance(r, 2); size += 100) {
    double x = (double)size, y = a * truth->value(x, base) + b * truth->lower(x) + c;
    y *= rng_chance(r, 2) ? 1 : uniform(r, 0.1, 1);
    if (y < 1e17) add(&l, size, (i64)y, false);
  }
  return l;
}

static bool is_class(const char *name, const Truth *truth) {
  return strcmp(truth->class, "^n") ? !strcmp(name, truth->class)
                                    : *name != 'n' && strstr(name, "^n") != NULL;
}

/* The class that is named is the right one, or it is among those that are listed. */
static void test_random_series(void **unused) {
  (void)unused;
  Rng r = {11};
  u32 n_named = 0, n_listed = 0;
  for (u32 round = 0; round < ROUNDS(1000); round++) {
    const Truth *truth = &truths[rng_below(&r, ARRAY_LEN(truths))];
    Series l = random_series(&r, truth);
    Growth g;
    growth_fit(l.at, l.n, &g);
    bool is_right = !g.class || is_class(g.class, truth), is_listed = !g.candidates.n;
    for (u32 i = 0; i < g.candidates.n; i++) is_listed |= is_class(g.candidates.at[i], truth);
    if (!is_right || !is_listed) {
      Text t = {0};
      growth_print(&g, truth->class, &t);
      for (u32 i = 0; i < l.n; i++)
        text_addf(&t, " %ld=%ld%s", (long)l.at[i].size, (long)l.at[i].cost,
                  l.at[i].proven ? "" : "?");
      fail_msg("round %u, %s: %s", round, truth->class, text_c(&t));
    }
    n_named += g.class != NULL;
    n_listed += g.candidates.n > 1;
    growth_done(&g);
  }
  assert_true(n_named > ROUNDS(200) && n_listed > ROUNDS(200));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_heap_sort),      cmocka_unit_test(test_introsort),
      cmocka_unit_test(test_distinct_words), cmocka_unit_test(test_any_base),
      cmocka_unit_test(test_bounds_exclude), cmocka_unit_test(test_radix_sort),
      cmocka_unit_test(test_dips),           cmocka_unit_test(test_falling),
      cmocka_unit_test(test_class_line),     cmocka_unit_test(test_candidates_line),
      cmocka_unit_test(test_random_series),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
