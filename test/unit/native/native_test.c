/* native_test.c — worst cases run again in the machine and natively: the same path, another one, and
 * runs that do not end or do not fit. */
#include "native/native.h"

#include "base/clock.h"
#include "base/os.h"
#include "expr/expr.h"
#include "report/ktest.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A program in a folder of its own. */
typedef struct Fixture {
  char folder[32];
  char file[48], test[48];
  const char *files[1];
  OptionSet options;
  CompileOptions compile;
  Recipe recipe;
  Metric metric;
  Solver *solver;
  NativeProgram *program;
} Fixture;

static bool is_main(const char *function) { return !strcmp(function, "main"); }

static void fixture_open_of(Fixture *f, const char *source, const char *metric, bool skips_main,
                            const char *measured) {
  *f = (Fixture){.folder = "/tmp/nadir-test-XXXXXX"};
  assert_non_null(mkdtemp(f->folder));
  snprintf(f->file, sizeof f->file, "%s/p.c", f->folder);
  snprintf(f->test, sizeof f->test, "%s/t.ktest", f->folder);
  assert_int_equal(file_write(f->file, source, strlen(source)), OK);
  f->files[0] = f->file;
  f->options = option_set_new(&compile_options);
  f->compile = compile_options_read(&f->options);
  assert_int_equal(metric_parse(metric, &f->metric), OK);
  f->recipe.folder = text_dup(f->folder);
  expr_open();
  SolverConfig solver = solver_config_default();
  VmConfig vm = vm_config_default();
  f->solver = solver_new(&solver);
  NativeConfig c = {.compile = &f->compile,
                    .files = f->files,
                    .n_files = 1,
                    .measured = measured,
                    .is_skipped = skips_main ? is_main : NULL,
                    .recipe = &f->recipe,
                    .metric = &f->metric,
                    .vm = &vm,
                    .solver = f->solver};
  Err e = native_open(&c, &f->program);
  if (e != OK) fail_msg("%s", err_text());
}

static void fixture_open(Fixture *f, const char *source, const char *metric, bool skips_main) {
  fixture_open_of(f, source, metric, skips_main, NULL);
}

static void fixture_done(Fixture *f) {
  native_free(f->program);
  solver_free(f->solver);
  expr_close();
  metric_done(&f->metric);
  recipe_free(&f->recipe);
  option_set_done(&f->options);
  unlink(f->test);
  unlink(f->file);
  assert_int_equal(rmdir(f->folder), 0); /* nothing is left behind */
}

/* The check of an input of ints called "a". */
static NativeCheck check(Fixture *f, const int *a, u32 n, u64 size, u64 limit_ns) {
  cleanup(ktest_free) Ktest k = {0};
  NativeCheck c;
  ktest_add_arg(&k, "p.c");
  named_bytes_add(&k.objects, "a", a, n * (u32)sizeof *a);
  assert_int_equal(ktest_write(&k, f->test), OK);
  Err e = native_check(f->program, f->test, size, limit_ns, &c);
  if (e != OK) fail_msg("%s", err_text());
  return c;
}

static void assert_says(const NativeCheck *c, const char *text) {
  if (!strstr(c->how, text)) fail_msg("'%s' lacks '%s'", c->how, text);
}

static const char sort_source[] = "#include <nadir.h>\n"
                                  "#include <stdlib.h>\n"
                                  "static void swap(int *a, int *b) {\n"
                                  "  int t = *a;\n"
                                  "  *a = *b;\n"
                                  "  *b = t;\n"
                                  "  nadir_cost(2);\n"
                                  "}\n"
                                  "void never(void) {\n"
                                  "  abort();\n"
                                  "}\n"
                                  "static void sort(int *a, int n) {\n"
                                  "  for (int i = 1; i < n; i++)\n"
                                  "    for (int j = i; j > 0 && a[j - 1] > a[j]; j--)\n"
                                  "      swap(&a[j - 1], &a[j]);\n"
                                  "}\n"
                                  "int main(void) {\n"
                                  "  int n = (int)nadir_size();\n"
                                  "  int *a = malloc(n * sizeof *a);\n"
                                  "  nadir_symbolic(a, n * sizeof *a, \"a\");\n"
                                  "  sort(a, n);\n"
                                  "  if (n == 4) nadir_target();\n"
                                  "  return 0;\n"
                                  "}\n";

static u64 line_count(const NativeCheck *c, u32 line) {
  for (u32 k = 0; k < c->lines.n; k++)
    if (c->lines.at[k].line == line) return c->lines.at[k].n;
  return UINT64_MAX;
}

static void same(void **state) {
  (void)state;
  static const int worst[] = {4, 3, 2, 1};
  static const struct {
    const char *metric;
    bool skips_main;
    u64 cost; /* 0: only counted in the machine */
    const char *how;
  } rows[] = {
      {"branches", false, 0, "; branches: not counted natively"},
      {"calls:swap", false, 6, ", 6 calls of swap"},
      {"block:p.c:15", false, 6, ", 6 arrivals at p.c:15"},
      {"user", false, 12, ", 12 units"},
      {"target", false, 1, ", 1 execution of nadir_target()"},
      /* 4 + (3 + 6) heads, 6 calls, 4 * 6 in swap; main is 6 more */
      {"statements", true, 43, ", 43 statements"},
      {"statements", false, 49, ", 49 statements"},
  };
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    Fixture f;
    fixture_open(&f, sort_source, rows[k].metric, rows[k].skips_main);
    NativeCheck c = check(&f, worst, 4, 4, 0);
    assert_says(&c, "same path of ");
    assert_says(&c, rows[k].how);
    assert_true(c.ran && c.same);
    assert_int_equal(c.has_cost, rows[k].cost != 0);
    assert_int_equal(c.cost, rows[k].cost);
    native_check_done(&c);
    fixture_done(&f);
  }
}

/* One program, several sizes; lines that are never come to are there. */
static void lines(void **state) {
  (void)state;
  static const int a[] = {5, 4, 3, 2, 1};
  Fixture f;
  fixture_open(&f, sort_source, "branches", true);
  for (u32 n = 1; n <= 5; n++) {
    NativeCheck c = check(&f, a, n, n, 0);
    assert_true(c.same);
    u64 swaps = n * (n - 1) / 2;
    assert_int_equal(line_count(&c, 13), n);
    assert_int_equal(line_count(&c, 14), n - 1 + swaps);
    assert_int_equal(line_count(&c, 15), swaps);
    assert_int_equal(line_count(&c, 6), swaps);
    assert_int_equal(line_count(&c, 10), 0);
    assert_true(line_count(&c, 18) == UINT64_MAX); /* main is not asked for */
    assert_true(line_count(&c, 16) == UINT64_MAX);
    for (u32 k = 1; k < c.lines.n; k++) assert_true(c.lines.at[k - 1].line < c.lines.at[k].line);
    native_check_done(&c);
  }
  fixture_done(&f);
}

/* The input decides what goes wrong. */
static const char wrong_source[] = "#include <nadir.h>\n"
                                   "#include <stdio.h>\n"
                                   "#include <stdlib.h>\n"
                                   "#include <unistd.h>\n"
                                   "static int by_value(const void *a, const void *b) {\n"
                                   "  return *(const int *)a < *(const int *)b ? -1 : 1;\n"
                                   "}\n"
                                   "int main(void) {\n"
                                   "  int a, b[5] = {3, 1, 2, 5, 4};\n"
                                   "  nadir_symbolic(&a, sizeof a, \"a\");\n"
                                   "  nadir_assume(a != 9);\n"
                                   "  if (a == 2) for (volatile int i = 0;; i++) { }\n"
                                   "  if (a == 3) abort();\n"
                                   "  if (a == 4) qsort(b, 5, sizeof *b, by_value);\n"
                                   "  if (a == 6) return getenv(\"HOME\") != NULL;\n"
                                   "  if (a == 7) puts(\"\");\n"
                                   "  if (a == 5) if ((long)malloc(1) > (1l << 45)) return 3;\n"
                                   "  return 0;\n"
                                   "}\n";

static void different(void **state) {
  (void)state;
  Fixture f;
  fixture_open(&f, wrong_source, "statements", false);
  static const struct {
    int a;
    bool ran;
    const char *how;
  } rows[] = {
      {0, true, "same path of 6 decisions (what happens within getenv, puts is not compared), "},
      {4, true, "same path of "}, /* by the same qsort */
      {2, false, "in the machine the time was too short"},
      {3, false, "in the machine the input ends otherwise: called abort"},
      {5, true, "natively another path: 7 decisions, as many as the 7 in the machine"},
      {5, true, "/p.c:17 in main; "},
      {5, true, "; the program calls getenv, which not every C library does alike"},
      {9, false, "in the machine the input ends otherwise: an assumption does not hold"},
  };
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    NativeCheck c = check(&f, &rows[k].a, 1, 1, rows[k].a == 2 ? 50 * NS_PER_MS : 0);
    assert_says(&c, rows[k].how);
    assert_int_equal(c.ran, rows[k].ran);
    assert_int_equal(c.same, rows[k].a == 0 || rows[k].a == 4);
    if (!c.ran) assert_int_equal(c.lines.n + c.stacks.counts.n, 0); /* not those of a beginning */
    native_check_done(&c);
  }
  int two[2] = {0};
  NativeCheck c = check(&f, two, 2, 1, 0);
  assert_false(c.ran || c.same);
  assert_says(&c, "an input that the test does not have");
  native_check_done(&c);
  fixture_done(&f);
}

/* The measured function is the C library's: natively the host's, of which nothing is compared. */
static void foreign(void **state) {
  (void)state;
  static const char *const measured[] = {"strtod", "strtol", "main", NULL};
  for (u32 k = 0; k < ARRAY_LEN(measured); k++) {
    Fixture f;
    fixture_open_of(&f,
                    "#include <nadir.h>\n"
                    "#include <stdlib.h>\n"
                    "int main(void) {\n"
                    "  char s[2] = \"1\";\n"
                    "  nadir_symbolic(s, 1, \"a\");\n"
                    "  return strtod(s, NULL) > strtol(s, NULL, 10);\n"
                    "}\n",
                    "branches", false, measured[k]);
    cleanup(ktest_free) Ktest t = {0};
    ktest_add_arg(&t, "p.c");
    named_bytes_add(&t.objects, "a", "7", 1);
    assert_int_equal(ktest_write(&t, f.test), OK);
    NativeCheck c;
    assert_int_equal(native_check(f.program, f.test, 1, 0, &c), OK);
    assert_true(c.ran && c.same);
    assert_int_equal(c.is_foreign, k == 0); /* strtol is ours on both sides */
    assert_says(&c, k == 0 ? "not compared: natively strtod is the host's own function"
                           : " (what happens within strtod is not compared)");
    native_check_done(&c);
    fixture_done(&f);
  }
}

/* A text without a number sets errno in the machine's library, and not in the host's. */
static void other_errno(void **state) {
  (void)state;
  Fixture f;
  fixture_open(&f,
               "#include <errno.h>\n"
               "#include <math.h>\n"
               "#include <nadir.h>\n"
               "#include <stdio.h>\n"
               "#include <stdlib.h>\n"
               "static double read(const char *s) {\n"
               "  double x = strtod(s, NULL);\n"
               "  return errno ? -1 : x;\n"
               "}\n"
               "int main(void) {\n"
               "  char s[2] = \"1\", t[40];\n"
               "  nadir_symbolic(s, 1, \"a\");\n"
               "  sprintf(t, \"%f\", exp(read(s)));\n"
               "  return t[0] > '3';\n"
               "}\n",
               "branches", false);
  cleanup(ktest_free) Ktest t = {0};
  ktest_add_arg(&t, "p.c");
  named_bytes_add(&t.objects, "a", "x", 1);
  assert_int_equal(ktest_write(&t, f.test), OK);
  NativeCheck c;
  assert_int_equal(native_check(f.program, f.test, 1, 0, &c), OK);
  assert_true(c.ran && !c.same);
  assert_says(&c, "; natively it calls the host's own strtod, which may set errno");
  native_check_done(&c);
  fixture_done(&f);
}

/* What only a native run shows: the machine's memory is all zero at first, the system's is not. */
static void only_natively(void **state) {
  (void)state;
  Fixture f;
  fixture_open(&f,
               "#include <nadir.h>\n"
               "#include <signal.h>\n"
               "#include <stdlib.h>\n"
               "#include <unistd.h>\n"
               "int main(void) {\n"
               "  int a;\n"
               "  nadir_symbolic(&a, sizeof a, \"a\");\n"
               "  int is_native = (long)malloc(1) > (1l << 45);\n"
               "  while (is_native * a == 1) { }\n"
               "  return 7 / (1 - is_native * (a == 2));\n"
               "}\n",
               "calls:main", false);
  int a = 1;
  NativeCheck c = check(&f, &a, 1, 1, 300 * NS_PER_MS);
  assert_says(&c, "natively the program did not end in time");
  assert_false(c.ran || c.same || c.has_cost);
  native_check_done(&c);
  a = 2;
  c = check(&f, &a, 1, 1, 0);
  assert_says(&c, "natively the program was killed by signal 8");
  assert_false(c.ran || c.same);
  native_check_done(&c);
  fixture_done(&f);
}

static void not_built(void **state) {
  (void)state;
  Fixture f;
  fixture_open(&f,
               "#include <nadir.h>\n"
               "void nowhere(void);\n"
               "int main(void) {\n"
               "  int a;\n"
               "  nadir_symbolic(&a, sizeof a, \"a\");\n"
               "  if (a == 1)\n"
               "    nowhere();\n"
               "  return 0;\n"
               "}\n",
               "calls:nowhere", false);
  int a = 0;
  NativeCheck c = check(&f, &a, 1, 1, 0);
  assert_says(&c, "not run natively: ");
  assert_says(&c, "does not compile natively: undefined reference to `nowhere'");
  assert_false(c.ran || c.same);
  assert_int_equal(line_count(&c, 6), 1);
  assert_int_equal(line_count(&c, 7), 0);
  native_check_done(&c);
  fixture_done(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same),          cmocka_unit_test(lines),     cmocka_unit_test(different),
      cmocka_unit_test(only_natively), cmocka_unit_test(not_built), cmocka_unit_test(foreign),
      cmocka_unit_test(other_errno),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
