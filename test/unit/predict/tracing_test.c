/* tracing_test.c — the path condition of an input as a trace: loops, their rounds, conditions.
 *
 * A trace is compared as a text: [k enters loop k, a dot begins a round, ] leaves, and 3(32 0) is
 * point 3 with its numbers. */
#include "unit/unit.h"

#include "predict/tracing.h"
#include "unit/vm/machine.h"

#include <string.h>

#define HARNESS                                                      \
  "void nadir_symbolic(void *p, unsigned long n, const char *name);" \
  "void nadir_assume(int c); unsigned long nadir_size(void);"        \
  "int a[8];"
#define MAIN(body)                                     \
  "int main(void) { int n = (int)nadir_size(), s = 0;" \
  "  nadir_symbolic(a, sizeof a, \"a\");" body "  return s; }"

static void print_trace(const LoopTrace *t, Text *to) {
  for (u32 i = 0; i < t->events.n; i++) {
    const TraceEvent *e = &t->events.at[i];
    if (e->kind == TRACE_ENTER) text_addf(to, "[%u", e->id);
    if (e->kind == TRACE_ROUND) text_add_char(to, '.');
    if (e->kind == TRACE_LEAVE) text_add_char(to, ']');
    if (e->kind != TRACE_POINT) continue;
    text_addf(to, "%u(", e->id);
    for (u32 k = 0; k < e->width; k++)
      text_addf(to, "%s%lld", k ? " " : "", (long long)t->leaves.at[e->leaf + k]);
    text_add_char(to, ')');
  }
  assert_int_equal(t->depth, 0);
}

typedef struct Traced {
  Machine machine;
  Search search;
  Tracer tracer;
} Traced;

static void traced_open(Traced *x, const char *source) {
  VmConfig vm = vm_config_default();
  *x = (Traced){0};
  machine_init(&x->machine, source, &vm);
  x->search.config = (SearchConfig){.module = x->machine.module,
                                    .solver = x->machine.solver,
                                    .vm = vm,
                                    .budget = budget_unlimited()};
  x->tracer = tracer_new(&x->search);
}

static void traced_done(Traced *x) {
  tracer_done(&x->tracer);
  machine_done(&x->machine);
}

/* The trace of this input at this size, or why there is none. */
static bool trace(Traced *x, u64 size, const int *input, Text *ret) {
  Sample s = {.size = size};
  NamedBytes in = {.name = text_dup("a"), .bytes = mem_dup(input, 32), .n_bytes = 32};
  vec_push(&s.witness.inputs, in);
  LoopTrace t;
  bool ok;
  assert_int_equal(tracer_run(&x->tracer, &s, &t, &ok, ret), OK);
  if (ok) print_trace(&t, ret);
  trace_done(&t);
  witness_done(&s.witness);
  return ok;
}

static void assert_trace(Traced *x, u64 size, const int *input, const char *expected) {
  cleanup(text_free) Text seen = {0};
  assert_true(trace(x, size, input, &seen));
  assert_string_equal(text_c(&seen), expected);
}

static const int zeros[8], ascending[8] = {0, 1, 2, 3, 4, 5, 6, 7};

/* A round begins at the head: n rounds of a for over n elements and one that ends it. */
static void test_nested(void **state) {
  (void)state;
  Traced x;
  traced_open(&x, HARNESS MAIN("for (int i = 0; i < n; i++) for (int j = 0; j < i; j++)"
                               "  if (a[j] < a[i]) s++;"));
  assert_trace(&x, 1, ascending, "[0.[1.].]");
  assert_trace(&x, 3, ascending, "[0.[1.].[1.0(0 32).].[1.0(0 64).0(32 64).].]");
  /* the other side is another point */
  assert_trace(&x, 2, zeros, "[0.[1.].[1.1(0 32).].]");
  traced_done(&x);
}

static void test_do_while(void **state) {
  (void)state;
  Traced x;
  traced_open(&x, HARNESS MAIN("int i = 0; do s++; while (a[i++] > 4 && i < n);"));
  assert_trace(&x, 4, zeros, "[0.0(0 5)]");
  assert_trace(&x, 3, (int[8]){9, 9, 9, 9}, "[0.1(0 5).1(32 5).1(64 5)]");
  traced_done(&x);
}

/* Whoever leaves early leaves all loops that are not around what follows. */
static void test_early_exits(void **state) {
  (void)state;
  Traced x;
  traced_open(&x, HARNESS MAIN("for (int i = 0; i < n; i++) {"
                               "  for (int j = 0; j < n; j++) { if (a[j] == 7) break; s++; }"
                               "  if (a[i] == 6) return 1;"
                               "}"));
  assert_trace(&x, 2, (int[8]){7, 6}, "[0.[1.0(7 0)]1(6 0).[1.0(7 0)]2(6 32)]");
  assert_trace(&x, 1, (int[8]){6}, "[0.[1.3(7 0).]2(6 0)]");
  traced_done(&x);
}

/* A loop of a function is another one for each place that calls it, and is inside the caller's. */
static void test_calls(void **state) {
  (void)state;
  Traced x;
  traced_open(&x, HARNESS "int f(int *p, int n) { int s = 0;"
                          "  while (n-- > 0) if (p[n] > 0) s++; return s; }" MAIN(
                              "for (int i = 1; i <= n; i++) s += f(a, i);  s += f(a + 4, 1);"));
  assert_trace(&x, 2, (int[8]){1, 0, 0, 0, 1}, "[0.[1.0(0 1).].[1.1(32 1).0(0 1).].][2.2(128 1).]");
  traced_done(&x);
}

static void test_recursion(void **state) {
  (void)state;
  Traced x;
  traced_open(&x, HARNESS "int f(int k, int n) { int s = 0;"
                          "  for (int i = 0; i < 2; i++) if (a[k] < i) s++;"
                          "  return k + 1 < n ? s + f(k + 1, n) : s; }" MAIN("s = f(0, n);"));
  assert_trace(&x, 1, zeros, "[0.0(0 0).1(0 1).]");
  assert_trace(&x, 2, zeros, "[0.0(0 0).1(0 1).][1.2(32 0).3(32 1).]");
  traced_done(&x);
}

/* A sum that is compared has a name from then on: later ones have the same shape. */
static void test_sums_have_names(void **state) {
  (void)state;
  Traced x;
  traced_open(&x, HARNESS MAIN("int sum = a[0]; for (int i = 1; i < n; i++) {"
                               "  sum += a[i]; if (sum < 100) s++; }"));
  cleanup(text_free) Text three = {0}, four = {0};
  assert_true(trace(&x, 3, ascending, &three));
  u32 n_points = x.tracer.points.n;
  assert_true(trace(&x, 5, ascending, &four));
  assert_int_equal(x.tracer.points.n, n_points);
  u32 n_defining = 0;
  for (u32 i = 0; i < n_points; i++) n_defining += x.tracer.points.at[i].defines;
  assert_int_equal(n_defining, 2); /* of two words, and of a name and a word */
  traced_done(&x);
}

/* The same tracer gives the same points to what is the same at another size. */
static void test_sizes_share_points(void **state) {
  (void)state;
  Traced x;
  traced_open(&x, HARNESS MAIN("for (int i = 1; i < n; i++) if (a[i] > a[i - 1]) s++;"));
  assert_trace(&x, 2, ascending, "[0.0(0 32).]");
  assert_trace(&x, 4, ascending, "[0.0(0 32).0(32 64).0(64 96).]");
  assert_int_equal(x.tracer.points.n, 1);
  traced_done(&x);
}

/* What has no shape is said. */
static void test_refusals(void **state) {
  (void)state;
  static const char *const rows[][2] = {
      {HARNESS MAIN("switch (a[0]) { case 1: s = 2; break; case 7: s = 5; }"), "a switch"},
      {HARNESS MAIN("for (int i = 0; i < 3; i++) nadir_assume(a[i] == 5);"), "its end"},
  };
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    Traced x;
    cleanup(text_free) Text why = {0};
    traced_open(&x, rows[i][0]);
    assert_false(trace(&x, 1, zeros, &why));
    if (!strstr(text_c(&why), rows[i][1])) fail_msg("%s", text_c(&why));
    traced_done(&x);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nested),
      cmocka_unit_test(test_do_while),
      cmocka_unit_test(test_early_exits),
      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_sums_have_names),
      cmocka_unit_test(test_sizes_share_points),
      cmocka_unit_test(test_refusals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
