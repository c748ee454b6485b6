/* input_law_test.c — inputs of small sizes continued to large ones, searched for by what they
 * cost, and written as C that says the same.
 */
#include "laws/input_law.h"

#include "base/rng.h"
#include "unit/laws/nest_text.h"
#include "unit/unit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ---- arrays with a rule ---- */

typedef i64 Element(i64 n, i64 i);

static i64 descending(i64 n, i64 i) { return n - 1 - i; }
static i64 last_is_zero(i64 n, i64 i) { return i == n - 1 ? 0 : i + 1; }
static i64 pipes(i64 n, i64 i) { return i < n / 2 ? i : n - 1 - i; }
static i64 in_turn(i64 n, i64 i) { return i % 2 ? n + i : -i; }
static i64 squares(i64 n, i64 i) { return i * i - n; }
static i64 none(i64 n, i64 i) { return n * 7919 % 13 + i * 104729 % 11; }

static Nest array_of(Element *element, i64 n) {
  Nest nest;
  nest_init(&nest, n, 1, 1);
  for (i64 i = 0; i < n; i++) nest_add(&nest, &(i64){element(n, i)});
  return nest;
}

enum { N_SIZES = 8 };

static void nests_done(Nest *at, u32 n) {
  for (u32 i = 0; i < n; i++) nest_done(&at[i]);
}

static bool fit(Element *element, InputLaw *ret, Text *why) {
  Nest at[N_SIZES];
  for (u32 i = 0; i < N_SIZES; i++) at[i] = array_of(element, i + 1);
  bool fits = input_law_fit(at, N_SIZES, ret, why);
  nests_done(at, N_SIZES);
  return fits;
}

static bool says(const InputLaw *m, const Nest *expected) {
  Nest made;
  assert_true(input_law_make(m, expected->size, 1 << 20, &made, NULL));
  bool is_equal = nest_equal(&made, expected);
  nest_done(&made);
  return is_equal;
}

static void test_formulas(void **unused) {
  (void)unused;
  Element *const elements[] = {descending, last_is_zero, pipes, in_turn, squares};
  for (u32 k = 0; k < ARRAY_LEN(elements); k++) {
    InputLaw m;
    assert_true(fit(elements[k], &m, NULL));
    for (i64 n = 9; n < 60; n += 10) {
      Nest expected = array_of(elements[k], n);
      assert_true(says(&m, &expected));
      nest_done(&expected);
    }
    input_law_done(&m);
  }
}

static void test_refusal(void **unused) {
  (void)unused;
  InputLaw m;
  Text why = {0};
  assert_false(fit(none, &m, &why));
  assert_true(why.n > 0);
  text_free(&why);
}

/* A graph's weights: 0 on the diagonal, 1 to the next, else large. */
static Nest weights(i64 n) {
  Nest nest;
  nest_init(&nest, n, 2, 1);
  for (i64 i = 0; i < n; i++) {
    nest_open(&nest, 1);
    for (i64 j = 0; j < n; j++) nest_add(&nest, &(i64){j < i ? 3 * n : j == i ? 0 : 2 * (j - i)});
  }
  return nest;
}

static void test_matrix(void **unused) {
  (void)unused;
  Nest at[N_SIZES], expected = weights(30);
  InputLaw m;
  for (u32 i = 0; i < N_SIZES; i++) at[i] = weights(i + 1);
  assert_true(input_law_fit(at, N_SIZES, &m, NULL));
  assert_true(says(&m, &expected));
  input_law_done(&m);
  nests_done(at, N_SIZES);
  nest_done(&expected);
}

/* The weights of Dijkstra's algorithm that nadir found at sizes 1 to 5.  The others were not found by
 * a search but written down from the law that they are to show: a text for Boyer and Moore's search
 * for "abc", sizes 3 to 8, and words of GNU cmp, sizes 1 to 6. */
static void test_worst_inputs(void **unused) {
  (void)unused;
  const struct {
    i64 first;
    const char *small[7], *large;
  } rows[] = {
      {1,
       {"((0))", "((0 0)(0 0))", "((0 0 1)(0 0 0)(0 0 0))",
        "((0 0 1 2)(0 0 0 1)(0 0 0 0)(0 0 0 0))",
        "((0 0 1 2 3)(0 0 0 1 2)(0 0 0 0 1)(0 0 0 0 0)(0 0 0 0 0))"},
       "((0 0 1 2 3 4)(0 0 0 1 2 3)(0 0 0 0 1 2)(0 0 0 0 0 1)(0 0 0 0 0 0)(0 0 0 0 0 0))"},
      {3,
       {"(0 0 99)", "(0 0 98 99)", "(0 0 98 98 99)", "(0 0 98 98 98 99)", "(0 0 98 98 98 98 99)",
        "(0 0 98 98 98 98 98 99)"},
       "(0 0 98 98 98 98 98 98 99)"},
      {1,
       {"(256 0)", "(0 256 0)", "(0 0 256 0)", "(0 0 0 256 0)", "(0 0 0 0 256 0)",
        "(0 0 0 0 0 256 0)"},
       "(0 0 0 0 0 0 256 0)"},
  };
  for (u32 r = 0; r < ARRAY_LEN(rows); r++) {
    Nest at[N_SIZES], expected, made;
    InputLaw m;
    u32 n = 0;
    for (; rows[r].small[n]; n++) {
      assert_int_equal(nest_parse(rows[r].small[n], rows[r].first + n, &at[n]), OK);
    }
    assert_int_equal(nest_parse(rows[r].large, rows[r].first + n, &expected), OK);
    assert_true(input_law_fit(at, n, &m, NULL));
    assert_true(input_law_make(&m, expected.size, 1000, &made, NULL));
    assert_int_equal(made.values.n, expected.values.n);
    for (u32 i = 0; i < made.values.n; i++) {
      assert_int_equal(made.values.at[i], expected.values.at[i]);
    }
    nest_done(&made);
    nest_done(&expected);
    nests_done(at, n);
    input_law_done(&m);
  }
}

/* Arrays without a rule have no law, though there are many kinds of laws. */
static void test_noise(void **unused) {
  (void)unused;
  Rng rng = {7};
  for (u32 round = 0; round < ROUNDS(60); round++) {
    Nest at[N_SIZES];
    InputLaw m;
    for (u32 k = 0; k < N_SIZES; k++) {
      nest_init(&at[k], k + 1, 1, 1);
      for (u32 i = 0; i <= k; i++) nest_add(&at[k], &(i64){(i64)rng_below(&rng, 2 + round % 3)});
    }
    assert_false(input_law_fit(at, N_SIZES, &m, NULL));
    nests_done(at, N_SIZES);
  }
}

/* ---- the search ---- */

static u64 n_compared;

static void merge_sort(i64 *a, i64 n) {
  if (n < 2) return;
  i64 half = n / 2, i = 0, j = half, k = 0;
  i64 *sorted = mem_new((size_t)n * sizeof *sorted);
  merge_sort(a, half);
  merge_sort(a + half, n - half);
  while (i < half && j < n) {
    n_compared++;
    sorted[k++] = a[i] <= a[j] ? a[i++] : a[j++];
  }
  while (i < half) sorted[k++] = a[i++];
  while (j < n) sorted[k++] = a[j++];
  memcpy(a, sorted, (size_t)n * sizeof *a);
  mem_free(sorted);
}

/* Comparisons of merge sort at worst: W(1) = 0, W(n) = W(ceil n/2) + W(floor n/2) + n - 1. */
static u64 merge_sort_worst(i64 n) {
  return n < 2 ? 0 : merge_sort_worst(n / 2) + merge_sort_worst(n - n / 2) + (u64)n - 1;
}

static bool is_worst_of_merge_sort(void *user, i64 size, const i64 *at, u32 n) {
  i64 *copy = mem_dup(at, n * sizeof *at);
  (*(u32 *)user)++;
  n_compared = 0;
  merge_sort(copy, n);
  mem_free(copy);
  return n_compared == merge_sort_worst(size);
}

/* Too few sizes give a wrong law, but the search can go on. */
static void test_search_for_merge_sort(void **unused) {
  (void)unused;
  const i64 few[] = {8, 2, 3, 5}, all[] = {8, 2, 3, 4, 5, 6, 7};
  InputLaw m;
  u32 n_asked = 0, next = 0;
  Nest made;
  assert_true(input_law_search(few, ARRAY_LEN(few), is_worst_of_merge_sort, &n_asked, &next, &m));
  assert_true(input_law_make(&m, 6, 6, &made, NULL));
  assert_false(is_worst_of_merge_sort(&n_asked, 6, made.values.at, made.values.n));
  nest_done(&made);
  assert_true(input_law_search(all, ARRAY_LEN(all), is_worst_of_merge_sort, &n_asked, &next, &m));
  assert_int_equal(m.kind, INPUT_HALVES);
  assert_true(input_law_make(&m, 1000000, 1 << 20, &made, NULL));
  assert_true(is_worst_of_merge_sort(&n_asked, 1000000, made.values.at, made.values.n));
  nest_done(&made);
}

static bool is_nothing(void *user, i64 size, const i64 *at, u32 n) {
  (void)user, (void)size, (void)at, (void)n;
  return false;
}

static void test_search_without_success(void **unused) {
  (void)unused;
  InputLaw m;
  u32 next = 0;
  assert_false(input_law_search((i64[]){4}, 1, is_nothing, NULL, &next, &m));
}

/* ---- C ---- */

/* Compiles the law's C and compares what it makes. */
static void assert_c_agrees(const InputLaw *m) {
  typedef long Generate(long n, long *a);
  char name[] = "/tmp/nadir-law-XXXXXX", command[200];
  Text text = {0};
  int fd = mkstemp(name);
  assert_true(fd >= 0);
  input_law_write_c(m, &text);
  assert_int_equal(write(fd, text.at, text.n), text.n);
  close(fd);
  snprintf(command, sizeof command,
           "clang-19 -Wall -Wextra -Werror -Wno-parentheses -shared -fPIC -x c %s -o %s.so", name,
           name);
  if (system(command) != 0) fail_msg("not accepted by clang: %s", text_c(&text));
  strcat(strcpy(command, name), ".so");
  void *library = dlopen(command, RTLD_NOW);
  assert_non_null(library);
  Generate *generate = (Generate *)dlsym(library, "generate");
  for (i64 n = 3; n < 40; n++) {
    Nest made;
    long a[40 * 40];
    assert_true(input_law_make(m, n, 1 << 20, &made, NULL));
    assert_int_equal(generate(n, NULL), made.values.n);
    assert_int_equal(generate(n, a), made.values.n);
    for (u32 i = 0; i < made.values.n; i++) assert_int_equal(a[i], made.values.at[i]);
    nest_done(&made);
  }
  dlclose(library);
  unlink(command);
  unlink(name);
  text_free(&text);
}

static void test_c_of_formulas(void **unused) {
  (void)unused;
  Element *const elements[] = {descending, last_is_zero, pipes, in_turn};
  for (u32 k = 0; k < ARRAY_LEN(elements); k++) {
    InputLaw m;
    assert_true(fit(elements[k], &m, NULL));
    assert_c_agrees(&m);
    input_law_done(&m);
  }
  Nest at[N_SIZES];
  InputLaw m;
  for (u32 i = 0; i < N_SIZES; i++) at[i] = weights(i + 1);
  assert_true(input_law_fit(at, N_SIZES, &m, NULL));
  assert_c_agrees(&m);
  input_law_done(&m);
  nests_done(at, N_SIZES);
}

static void test_c_of_patterns_and_halves(void **unused) {
  (void)unused;
  InputLaw m = {.kind = INPUT_PATTERN, .pattern = PATTERN_MEDIAN_OF_3};
  assert_c_agrees(&m);
  for (u32 k = 0; k < 6; k++) { /* each way of putting halves together once */
    m = (InputLaw){.kind = INPUT_HALVES,
                   .halves = {k == 0, k == 1, k == 2, k == 3, k == 4 || k == 0, k == 5}};
    assert_c_agrees(&m);
  }
}

/* All patterns but the two with equal elements are different numbers. */
static void test_patterns(void **unused) {
  (void)unused;
  for (Pattern p = 0; p < PATTERN_COUNT; p++) {
    InputLaw m = {.kind = INPUT_PATTERN, .pattern = p};
    if (p == PATTERN_EQUAL || p == PATTERN_ALTERNATING) continue;
    for (i64 n = 1; n < 20; n++) {
      Nest made;
      bool seen[40] = {0};
      assert_true(input_law_make(&m, n, 100, &made, NULL));
      for (i64 i = 0; i < n; i++) {
        i64 value = made.values.at[i];
        assert_true(value >= 0 && value <= n && !seen[value]);
        seen[value] = true;
      }
      nest_done(&made);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_refusal),
      cmocka_unit_test(test_matrix),
      cmocka_unit_test(test_worst_inputs),
      cmocka_unit_test(test_noise),
      cmocka_unit_test(test_search_for_merge_sort),
      cmocka_unit_test(test_search_without_success),
      cmocka_unit_test(test_c_of_formulas),
      cmocka_unit_test(test_c_of_patterns_and_halves),
      cmocka_unit_test(test_patterns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
