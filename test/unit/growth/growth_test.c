/* growth_test.c — exact laws where the costs have one, and never one that a cost refutes. */
#include "unit/growth/growth_series.h"

#include "base/rng.h"

#include <stdlib.h>

/* ---- polynomials --------------------------------------------------------- */

static void test_formula(void **unused) {
  (void)unused;
  Series l = proven_by(1, 8, 1, sort);
  assert_says(&l, "branches", "grows like N^2: 1/2*N^2 - 1/2*N branches, exact at sizes 1 to 8");
  add(&l, 100, 4950, false);
  assert_says(
      &l, "branches",
      "grows like N^2: 1/2*N^2 - 1/2*N branches, exact at sizes 1 to 8; the input found at 100 "
      "follows it");
  Growth g;
  u64 value;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.kind, GROWTH_EXACT);
  assert_string_equal(g.exact, "1/2*N^2 - 1/2*N");
  assert_string_equal(g.class, "n^2");
  assert_true(g.coefficient == 0.5);
  assert_true(g.from == 1 && !g.late && g.n_sizes == 8 && g.n_proven == 8 && g.n_spare == 5);
  assert_int_equal(g.checks.n, 1);
  assert_int_equal(g.checks.at[0].size, 100);
  assert_int_equal(g.checks.at[0].found, 4950);
  assert_string_equal(g.checks.at[0].predicted, "4950");
  assert_true(g.checks.at[0].met);
  assert_predicts(&g, 10000000000, "49999999995000000000");
  assert_true(growth_value(&g, 1000, &value) && value == 499500);
  assert_false(growth_value(&g, 10000000000, &value));
  growth_done(&g);
  l = proven_by(1, 7, 1, fourth);
  assert_says(&l, "calls", "grows like N^4: N^4 calls, exact at sizes 1 to 7");
}

static void test_what_was_found_less_is_short(void **unused) {
  (void)unused;
  Series l = proven_by(1, 8, 1, sort);
  add(&l, 50, 1225, false);
  add(&l, 100, 4900, false);
  assert_says(
      &l, "branches",
      "grows like N^2: 1/2*N^2 - 1/2*N branches, exact at sizes 1 to 8; the input found at 50 "
      "follows it; at N=100 the search found 4,900 of the 4,950 that it predicts");
  l.at[8].cost--;
  assert_says(
      &l, "branches",
      "grows like N^2: 1/2*N^2 - 1/2*N branches, exact at sizes 1 to 8; at N=100 the search found "
      "4,900 of the 4,950 that it predicts (and less than predicted at smaller sizes, too)");
  l.at[9].cost = 3000; /* then the law may be one of small sizes */
  assert_says(
      &l, "branches",
      "at N=100 the search found 3,000 of the 4,950 that the law of sizes 1 to 8 predicts; that is "
      "1/2*N^2 - 1/2*N branches, and the search fell short, or larger sizes follow another law");
}

/* All pairs where N is even, one pass where it is odd: the constants are the same. */
static void test_cases_that_share_a_constant(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 12; n++) add(&l, n, n % 2 ? 13 * n + 29 : 8 * n * n + 4 * n + 29, true);
  add(&l, 16, 2141, true);
  assert_says(
      &l, "calls",
      "grows like N^2: calls = 8*N^2 + 4*N + 29 for even N, 13*N + 29 for odd N; exact at 13 "
      "sizes from 1 to 16");
}

static void test_constant_refuted(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, 40, true);
  add(&l, 32, 120, false);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_string_equal(g.refuted, "a constant 40 goes through the proven sizes, and gives 40 at "
                                 "N=32, where 120 was found");
  growth_done(&g);
}

/* A sort that inserts small arrays, all subsets of at most ten: what larger sizes show comes first, and a law
 * that was only found is none of theirs. */
static void test_law_of_small_sizes(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, 10 * n * n + 8 * n + 12, true);
  const i64 above[] = {1916, 4804, 11554, 27012};
  for (u32 i = 0; i < ARRAY_LEN(above); i++) add(&l, 16 << i, above[i], false);
  assert_says(
      &l, "calls",
      "the inputs found cost 2.34 times as much when N doubles (32 → 64 → 128): at least like "
      "N log N; at N=128 the search found 27,012 of the 164,876 that the law of sizes 1 to 8 "
      "predicts; that is 10*N^2 + 8*N + 12 calls, and the search fell short, or larger sizes "
      "follow another law");
  l.n = 0;
  for (i64 n = 1; n <= 8; n++) add(&l, n, (37 << n) + 22 * n - 1, n <= 4);
  for (i64 n = 16; n <= 128; n *= 2) add(&l, n, 39955 + 20 * n, false);
  assert_says(&l, "calls",
              "the inputs found cost 1.03 times as much when N doubles (32 → 64 → 128): at least "
              "like N; 37*2^N + 22*N - 1 goes through what was found at smaller sizes, and gives "
              "2,425,183 at N=16, where 40,275 was found");
}

/* The law is not shown as the law, and what it goes through is said. */
static void test_what_was_found_more_refutes(void **unused) {
  (void)unused;
  Series l = proven_by(1, 8, 1, sort);
  add(&l, 100, 6000, false);
  Growth g;
  Text t = {0};
  growth_fit(l.at, l.n, &g);
  growth_print(&g, "branches", &t);
  assert_null(g.exact);
  assert_null(g.class);
  assert_non_null(strstr(text_c(&t),
                         "1/2*N^2 - 1/2*N goes through the proven sizes, and gives 4,950 "
                         "at N=100, where 6,000 was found"));
  text_free(&t);
  growth_done(&g);
}

static void test_what_is_proven_refutes(void **unused) {
  (void)unused;
  Series l = proven_by(1, 8, 1, sort);
  for (u32 i = 0; i < l.n; i++) l.at[i].proven = false;
  add(&l, 20, 150, true);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_null(g.at_least);
  growth_done(&g);
}

/* A law of costs that are not proven is a lower bound. */
static void test_best_found_only(void **unused) {
  (void)unused;
  Series l = proven_by(10, 60, 10, sort);
  for (u32 i = 2; i < l.n; i++) l.at[i].proven = false;
  assert_says(
      &l, "branches",
      "grows at least like N^2: 1/2*N^2 - 1/2*N branches, found at 6 sizes from 10 to 60, 2 of "
      "them proven");
  add(&l, 1000, 67133, false);
  assert_says(
      &l, "branches",
      "at least 1/2*N^2 - 1/2*N branches, found at 6 sizes from 10 to 60, 2 of them proven; at "
      "N=1,000 the search found 67,133 of the 499,500 that it predicts");
  u64 value;
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.kind, GROWTH_AT_LEAST);
  assert_null(g.exact);
  assert_null(g.class);
  assert_false(growth_value(&g, 100, &value)); /* nothing is predicted by it */
  growth_done(&g);
}

static void test_many_confirmed(void **unused) {
  (void)unused;
  Series l = proven_by(1, 5, 1, sort);
  for (i64 n = 10; n <= 100; n += 10) add(&l, n, (i64)sort((double)n), false);
  assert_says(
      &l, "branches",
      "grows like N^2: 1/2*N^2 - 1/2*N branches, exact at sizes 1 to 5; the inputs found up to 100 "
      "follow it");
}

static void test_late(void **unused) {
  (void)unused;
  i64 costs[] = {1, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24};
  Series l = proven(1, 12, costs);
  assert_says(&l, "calls", "grows like N: 2*N calls, exact at sizes 3 to 12");
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.from, 3);
  Text t = {0};
  assert_false(growth_predict(&g, 2, &t));
  assert_string_equal(text_c(&t), "");
  growth_done(&g);
  l.at[2].cost++; /* then it is from 4 on, and 12 sizes are too few for that */
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  growth_done(&g);
}

static void test_corners(void **unused) {
  (void)unused;
  i64 zero[8] = {0}, nine[] = {9, 9, 9, 9}, huge[8];
  Series l = {0};
  assert_kind(&l, GROWTH_UNKNOWN, NULL);
  l = proven(5, 1, nine);
  assert_kind(&l, GROWTH_UNKNOWN, NULL);
  /* Between two powers of two a logarithm is a constant, too. */
  l = proven(4, 4, nine);
  assert_kind(&l, GROWTH_UNKNOWN, NULL);
  l = proven(1, 4, nine);
  assert_says(&l, "branches", "constant: 9 branches, exact at sizes 1 to 4");
  l = proven(1, 8, zero);
  assert_says(&l, "branches", "constant: 0 branches, exact at sizes 1 to 8");
  for (u32 i = 0; i < 8; i++) huge[i] = INT64_MAX - 7 + i;
  l = proven(1, 8, huge);
  assert_says(&l, "branches",
              "grows like N: N + 9223372036854775799 branches, exact at sizes 1 to 8");
  huge[7] = 0;
  l = proven(1, 8, huge);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_null(g.class);
  growth_done(&g);
}

static void test_sizes_far_apart(void **unused) {
  (void)unused;
  Series l = {0};
  i64 sizes[] = {3, 17, 18, 1000, 99999999};
  for (u32 i = 0; i < 5; i++) add(&l, sizes[i], 7 * sizes[i] + 1, i != 3);
  assert_says(&l, "branches",
              "grows like N: 7*N + 1 branches, exact at 4 sizes from 3 to 99,999,999; the input "
              "found at 1,000 "
              "follows it");
  l.at[4].cost++;
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_null(g.class);
  growth_done(&g);
  l = (Series){0};
  for (i64 n = 1; n <= 9; n++) add(&l, n, n % 2 ? 1ll << 60 : 1ll << 62, true);
  add(&l, 1020, INT64_MAX, false);
  growth_fit(l.at, l.n, &g);
  assert_true(g.kind != GROWTH_EXACT);
  growth_done(&g);
}

/* A polynomial of high degree whose highest power is a step of one or two is made by chance. */
static void test_chance_is_no_law(void **unused) {
  (void)unused;
  Series l = proven(2, 8, (i64[]){206, 286, 356, 420, 480, 537, 592, 647}); /* 43 n + 62 log n */
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  growth_done(&g);
  l = proven(1, 7, (i64[]){264, 316, 487, 841, 1443, 2359, 3656}); /* a cube, nearly */
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  growth_done(&g);
}

/* ---- other laws ---------------------------------------------------------- */

static void test_cases(void **unused) {
  (void)unused;
  Series l = proven_by(1, 10, 1, quarter);
  assert_says(&l, "branches",
              "grows like N^2: branches = 1/4*N^2 for even N, 1/4*N^2 - 1/4 for odd N; exact at "
              "sizes 1 to 10");
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_predicts(&g, 100, "2500");
  assert_predicts(&g, 101, "2550");
  growth_done(&g);
  l = proven_by(1, 12, 1, third);
  add(&l, 100, 33, false);
  assert_says(
      &l, "calls",
      "grows like N: calls = 1/3*N for N mod 3 = 0, 1/3*N - 1/3 for N mod 3 = 1, 1/3*N - 2/3 for N "
      "mod 3 = 2; exact at sizes 1 to 12; the input found at 100 follows it");
  l = proven_by(2, 16, 2, third); /* no odd sizes, so nothing is said about them */
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  growth_done(&g);
}

/* Brick sort stops after a pass without a swap: N passes where N is even, one more where it is odd. */
static i64 odd_even_sort(i64 n) {
  i64 a[32], cost = 5;
  for (i64 i = 0; i < n; i++) a[i] = n - i;
  for (bool sorted = false; !sorted;) {
    sorted = true;
    for (i64 first = 1; first >= 0; first--)
      for (i64 i = first; i + 1 < n; i += 2) {
        cost += 7;
        if (a[i] <= a[i + 1]) continue;
        i64 swap = a[i];
        a[i] = a[i + 1];
        a[i + 1] = swap;
        cost += 4;
        sorted = false;
      }
  }
  return cost;
}

static void test_odd_even_sort(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 10; n++) add(&l, n, odd_even_sort(n), true);
  Growth g;
  u64 value;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.kind, GROWTH_EXACT);
  assert_non_null(strstr(g.exact, " for even N, "));
  assert_non_null(strstr(g.exact, " for odd N"));
  assert_string_equal(g.class, "n^2");
  for (i64 n = 11; n <= 32; n++)
    assert_true(growth_value(&g, n, &value) && value == (u64)odd_even_sort(n));
  growth_done(&g);
}

static i64 fibonacci(i64 n) { return n < 2 ? 5 : fibonacci(n - 1) + fibonacci(n - 2) + 9; }

static i64 permutations(i64 n) { return n ? n * permutations(n - 1) + 6 * n + 5 : 4; }

static i64 factorial(i64 n) { return n ? n * factorial(n - 1) : 1; }

static i64 three_factorial(i64 n) { return 3 * factorial(n) + 2; }

static i64 merge_comparisons(i64 n) {
  return n < 2 ? 0 : merge_comparisons(n / 2) + merge_comparisons(n - n / 2) + n - 1;
}

static i64 merge_instructions(i64 n) {
  if (n < 2) return 7;
  return merge_instructions(n / 2) + merge_instructions(n - n / 2) + 23 * n + 31 + n % 2 * 2;
}

static i64 karatsuba(i64 n) { return n < 2 ? 11 : 3 * karatsuba(n / 2) + 17 * n + 5; }

static i64 binary_search(i64 n) { return n ? 9 + binary_search((n - 1) / 2) : 4; }

static i64 hanoi(i64 n) { return n ? 2 * hanoi(n - 1) + 12 : 3; }

static i64 powers_of_three(i64 n) { return n ? 3 * powers_of_three(n - 1) + 2 * n + 4 : 1; }

static i64 sums_of_roots(i64 n) {
  i64 sum = 33;
  for (i64 i = 2; i <= n; i++)
    for (i64 d = 1; d * d <= i; d++) sum += 9;
  return sum + 13 * n;
}

static i64 roots(i64 n) {
  i64 k = 0;
  while (k * k <= n) k++;
  return 5 * k + 3;
}

static i64 tribonacci(i64 n) {
  return n < 3 ? n + 1 : tribonacci(n - 1) + tribonacci(n - 2) + tribonacci(n - 3);
}

static i64 every_second(i64 n) { /* 2^(n/2) */ return n < 2 ? 3 + n : 2 * every_second(n - 2) + 7; }

/* What is found holds far beyond the sizes that it was made from. */
static void test_laws(void **unused) {
  (void)unused;
  const struct {
    i64 (*cost)(i64);
    i64 first, last, far;
    const char *class, *law; /* NULL: however it is written */
  } rows[] = {
      {fibonacci, 1, 8, 25, "1.618^n",
       "cost(N) = cost(N-1) + cost(N-2) + 9, cost(1) = 5, "
       "cost(2) = 19"},
      {permutations, 1, 8, 15, "n!", "cost(N) = N*cost(N-1) + 6*N + 5, cost(1) = 15"},
      {three_factorial, 1, 8, 15, "n!", "cost(N) = N*cost(N-1) - 2*N + 2, cost(1) = 5"},
      {merge_comparisons, 1, 8, 1000, "n log n", "sum(ceil(log2(i)) for i = 1..N)"},
      {merge_instructions, 1, 13, 1000, "n log n",
       "cost(N) = cost(floor(N/2)) + cost(ceil(N/2)) + "
       "23*N + 31 for even N, cost(floor(N/2)) + "
       "cost(ceil(N/2)) + 23*N + 33 for odd N, "
       "cost(1) = 7"},
      {karatsuba, 1, 9, 3000, "n^1.585", "cost(N) = 3*cost(floor(N/2)) + 17*N + 5, cost(1) = 11"},
      {binary_search, 1, 9, 3000, "log n", "9*floor(log2(N+1)) + 4"},
      {hanoi, 1, 7, 30, "2^n", "15*2^N - 12"},
      {powers_of_three, 1, 8, 30, "3^n", NULL},
      {sums_of_roots, 1, 20, 1000, "n sqrt n", "9*sum(floor(sqrt(i)) for i = 1..N) + 13*N + 24"},
      {roots, 1, 16, 1000, "sqrt n", "5*floor(sqrt(N)) + 8"},
      {tribonacci, 1, 12, 25, "1.839^n",
       "cost(N) = cost(N-1) + cost(N-2) + cost(N-3), cost(1) = 2, "
       "cost(2) = 3, cost(3) = 6"},
      {every_second, 1, 12, 40, "1.414^n", NULL},
  };
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    Series l = {0};
    for (i64 n = rows[i].first; n <= rows[i].last; n++) add(&l, n, rows[i].cost(n), true);
    Growth g;
    u64 value;
    growth_fit(l.at, l.n, &g);
    assert_int_equal(g.kind, GROWTH_EXACT);
    assert_string_equal(g.class, rows[i].class);
    if (rows[i].law) assert_string_equal(g.exact, rows[i].law);
    assert_true(g.n_spare >= 2);
    for (i64 n = rows[i].last; n <= rows[i].far; n++)
      assert_true(growth_value(&g, n, &value) && value == (u64)rows[i].cost(n));
    growth_done(&g);
  }
}

/* A logarithm is flat for half of its sizes and is no constant, nor is its sum a line. */
static void test_stairs_are_not_flat(void **unused) {
  (void)unused;
  for (i64 first = 1; first <= 8; first++)
    for (i64 last = first + 2; last <= 40; last++) {
      Series l = {0}, sums = {0};
      for (i64 n = first; n <= last; n++) {
        add(&l, n, 1 + (i64)log2((double)n), true);
        add(&sums, n, merge_comparisons(n), true);
      }
      Growth g;
      growth_fit(l.at, l.n, &g);
      if (g.class) assert_string_equal(g.class, "log n");
      growth_done(&g);
      growth_fit(sums.at, sums.n, &g);
      if (g.class) assert_string_equal(g.class, "n log n");
      growth_done(&g);
    }
}

/* Steps of five sizes are no power of 1.002. */
static void test_long_periods(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 40; n++) add(&l, n, 220 + 13 * n / 5, true);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_true(!g.class || !strcmp(g.class, "n"));
  growth_done(&g);
}

/* Lines that break here and there are no sum of logarithms. */
static void test_broken_lines(void **unused) {
  (void)unused;
  Rng r = {3};
  for (u32 round = 0; round < ROUNDS(300); round++) {
    Series l = {0};
    i64 cost = (i64)rng_below(&r, 50), slope = (i64)rng_below(&r, 20);
    u32 n = 8 + (u32)rng_below(&r, 16), every = 3 + (u32)rng_below(&r, 6);
    for (u32 i = 0; i < n; i++, cost += slope) {
      if (rng_chance(&r, every)) slope += 1 + (i64)rng_below(&r, 12);
      add(&l, 1 + i, cost, true);
    }
    Growth g;
    growth_fit(l.at, l.n, &g);
    bool is_simple = g.exact && !strchr(g.exact, '('); /* a line from some size on */
    if (g.exact && !is_simple) fail_msg("round %u: %s", round, g.exact);
    growth_done(&g);
  }
}

/* Random ladders: a formula always goes through every proven size from its first on, and is above
 * every other cost. */
static void test_formulas_hold(void **unused) {
  (void)unused;
  Rng r = {5};
  u32 n_formulas = 0, n_cases = 0, n_late = 0;
  for (u32 round = 0; round < ROUNDS(1000); round++) {
    Series l = {0};
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
    n_cases += g.exact && strstr(g.exact, " for odd N");
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
  assert_true(n_formulas > ROUNDS(200) && n_cases > ROUNDS(5) && n_late > ROUNDS(5));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formula),
      cmocka_unit_test(test_what_was_found_less_is_short),
      cmocka_unit_test(test_cases_that_share_a_constant),
      cmocka_unit_test(test_constant_refuted),
      cmocka_unit_test(test_law_of_small_sizes),
      cmocka_unit_test(test_what_was_found_more_refutes),
      cmocka_unit_test(test_what_is_proven_refutes),
      cmocka_unit_test(test_best_found_only),
      cmocka_unit_test(test_many_confirmed),
      cmocka_unit_test(test_late),
      cmocka_unit_test(test_corners),
      cmocka_unit_test(test_sizes_far_apart),
      cmocka_unit_test(test_chance_is_no_law),
      cmocka_unit_test(test_cases),
      cmocka_unit_test(test_odd_even_sort),
      cmocka_unit_test(test_laws),
      cmocka_unit_test(test_stairs_are_not_flat),
      cmocka_unit_test(test_long_periods),
      cmocka_unit_test(test_broken_lines),
      cmocka_unit_test(test_formulas_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
