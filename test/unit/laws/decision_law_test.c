/* decision_law_test.c — strings of decisions of real algorithms on their worst inputs, continued
 * to sizes never seen.
 */
#include "laws/decision_law.h"

#include "unit/unit.h"

typedef VEC(KeyedSide) KeyedSideVec;

enum { SITE_INNER = 4, SITE_OUTER = 9, SITE_WHOLE = 0 };

static bool decide(KeyedSideVec *d, u32 site, bool side) {
  vec_push(d, ((KeyedSide){site, side}));
  return side;
}

/* ---- algorithms, run on their worst inputs ---- */

/* while (j >= 0 && a[j] > x): each round of the outer loop ends at j < 0. */
static void insertion_sort(i64 n, KeyedSideVec *d) {
  for (i64 i = 1; i < n; i++) {
    for (i64 j = i - 1; decide(d, SITE_OUTER, j >= 0); j--) decide(d, SITE_INNER, true);
  }
}

/* (1^i 0) for i = 1..N */
static void triangle(i64 n, KeyedSideVec *d) {
  for (i64 i = 1; i <= n; i++) {
    for (i64 j = 0; j < i; j++) decide(d, SITE_INNER, true);
    decide(d, SITE_INNER, false);
  }
}

/* Each of N blocks of i = 1..N: 1^i 0^(N-i+1), and twice 0 1 between blocks. */
static void blocks(i64 n, KeyedSideVec *d) {
  for (i64 b = 0; b < n; b++) {
    for (i64 i = 1; i <= n; i++) {
      for (i64 j = 0; j < i; j++) decide(d, SITE_INNER, true);
      for (i64 j = i; j <= n; j++) decide(d, SITE_INNER, false);
    }
  }
}

/* Two arrays of N elements each in turn. */
static void merge(i64 n, KeyedSideVec *d) {
  for (i64 k = 0; k < 2 * n - 1; k++) decide(d, SITE_INNER, k % 2 == 0);
}

/* Top-down, the larger half first; a is dealt out so that each merge takes from both in turn. */
static void merge_sort_part(i64 *a, i64 n, KeyedSideVec *d) {
  if (n < 2) return;
  i64 half = (n + 1) / 2, i = 0, j = half, k = 0, sorted[256];
  merge_sort_part(a, half, d);
  merge_sort_part(a + half, n - half, d);
  while (i < half && j < n) sorted[k++] = decide(d, SITE_INNER, a[i] <= a[j]) ? a[i++] : a[j++];
  while (i < half) sorted[k++] = a[i++];
  while (j < n) sorted[k++] = a[j++];
  memcpy(a, sorted, (size_t)n * sizeof *a);
}

static void deal(i64 *a, i64 n) {
  if (n < 2) return;
  i64 half = (n + 1) / 2, dealt[256];
  for (i64 i = 0; i < n; i++) dealt[i % 2 ? half + i / 2 : i / 2] = a[i];
  memcpy(a, dealt, (size_t)n * sizeof *a);
  deal(a, half);
  deal(a + half, n - half);
}

static void merge_sort(i64 n, KeyedSideVec *d) {
  i64 a[256];
  assert_true(n <= 256);
  for (i64 i = 0; i < n; i++) a[i] = i;
  deal(a, n);
  merge_sort_part(a, n, d);
}

/* Quicksort whose pivot is always an extreme, at alternating ends: N-1 comparisons with sides that
 * depend on the parity of what is left, then what remains. */
static void quicksort(i64 n, KeyedSideVec *d) {
  for (; n > 1; n--) {
    for (i64 i = 1; i < n; i++) decide(d, SITE_INNER, n % 2);
    decide(d, SITE_OUTER, n % 2);
  }
}

/* A search that halves what is left: log N decisions. */
static void binary_search(i64 n, KeyedSideVec *d) {
  for (; n > 1; n = (n + 1) / 2) decide(d, SITE_INNER, true);
  decide(d, SITE_INNER, false);
}

/* Insertion sort's worst path that nadir found: the element that stands first in the end may be
 * any, so the last comparison of each round but the first is false: 0, 1 0, 1 1 0, … */
static void insertion_sort_found(i64 n, KeyedSideVec *d) {
  for (i64 i = 1; i < n; i++) {
    for (i64 j = 1; j < i; j++) decide(d, SITE_INNER, true);
    decide(d, SITE_INNER, false);
  }
}

/* Relaxations that always succeed; the site is first come to at N = 3. */
static void shortest_paths(i64 n, KeyedSideVec *d) {
  for (i64 i = 0; i < (n - 1) * (n - 2) / 2; i++) decide(d, SITE_INNER, false);
}

typedef void Algorithm(i64 n, KeyedSideVec *d);

static KeyedPath run(Algorithm *algorithm, i64 n) {
  KeyedSideVec d = {0};
  algorithm(n, &d);
  return (KeyedPath){.size = n, .at = d.at, .n = d.n};
}

static void runs_done(KeyedPath *seen, u32 n) {
  for (u32 i = 0; i < n; i++) mem_free((void *)seen[i].at);
}

enum { N_SEEN = 10 };

static bool fit(Algorithm *algorithm, u32 n, DecisionLaw *ret, Text *why) {
  KeyedPath seen[N_SEEN];
  for (u32 i = 0; i < n; i++) seen[i] = run(algorithm, i + 1);
  bool fits = decision_law_fit(seen, n, ret, why);
  runs_done(seen, n);
  return fits;
}

/* Whether it says exactly these decisions (per key, in order). */
static bool agrees_with(const DecisionLaw *m, const KeyedPath *seen) {
  Prediction p;
  if (!decision_law_make(m, seen->size, 4 * (u64)seen->n + 64, &p, NULL)) return false;
  bool agrees = true;
  for (u32 i = 0; i < seen->n && agrees; i++) {
    u32 side;
    agrees = prediction_next(&p, seen->at[i].key, &side) && side == seen->at[i].side;
  }
  agrees = agrees && prediction_is_over(&p);
  prediction_done(&p);
  return agrees;
}

/* Decisions in all. */
static u64 prediction_count(const Prediction *p) {
  u64 n = 0;
  for (u32 k = 0; k < p->n; k++) {
    for (u32 i = 0; i < p->at[k].runs.n; i++) n += p->at[k].runs.at[i].n;
  }
  return n;
}

/* The law from sizes up to n_seen, right at sizes up to `last`. */
static void check(Algorithm *algorithm, u32 n_seen, i64 last) {
  DecisionLaw m;
  Text text = {0};
  if (!fit(algorithm, n_seen, &m, &text)) fail_msg("no law: %s", text_c(&text));
  for (i64 n = n_seen + 1; n <= last; n += 7) {
    KeyedPath expected = run(algorithm, n);
    assert_true(agrees_with(&m, &expected));
    Prediction p;
    assert_true(decision_law_make(&m, n, 1 << 20, &p, NULL));
    assert_int_equal(prediction_count(&p), expected.n);
    prediction_done(&p);
    runs_done(&expected, 1);
  }
  decision_law_print(&m, &text);
  assert_true(text.n > 0);
  text_free(&text);
  decision_law_done(&m);
}

static void test_loops(void **unused) {
  (void)unused;
  check(insertion_sort, 8, 100);
  check(insertion_sort_found, 7, 100);
  check(shortest_paths, 5, 100);
  check(triangle, 8, 100);
  check(blocks, 8, 40);
  check(merge, 8, 100);
}

static void test_recursion(void **unused) {
  (void)unused;
  check(merge_sort, 10, 200);
  check(quicksort, 8, 100);
}

static void test_logarithm(void **unused) {
  (void)unused;
  check(binary_search, 10, 200);
}

/* Wrong decisions, too few, and too many are all noticed. */
static void test_disagreement(void **unused) {
  (void)unused;
  DecisionLaw m;
  assert_true(fit(triangle, 8, &m, NULL));
  KeyedPath seen = run(triangle, 12);
  KeyedSide *at = (KeyedSide *)seen.at;
  assert_true(agrees_with(&m, &seen));
  seen.n--;
  assert_false(agrees_with(&m, &seen));
  seen.n++;
  at[5].side ^= 1;
  assert_false(agrees_with(&m, &seen));
  at[5].side ^= 1;
  at[5].key++;
  assert_false(agrees_with(&m, &seen));
  runs_done(&seen, 1);
  decision_law_done(&m);
}

/* Sides without any rule; and a rule that breaks at the last size. */
static void noise(i64 n, KeyedSideVec *d) {
  u32 x = 12345;
  for (i64 i = 0; i < n * n; i++) {
    x = x * 1664525 + 1013904223 + (u32)n;
    decide(d, SITE_INNER, x >> 20 & 1);
  }
}
static void breaks(i64 n, KeyedSideVec *d) {
  for (i64 i = 0; i < n; i++) decide(d, SITE_INNER, n < 8 || i != 3);
}

static void test_refusals(void **unused) {
  (void)unused;
  DecisionLaw m;
  Text why = {0};
  assert_false(fit(noise, 8, &m, &why));
  assert_non_null(strstr(text_c(&why), "decisions with key 4"));
  text_clear(&why);
  assert_false(fit(breaks, 8, &m, &why));
  assert_true(fit(breaks, 7, &m, NULL));
  KeyedPath seen = run(breaks, 8);
  assert_false(agrees_with(&m, &seen));
  runs_done(&seen, 1);
  decision_law_done(&m);
  assert_false(fit(triangle, 3, &m, NULL));
  text_free(&why);
}

/* As many merges as N = 10^5 has, at once. */
static void test_large(void **unused) {
  (void)unused;
  DecisionLaw m;
  Prediction p;
  Text why = {0};
  assert_true(fit(merge_sort, 10, &m, NULL));
  assert_true(decision_law_make(&m, 100000, 1 << 24, &p, NULL));
  assert_int_equal(prediction_count(&p), 100000 * 17 - (1 << 17) + 1);
  prediction_done(&p);
  assert_false(decision_law_make(&m, 100000, 1000, &p, &why));
  assert_true(why.n > 0);
  text_free(&why);
  decision_law_done(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_loops),     cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_logarithm), cmocka_unit_test(test_disagreement),
      cmocka_unit_test(test_refusals),  cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
