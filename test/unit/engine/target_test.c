/* target_test.c — a target is compiled, explored and searched without any command line. */
#include "engine/exploration.h"

#include "base/os.h"
#include "expr/expr.h"
#include "search/search.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/nadir-test-XXXXXX";
static char file[48];

static const char source[] = "int count(int *a, int n) {\n"
                             "  int k = 0;\n"
                             "  for (int i = 0; i < n; i++)\n"
                             "    if (a[i] > 7) k++;\n"
                             "  return 100 / (k - 2);\n"
                             "}\n";

static int make_file(void **state) {
  (void)state;
  expr_open();
  if (!mkdtemp(folder)) return -1;
  snprintf(file, sizeof file, "%s/count.c", folder);
  return file_write(file, source, strlen(source)) == OK ? 0 : -1;
}

static int remove_file(void **state) {
  (void)state;
  expr_close();
  unlink(file);
  return rmdir(folder); /* each test has taken away its own */
}

static void open_out(OutDir *out, const char *name) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/%s", folder, name);
  assert_int_equal(outdir_make(text_c(&path), out), OK);
}

static bool has_file(const OutDir *out, const char *name) {
  cleanup(text_free) Text path = {0};
  text_addf(&path, "%s/%s", text_c(&out->path), name);
  return !access(text_c(&path), F_OK);
}

static void open_target(Target *t, const char *call, OutDir *out) {
  *t = (Target){0};
  vec_push(&t->sources, file);
  assert_int_equal(call_parse(call, &t->call), OK);
  if (target_open(t, out) != OK) fail_msg("%s", err_text());
}

static void remove_out(OutDir *out, const char *const *names, u32 n) {
  for (u32 i = 0; i < n; i++) {
    assert_true(has_file(out, names[i]));
    outdir_remove(out, names[i]);
  }
  assert_int_equal(rmdir(text_c(&out->path)), 0);
  outdir_done(out);
}

static void test_exploration(void **state) {
  (void)state;
  OutDir out;
  Target t;
  open_out(&out, "out");
  open_target(&t, "count(int a[N], N)", &out);
  assert_int_equal(t.files.n, 1);
  assert_string_equal(t.words.at[0], t.files.at[0]);
  assert_int_equal(target_check_size(&t, 3), OK);
  ExplorationPlan plan = {.solver = solver_config_default(),
                          .vm = vm_config_default(),
                          .explore = explore_config_default(),
                          .size = 3,
                          .search = "dfs"};
  Exploration x;
  assert_int_equal(exploration_open(&plan, &t, &out, &x), OK);
  assert_int_equal(exploration_run(&x), OK);
  const RunReport *r = &x.record.report;
  assert_int_equal(r->n_paths, 8); /* each element is large or is not */
  assert_true(r->is_complete);
  assert_int_equal(r->n_tests, 8);
  assert_int_equal(r->n_sides, 2);
  assert_int_equal(r->errors.n, 1); /* two large ones */
  assert_int_equal(r->errors.at[0].n_paths, 3);
  assert_int_equal(r->errors.at[0].place.line, 5);
  assert_string_equal(r->recipe.files.at[0], t.files.at[0]);
  assert_int_equal(r->recipe.size, 3);
  char name[TEST_NAME_BYTES];
  for (u64 i = 1; i <= 8; i++) {
    const char *const suffixes[] = {"ktest", "div.err", "path"};
    for (u32 k = 0; k < ARRAY_LEN(suffixes); k++) {
      test_name(name, i, suffixes[k]);
      assert_true(k || has_file(&out, name));
      outdir_remove(&out, name);
    }
  }
  exploration_done(&x);
  target_done(&t);
  remove_out(&out, (const char *const[]){"harness.c", "ledger", "run.json"}, 3);
}

/* The same target, opened again with another call, and searched. */
static void test_search(void **state) {
  (void)state;
  OutDir out;
  Target t;
  open_out(&out, "out");
  open_target(&t, "count(int a[N], N)", &out);
  call_done(&t.call);
  assert_int_equal(call_parse("count(int a[N+1], N+1)", &t.call), OK);
  assert_int_equal(target_open(&t, &out), OK);
  SolverConfig config = solver_config_default();
  Solver *solver = solver_new(&config);
  Search *search = NULL;
  SearchConfig h = {.module = t.module,
                    .solver = solver,
                    .vm = vm_config_default(),
                    .cost = COST_BRANCHES,
                    .call = target_call(&t),
                    .sizes = (u32[]){4},
                    .n_sizes = 1,
                    .enough = UINT64_MAX,
                    .budget = budget_unlimited(),
                    .max_depth = UINT64_MAX};
  h.vm.args = t.words.at;
  h.vm.n_args = t.words.n;
  assert_int_equal(strategy_find("exhaustive", &h.strategy), OK);
  assert_int_equal(search_run(&h, &search), OK);
  assert_true(search->searches.at[0]->is_proven);
  assert_int_equal(search->searches.at[0]->best.cost, 5);
  search_free(search);
  solver_free(solver);
  target_done(&t);
  remove_out(&out, (const char *const[]){"harness.c"}, 1);
}

static void test_wrong_call(void **state) {
  (void)state;
  OutDir out;
  Target t;
  open_out(&out, "out");
  open_target(&t, "count(int a[3 - N], N)", &out);
  assert_int_equal(target_check_size(&t, 2), OK);
  assert_int_not_equal(target_check_size(&t, 5), OK);
  target_done(&t);
  remove_out(&out, (const char *const[]){"harness.c"}, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_exploration),
      cmocka_unit_test(test_search),
      cmocka_unit_test(test_wrong_call),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
