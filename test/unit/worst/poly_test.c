/* poly_test.c — polynomials are found exactly, and only where there is one. */
#include "worst/poly.h"

#include "base/rng.h"
#include "unit/unit.h"

#include <math.h>

static const i64 PRIME = (1ll << 61) - 1; /* that poly.c reckons with first */

static void assert_prints(const Poly *p, const char *expected) {
  Text t = {0};
  poly_print(p, "N", &t);
  assert_string_equal(text_c(&t), expected);
  text_free(&t);
}

static void assert_fit(const i64 *x, const i64 *y, u32 n, u32 spare, const char *expected) {
  Poly p;
  assert_true(poly_fit(x, y, n, spare, &p));
  assert_prints(&p, expected);
  poly_done(&p);
}

static void assert_no_fit(const i64 *x, const i64 *y, u32 n, u32 spare) {
  Poly p;
  assert_false(poly_fit(x, y, n, spare, &p));
}

static void test_known(void **unused) {
  (void)unused;
  i64 x[] = {1, 2, 3, 4, 5, 6}, sort[] = {0, 1, 3, 6, 10, 15}, line[] = {3, 1, -1, -3, -5, -7};
  i64 zero[6] = {0}, seven[] = {7, 7, 7, 7, 7, 7}, cube[] = {1, 8, 27, 64, 125, 216};
  assert_fit(x, sort, 6, 2, "1/2*N^2 - 1/2*N");
  assert_fit(x, sort, 6, 3, "1/2*N^2 - 1/2*N");
  assert_no_fit(x, sort, 6, 4);
  assert_fit(x, line, 6, 4, "-2*N + 5");
  assert_fit(x, cube, 6, 2, "N^3");
  assert_fit(x, seven, 6, 5, "7");
  assert_no_fit(x, seven, 6, 6);
  assert_fit(x, zero, 6, 5, "0");
  assert_no_fit(x, zero, 6, 6); /* the zero polynomial is a constant too */
}

static void test_few_points(void **unused) {
  (void)unused;
  i64 x[] = {3, 9}, y[] = {5, 17};
  assert_no_fit(x, y, 0, 0);
  assert_fit(x, y, 1, 0, "5");
  assert_no_fit(x, y, 1, 1);
  assert_fit(x, y, 2, 0, "2*N - 1");
  assert_no_fit(x, y, 2, 2);
}

static void test_printing(void **unused) {
  (void)unused;
  i64 x[] = {0, 1, -1, 2, -2};
  i64 minus[] = {0, -1, 1, -2, 2}, high[] = {-3, -3, -3, 9, 9}, mixed[] = {-3, -3, -5, -2, -12};
  assert_fit(x, minus, 5, 3, "-N");
  assert_fit(x, high, 5, 0, "N^4 - N^2 - 3");
  assert_fit(x, mixed, 5, 1, "1/2*N^3 - N^2 + 1/2*N - 3");
}

static void test_numbers_at_the_edge(void **unused) {
  (void)unused;
  i64 x[] = {INT64_MIN, INT64_MAX, 0, -1, 7, 1ll << 40}, top[6];
  for (u32 i = 0; i < 6; i++) top[i] = INT64_MAX;
  assert_fit(x, x, 6, 4, "N");
  assert_fit(x, top, 6, 5, "9223372036854775807");
  top[3]--;
  assert_no_fit(x, top, 6, 1);
  i64 small[] = {1, 2, 3, 4}, down[] = {INT64_MAX, INT64_MAX - 1, INT64_MAX - 2, INT64_MAX - 3};
  assert_fit(small, down, 4, 2, "-N + 9223372036854775808");
}

/* What vanishes modulo the prime must not pass for zero, nor equal places for distinct ones. */
static void test_the_prime_decides_nothing(void **unused) {
  (void)unused;
  i64 x[] = {1, 2, 3, 4, 5}, y[5];
  for (u32 odd = 0; odd < 5; odd++) {
    for (u32 i = 0; i < 5; i++) y[i] = i == odd ? PRIME : 0;
    assert_no_fit(x, y, 5, 1);
  }
  i64 far[] = {0, PRIME, 2 * PRIME, 1, 2}, same[] = {0, PRIME, 2 * PRIME, 1, 2};
  assert_fit(far, same, 5, 3, "N");
  same[4]++;
  assert_no_fit(far, same, 5, 2);
}

static void test_values(void **unused) {
  (void)unused;
  i64 x[] = {2, 4, 6}, y[] = {1, 2, 3}, at;
  Poly p, other, zero = {0};
  assert_true(poly_fit(x, y, 3, 1, &p));
  assert_prints(&p, "1/2*N");
  assert_true(poly_at_i64(&p, 10, &at));
  assert_int_equal(at, 5);
  assert_false(poly_at_i64(&p, 11, &at));
  assert_true(poly_at_i64(&zero, 11, &at));
  assert_int_equal(at, 0);
  i64 big[] = {4, 16, 36};
  assert_true(poly_fit(x, big, 3, 0, &other));
  assert_false(poly_equal(&p, &other));
  assert_true(poly_equal(&p, &p));
  assert_true(poly_at_i64(&other, 3037000499, &at));
  assert_true(at == 9223372030926249001);
  assert_false(poly_at_i64(&other, 3037000500, &at));
  assert_false(poly_at_i64(&other, INT64_MIN, &at));
  mpq_t exact, expected;
  mpq_inits(exact, expected, NULL);
  poly_at(&p, 11, exact);
  mpq_set_si(expected, 11, 2);
  assert_true(mpq_equal(exact, expected));
  mpq_clears(exact, expected, NULL);
  poly_done(&p);
  poly_done(&other);
}

static void test_tail(void **unused) {
  (void)unused;
  i64 x[] = {1, 2, 3, 4, 5, 6, 7, 8}, y[] = {5, 4, 9, 16, 25, 36, 49, 64};
  Poly p;
  u32 skipped = 99;
  assert_true(poly_fit_tail(x, y, 8, 3, 4, &skipped, &p));
  assert_int_equal(skipped, 1);
  assert_prints(&p, "N^2");
  poly_done(&p);
  y[3]++;
  assert_false(poly_fit_tail(x, y, 8, 3, 4, &skipped, &p));
  assert_true(poly_fit_tail(x, y, 8, 1, 4, &skipped, &p));
  assert_int_equal(skipped, 4);
  poly_done(&p);
  y[3]--;
  assert_false(poly_fit_tail(x, y, 8, 3, 0, &skipped, &p));
}

/* ---- random polynomials -------------------------------------------------- */

enum { MAX_DEGREE = 7, MAX_POINTS = 24 };

/* The sum of c[k] * (x - shift choose k): whole values, fractions as coefficients. */
typedef struct Sum {
  i64 c[MAX_DEGREE + 1], shift;
  u32 degree;
} Sum;

static Sum random_sum(Rng *r) {
  Sum s = {.degree = (u32)rng_below(r, MAX_DEGREE + 1), .shift = (i64)rng_below(r, 9) - 4};
  for (u32 k = 0; k <= s.degree; k++) s.c[k] = (i64)rng_below(r, 2001) - 1000;
  while (!s.c[s.degree]) s.c[s.degree] = (i64)rng_below(r, 2001) - 1000;
  return s;
}

static i64 sum_at(const Sum *s, i64 x) {
  __int128 choose = 1, value = 0;
  for (u32 k = 0; k <= s->degree; k++) {
    value += s->c[k] * choose;
    choose = choose * (x - s->shift - k) / (k + 1);
  }
  return (i64)value;
}

/* Distinct places in [-60, 60], in any order. */
static u32 random_places(Rng *r, u32 n, i64 *x) {
  for (u32 i = 0; i < n;) {
    x[i] = (i64)rng_below(r, 121) - 60;
    bool seen = false;
    for (u32 k = 0; k < i; k++) seen |= x[k] == x[i];
    i += !seen;
  }
  return n;
}

static void test_random(void **unused) {
  (void)unused;
  Rng r = {4};
  for (u32 round = 0; round < 2000; round++) {
    Sum s = random_sum(&r);
    i64 x[MAX_POINTS], y[MAX_POINTS], at;
    u32 spare = 1 + (u32)rng_below(&r, 4);
    u32 n = random_places(&r, s.degree + 1 + spare + (u32)rng_below(&r, 8), x);
    for (u32 i = 0; i < n; i++) y[i] = sum_at(&s, x[i]);
    Poly p;
    assert_true(poly_fit(x, y, n, spare, &p));
    assert_int_equal(p.n, s.degree + 1);
    for (i64 place = -100; place <= 100; place += 7) {
      assert_true(poly_at_i64(&p, place, &at));
      assert_true(at == sum_at(&s, place));
    }
    poly_done(&p);
    assert_no_fit(x, y, n, n - s.degree);
    y[rng_below(&r, n)] += rng_chance(&r, 2) ? 1 : PRIME;
    assert_no_fit(x, y, n, spare); /* the difference has degree n - 1 */
  }
}

/* As many points as a user may ask for, on no polynomial: refused before fractions explode. */
static void test_many_points(void **unused) {
  (void)unused;
  enum { N = 1500 };
  i64 x[N], y[N];
  for (i64 i = 0; i < N; i++) {
    x[i] = i + 1;
    y[i] = (i64)((double)(i + 1) * log2((double)(i + 1)));
  }
  Poly p;
  u32 skipped;
  assert_false(poly_fit_tail(x, y, N, 3, N / 2, &skipped, &p));
  for (i64 i = 0; i < N; i++) y[i] = i * i * i + (i < 10);
  assert_true(poly_fit_tail(x, y, N, 3, N / 2, &skipped, &p));
  assert_int_equal(skipped, 10);
  assert_prints(&p, "N^3 - 3*N^2 + 3*N - 1");
  poly_done(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_few_points),
      cmocka_unit_test(test_printing),
      cmocka_unit_test(test_numbers_at_the_edge),
      cmocka_unit_test(test_the_prime_decides_nothing),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_tail),
      cmocka_unit_test(test_random),
      cmocka_unit_test(test_many_points),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
