/* linear_test.c — what goes through all points is found to the last digit, and nothing else. */
#include "laws/linear.h"

#include "base/rng.h"
#include "unit/unit.h"

#include <string.h>

enum { MAX_ROWS = 16 };

/* Rows of integers; the last of each is the right side. */
typedef struct Rows {
  i64 at[MAX_ROWS][MAX_ROWS + 1];
} Rows;

static void rows_exact(const void *self, u32 point, u32 column, mpz_t ret) {
  mpz_set_si(ret, ((const Rows *)self)->at[point][column]);
}

static bool fit(const Rows *rows, u32 n_points, u32 n_columns, LinearFit *ret) {
  return linear_fit(
      &(LinearSource){
          .self = rows, .n_points = n_points, .n_columns = n_columns, .exact = rows_exact},
      ret);
}

static void assert_fraction(const mpq_t got, i64 above, u64 below) {
  mpq_t expected;
  mpq_init(expected);
  mpq_set_si(expected, above, below);
  mpq_canonicalize(expected);
  assert_true(mpq_equal(got, expected));
  mpq_clear(expected);
}

static void test_fractions(void **unused) {
  (void)unused;
  Rows rows = {0}; /* n(n-1)/2 by n^2, n, 1 */
  for (i64 n = 1; n <= 6; n++) {
    i64 row[] = {n * n, n, 1, n * (n - 1) / 2};
    memcpy(rows.at[n - 1], row, sizeof row);
  }
  LinearFit f;
  assert_true(fit(&rows, 6, 3, &f));
  assert_int_equal(f.n_used, 2); /* with 0 for the last column two points are enough */
  assert_fraction(f.at[0], 1, 2);
  assert_fraction(f.at[1], -1, 2);
  assert_fraction(f.at[2], 0, 1);
  linear_fit_done(&f);
  rows.at[5][3]++;
  assert_false(fit(&rows, 6, 3, &f));
}

static void test_corners(void **unused) {
  (void)unused;
  Rows rows = {0};
  LinearFit f;
  assert_true(fit(&rows, 3, 2, &f)); /* 0 = 0 */
  assert_int_equal(f.n_used, 0);
  linear_fit_done(&f);
  rows.at[1][2] = 1; /* 0 = 1 */
  assert_false(fit(&rows, 3, 2, &f));
  rows.at[1][2] = 0;
  rows.at[0][0] = INT64_MIN;
  rows.at[0][2] = INT64_MAX;
  assert_true(fit(&rows, 1, 2, &f));
  assert_true(mpz_cmp_si(mpq_numref(f.at[0]), -INT64_MAX) == 0);
  linear_fit_done(&f);
}

/* Right sides that were made from coefficients give them back. */
static void test_random(void **unused) {
  (void)unused;
  Rng r = {9};
  for (u32 round = 0; round < 400; round++) {
    u32 n = 1 + (u32)rng_below(&r, 8), n_points = n + (u32)rng_below(&r, 6);
    i64 coefficient[MAX_ROWS], below = 1 + (i64)rng_below(&r, 30);
    Rows rows = {0};
    for (u32 c = 0; c < n; c++) coefficient[c] = (i64)rng_below(&r, 2001) - 1000;
    for (u32 p = 0; p < n_points; p++)
      for (u32 c = 0; c < n; c++) {
        rows.at[p][c] = below * ((i64)rng_below(&r, 2001) - 1000);
        rows.at[p][n] += rows.at[p][c] / below * coefficient[c];
      }
    LinearFit f;
    assert_true(fit(&rows, n_points, n, &f));
    mpq_t sum, term;
    mpq_inits(sum, term, NULL);
    for (u32 p = 0; p < n_points; p++) { /* whatever was left open */
      mpq_set_ui(sum, 0, 1);
      for (u32 c = 0; c < n; c++) {
        mpq_set_si(term, rows.at[p][c], 1);
        mpq_mul(term, term, f.at[c]);
        mpq_add(sum, sum, term);
      }
      assert_true(mpq_cmp_si(sum, rows.at[p][n], 1) == 0);
    }
    for (u32 c = 0; f.n_used == n && c < n; c++)
      assert_fraction(f.at[c], coefficient[c], (u64)below);
    mpq_clears(sum, term, NULL);
    linear_fit_done(&f);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fractions),
      cmocka_unit_test(test_corners),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
