/* growth_series.h — for tests of growth: series of costs, and what is said of them. */
#pragma once

#include "growth/growth.h"

#include "unit/unit.h"

#include <math.h>
#include <string.h>

enum { MAX_POINTS = 100 };

typedef struct Series {
  GrowthPoint at[MAX_POINTS];
  u32 n;
} Series;

__attribute__((unused)) static void add(Series *l, i64 size, i64 cost, bool proven) {
  l->at[l->n++] = (GrowthPoint){.size = size, .cost = cost, .proven = proven};
}

__attribute__((unused)) static Series proven(i64 first, u32 n, const i64 *costs) {
  Series l = {0};
  for (u32 i = 0; i < n; i++) add(&l, first + i, costs[i], true);
  return l;
}

__attribute__((unused)) static Series proven_by(i64 first, i64 last, i64 step,
                                                double (*cost)(double)) {
  Series l = {0};
  for (i64 n = first; n <= last; n += step) add(&l, n, (i64)cost((double)n), true);
  return l;
}

__attribute__((unused)) static void assert_says(const Series *l, const char *unit,
                                                const char *expected) {
  Growth g;
  Text t = {0};
  growth_fit(l->at, l->n, &g);
  growth_print(&g, unit, &t);
  assert_string_equal(text_c(&t), expected);
  text_free(&t);
  growth_done(&g);
}

__attribute__((unused)) static void assert_predicts(const Growth *g, i64 size,
                                                    const char *expected) {
  Text t = {0};
  assert_true(growth_predict(g, size, &t));
  assert_string_equal(text_c(&t), expected);
  text_free(&t);
}

__attribute__((unused)) static double sort(double n) { return n * (n - 1) / 2; }

__attribute__((unused)) static double fourth(double n) { return n * n * n * n; }

__attribute__((unused)) static double quarter(double n) { return floor(n * n / 4); }

__attribute__((unused)) static double third(double n) { return floor(n / 3); }

__attribute__((unused)) static void assert_kind(const Series *l, GrowthKind kind,
                                                const char *class) {
  Growth g;
  growth_fit(l->at, l->n, &g);
  assert_string_equal(growth_kind_name(g.kind), growth_kind_name(kind));
  if (class)
    assert_string_equal(g.class, class);
  else
    assert_null(g.class);
  growth_done(&g);
}
