/* choice_test.c — all paths of small programs: how many there are, how they end. */
#include "unit/unit.h"

#include "unit/vm/machine.h"

#include <stdio.h>

#define HARNESS                                                         \
  "void nadir_symbolic(void *p, unsigned long n, const char *name);"    \
  "void nadir_assume(int c); unsigned long nadir_fix(unsigned long x);" \
  "void *malloc(unsigned long); void free(void *); void abort(void);"

static const char sort[] =
    HARNESS "int main(void) { int a[%d]; nadir_symbolic(a, sizeof a, \"a\");"
            " for (int i = 1; i < %d; i++) { int x = a[i], j = i; while (j > 0 && a[j - 1] > x) {"
            " a[j] = a[j - 1]; j--; } a[j] = x; } return 0; }";

static void test_insertion_sort(void **state) {
  (void)state;
  u32 factorial = 1;
  for (u32 n = 2; n <= 5; n++) {
    char source[1000];
    snprintf(source, sizeof source, sort, n, n);
    Tally t = machine_count(source);
    factorial *= n;
    assert_int_equal(t.n[STOP_EXIT], factorial);
    assert_int_equal(t.n_paths, factorial);
    assert_int_equal(t.most.n[COST_BRANCHES], n * (n - 1) / 2);
  }
}

static void test_palindrome(void **state) {
  (void)state;
  for (u32 n = 1; n <= 9; n++) {
    char source[1000];
    snprintf(source, sizeof source,
             HARNESS
             "int main(void) { char s[%u]; nadir_symbolic(s, sizeof s, \"s\");"
             " for (int i = 0, j = sizeof s - 1; i < j; i++, j--) if (s[i] != s[j]) return 0;"
             " return 1; }",
             n);
    Tally t = machine_count(source);
    assert_int_equal(t.n_paths, n / 2 + 1);
    assert_int_equal(t.n[STOP_EXIT], n / 2 + 1);
  }
}

static void test_forced(void **state) {
  (void)state;
  Tally t = machine_count(HARNESS "int main(void) { int x, n = 0; nadir_symbolic(&x, 4, \"x\");"
                                  " if (x > 10) n++; if (x > 5) n++; return n; }");
  assert_int_equal(t.n_paths, 3);
  assert_int_equal(t.n_decisions, 6); /* the second one of x > 10 is forced, and recorded */
}

static void test_switch(void **state) {
  (void)state;
  Tally t = machine_count(
      HARNESS
      "int main(void) { unsigned char x; nadir_symbolic(&x, 1, \"x\"); switch (x) {"
      " case 1: return 1; case 5: case 7: return 2; case 200: return 3; default: return 4; } }");
  assert_int_equal(t.n_paths, 4);
  assert_int_equal(t.n_decisions, 4);
}

/* What a sanitizer put in is checked, and is no branch of the program, however it is turned. */
static void test_sanitizer(void **state) {
  (void)state;
  static const char source[] =
      HARNESS "void __ubsan_handle_add_overflow(void *, unsigned long, unsigned long);"
              "int main(void) { int x; nadir_symbolic(&x, 4, \"x\");"
              " if (x %s 3) %s __ubsan_handle_add_overflow(0, 0, 0); return x; }";
  const char *const ways[][2] = {{"==", ""}, {"!=", "{} else"}};
  for (u32 k = 0; k < 2; k++) {
    char text[1000];
    snprintf(text, sizeof text, source, ways[k][0], ways[k][1]);
    Tally t = machine_count(text);
    assert_int_equal(t.n_paths, 2);
    assert_int_equal(t.n[STOP_OVERFLOW], 1);
    assert_int_equal(t.n[STOP_EXIT], 1);
    assert_int_equal(t.n_decisions, 2);
    assert_int_equal(t.most.n[COST_BRANCHES], 0);
  }
}

static void test_assume(void **state) {
  (void)state;
  Tally t = machine_count(HARNESS "int main(void) { int x; nadir_symbolic(&x, 4, \"x\"); "
                                  "nadir_assume(x > 3); nadir_assume(x < 9);"
                                  " if (x == 2) abort(); if (x == 8) return 1; return 0; }");
  assert_int_equal(t.n_paths, 2);
  assert_int_equal(t.n[STOP_EXIT], 2);
  t = machine_count(HARNESS "int main(void) { int x; nadir_symbolic(&x, 4, \"x\");"
                            " nadir_assume(x > 3); nadir_assume(x < 3); abort(); }");
  assert_int_equal(t.n_paths, 1);
  assert_int_equal(t.n[STOP_ASSUME], 1);
}

/* ---- addresses ----------------------------------------------------------------------------------- */

static void test_table(void **state) {
  (void)state;
  Tally t = machine_count(
      HARNESS
      "static unsigned char t[256]; int main(void) { unsigned char x; for (int i = 0; i < 256; i++)"
      " t[i] = i * 7; nadir_symbolic(&x, 1, \"x\"); if (t[x] == 49) return x == 7 ? 1 : 2; return "
      "0; }");
  assert_int_equal(t.n[STOP_EXIT], 2); /* 7 is odd, so x == 7 is the only one */
  assert_int_equal(t.n_paths, 2);
}

static void test_bounds_by_symbol(void **state) {
  (void)state;
  Tally t = machine_count(
      HARNESS "static int t[10]; int main(void) { unsigned i; nadir_symbolic(&i, 4, \"i\");"
              " nadir_assume(i < 11); t[i] = 5; return t[3] == 5; }");
  assert_int_equal(t.n[STOP_EXIT], 1);
  assert_int_equal(t.n[STOP_WRITE_BOUNDS], 1);
  assert_int_equal(t.n_paths, 2);
}

static void test_write_by_symbol(void **state) {
  (void)state;
  Tally t = machine_count(
      HARNESS
      "int main(void) { int t[8] = {0}; unsigned i, j; nadir_symbolic(&i, 4, \"i\");"
      " nadir_symbolic(&j, 4, \"j\"); nadir_assume(i < 8); nadir_assume(j < 8); t[i] = 5; t[j] += "
      "2;"
      " if (t[i] == 7) { if (i != j) abort(); return 1; } if (i == j) abort(); return 0; }");
  assert_int_equal(t.n[STOP_EXIT], 2);
  assert_int_equal(t.n_paths, 2);
}

static void test_two_objects(void **state) {
  (void)state;
  Tally t = machine_count(HARNESS "int a = 1, b = 2; int main(void) { _Bool c; nadir_symbolic(&c, "
                                  "1, \"c\"); int *p[2] = {&a, &b};"
                                  " unsigned char k = c; nadir_assume(k < 2); int v = *p[k]; if (v "
                                  "== 1) return 1; return 2; }");
  assert_int_equal(t.n[STOP_EXIT], 2);
  assert_int_equal(t.n_paths, 2);
}

static void test_sizes(void **state) {
  (void)state;
  Tally t = machine_count(
      HARNESS "int main(void) { unsigned n; nadir_symbolic(&n, 4, \"n\"); nadir_assume(n >= 2);"
              " nadir_assume(n <= 5); char *p = malloc(n); p[n - 1] = 1; p[3] = 1; return n; }");
  assert_int_equal(t.n[STOP_EXIT], 1);
  assert_int_equal(t.n[STOP_WRITE_BOUNDS], 1);
  t = machine_count(HARNESS "int main(void) { unsigned n; nadir_symbolic(&n, 4, \"n\");"
                            " nadir_fix(n); return n == 0; }");
  assert_int_equal(t.n[STOP_EXIT], 1);
  assert_int_equal(t.n[STOP_BOUND], 1);
}

/* ---- errors ---------------------------------------------------------------------------------------- */

static void ends(Stop stop, const char *body) {
  cleanup(text_free) Text source = {0};
  text_addf(&source, "%s int x; int main(void) { nadir_symbolic(&x, 4, \"x\"); %s return 0; }",
            HARNESS, body);
  VmConfig config = vm_config_default();
  config.checks_leak = config.checks_shift = true;
  config.uninit = UNINIT_ERROR;
  config.max_stack_bytes = 1 << 16;
  Machine m;
  machine_init(&m, text_c(&source), &config);
  Tally t = machine_explore(&m, NULL, NULL);
  if (t.n[stop] != 1)
    fail_msg("%u of %u paths end in %s: %s", t.n[stop], t.n_paths, stop_infos[stop].name, body);
  machine_done(&m);
}

static void test_errors(void **state) {
  (void)state;
  ends(STOP_DIVISION, "return 7 / x;");
  ends(STOP_DIVISION, "return 7 % (x & 6);");
  ends(STOP_DIVISION_OVERFLOW, "return x / -1;");
  ends(STOP_DIVISION_OVERFLOW, "return (-2147483647 - 1) / (x | 1);");
  ends(STOP_SHIFT, "return 7 << x;");
  ends(STOP_ABORT, "if (x == 77) abort();");
  ends(STOP_TRAP, "if (x == 77) __builtin_trap();");
  ends(STOP_UNREACHABLE, "if (x == 77) __builtin_unreachable();");
  ends(STOP_ASSERT, "void __assert_fail(const char *, const char *, unsigned, const char *);"
                    " if (x == 77) __assert_fail(\"x\", \"f\", 1, \"main\");");
  ends(STOP_NULL_POINTER, "int *p = x == 3 ? 0 : &x; return *p;");
  ends(STOP_READ_BOUNDS, "char a[4] = {0}; if (x > 0 && x < 5) return a[x];");
  ends(STOP_WRITE_BOUNDS, "char a[4]; if (x >= 0 && x < 5) a[x] = 1;");
  ends(STOP_WRITE_CONSTANT, "static const int c = 3; *(volatile int *)&c = 4;");
  ends(STOP_USE_FREED, "int *p = malloc(4); *p = 1; free(p); return *p;");
  ends(STOP_DOUBLE_FREE, "char *p = malloc(4); free(p); if (x == 2) free(p);");
  ends(STOP_INVALID_FREE, "char *p = malloc(4); free(p + 1);");
  ends(STOP_LEAK, "malloc(4);");
  ends(STOP_READ_UNSET, "int *p = malloc(4); int v = *p; free(p); return v;");
  ends(STOP_BAD_CALL, "((void (*)(void))&x)();");
  ends(STOP_BAD_CALL, "void klee_assume(); klee_assume();");
  ends(STOP_BAD_CALL, "void (*volatile f)(void) = (void (*)(void))free; f();");
  ends(STOP_SYMBOLIC_FLOAT, "return (long double)x > 1;");
}

static void test_stack(void **state) {
  (void)state;
  Tally t = machine_count("int f(int n) { return n + f(n + 1); } int main(void) { return f(0); }");
  assert_int_equal(t.n[STOP_STACK_OVERFLOW], 1);
  t = machine_count("int *f(void) { int x = 3; int *volatile p = &x; return p; }"
                    "int main(void) { return *f(); }");
  assert_int_equal(t.n[STOP_USE_RETURNED], 1);
}

/* ---- tests and decisions ---------------------------------------------------------------------------- */

/* Every path of a sort is followed once more by its decisions alone, and ends in the same way. */
static void follow(Machine *m, State *ended, void *user) {
  DecisionVec decisions = {0};
  State *s;
  u32 k = 0;
  path_list(ended->path, &decisions);
  assert_int_equal(vm_start(m->vm, &s), OK);
  for (Event e; (e = vm_run(m->vm, s, 1000)) != EVENT_STOP;) {
    if (e != EVENT_CHOICE) continue;
    assert_true(k < decisions.n);
    assert_int_equal(decisions.at[k].pc, s->top->pc);
    assert_true(choice_take(m->vm, s, decisions.at[k++].side));
  }
  assert_int_equal(k, decisions.n);
  assert_int_equal(s->ending->stop, ended->ending->stop);
  assert_memory_equal(&s->cost, &ended->cost, sizeof s->cost);
  TestCase a = {0}, b = {0};
  assert_int_equal(testcase_make(m->vm, ended, &a), ANSWER_YES);
  assert_int_equal(testcase_make(m->vm, s, &b), ANSWER_YES);
  assert_int_equal(a.inputs.n, 1);
  assert_int_equal(b.inputs.at[0].n_bytes, 16);
  testcase_done(&a);
  testcase_done(&b);
  state_free(m->vm, s);
  vec_free(&decisions);
  ++*(u32 *)user;
}

static void test_follow(void **state) {
  (void)state;
  char source[1000];
  snprintf(source, sizeof source, sort, 4, 4);
  Machine m;
  u32 n = 0;
  machine_init(&m, source, NULL);
  machine_explore(&m, follow, &n);
  machine_done(&m);
  assert_int_equal(n, 24);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_insertion_sort),   cmocka_unit_test(test_palindrome),
      cmocka_unit_test(test_forced),           cmocka_unit_test(test_switch),
      cmocka_unit_test(test_assume),           cmocka_unit_test(test_table),
      cmocka_unit_test(test_bounds_by_symbol), cmocka_unit_test(test_write_by_symbol),
      cmocka_unit_test(test_two_objects),      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_errors),           cmocka_unit_test(test_stack),
      cmocka_unit_test(test_follow),           cmocka_unit_test(test_sanitizer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
