/* growth_test.c — laws where the costs have one, never one that a cost refutes, and no class that the
 * sizes do not tell. */
#include "worst/growth.h"

#include "base/rng.h"
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 100 };

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

static void assert_kind(const Ladder *l, GrowthKind kind, const char *class) {
  Growth g;
  growth_fit(l->at, l->n, &g);
  assert_string_equal(growth_kind_name(g.kind), growth_kind_name(kind));
  if (class)
    assert_string_equal(g.class, class);
  else
    assert_null(g.class);
  growth_done(&g);
}

/* Several classes, of which this is one. */
static void assert_candidate(const Ladder *l, const char *class) {
  Growth g;
  bool is_there = false;
  growth_fit(l->at, l->n, &g);
  assert_int_equal(g.kind, GROWTH_CANDIDATES);
  assert_null(g.class);
  for (u32 i = 0; i < g.candidates.n; i++) is_there |= !strcmp(g.candidates.at[i], class);
  assert_true(is_there);
  growth_done(&g);
}

/* ---- polynomials --------------------------------------------------------- */

static void test_formula(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 8, 1, sort);
  assert_says(&l, "branches", "1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes");
  add(&l, 100, 4950, false);
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes, found also at 100");
  Growth g;
  u64 value;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.kind, GROWTH_EXACT);
  assert_string_equal(g.exact, "1/2*N^2 - 1/2*N");
  assert_string_equal(g.class, "n^2");
  assert_true(g.coefficient == 0.5 && g.error == 0);
  assert_true(g.from == 1 && !g.late && g.n_sizes == 8 && g.n_proven == 8 && g.n_spare == 5);
  assert_int_equal(g.checks.n, 1);
  assert_int_equal(g.checks.at[0].size, 100);
  assert_int_equal(g.checks.at[0].found, 4950);
  assert_string_equal(g.checks.at[0].predicted, "4950");
  assert_true(g.checks.at[0].met && !g.checks.at[0].is_short);
  assert_predicts(&g, 10000000000, "49999999995000000000");
  assert_true(growth_value(&g, 1000, &value) && value == 499500);
  assert_false(growth_value(&g, 10000000000, &value));
  growth_done(&g);
  l = proven_by(1, 7, 1, fourth);
  assert_says(&l, "calls", "N^4 calls (n^4), exact at 7 sizes");
}

static void test_what_was_found_less_is_short(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 8, 1, sort);
  add(&l, 50, 1225, false);
  add(&l, 100, 4900, false);
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes, found also at 50; at N=100 4900 "
              "found of 4950 that the law predicts: the search fell short there, or the law ends "
              "before");
  l.at[8].cost--;
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), exact at 8 sizes; at N=100 4900 found of 4950 that "
              "the law predicts: the search fell short there, or the law ends before (the same at "
              "1 smaller)");
}

/* The law is not shown as the law, and what it goes through is said. */
static void test_what_was_found_more_refutes(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 8, 1, sort);
  add(&l, 100, 6000, false);
  Growth g;
  Text t = {0};
  growth_fit(l.at, l.n, &g);
  growth_print(&g, "branches", &t);
  assert_null(g.exact);
  assert_null(g.class);
  assert_non_null(strstr(text_c(&t),
                         "1/2*N^2 - 1/2*N goes through the proven sizes, and gives 4950 "
                         "at N=100, where 6000 was found; at least 6000 at N=100"));
  text_free(&t);
  growth_done(&g);
}

static void test_what_is_proven_refutes(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 8, 1, sort);
  for (u32 i = 0; i < l.n; i++) l.at[i].proven = false;
  add(&l, 20, 150, true);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_null(g.at_least);
  growth_done(&g);
}

/* A law of costs that are not proven is a lower bound, and no class. */
static void test_best_found_only(void **unused) {
  (void)unused;
  Ladder l = proven_by(10, 60, 10, sort);
  for (u32 i = 2; i < l.n; i++) l.at[i].proven = false;
  assert_says(&l, "branches",
              "at least 1/2*N^2 - 1/2*N branches, found at 6 sizes, 2 of them proven");
  add(&l, 1000, 499500, false);
  assert_says(&l, "branches",
              "at least 1/2*N^2 - 1/2*N branches, found at 7 sizes, 2 of them proven");
  l.at[6].cost = 67133;
  assert_says(&l, "branches",
              "at least 1/2*N^2 - 1/2*N branches, found at 6 sizes, 2 of them proven; at "
              "N=1000 67133 found of 499500 that the law predicts: the search fell short there, or "
              "the law ends before");
  u64 value;
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.kind, GROWTH_AT_LEAST);
  assert_null(g.exact);
  assert_null(g.class);
  assert_false(growth_value(&g, 100, &value)); /* nothing is predicted by it */
  growth_done(&g);
  for (u32 i = 0; i < l.n; i++) l.at[i].cost += l.at[i].size % 7, l.at[i].proven = false;
  assert_says(&l, "branches",
              "growth of branches unknown: 0 proven sizes are too few for that, a class takes at "
              "least 5");
}

static void test_many_confirmed(void **unused) {
  (void)unused;
  Ladder l = proven_by(1, 5, 1, sort);
  for (i64 n = 10; n <= 100; n += 10) add(&l, n, (i64)sort((double)n), false);
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches (n^2), exact at 5 sizes, found also at 10 more up to 100");
}

static void test_late(void **unused) {
  (void)unused;
  i64 costs[] = {1, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24};
  Ladder l = proven(1, 12, costs);
  assert_says(&l, "calls", "2*N calls (n) from N = 3 on, exact at 10 sizes");
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
  Ladder l = {0};
  assert_says(&l, "branches",
              "growth of branches unknown: 0 proven sizes are too few for that, a class takes at "
              "least 5");
  l = proven(5, 1, nine);
  assert_says(&l, "branches",
              "growth of branches unknown: 1 proven size is too few for that, a class takes at "
              "least 5");
  /* Between two powers of two a logarithm is a constant, too. */
  l = proven(4, 4, nine);
  assert_says(&l, "branches",
              "growth of branches unknown: the cost does not rise from N=4 (9) to 7 (9)");
  l = proven(1, 4, nine);
  assert_says(&l, "branches", "9 branches (1), exact at 4 sizes");
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
  assert_null(g.class);
  growth_done(&g);
}

static void test_sizes_far_apart(void **unused) {
  (void)unused;
  Ladder l = {0};
  i64 sizes[] = {3, 17, 18, 1000, 99999999};
  for (u32 i = 0; i < 5; i++) add(&l, sizes[i], 7 * sizes[i] + 1, i != 3);
  assert_says(&l, "branches", "7*N + 1 branches (n), exact at 4 sizes, found also at 1000");
  l.at[4].cost++;
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.exact);
  assert_null(g.class);
  growth_done(&g);
  l = (Ladder){0};
  for (i64 n = 1; n <= 9; n++) add(&l, n, n % 2 ? 1ll << 60 : 1ll << 62, true);
  add(&l, 1020, INT64_MAX, false);
  growth_fit(l.at, l.n, &g);
  assert_true(g.kind != GROWTH_FITTED);
  growth_done(&g);
}

/* A polynomial of high degree whose highest power is a step of one or two is made by chance. */
static void test_chance_is_no_law(void **unused) {
  (void)unused;
  Ladder l = proven(2, 8, (i64[]){206, 286, 356, 420, 480, 537, 592, 647}); /* 43 n + 62 log n */
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
              "calls (n), exact at 12 sizes, found also at 100");
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
  Ladder l = {0};
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

static i64 fibonacci(i64 n) {
  return n < 2 ? 5 : fibonacci(n - 1) + fibonacci(n - 2) + 9;
}

static i64 permutations(i64 n) {
  return n ? n * permutations(n - 1) + 6 * n + 5 : 4;
}

static i64 factorial(i64 n) {
  return n ? n * factorial(n - 1) : 1;
}

static i64 three_factorial(i64 n) {
  return 3 * factorial(n) + 2;
}

static i64 merge_comparisons(i64 n) {
  return n < 2 ? 0 : merge_comparisons(n / 2) + merge_comparisons(n - n / 2) + n - 1;
}

static i64 merge_instructions(i64 n) {
  if (n < 2) return 7;
  return merge_instructions(n / 2) + merge_instructions(n - n / 2) + 23 * n + 31 + n % 2 * 2;
}

static i64 karatsuba(i64 n) {
  return n < 2 ? 11 : 3 * karatsuba(n / 2) + 17 * n + 5;
}

static i64 binary_search(i64 n) {
  return n ? 9 + binary_search((n - 1) / 2) : 4;
}

static i64 hanoi(i64 n) {
  return n ? 2 * hanoi(n - 1) + 12 : 3;
}

static i64 powers_of_three(i64 n) {
  return n ? 3 * powers_of_three(n - 1) + 2 * n + 4 : 1;
}

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

static i64 every_second(i64 n) { /* 2^(n/2) */
  return n < 2 ? 3 + n : 2 * every_second(n - 2) + 7;
}

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
    Ladder l = {0};
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
      Ladder l = {0}, sums = {0};
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
  Ladder l = {0};
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
  for (u32 round = 0; round < 300; round++) {
    Ladder l = {0};
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
  Ladder l = {0};
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
  Ladder l = proven_by(1, 8, 1, sort);
  add(&l, 100, 1212, false);
  assert_says(&l, "branches",
              "1/2*N^2 - 1/2*N branches, exact at 8 sizes; at N=100 1212 found of 4950 that "
              "the law predicts: the search fell short there, or the law ends before");
}

/* Distinct words: a list is searched for each, which is hardly seen where there are one or two of them. */
static void test_distinct_words(void **unused) {
  (void)unused;
  const i64 costs[] = {7, 14, 22, 30, 37, 45, 52, 60};
  Ladder l = proven(1, 8, costs);
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
  Ladder l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, power_3_7(n), true);
  assert_kind(&l, GROWTH_FITTED, "3.7^n");
}

/* A parser that looks flat, and costs more at 100 than any logarithm; a search that found 67133 of
 * 753498 at 1000. */
static void test_bounds_exclude(void **unused) {
  (void)unused;
  Ladder l = proven(1, 8, (i64[]){12, 31, 40, 48, 53, 57, 60, 63});
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
  Ladder l = {0};
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
  Ladder l = proven(1, 3, (i64[]){3, 9, 14});
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
  Ladder l = proven(1, 8, costs);
  assert_says(&l, "branches",
              "growth of branches unknown: the cost does not rise from N=1 (90) to 8 (1)");
  for (i64 n = 1; n <= 8; n++) l.at[n - 1].cost = 100 - 3 * n; /* a line, and no growth */
  assert_kind(&l, GROWTH_UNKNOWN, NULL);
}

/* ---- classes ------------------------------------------------------------- */

static void test_class_line(void **unused) {
  (void)unused;
  Ladder l = {0};
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
  Ladder l = {0};
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
static Ladder random_series(Rng *r, const Truth *truth) {
  static const double noises[] = {0.5, 3, 0, 0.02, 0.06};
  Ladder l = {0};
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
  Rng r = {SIZED(11, 12)};
  u32 n_named = 0, n_listed = 0;
  for (u32 round = 0; round < SIZED(1000, 200); round++) {
    const Truth *truth = &truths[rng_below(&r, ARRAY_LEN(truths))];
    Ladder l = random_series(&r, truth);
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
  assert_true(n_named > SIZED(250, 40) && n_listed > SIZED(250, 40));
}

/* Random ladders: a formula always goes through every proven size from its first on, and is above
 * every other cost. */
static void test_formulas_hold(void **unused) {
  (void)unused;
  Rng r = {5};
  u32 n_formulas = 0, n_cases = 0, n_late = 0;
  for (u32 round = 0; round < 1000; round++) {
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
  assert_true(n_formulas > 200 && n_cases > 5 && n_late > 5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formula),
      cmocka_unit_test(test_what_was_found_less_is_short),
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
      cmocka_unit_test(test_heap_sort),
      cmocka_unit_test(test_introsort),
      cmocka_unit_test(test_distinct_words),
      cmocka_unit_test(test_any_base),
      cmocka_unit_test(test_bounds_exclude),
      cmocka_unit_test(test_radix_sort),
      cmocka_unit_test(test_dips),
      cmocka_unit_test(test_falling),
      cmocka_unit_test(test_class_line),
      cmocka_unit_test(test_candidates_line),
      cmocka_unit_test(test_random_series),
      cmocka_unit_test(test_formulas_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
