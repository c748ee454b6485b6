/* trace_law_test.c — traces of programs on their worst paths, continued to sizes never seen. */
#include "laws/trace_law.h"

#include "unit/unit.h"

/* ---- programs, as they would be traced ---- */

static void point(LoopTrace *t, u32 id, i64 a, i64 b) { trace_point(t, id, (i64[]){a, b}, 2); }

/* a[j] > a[i], elements known by where they were at first; descending input. */
static void insertion_sort(LoopTrace *t) {
  trace_enter(t, 1);
  for (i64 i = 1; i < t->size; i++) {
    trace_round(t);
    trace_enter(t, 2);
    for (i64 j = i - 1; j >= 0; j--) {
      trace_round(t);
      point(t, 7, j, i);
    }
    trace_leave(t);
  }
  trace_leave(t);
}

/* A chain: the true side of each comparison but the last of a search; the query at the end. */
static void tree_search(LoopTrace *t) {
  trace_enter(t, 1);
  for (i64 i = 0; i < t->size; i++) {
    trace_round(t);
    trace_enter(t, 2);
    for (i64 j = 0; j <= i; j++) {
      trace_round(t);
      if (j < i) point(t, 3, i, j);
      if (j == i) point(t, 4, i, 2 * t->size);
    }
    trace_leave(t);
  }
  trace_leave(t);
  trace_enter(t, 5);
  for (i64 j = 0; j < t->size; j++) {
    trace_round(t);
    trace_point(t, 6, &(i64){j}, 1);
  }
  trace_leave(t);
}

/* Relaxation of all later vertices; the vertex itself is left out; an assignment behind. */
static void shortest_paths(LoopTrace *t) {
  trace_enter(t, 1);
  for (i64 i = 0; i < t->size; i++) {
    trace_round(t);
    trace_enter(t, 2);
    for (i64 j = 0; j < t->size; j++) {
      trace_round(t);
      if (j <= i) continue;
      trace_point(t, 10, (i64[]){i, j, i}, 3);
      trace_point(t, 11, (i64[]){j, i + 1}, 2);
    }
    trace_leave(t);
    point(t, 12, i, t->size);
  }
  trace_leave(t);
}

/* Three deep; points inside, between and outside of the loops, one of them twice in a round. */
static void matrix_product(LoopTrace *t) {
  point(t, 20, 0, 0);
  trace_enter(t, 1);
  for (i64 i = 0; i < t->size; i++) {
    trace_round(t);
    trace_enter(t, 2);
    for (i64 j = 0; j < t->size; j++) {
      trace_round(t);
      point(t, 21, i * t->size + j, 0);
      trace_enter(t, 3);
      for (i64 k = 0; k < t->size; k++) {
        trace_round(t);
        point(t, 22, i * t->size + k, k * t->size + j);
      }
      trace_leave(t);
      point(t, 21, j, i);
    }
    trace_leave(t);
  }
  trace_leave(t);
}

/* The first byte of each word is another point. */
static void compare_words(LoopTrace *t) {
  trace_enter(t, 1);
  for (i64 i = 0; i < t->size; i++) {
    trace_round(t);
    trace_enter(t, 2);
    for (i64 j = 0; j < 8; j++) {
      trace_round(t);
      point(t, i == t->size - 1 && j == 7 ? 31 : 30, 8 * i + j, 8 * i + j);
    }
    trace_leave(t);
  }
  trace_leave(t);
}

static void nothing(LoopTrace *t) { (void)t; }

typedef void Program(LoopTrace *t);

static LoopTrace trace_of(Program *program, i64 size) {
  LoopTrace t = {.size = size};
  program(&t);
  return t;
}

static void traces_done(LoopTrace *at, u32 n) {
  for (u32 i = 0; i < n; i++) trace_done(&at[i]);
}

enum { FIRST = 2, N_SIZES = 7 };

static bool fit(Program *program, TraceLaw *ret, Text *why) {
  LoopTrace at[N_SIZES];
  for (u32 i = 0; i < N_SIZES; i++) at[i] = trace_of(program, FIRST + i);
  bool fits = trace_law_fit(at, N_SIZES, ret, why);
  traces_done(at, N_SIZES);
  return fits;
}

static void check(Program *program, const char *expected) {
  TraceLaw m;
  Text text = {0};
  if (!fit(program, &m, &text)) fail_msg("no law: %s", text_c(&text));
  for (i64 n = 9; n < 40; n += 10) {
    LoopTrace later = trace_of(program, n);
    assert_true(trace_law_agrees(&m, &later));
    trace_done(&later);
  }
  trace_law_print(&m, &text);
  if (expected) assert_string_equal(text_c(&text), expected);
  text_free(&text);
  trace_law_done(&m);
}

static void test_programs(void **unused) {
  (void)unused;
  check(insertion_sort, "loop 1: i < N - 1\n"
                        "  loop 2: j < i + 1\n"
                        "    point 7 (i - j, i + 1)\n");
  check(tree_search, NULL);
  check(shortest_paths, NULL);
  check(matrix_product, "point 20 (0, 0)\n"
                        "loop 1: i < N\n"
                        "  loop 2: j < N\n"
                        "    point 21 (N*i + j, 0)\n"
                        "    loop 3: k < N\n"
                        "      point 22 (N*i + k, N*k + j)\n"
                        "    point 21 (j, i)\n");
  check(compare_words, NULL);
  check(nothing, "");
}

/* ---- refusals ---- */

static void no_order(LoopTrace *t) {
  trace_enter(t, 1);
  for (i64 i = 0; i < t->size; i++) {
    trace_round(t);
    point(t, 1 + i % 2, 0, 0);
    point(t, 2 - i % 2, 0, 0);
  }
  trace_leave(t);
}
static void widths(LoopTrace *t) { trace_point(t, 1, (i64[2]){0}, t->size % 2 ? 2 : 1); }
static void powers_of_two(LoopTrace *t) {
  trace_enter(t, 1);
  for (i64 i = 0; i < 1 << t->size; i++) trace_round(t);
  trace_leave(t);
}
static void too_deep(LoopTrace *t) {
  for (u32 i = 0; i <= MAX_DEPTH; i++) {
    trace_enter(t, i + 1);
    trace_round(t);
  }
  for (u32 i = 0; i <= MAX_DEPTH; i++) trace_leave(t);
}
static void too_much(LoopTrace *t) {
  for (i64 i = 0; i < 100; i++) point(t, 1, i, t->size);
}
static void last_size_differs(LoopTrace *t) {
  trace_enter(t, 1);
  for (i64 i = 0; i < t->size; i++) {
    trace_round(t);
    point(t, 1, i, t->size == FIRST + N_SIZES - 1 && i == 4);
  }
  trace_leave(t);
}

static void test_refusals(void **unused) {
  (void)unused;
  const struct {
    Program *program;
    const char *why;
  } rows[] = {
      {no_order, "what happens in a round has no fixed order"},
      {widths, "a point's leaf vectors differ in length"},
      {powers_of_two, "(loop 1, number of rounds)"},
      {too_deep, "loops are nested too deeply"},
      {too_much, "too much happens in one round of a loop"},
      {last_size_differs, "fits the smaller sizes, but at N = 8 it is 0, not 1 (point 1, value 2)"},
  };
  for (u32 r = 0; r < ARRAY_LEN(rows); r++) {
    TraceLaw m;
    Text why = {0};
    assert_false(fit(rows[r].program, &m, &why));
    if (!strstr(text_c(&why), rows[r].why)) fail_msg("said: %s", text_c(&why));
    text_free(&why);
  }
}

static void test_limits(void **unused) {
  (void)unused;
  TraceLaw m;
  LoopTrace made;
  Text why = {0};
  assert_true(fit(insertion_sort, &m, NULL));
  assert_false(trace_law_make(&m, 100, 1000, &made, &why));
  assert_string_equal(text_c(&why), "the trace is too long");
  text_clear(&why);
  assert_false(trace_law_make(&m, 1, 1000, &made, &why));
  assert_string_equal(text_c(&why), "the law holds from N = 2 on");
  text_free(&why);
  trace_law_done(&m);
}

static bool count_points(void *user, TraceKind kind, u32 id, const i64 *leaf, u32 width) {
  u64 *counts = user;
  (void)id, (void)leaf, (void)width;
  counts[kind]++;
  return true;
}

/* A million constraints. */
static void test_large(void **unused) {
  (void)unused;
  TraceLaw m;
  u64 counts[4] = {0};
  assert_true(fit(matrix_product, &m, NULL));
  assert_true(trace_law_visit(&m, 100, count_points, counts, NULL));
  assert_int_equal(counts[TRACE_POINT], 1 + 2 * 100 * 100 + 100 * 100 * 100);
  trace_law_done(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_programs),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
