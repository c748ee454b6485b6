/* multipoly_test.c — polynomials and laws: known ones are found, others are refused. */
#include "base/rng.h"
#include "laws/law.h"
#include "unit/unit.h"

static const char *const names[MAX_VARIABLES] = {"N", "i", "j", "k", "l", "m"};
static const char *const extents[MAX_VARIABLES] = {"N", "N", "N", "N", "N", "N"};

static void add(PointVec *points, i64 n, i64 i, i64 y) {
  vec_push(points, ((Point){.x = {n, i}, .extent = {0, n}, .y = y}));
}

static void assert_prints(const Law *f, const char *expected) {
  Text text = {0};
  law_print(f, names, extents, &text);
  assert_string_equal(text_c(&text), expected);
  text_free(&text);
}

/* y over sizes first, first + 1, … */
static bool fit_sizes(i64 first, const i64 *y, u32 n, Cases cases, Law *ret, Text *why) {
  PointVec points = {0};
  for (u32 i = 0; i < n; i++) add(&points, first + i, 0, y[i]);
  bool fits = law_fit(points.at, points.n, 1, cases, ret, why);
  vec_free(&points);
  return fits;
}

static void test_known(void **unused) {
  (void)unused;
  const struct {
    i64 y[6];
    const char *expected;
  } rows[] = {
      {{0, 0, 0, 0, 0, 0}, "0"},
      {{7, 7, 7, 7, 7, 7}, "7"},
      {{-1, -2, -3, -4, -5, -6}, "-N"},
      {{0, 1, 3, 6, 10, 15}, "1/2*N^2 - 1/2*N"},
      {{1, 8, 27, 64, 125, 216}, "N^3"},
      {{1, 16, 81, 256, 625, 1296}, "N^4"},
      {{INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}, "9223372036854775807"},
      {{1, 2, 4, 8, 16, 32}, NULL}, /* 2^(N-1) is no polynomial of so low a degree */
      {{0, 1, 3, 6, 10, 16}, NULL}, /* the last one disagrees */
  };
  for (u32 r = 0; r < ARRAY_LEN(rows); r++) {
    Law f;
    bool fits = fit_sizes(1, rows[r].y, 6, CASES_NO, &f, NULL);
    assert_int_equal(fits, rows[r].expected != NULL);
    if (!fits) continue;
    assert_prints(&f, rows[r].expected);
    law_done(&f);
  }
}

static void test_reason(void **unused) {
  (void)unused;
  Law f;
  Text why = {0};
  assert_false(fit_sizes(1, (i64[]){0, 1, 3, 6, 10, 16}, 6, CASES_NO, &f, &why));
  assert_string_equal(text_c(&why), "1/2*N^2 - 1/2*N fits the smaller sizes, but at N = 6 it is "
                                    "15, not 16");
  text_clear(&why);
  assert_false(fit_sizes(1, (i64[]){5}, 1, CASES_NO, &f, &why));
  assert_string_equal(text_c(&why), "no second size to confirm it");
  text_free(&why);
}

/* Four coefficients from four sizes: the fifth confirms; without it nothing is believed. */
static void test_confirmation_is_needed(void **unused) {
  (void)unused;
  const i64 cubes[] = {1, 8, 27, 64, 125};
  Law f;
  assert_false(fit_sizes(1, cubes, 4, CASES_YES, &f, NULL));
  assert_true(fit_sizes(1, cubes, 5, CASES_YES, &f, NULL));
  assert_prints(&f, "N^3");
  law_done(&f);
}

static i64 half(i64 n, i64 i) {
  (void)i;
  return n / 2;
}
static i64 zigzag(i64 n, i64 i) { return i % 2 ? n - i : i; }
static i64 organ_pipes(i64 n, i64 i) { return i < n / 2 ? i : n - 1 - i; }
static i64 first_largest(i64 n, i64 i) { return i ? i - 1 : n - 1; }
static i64 last_smallest(i64 n, i64 i) { return i < n - 1 ? i + 1 : 0; }
static i64 triangular(i64 n, i64 i) { return i * (i + 1) / 2 + n; }
static i64 by_three(i64 n, i64 i) { return i % 3 == 0 ? n : i % 3 == 1 ? -i : 4; }

static void test_cases(void **unused) {
  (void)unused;
  i64 (*const functions[])(i64, i64) = {half,          zigzag,     organ_pipes, first_largest,
                                        last_smallest, triangular, by_three};
  const char *const printed[] = {"N % 2 ? 1/2*N - 1/2 : 1/2*N",   "i % 2 ? N - i : i",
                                 "i < N / 2 ? i : N - i - 1",     "i > 0 ? i - 1 : N - 1",
                                 "i < N - 1 ? i + 1 : 0",         "1/2*i^2 + N + 1/2*i",
                                 "by i % 3: 0 → N, 1 → -i, 2 → 4"};
  for (u32 k = 0; k < ARRAY_LEN(functions); k++) {
    PointVec points = {0};
    Law f;
    for (i64 n = 1; n <= 10; n++) {
      for (i64 i = 0; i < n; i++) add(&points, n, i, functions[k](n, i));
    }
    assert_true(law_fit(points.at, points.n, 2, CASES_YES, &f, NULL));
    assert_prints(&f, printed[k]);
    for (i64 n = 1; n <= 100; n++) {
      for (i64 i = 0; i < n; i++) {
        i64 y;
        assert_true(law_at(&f, (i64[]){n, i}, (i64[]){0, n}, &y));
        assert_int_equal(y, functions[k](n, i));
      }
    }
    law_done(&f);
    vec_free(&points);
  }
}

static void test_large_numbers(void **unused) {
  (void)unused;
  PolyTerm terms[] = {{.coefficient = 1, .power = {6}}, {.coefficient = -1}};
  MultiPoly p = {.at = terms, .n = 2, .denominator = 1};
  i64 y;
  assert_true(multipoly_at(&p, (i64[]){1000}, &y));
  assert_true(y == 999999999999999999);
  assert_false(multipoly_at(&p, (i64[]){2000}, &y));          /* above 2^63 */
  assert_false(multipoly_at(&p, (i64[]){4000000000000}, &y)); /* above 2^127 */
  p.denominator = 2;
  assert_false(multipoly_at(&p, (i64[]){2}, &y)); /* 63/2 */
}

static void test_printing(void **unused) {
  (void)unused;
  PolyTerm terms[] = {{.coefficient = -3, .power = {2, 1}},
                      {.coefficient = 2, .power = {0, 1}},
                      {.coefficient = -8}};
  MultiPoly p = {.at = terms, .n = 3, .denominator = 4};
  Text text = {0};
  multipoly_print(&p, names, &text);
  assert_string_equal(text_c(&text), "-3/4*N^2*i + 1/2*i - 2");
  text_clear(&text);
  multipoly_print_c(&p, names, &text);
  assert_string_equal(text_c(&text), "(-3*N*N*i + 2*i - 8) / 4");
  text_free(&text);
}

/* Random polynomials in three variables, from few points, are found again and not another. */
static void test_random(void **unused) {
  (void)unused;
  Rng rng = {3};
  for (u32 round = 0; round < 200; round++) {
    PolyTerm terms[3];
    MultiPoly truth = {.at = terms, .n = 3, .denominator = 1};
    for (u32 t = 0; t < 3; t++) {
      terms[t] = (PolyTerm){.coefficient = (i64)rng_below(&rng, 9) - 4};
      for (u32 v = 0; v < 3; v++) terms[t].power[v] = (u8)rng_below(&rng, 2);
      if (rng_chance(&rng, 3)) terms[t].power[rng_below(&rng, 3)]++;
    }
    PointVec points = {0};
    for (i64 n = 2; n <= 7; n++) {
      for (i64 i = 0; i < n; i++) {
        for (i64 j = 0; j <= i; j++) {
          Point p = {.x = {n, i, j}, .extent = {0, n, i + 1}};
          assert_true(multipoly_at(&truth, p.x, &p.y));
          vec_push(&points, p);
        }
      }
    }
    Law f;
    i64 x[MAX_VARIABLES] = {50, 17, 40}, expected, y;
    assert_true(law_fit(points.at, points.n, 3, CASES_NO, &f, NULL));
    assert_true(multipoly_at(&truth, x, &expected));
    assert_true(law_at(&f, x, (i64[MAX_VARIABLES]){0}, &y));
    assert_int_equal(y, expected);
    law_done(&f);
    vec_free(&points);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_reason),
      cmocka_unit_test(test_confirmation_is_needed),
      cmocka_unit_test(test_cases),
      cmocka_unit_test(test_large_numbers),
      cmocka_unit_test(test_printing),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
