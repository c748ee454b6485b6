/* simplex_test.c — random small systems against all integers in a box. */
#include "unit/unit.h"

#include "base/rng.h"
#include "solver/linear/simplex.h"

#include <string.h>

enum { MAX_VARS = 4, MAX_SUMS = 7, LOW = -2, HIGH = 3 };

typedef struct Sum {
  int coef[MAX_VARS];
  int low, high;
} Sum;

typedef struct System {
  u32 n_vars, n_sums;
  Sum sums[MAX_SUMS];
} System;

static System random_system(Rng *rng) {
  System y = {.n_vars = 1 + (u32)rng_below(rng, MAX_VARS),
              .n_sums = 1 + (u32)rng_below(rng, MAX_SUMS)};
  for (u32 i = 0; i < y.n_sums; i++) {
    for (u32 k = 0; k < y.n_vars; k++) y.sums[i].coef[k] = (int)rng_below(rng, 7) - 3;
    y.sums[i].low = (int)rng_below(rng, 13) - 6;
    y.sums[i].high = y.sums[i].low + (int)rng_below(rng, 5);
  }
  return y;
}

static bool holds(const System *y, const i64 *x) {
  for (u32 i = 0; i < y->n_sums; i++) {
    i64 sum = 0;
    for (u32 k = 0; k < y->n_vars; k++) sum += y->sums[i].coef[k] * x[k];
    if (sum < y->sums[i].low || sum > y->sums[i].high) return false;
  }
  return true;
}

static bool has_solution(const System *y) {
  i64 x[MAX_VARS] = {LOW, LOW, LOW, LOW};
  for (;;) {
    if (holds(y, x)) return true;
    u32 k = 0;
    while (k < y->n_vars && x[k] == HIGH) x[k++] = LOW;
    if (k == y->n_vars) return false;
    x[k]++;
  }
}

/* Rows come one by one, with a search after each, as the stage does it. */
static SimplexAnswer solve(Simplex *s, const System *y, Rng *rng, u32 *ret_vars, u32 *ret_rows) {
  SimplexAnswer answer = SIMPLEX_YES;
  simplex_clear(s);
  for (u32 k = 0; k < y->n_vars; k++) {
    ret_vars[k] = simplex_var(s, (i64)rng_below(rng, 9) - 4);
    assert_true(simplex_at_least(s, ret_vars[k], LOW) && simplex_at_most(s, ret_vars[k], HIGH));
  }
  for (u32 i = 0; i < y->n_sums && answer == SIMPLEX_YES; i++) {
    SimplexTerm terms[MAX_VARS];
    u32 n = 0, row = 0;
    for (u32 k = 0; k < y->n_vars; k++)
      if (y->sums[i].coef[k]) terms[n++] = (SimplexTerm){ret_vars[k], y->sums[i].coef[k]};
    assert_true(simplex_row(s, terms, n, &row));
    assert_true(simplex_at_least(s, row, y->sums[i].low));
    assert_true(simplex_at_most(s, row, y->sums[i].high));
    ret_rows[i] = row;
    answer = simplex_solve(s, 10000);
  }
  return answer;
}

/* The sums that the refutation names, which must be enough for it; rows of those behind the refutation there are not. */
static System blamed(const Simplex *s, const System *y, const u32 *rows) {
  System part = {.n_vars = y->n_vars};
  for (u32 i = 0; i < y->n_sums; i++)
    if (rows[i] != UINT32_MAX && simplex_blames(s, rows[i])) part.sums[part.n_sums++] = y->sums[i];
  return part;
}

static void test_against_all_integers(void **state) {
  (void)state;
  Rng rng = {1};
  Simplex *s = simplex_new();
  u32 n_yes = 0, n_no = 0, n_fractions = 0, n_less = 0;
  for (u32 i = 0; i < SIZED(20000, 2000); i++) {
    System y = random_system(&rng);
    u32 vars[MAX_VARS], rows[MAX_SUMS];
    memset(rows, 0xff, sizeof rows);
    i64 x[MAX_VARS];
    bool is_whole = true;
    SimplexAnswer answer = solve(s, &y, &rng, vars, rows);
    assert_true(answer != SIMPLEX_UNKNOWN);
    for (u32 k = 0; k < y.n_vars; k++) {
      bool whole;
      x[k] = simplex_value(s, vars[k], &whole);
      is_whole &= whole;
    }
    bool solvable = has_solution(&y);
    if (answer == SIMPLEX_NO) {
      System part = blamed(s, &y, rows);
      assert_false(solvable || has_solution(&part));
      n_less += part.n_sums < y.n_sums && rows[y.n_sums - 1] != UINT32_MAX;
    }
    if (answer == SIMPLEX_YES && is_whole) assert_true(holds(&y, x));
    n_yes += answer == SIMPLEX_YES && is_whole;
    n_fractions += answer == SIMPLEX_YES && !is_whole;
    n_no += answer == SIMPLEX_NO;
  }
  simplex_free(s);
  assert_true(n_yes > 100 && n_no > 100 && n_fractions > 10 && n_less > 100);
}

/* Numbers that do not fit are told, not cut. */
static void test_large_numbers(void **state) {
  (void)state;
  Simplex *s = simplex_new();
  u32 x = simplex_var(s, SIMPLEX_LIMIT), y = simplex_var(s, 0), row, other;
  assert_false(simplex_at_most(s, x, INT64_MAX));
  assert_true(simplex_row(s, (SimplexTerm[]){{x, SIMPLEX_LIMIT}, {y, 3}}, 2, &row));
  assert_true(simplex_row(s, (SimplexTerm[]){{x, 5}, {y, SIMPLEX_LIMIT}}, 2, &other));
  assert_true(simplex_at_most(s, row, 0) && simplex_at_least(s, other, 1));
  assert_int_equal(simplex_solve(s, 100), SIMPLEX_UNKNOWN);
  simplex_clear(s);
  x = simplex_var(s, 1);
  assert_true(simplex_at_least(s, x, 3));
  assert_int_equal(simplex_solve(s, 100), SIMPLEX_YES);
  bool is_whole;
  assert_int_equal(simplex_value(s, x, &is_whole), 3);
  simplex_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_against_all_integers),
      cmocka_unit_test(test_large_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
