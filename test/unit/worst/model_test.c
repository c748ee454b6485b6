/* model_test.c — each kind of model on small programs: what it foretells is so, and what is not so
 * is not believed. */
#include "unit/unit.h"

#include "unit/vm/machine.h"
#include "worst/model.h"
#include "worst/verify.h"

#include <string.h>

#define HARNESS                                                      \
  "void nadir_symbolic(void *p, unsigned long n, const char *name);" \
  "unsigned long nadir_size(void); void *malloc(unsigned long);"
#define MAIN(body)                                                        \
  "int main(void) { long n = (long)nadir_size(); int *a = malloc(n * 4);" \
  "  nadir_symbolic(a, n * 4, \"a\");" body "  return 0; }"

/* N(N - 1)/2 on a descending array. */
static const char insertion_sort[] =
    HARNESS MAIN("for (long i = 1; i < n; i++) {"
                 "  int x = a[i]; long j = i;"
                 "  while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; }"
                 "  a[j] = x;"
                 "}");

/* N - 1 comparisons, and 7 from 9 on: what the small sizes predict is never seen there. */
static const char stops_growing[] =
    HARNESS MAIN("long m = n > 8 ? 8 : n, s = 0;"
                 "for (long i = 1; i < m; i++) if (a[i] < a[i - 1]) s++;");

/* The deepest of a recursion that halves: no sums of powers, and no formula. */
static const char halves[] =
    HARNESS "void f(int *a, long n) { if (n < 2) return; f(a, n / 2); f(a + n / 2, n - n / 2);"
            "  for (long i = 1; i < n; i++) if (a[i] < a[0]) break; }" MAIN("f(a, n);");

typedef struct Job {
  Machine machine;
  Hunt *hunt;
  HuntConfig config;
} Job;

static void job_open(Job *j, const char *source, const char *model, const u32 *sizes, u32 n) {
  VmConfig vm = vm_config_default();
  *j = (Job){0};
  machine_init(&j->machine, source, &vm);
  j->config = (HuntConfig){.module = j->machine.module,
                           .solver = j->machine.solver,
                           .vm = vm,
                           .cost = COST_BRANCHES,
                           .sizes = sizes,
                           .n_sizes = n,
                           .policy = {.history = 2},
                           .seed = 1,
                           .budget = budget_unlimited(),
                           .max_depth = UINT64_MAX};
  assert_int_equal(strategy_find("xstressor", &j->config.strategy), OK);
  assert_int_equal(model_find(model, &j->config.model), OK);
}

static void job_run(Job *j) {
  if (hunt_run(&j->config, &j->hunt) != OK) fail_msg("%s", err_text());
}

static void job_done(Job *j) {
  hunt_free(j->hunt);
  machine_done(&j->machine);
}

static bool said(const Hunt *h, const char *part) {
  for (u32 i = 0; i < h->said.n; i++)
    if (strstr(h->said.at[i], part)) return true;
  return false;
}

/* What is foretold at sizes never trained on costs what is known, and was run. */
static void test_each_model(void **state) {
  (void)state;
  for (u32 k = 0; k < n_model_rows; k++) {
    Job j;
    job_open(&j, insertion_sort, model_rows[k].name, (u32[]){17, 40}, 2);
    job_run(&j);
    for (u32 i = 0; i < 2; i++) {
      const Trial *t = j.hunt->trials.at[i];
      WitnessRun seen;
      assert_int_equal(t->how, model_rows[k].finder);
      assert_int_equal(t->best.cost, t->size * (t->size - 1) / 2);
      assert_false(t->is_proven);
      assert_false(t->best.is_foretold);
      assert_int_equal(witness_run(j.hunt, t->size, &t->best, &seen, NULL), OK);
      assert_int_equal(seen.cost.n[COST_BRANCHES], t->best.cost);
      assert_true(t->phases.is_known);
      assert_true(t->phases.predicting_ns > 0);
      assert_true(t->ns >= t->phases.predicting_ns + t->phases.solving_ns);
      /* an input that is foretold needs no solver */
      assert_int_equal(t->phases.solving_ns > 0, t->how != FINDER_MODEL_inputs);
      assert_int_equal(t->n_queries > 0, t->how != FINDER_MODEL_inputs);
    }
    assert_true(j.hunt->building_ns > 0);
    assert_int_equal(j.hunt->generator.n > 0, !strcmp(model_rows[k].name, "inputs"));
    job_done(&j);
  }
}

/* A program that is another one at large sizes: the prediction is refuted, said, and the search goes
 * on by other means. */
static void test_wrong_models(void **state) {
  (void)state;
  for (u32 k = 0; k < n_model_rows; k++) {
    Job j;
    cleanup(text_free) Text words = {0};
    job_open(&j, stops_growing, model_rows[k].name, (u32[]){12}, 1);
    j.config.train = (u32[]){1, 2, 3, 4, 5, 6};
    j.config.n_train = 6;
    job_run(&j);
    const Trial *t = j.hunt->trials.at[0];
    bool is_decisions = !strcmp(model_rows[k].name, "decisions"); /* 4 of them are left over */
    text_addf(&words, "N=12, model of %s: %s", model_rows[k].name,
              is_decisions ? "the program decides less often than was foretold"
                           : "it costs 7, and 11 were predicted");
    if (!said(j.hunt, text_c(&words))) fail_msg("not said: %s", text_c(&words));
    assert_int_equal(t->best.cost, 7);
    assert_false(t->is_proven);
    assert_null(strstr(text_c(&t->why), "foretold"));
    assert_int_equal(j.hunt->generator.n, 0);
    job_done(&j);
  }
}

/* Without a formula a model may still hold; the policy takes over where it does not. */
static void test_no_formula(void **state) {
  (void)state;
  Job j;
  job_open(&j, halves, "auto", (u32[]){21}, 1);
  job_run(&j);
  const Trial *t = j.hunt->trials.at[0];
  WitnessRun seen;
  assert_true(t->best.is_found);
  assert_int_equal(witness_run(j.hunt, t->size, &t->best, &seen, NULL), OK);
  assert_int_equal(seen.cost.n[COST_BRANCHES], t->best.cost);
  job_done(&j);
}

static void test_names(void **state) {
  (void)state;
  const ModelRow *row = &model_rows[0];
  assert_int_equal(model_find("auto", &row), OK);
  assert_null(row);
  for (u32 i = 0; i < n_model_rows; i++) {
    assert_int_equal(model_find(model_rows[i].name, &row), OK);
    assert_ptr_equal(row, &model_rows[i]);
  }
  assert_int_equal(model_find("weather", &row), ERR_USAGE);
  for (u32 i = 0; i < n_model_rows; i++) assert_non_null(strstr(err_text(), model_rows[i].name));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_model),
      cmocka_unit_test(test_wrong_models),
      cmocka_unit_test(test_no_formula),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
