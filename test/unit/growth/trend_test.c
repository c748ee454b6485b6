/* trend_test.c — what doublings show: the issue's own tables, regimes, start-up costs, steps, runs that were
 * cut, and random series whose class is known: no other class is ever named. */
#include "unit/growth/growth_series.h"

#include "base/rng.h"

#include <stdlib.h>

static Series found(u32 n, const i64 (*points)[2]) {
  Series l = {0};
  for (u32 i = 0; i < n; i++) add(&l, points[i][0], points[i][1], false);
  return l;
}

/* ---- tables that people saw -------------------------------------------------------------------------- */

static void test_parser(void **unused) {
  (void)unused;
  const i64 jsmn[][2] = {{100, 40625}, {200, 141162}, {400, 520718}, {800, 2001972}};
  Series l = found(4, jsmn);
  assert_says(&l, "instructions",
              "the inputs found cost 3.69 and 3.84 times as much when N doubles (200 → 400 → 800): "
              "at least about N^1.94; no size is proven");
  Trend t = trend_find(l.at, l.n);
  assert_true(t.kind == TREND_MULTIPLIES && t.exponent > 1.9 && t.exponent < 2 && !t.start_up);
  l.n = 3;
  assert_says(&l, "instructions",
              "the inputs found cost 3.47 and 3.69 times as much when N doubles (100 → 200 → 400): "
              "at least about N^1.88; no size is proven");
}

static void test_start_up(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 128; n *= 2) add(&l, n, 7500 + 31 * n, n <= 8);
  l.at[2].cost += 3; /* no law */
  assert_says(
      &l, "instructions",
      "the inputs found cost 2 times as much when N doubles (32 → 64 → 128), apart from about "
      "7,500 instructions that every input costs: at least like N; costs up to N=8 are proven, "
      "and no formula fits them");
}

/* A hash of blocks of 64: the second block begins at 128. */
static void test_step(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 64; n *= 2) add(&l, n, 8164 + 24 * n, true);
  add(&l, 128, 19365, true);
  assert_says(
      &l, "instructions",
      "the inputs found cost 2 and 7.29 times as much when N doubles (32 → 64 → 128), apart "
      "from about 8,164 instructions that every input costs: at least about N^1.00; costs up "
      "to N=128 are proven, and no formula fits them");
}

/* Two differences that happen to be equal are no logarithm, and the last size was searched badly. */
static void test_fallen_short(void **unused) {
  (void)unused;
  Series l =
      found(5, (const i64[][2]){{8, 1355}, {16, 4282}, {32, 13795}, {64, 63918}, {128, 112654}});
  assert_says(
      &l, "instructions",
      "the inputs found cost 4.63 and 1.76 times as much when N doubles (32 → 64 → 128): at "
      "least about N^0.82 there; the search may have fallen short; no size is proven");
}

/* What begins costs nearly all. */
static void test_hardly(void **unused) {
  (void)unused;
  Series l = {0};
  const i64 costs[][2] = {{8, 26341}, {16, 26962}, {32, 28204}, {64, 30686}, {128, 32030}};
  for (u32 i = 0; i < 5; i++) add(&l, costs[i][0], costs[i][1], true);
  assert_says(
      &l, "instructions",
      "the inputs found cost 1.09 and 1.04 times as much when N doubles (32 → 64 → 128): "
      "hardly more, at these sizes; costs up to N=128 are proven, and no formula fits them");
}

static void test_logarithm(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 16; n <= 256; n *= 2) add(&l, n, 90 + 21 * (i64)log2((double)n), false);
  l.at[0].cost--; /* no law */
  assert_says(
      &l, "branches",
      "the inputs found cost about 21 branches more when N doubles (64 → 128 → 256): at least like "
      "log N; no size is proven");
}

/* Up to 16 elements an insertion sort: only larger sizes tell. */
static void test_regimes(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, n * n * 9 + n % 3, true);
  for (i64 n = 16; n <= 512; n *= 2)
    add(&l, n, (i64)(12 * n * (i64)log2((double)n) + 70 * n), false);
  Trend t = trend_find(l.at, l.n);
  assert_string_equal(t.class, "n log n");
}

/* Constant at small sizes, one larger value: nobody names a power of N. */
static void test_constant_then_more(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, 2248, true);
  add(&l, 100, 8500, false);
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_null(g.class);
  assert_null(g.exact);
  growth_done(&g);
}

/* The search failed at the size between: one doubling alone shows N^3.1. */
static void test_badly_searched_between(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{25, 139789}, {50, 391937}, {100, 3308814}};
  Series l = found(3, costs);
  assert_says(&l, "calls",
              "the inputs found cost 2.8 and 8.44 times as much when N doubles (25 → 50 → 100): "
              "at least about N^2.28 over several doublings; no size is proven");
}

/* A list of costly pieces that only the largest size has: all before it were searched badly. */
static void test_only_the_largest_is_searched_well(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{8, 547797}, {16, 603120}, {32, 637420}, {64, 639401}, {128, 13160821}};
  Series l = found(5, costs);
  assert_says(&l, "calls",
              "the inputs found cost 1 and 20.6 times as much when N doubles (32 → 64 → 128): too "
              "uneven for a power of N; the search may have fallen short at some of them; no size "
              "is proven");
  l.at[3].cost = 62000000; /* nor at the largest */
  l.at[4].cost = 62300000;
  Trend t = trend_find(l.at, l.n);
  assert_true(t.kind == TREND_MULTIPLIES && isnan(t.exponent));
}

/* Where those before it are proven, the last is no surprise. */
static void test_proven_sizes_were_searched_well(void **unused) {
  (void)unused;
  Series l = {0};
  add(&l, 2, 216, true);
  add(&l, 4, 2659, true);
  add(&l, 9, 1406788, false);
  Trend t = trend_find(l.at, l.n);
  assert_true(t.kind == TREND_MULTIPLIES && !t.is_uneven && t.exponent > 7);
}

/* Nor does it make a start-up cost of three sizes. */
static void test_three_sizes_show_no_start_up(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{25, 37034}, {50, 64831}, {100, 414284}};
  Series l = found(3, costs);
  Trend t = trend_find(l.at, l.n);
  assert_true(!t.start_up && t.exponent < 2);
}

/* Before a size that was given up, costs that stay the same are those of a search that came no further. */
static void test_flat_before_given_up(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{4, 5000},     {8, 45000},    {16, 900000},
                          {32, 3200000}, {64, 3210000}, {128, 37956732}};
  Series l = found(6, costs);
  l.at[5].is_cut = true;
  Trend t = trend_find(l.at, l.n);
  assert_true(t.kind == TREND_MULTIPLIES && t.size[2] == 16);
}

/* Unless smaller sizes say how much that can be: one pass over a buffer for each sixteenth of it. */
static void test_three_sizes_and_small_ones(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 6; n++) add(&l, n, 9000 + n % 3, true);
  for (i64 n = 25; n <= 100; n *= 2) add(&l, n, 9000 + 5 * n * n, false);
  Trend t = trend_find(l.at, l.n);
  assert_true(t.start_up > 8900 && t.exponent > 1.9 && t.exponent < 2.1);
}

/* What the largest size cost less says where the search stopped, not how the cost grows. */
static void test_last_size_fell_short(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{16, 1000}, {32, 4000}, {64, 16000}, {128, 9000}};
  Series l = found(4, costs);
  assert_says(&l, "calls",
              "the inputs found cost 4 times as much when N doubles (16 → 32 → 64): at least about "
              "N^2.00; no size is proven; N=128 costs less (9,000) than N=64 (16,000): the search "
              "fell short there, unless costs fall");
}

static void test_flat(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{32, 900}, {64, 1500}, {128, 1500}};
  Series l = found(3, costs);
  assert_says(&l, "calls",
              "the inputs found cost no more at N=128 than at N=64; no size is proven");
}

static void test_falling(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{32, 900}, {64, 1500}, {128, 1400}};
  Series l = found(3, costs);
  assert_says(
      &l, "calls",
      "growth unknown: the costs found fall with N; N=128 costs less (1,400) than N=64 (1,500): "
      "the search fell short there, unless costs fall");
}

/* Padding: where the costs are proven, nothing fell short. */
static void test_proven_costs_fall(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, 7967 - 15 * n, true);
  for (i64 n = 16; n <= 128; n *= 2) add(&l, n, 7967 - 15 * n, true);
  assert_says(&l, "instructions",
              "the cost falls to 0.936 and 0.863 of what it was when N doubles (32 → 64 → 128); "
              "costs up to N=128 are proven, and no formula fits them");
  for (u32 i = 0; i < l.n; i++) l.at[i].proven = false;
  Trend t = trend_find(l.at, l.n);
  assert_int_not_equal(t.kind, TREND_FALLS);
  for (u32 i = 0; i < l.n; i++) l.at[i].proven = true;
  l.at[l.n - 3].cost = 5000;
  assert_says(&l, "instructions", "growth unknown: the costs are too uneven when N doubles");
}

/* log N times log N, and three parts of half the size: the power is none that the costs keep to. */
static void test_what_does_not_stay(void **unused) {
  (void)unused;
  const i64 levels[][2] = {{8, 225}, {16, 307}, {32, 403}, {64, 513}, {128, 637}};
  Series l = found(5, levels);
  assert_says(&l, "calls",
              "the inputs found cost about 124 calls more when N doubles (32 → 64 → 128): at least "
              "about log N; no size is proven");
  const i64 thirds[][2] = {{8, 2474}, {16, 8305}, {32, 26726}, {64, 83845}, {128, 258914}};
  l = found(5, thirds);
  assert_says(&l, "calls",
              "the inputs found cost 3.09 times as much when N doubles (32 → 64 → 128): about "
              "N^1.63 there; no size is proven");
}

/* A buffer that grows by half: the last doubling alone shows N^1.13. */
static void test_up_and_down(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{8, 1162}, {16, 2736}, {32, 4708}, {64, 10340}, {128, 22558}};
  Series l = found(5, costs);
  assert_says(&l, "calls",
              "the inputs found cost 2.18 times as much when N doubles (32 → 64 → 128): at least "
              "about N^1.01 over several doublings; no size is proven");
}

/* Half of 7 is 3. */
static void test_odd_sizes_have_halves(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{1, 52}, {3, 1207}, {7, 1219261}};
  Series l = found(3, costs);
  Trend t = trend_find(l.at, l.n);
  assert_int_equal(t.kind, TREND_MULTIPLIES);
  assert_int_equal(t.size[1], 3);
}

static void test_too_few(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{10, 5}, {13, 7}, {40, 12}};
  Series l = found(1, costs);
  assert_says(
      &l, "calls",
      "growth unknown: 1 size does not show it; three that double do, such as --size 16,32,64");
  l = found(3, costs);
  assert_says(
      &l, "calls",
      "growth unknown: these sizes do not show it; three that double do, such as --size 16,32,64");
}

/* ---- exponentials ------------------------------------------------------------------------------------ */

/* A recursive longest common subsequence; from N = 16 on nadir gave up. */
static void test_steps(void **unused) {
  (void)unused;
  Series l = proven(1, 8, (i64[]){129, 291, 758, 2323, 7914, 28450, 104984, 392883});
  const char *steps =
      "from N=4 to 8 each step of N multiplies the cost by 3.4 to 3.7: so far it grows "
      "exponentially; costs up to N=8 are proven, and no formula fits them";
  assert_says(&l, "instructions", steps);
  add(&l, 16, 71600000, false);
  l.at[l.n - 1].is_cut = true;
  Text t = {0};
  text_addf(&t, "%s; at N=16 nadir gave up runs that had not ended after 71,600,000 instructions",
            steps);
  assert_says(&l, "instructions", text_c(&t));
  text_free(&t);
}

/* A start-up cost hides the factors, and not those of what each step adds. */
static void test_steps_with_start_up(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, 5000 + 12 * ((1 << n) + n % 2), true);
  Trend t = trend_find(l.at, l.n);
  assert_true(t.kind != TREND_STEPS); /* they jump */
  for (u32 i = 0; i < l.n; i++) l.at[i].cost = 5000 + (12 << i) + i;
  t = trend_find(l.at, l.n);
  assert_true(trend_is_exponential(&t));
  l.n--;
  t = trend_find(l.at, l.n);
  assert_true(t.kind == TREND_STEPS && !trend_is_exponential(&t));
}

/* Runs that were given up are no costs: sizes of such show nothing, not even that they cost the same. */
static void test_only_given_up(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 16; n <= 64; n *= 2) {
    add(&l, n, 71600000, false);
    l.at[l.n - 1].is_cut = true;
  }
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.kind, GROWTH_UNKNOWN);
  assert_null(g.class);
  assert_string_equal(g.why, "runs were given up at most sizes");
  growth_done(&g);
}

/* Nor has a run that was given up cost less than another one. */
static void test_given_up_is_no_dip(void **unused) {
  (void)unused;
  Series l = proven(1, 8, (i64[]){129, 291, 758, 2323, 7914, 28450, 104984, 392883});
  add(&l, 16, 71600000, false);
  add(&l, 32, 900000, false);
  l.at[8].is_cut = l.at[9].is_cut = true;
  Growth g;
  growth_fit(l.at, l.n, &g);
  assert_int_equal(g.dips.n, 0);
  growth_done(&g);
}

/* The doublings before them count. */
static void test_doublings_before_given_up(void **unused) {
  (void)unused;
  const i64 costs[][2] = {{2, 986}, {4, 13289}, {8, 203338}, {25, 12061534}, {50, 71600000}};
  Series l = found(5, costs);
  l.at[4].is_cut = true;
  Trend t = trend_find(l.at, l.n);
  assert_true(t.kind == TREND_MULTIPLIES && t.size[2] == 8);
}

/* What had not ended cost so much, and a larger size that ended cost more: it counts like any other that was found.  If all
 * that ended cost less, it says nothing. */
static void test_given_up_between(void **unused) {
  (void)unused;
  const i64 costs[][2] = {
      {8, 637067}, {16, 1273853}, {32, 1912579}, {64, 4767639}, {128, 13063203}};
  for (u32 k = 0; k < 2; k++) {
    Series l = found(5, costs);
    l.at[3].is_cut = true;
    if (k) l.at[3].cost = 20000000;
    Growth g;
    growth_fit(l.at, l.n, &g);
    assert_int_equal(g.cut_size, 64);
    assert_true(k ? g.kind == GROWTH_UNKNOWN && strstr(g.why, "given up at 1 of 5 sizes")
                  : g.kind == GROWTH_TREND && g.trend.size[1] == 64);
    assert_true(!g.dips.n);
    growth_done(&g);
  }
}

/* Factors that fall from 3.8 to 1.33 are those of a cube. */
static void test_no_exponential_with_falling_factors(void **unused) {
  (void)unused;
  Series l = {0};
  for (i64 n = 1; n <= 8; n++) add(&l, n, (n + 4) * (n + 4) * (n + 4) + n % 3, true);
  Trend t = trend_find(l.at, l.n);
  assert_int_not_equal(t.kind, TREND_STEPS);
}

/* ---- random series ----------------------------------------------------------------------------------- */

typedef struct Truth {
  const char *class;
  double (*value)(double n), (*lower)(double n);
} Truth;

static double n_log(double n) { return n * log2(n); }

static double line(double n) { return n; }

static double square(double n) { return n * n; }

static double cube(double n) { return n * n * n; }

static const Truth truths[] = {
    {"log n", log2, NULL}, {"n", line, log2},     {"n log n", n_log, line},
    {"n^2", square, line}, {"n^3", cube, square},
};

static double uniform(Rng *r, double low, double high) {
  return low + (high - low) * (double)rng_below(r, 1u << 30) / (1u << 30);
}

/* Proven small sizes, then doublings at which the search may have fallen short by some per cent. */
static Series random_series(Rng *r, const Truth *truth, bool *ret_is_short) {
  static const double shortfalls[] = {0, 0, 0.002, 0.01, 0.05, 0.1};
  Series l = {0};
  double a = uniform(r, 3, 60), c = rng_chance(r, 3) ? uniform(r, 0, 9000) : uniform(r, 0, 150),
         b = rng_chance(r, 3) ? 0 : uniform(r, 0, 12) * a;
  double lacks = shortfalls[rng_below(r, ARRAY_LEN(shortfalls))];
  *ret_is_short = lacks > 0;
  i64 first = rng_chance(r, 2) ? 16 : 25, last = first << (2 + rng_below(r, 3));
  for (i64 n = 1; n <= last; n = n < 8 ? n + 1 : n == 8 ? first : 2 * n) {
    double x = (double)n, y = a * truth->value(x) + (truth->lower ? b * truth->lower(x) : 0) + c;
    if (n > 8) y -= (y - c) * uniform(r, 0, lacks);
    add(&l, n, (i64)y, n <= 8);
  }
  return l;
}

static u32 rank_of(const char *class) {
  static const char *const ranks[] = {
#define TREND_CLASS(id, name, rare, main, f, g) name,
#include "growth/trend_classes.def"
#undef TREND_CLASS
  };
  u32 rank = 0;
  while (strcmp(ranks[rank], class) != 0) rank++;
  return rank;
}

/* The right class where the search found the worst inputs, and never a faster one. */
static void test_random_series(void **unused) {
  (void)unused;
  Rng r = {11};
  u32 n_named = 0, n_told = 0, n_all = ROUNDS(4000);
  for (u32 round = 0; round < n_all; round++) {
    const Truth *truth = &truths[rng_below(&r, ARRAY_LEN(truths))];
    bool is_short = false;
    Series l = random_series(&r, truth, &is_short);
    Trend t = trend_find(l.at, l.n);
    u32 rank = t.class ? rank_of(t.class) : 0;
    if (t.class && (rank > rank_of(truth->class) || (!is_short && rank < rank_of(truth->class)))) {
      Text text = {0};
      for (u32 i = 0; i < l.n; i++)
        text_addf(&text, " %ld=%ld", (long)l.at[i].size, (long)l.at[i].cost);
      fail_msg("round %u: %s is called %s:%s", round, truth->class, t.class, text_c(&text));
    }
    n_named += t.class != NULL;
    n_told += t.kind != TREND_NONE;
  }
  print_message("# %u of %u named, %u told\n", n_named, n_all, n_told);
  assert_true(n_named > n_all / 3 && n_told > n_all * 9 / 10);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parser),
      cmocka_unit_test(test_start_up),
      cmocka_unit_test(test_logarithm),
      cmocka_unit_test(test_step),
      cmocka_unit_test(test_fallen_short),
      cmocka_unit_test(test_hardly),
      cmocka_unit_test(test_regimes),
      cmocka_unit_test(test_constant_then_more),
      cmocka_unit_test(test_badly_searched_between),
      cmocka_unit_test(test_proven_sizes_were_searched_well),
      cmocka_unit_test(test_only_the_largest_is_searched_well),
      cmocka_unit_test(test_three_sizes_show_no_start_up),
      cmocka_unit_test(test_three_sizes_and_small_ones),
      cmocka_unit_test(test_flat_before_given_up),
      cmocka_unit_test(test_last_size_fell_short),
      cmocka_unit_test(test_flat),
      cmocka_unit_test(test_falling),
      cmocka_unit_test(test_proven_costs_fall),
      cmocka_unit_test(test_what_does_not_stay),
      cmocka_unit_test(test_up_and_down),
      cmocka_unit_test(test_odd_sizes_have_halves),
      cmocka_unit_test(test_too_few),
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_steps_with_start_up),
      cmocka_unit_test(test_only_given_up),
      cmocka_unit_test(test_given_up_is_no_dip),
      cmocka_unit_test(test_doublings_before_given_up),
      cmocka_unit_test(test_given_up_between),
      cmocka_unit_test(test_no_exponential_with_falling_factors),
      cmocka_unit_test(test_random_series),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
