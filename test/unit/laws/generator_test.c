/* generator_test.c — laws of sequences: known generators are found and continued, wrong ones are
 * refused, and random generators of the paper's grammar come back at sizes never seen.
 */
#include "laws/generator.h"

#include "base/rng.h"
#include "unit/laws/nest_text.h"
#include "unit/unit.h"

/* Enough for the empty groups of a law, and soon reached by one that is wrong. */
enum { SLACK = 1 << 16 };

/* Whether the law says exactly this; a flat sequence may be compared to a law of any depth. */
static bool agrees_with(const Generator *g, const Nest *seen) {
  Nest made;
  /* A law that is deeper than what was seen has groups besides, some of them empty. */
  u64 most = 16 * (u64)seen->values.n + SLACK;
  for (u32 l = 0; l < seen->depth; l++) most += seen->counts[l].n;
  if (!generator_make(g, seen->size, most, &made, NULL)) return false;
  bool agrees;
  if (seen->depth == 1 && g->depth > 1) {
    agrees = made.width == seen->width && made.values.n == seen->values.n &&
             (!made.values.n ||
              memcmp(made.values.at, seen->values.at, made.values.n * sizeof(i64)) == 0);
  } else {
    agrees = nest_equal(&made, seen);
  }
  nest_done(&made);
  return agrees;
}

/* The value and the number of rounds of a nest, as functions of the size and the indices. */
typedef i64 Fn(i64 n, const i64 *x);
typedef struct Known {
  const char *name;
  u32 depth;
  Fn *counts[MAX_DEPTH];
  Fn *value;
  const char *expected; /* as printed */
} Known;

static void fill(const Known *k, Nest *n, u32 level, i64 *x) {
  i64 count = k->counts[level](n->size, x);
  for (x[level] = 0; x[level] < count; x[level]++) {
    if (level + 1 < k->depth) {
      nest_open(n, level + 1);
      fill(k, n, level + 1, x);
    } else {
      i64 value = k->value(n->size, x);
      nest_add(n, &value);
    }
  }
}

static Nest known_at(const Known *k, i64 size) {
  Nest n;
  i64 x[MAX_DEPTH] = {0};
  nest_init(&n, size, k->depth, 1);
  fill(k, &n, 0, x);
  return n;
}

static i64 n_less_1(i64 n, const i64 *x) {
  (void)x;
  return n - 1;
}
static i64 size(i64 n, const i64 *x) {
  (void)x;
  return n;
}
static i64 one(i64 n, const i64 *x) {
  (void)n, (void)x;
  return 1;
}
static i64 none(i64 n, const i64 *x) {
  (void)n, (void)x;
  return 0;
}
static i64 i_plus_1(i64 n, const i64 *x) {
  (void)n;
  return x[0] + 1;
}
static i64 i_itself(i64 n, const i64 *x) {
  (void)n;
  return x[0];
}
static i64 n_less_i(i64 n, const i64 *x) { return n - x[0]; }
static i64 j_plus_1(i64 n, const i64 *x) {
  (void)n;
  return x[1] + 1;
}
static i64 i_less_j(i64 n, const i64 *x) {
  (void)n;
  return x[0] - x[1];
}
static i64 strides(i64 n, const i64 *x) { return 3 * n - 7 * x[0]; }
static i64 matrix(i64 n, const i64 *x) { return x[0] * n + x[1]; }
static i64 three_deep(i64 n, const i64 *x) { return n * n - 2 * x[0] + 3 * x[1] * x[0] - 5 * x[2]; }
static i64 constant(i64 n, const i64 *x) {
  (void)n, (void)x;
  return 42;
}

static const Known known[] = {
    {"isort i", 2, {n_less_1, i_plus_1}, i_plus_1, "i < N - 1: j < i + 1: i + 1"},
    {"isort j", 2, {n_less_1, i_plus_1}, i_less_j, "i < N - 1: j < i + 1: i - j"},
    {"stride", 1, {size}, strides, "i < N: 3*N - 7*i"},
    {"rows", 2, {size, size}, matrix, "i < N: j < N: N*i + j"},
    {"empty first group", 2, {size, i_itself}, i_less_j, "i < N: j < i: i - j"},
    {"shrinking groups", 2, {size, n_less_i}, i_less_j, "i < N: j < N - i: i - j"},
    {"one element", 2, {size, one}, i_itself, "i < N: j < 1: i"},
    {"never", 2, {size, none}, i_itself, "i < N: j < 0: 0"},
    {"constant", 1, {size}, constant, "i < N: 42"},
    {"three deep",
     3,
     {size, i_plus_1, j_plus_1},
     three_deep,
     "i < N: j < i + 1: k < j + 1: N^2 + 3*i*j - 2*i - 5*k"},
};

static void nests_done(Nest *at, u32 n) {
  for (u32 i = 0; i < n; i++) nest_done(&at[i]);
}

enum { FIRST = 3, LAST = 8, N_SIZES = LAST - FIRST + 1 };

static void test_known(void **unused) {
  (void)unused;
  for (u32 k = 0; k < ARRAY_LEN(known); k++) {
    Nest at[N_SIZES];
    Generator g;
    Text text = {0};
    for (u32 i = 0; i < N_SIZES; i++) at[i] = known_at(&known[k], FIRST + i);
    assert_true(generator_fit(at, N_SIZES, CASES_NO, &g, &text));
    generator_print(&g, &text);
    assert_string_equal(text_c(&text), known[k].expected);
    for (i64 n = 9; n <= 30; n += 7) {
      Nest expected = known_at(&known[k], n);
      assert_true(agrees_with(&g, &expected));
      nest_done(&expected);
    }
    generator_done(&g);
    text_free(&text);
    nests_done(at, N_SIZES);
  }
}

/* The same without their loops: what comes out must be the same numbers. */
static void test_known_flat(void **unused) {
  (void)unused;
  for (u32 k = 0; k < ARRAY_LEN(known); k++) {
    Nest flat[N_SIZES];
    Generator g;
    for (u32 i = 0; i < N_SIZES; i++) {
      Nest full = known_at(&known[k], FIRST + i);
      nest_from(&flat[i], FIRST + i, full.values.at, full.values.n);
      nest_done(&full);
    }
    bool found = generator_find(flat, N_SIZES, &g, NULL);
    if (!found) fail_msg("%s: not found", known[k].name);
    for (i64 n = 9; n <= 30; n += 7) {
      Nest full = known_at(&known[k], n), expected;
      nest_from(&expected, n, full.values.at, full.values.n);
      assert_true(agrees_with(&g, &expected));
      nest_done(&full);
      nest_done(&expected);
    }
    generator_done(&g);
    nests_done(flat, N_SIZES);
  }
}

static void test_text(void **unused) {
  (void)unused;
  const char *const good[] = {"()", "(1 2 -3)", "(()(1)(1 2))", "((()(1,2 3,4))())"};
  const char *const bad[] = {"", "1 2", "(1", "(1))", "(1)(2)", "(1 (2))", "(a)", "(1,2 3)"};
  for (u32 i = 0; i < ARRAY_LEN(good); i++) {
    Nest n;
    Text text = {0};
    assert_int_equal(nest_parse(good[i], 5, &n), OK);
    nest_print(&n, &text);
    assert_string_equal(text_c(&text), good[i]);
    text_free(&text);
    nest_done(&n);
  }
  for (u32 i = 0; i < ARRAY_LEN(bad); i++) {
    Nest n;
    assert_int_equal(nest_parse(bad[i], 5, &n), ERR_INPUT);
  }
}

/* Sizes 1 and 2 do something else: they are left out, and it is said from where on it holds. */
static void test_small_sizes_are_left_out(void **unused) {
  (void)unused;
  const char *const texts[] = {"(9)",       "(5 5)",       "(0 1 2)",
                               "(0 1 2 3)", "(0 1 2 3 4)", "(0 1 2 3 4 5)"};
  Nest at[ARRAY_LEN(texts)];
  Generator g;
  for (u32 i = 0; i < ARRAY_LEN(texts); i++) {
    assert_int_equal(nest_parse(texts[i], i + 1, &at[i]), OK);
  }
  assert_true(generator_fit(at, ARRAY_LEN(texts), CASES_YES, &g, NULL));
  assert_int_equal(g.from, 3);
  generator_done(&g);
  nests_done(at, ARRAY_LEN(texts));
}

/* A program that does something else above N = 16 is not believed once it was seen there. */
static void test_change_of_behaviour(void **unused) {
  (void)unused;
  Nest at[7];
  Generator g;
  Text why = {0};
  for (u32 i = 0; i < 7; i++) {
    i64 n = i < 6 ? 3 + i : 17;
    nest_init(&at[i], n, 1, 1);
    for (i64 k = 0; k < n; k++) nest_add(&at[i], &(i64){n > 16 ? 2 * k : k});
  }
  assert_true(generator_fit(at, 6, CASES_YES, &g, NULL));
  assert_false(agrees_with(&g, &at[6]));
  generator_done(&g);
  assert_false(generator_fit(at, 7, CASES_YES, &g, &why));
  assert_non_null(strstr(text_c(&why), "at N = 17"));
  text_free(&why);
  nests_done(at, 7);
}

static void test_refusals(void **unused) {
  (void)unused;
  Nest at[5], made;
  Generator g;
  Text why = {0};
  for (u32 i = 0; i < 5; i++) {
    nest_init(&at[i], i + 1, 1, 1);
    for (u32 k = 0; k < 5 - i; k++) nest_add(&at[i], &(i64){0});
  }
  assert_false(generator_fit(at, 3, CASES_YES, &g, &why));
  assert_string_equal(text_c(&why), "3 sizes are too few, 4 are needed");
  text_clear(&why);
  assert_true(generator_fit(at, 5, CASES_YES, &g, NULL));
  assert_false(generator_make(&g, 7, 1000, &made, &why)); /* 6 - N rounds */
  assert_string_equal(text_c(&why), "the law gives no number of rounds at level 1");
  assert_false(generator_make(&g, 1, 4, &made, NULL)); /* five leaves */
  assert_true(generator_make(&g, 6, 0, &made, NULL));
  nest_done(&made);
  text_free(&why);
  generator_done(&g);
  nests_done(at, 5);
}

/* ---- random generators of the paper's grammar ---- */

/* A sequence over the groups of a level: const (step 0) or incre of a sequence one level up; at
 * level 0 a polynomial in N. */
typedef struct Run {
  i64 c[3];            /* level 0: c[0] + c[1] N + c[2] N^2 */
  i64 step[MAX_DEPTH]; /* of the levels below; */
  i64 growth;          /* and what the step of level 1 grows by at each element of level 0 */
} Run;

typedef struct Random {
  u32 depth;
  Run counts[MAX_DEPTH], value;
} Random;

static Run run_random(Rng *rng, u32 depth, bool is_count) {
  Run r = {0};
  u32 degree = is_count ? 1 : (u32)rng_below(rng, 3);
  for (u32 d = 0; d <= degree; d++) r.c[d] = (i64)rng_below(rng, 5) - (is_count ? d == 0 : 2);
  if (is_count) r.c[1] = (i64)rng_below(rng, 2);
  for (u32 l = 0; l < depth; l++) {
    r.step[l] = is_count ? (i64)rng_below(rng, 3) - 1 : (i64)rng_below(rng, 9) - 4;
  }
  if (!is_count && rng_chance(rng, 3)) r.growth = (i64)rng_below(rng, 5) - 2;
  return r;
}

static i64 run_at(const Run *r, i64 n, const i64 *x, u32 depth) {
  i64 value = r->c[0] + r->c[1] * n + r->c[2] * n * n;
  for (u32 l = 0; l < depth; l++) value += r->step[l] * x[l];
  return depth > 1 ? value + r->growth * x[0] * x[1] : value;
}

enum { MAX_RANDOM = 20000 };

static bool random_fill(const Random *r, Nest *n, u32 level, i64 *x) {
  i64 count = run_at(&r->counts[level], n->size, x, level);
  if (count < 0 || n->values.n + count > MAX_RANDOM) return false;
  for (x[level] = 0; x[level] < count; x[level]++) {
    if (level + 1 == r->depth) {
      nest_add(n, &(i64){run_at(&r->value, n->size, x, r->depth)});
      continue;
    }
    nest_open(n, level + 1);
    if (!random_fill(r, n, level + 1, x)) return false;
  }
  return true;
}

/* False: a number of rounds would be negative somewhere, or there are too many. */
static bool random_at(const Random *r, i64 n, bool is_flat, Nest *ret) {
  Nest full;
  i64 x[MAX_DEPTH] = {0};
  nest_init(&full, n, r->depth, 1);
  bool fits = random_fill(r, &full, 0, x);
  if (fits && !is_flat) {
    *ret = full;
    return true;
  }
  if (fits) nest_from(ret, n, full.values.at, full.values.n);
  nest_done(&full);
  return fits;
}

typedef struct Tally {
  u32 n_found, n_right, n_tried;
} Tally;

static void random_check(const Random *r, bool is_flat, Tally *tally) {
  static const i64 later[] = {12, 20};
  Nest at[N_SIZES + 2];
  u32 n = 0;
  Generator g;
  while (n < N_SIZES + 2 &&
         random_at(r, n < N_SIZES ? FIRST + n : later[n - N_SIZES], is_flat, &at[n])) {
    n++;
  }
  if (n == N_SIZES + 2) {
    tally->n_tried++;
    bool found = is_flat ? generator_find(at, N_SIZES, &g, NULL)
                         : generator_fit(at, N_SIZES, CASES_YES, &g, NULL);
    if (found) {
      tally->n_found++;
      for (u32 i = 0; i < N_SIZES; i++) {
        assert_true(at[i].size < g.from || agrees_with(&g, &at[i]));
      }
      tally->n_right += agrees_with(&g, &at[N_SIZES]) && agrees_with(&g, &at[N_SIZES + 1]);
      generator_done(&g);
    }
  }
  nests_done(at, n);
}

static Random random_make(Rng *rng, u32 max_depth) {
  Random r = {.depth = 1 + (u32)rng_below(rng, max_depth)};
  for (u32 l = 0; l < r.depth; l++) r.counts[l] = run_random(rng, l, true);
  r.value = run_random(rng, r.depth, false);
  return r;
}

static void test_random_nests(void **unused) {
  (void)unused;
  Rng rng = {1};
  Tally tally = {0};
  for (u32 round = 0; round < ROUNDS(600); round++) {
    Random r = random_make(&rng, 3);
    random_check(&r, false, &tally);
  }
  print_message("# nests: %u tried, %u found, %u right\n", tally.n_tried, tally.n_found,
                tally.n_right);
  assert_int_equal(tally.n_right, tally.n_tried);
}

static void test_random_flat(void **unused) {
  (void)unused;
  Rng rng = {2};
  Tally tally = {0};
  for (u32 round = 0; round < ROUNDS(200); round++) {
    Random r = random_make(&rng, 3);
    random_check(&r, true, &tally);
  }
  print_message("# flat: %u tried, %u found, %u right\n", tally.n_tried, tally.n_found,
                tally.n_right);
  assert_int_equal(tally.n_right, tally.n_found);
  assert_true(tally.n_found > tally.n_tried * 9 / 10);
}

/* One number of the largest size is wrong: either no law, or one that says that number too. */
static void test_wrong_laws_are_caught(void **unused) {
  (void)unused;
  Rng rng = {5};
  u32 n_refused = 0, n_tried = 0;
  for (u32 round = 0; round < ROUNDS(150); round++) {
    Random r = random_make(&rng, 3);
    Nest at[N_SIZES];
    u32 n = 0;
    Generator g;
    while (n < N_SIZES && random_at(&r, FIRST + n, false, &at[n])) n++;
    if (n == N_SIZES && at[n - 1].values.n > 0) {
      n_tried++;
      at[n - 1].values.at[rng_below(&rng, at[n - 1].values.n)] += 1 + (i64)rng_below(&rng, 3);
      bool fits = generator_fit(at, n, CASES_YES, &g, NULL);
      n_refused += !fits;
      assert_true(!fits || agrees_with(&g, &at[n - 1]));
      if (fits) generator_done(&g);
    }
    nests_done(at, n);
  }
  print_message("# %u of %u refused\n", n_refused, n_tried);
  assert_true(n_refused > n_tried * 9 / 10);
}

/* A million elements; width 2. */
static void test_large(void **unused) {
  (void)unused;
  Nest at[N_SIZES], made;
  Generator g;
  for (u32 i = 0; i < N_SIZES; i++) {
    nest_init(&at[i], FIRST + i, 1, 2);
    for (i64 k = 0; k < FIRST + i; k++) nest_add(&at[i], (i64[]){FIRST + i - 1 - k, k * k});
  }
  assert_true(generator_fit(at, N_SIZES, CASES_NO, &g, NULL));
  assert_true(generator_make(&g, 1000000, 1 << 20, &made, NULL));
  assert_int_equal(made.values.n, 2000000);
  assert_int_equal(made.values.at[0], 999999);
  assert_int_equal(made.values.at[1999999], 999999ll * 999999);
  nest_done(&made);
  generator_done(&g);
  nests_done(at, N_SIZES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_known_flat),
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_small_sizes_are_left_out),
      cmocka_unit_test(test_change_of_behaviour),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_random_nests),
      cmocka_unit_test(test_random_flat),
      cmocka_unit_test(test_wrong_laws_are_caught),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
