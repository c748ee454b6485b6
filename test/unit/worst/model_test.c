/* model_test.c — each kind of model on small programs: what it predicts is so, and what is not so
 * is not believed. */
#include "unit/worst/job.h"
#include "worst/predict.h"

#include <string.h>

/* N - 1 comparisons, and 7 from 9 on: what the small sizes predict is never seen there. */
static const char stops_growing[] =
    HARNESS MAIN("long m = n > 8 ? 8 : n, s = 0;"
                 "for (long i = 1; i < m; i++) if (a[i] < a[i - 1]) s++;");

/* The deepest of a recursion that halves: no sums of powers, and no formula. */
static const char halves[] =
    HARNESS "void f(int *a, long n) { if (n < 2) return; f(a, n / 2); f(a + n / 2, n - n / 2);"
            "  for (long i = 1; i < n; i++) if (a[i] < a[0]) break; }" MAIN("f(a, n);");

static void model_open(Job *j, const char *source, const char *model, const u32 *sizes, u32 n) {
  job_open(j, source, "xstressor", sizes, n);
  job_set(j, &model_options, MODEL_KIND, model);
}

static bool said(const Hunt *h, const char *part) {
  for (u32 i = 0; i < h->said.n; i++)
    if (strstr(h->said.at[i], part)) return true;
  return false;
}

/* What is predicted at sizes never trained on costs what is known, and was run. */
static void test_each_model(void **state) {
  (void)state;
  for (u32 k = 0; k < n_model_rows; k++) {
    Job j;
    model_open(&j, insertion_sort, model_rows[k].name, (u32[]){17, 40}, 2);
    job_run(&j);
    for (u32 i = 0; i < 2; i++) {
      const Trial *t = j.hunt->trials.at[i];
      WitnessRun seen;
      assert_int_equal(t->how, model_rows[k].finder);
      assert_int_equal(t->best.cost, t->size * (t->size - 1) / 2);
      assert_false(t->is_proven);
      assert_false(t->best.is_predicted);
      assert_int_equal(witness_run(j.hunt, t->size, &t->best, &seen, NULL), OK);
      assert_int_equal(seen.cost.n[COST_BRANCHES], t->best.cost);
      u64 predicting = stat_of(&t->stats, &stat_predicting);
      u64 solving = stat_of(&t->stats, &stat_solving);
      assert_int_equal(t->stats.n, 3);
      assert_true(predicting > 0);
      assert_true(t->ns >= predicting + solving);
      assert_true(stat_of(&t->stats, &stat_building) > 0);
      /* an input that is predicted needs no solver */
      assert_int_equal(solving > 0, t->how != FINDER_MODEL_inputs);
      assert_int_equal(t->n_queries > 0, t->how != FINDER_MODEL_inputs);
    }
    assert_int_equal(hunt_product(j.hunt, generator_name)->n > 0,
                     !strcmp(model_rows[k].name, "inputs"));
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
    model_open(&j, stops_growing, model_rows[k].name, (u32[]){12}, 1);
    job_set(&j, &training_options, TRAINING_SIZES, "1:6");
    job_run(&j);
    const Trial *t = j.hunt->trials.at[0];
    bool is_decisions = !strcmp(model_rows[k].name, "decisions"); /* 4 of them are left over */
    text_addf(&words, "N=12, model of %s: %s", model_rows[k].name,
              is_decisions ? "the program decides less often than was predicted"
                           : "it costs 7, and 11 were predicted");
    if (!said(j.hunt, text_c(&words))) fail_msg("not said: %s", text_c(&words));
    assert_int_equal(t->best.cost, 7);
    assert_false(t->is_proven);
    assert_null(strstr(text_c(&t->why), "predicted by"));
    assert_int_equal(hunt_product(j.hunt, generator_name)->n, 0);
    job_done(&j);
  }
}

/* Without a formula a model may still hold; the policy takes over where it does not. */
static void test_no_formula(void **state) {
  (void)state;
  Job j;
  model_open(&j, halves, "auto", (u32[]){21}, 1);
  job_run(&j);
  const Trial *t = j.hunt->trials.at[0];
  assert_worst(&j, 0, 74, false);                  /* f(21) = 20 + f(10) + f(11) */
  assert_null(strstr(text_c(&t->why), "predict")); /* there is no formula to predict anything */
  job_done(&j);
}

static void test_names(void **state) {
  (void)state;
  OptionSet s = option_set_new(&model_options);
  assert_null(model_wanted(&s)); /* auto */
  for (u32 i = 0; i < n_model_rows; i++) {
    assert_int_equal(option_give(&s, MODEL_KIND, model_rows[i].name), OK);
    assert_ptr_equal(model_wanted(&s), &model_rows[i]);
  }
  assert_int_equal(option_give(&s, MODEL_KIND, "weather"), ERR_USAGE);
  for (u32 i = 0; i < n_model_rows; i++) assert_non_null(strstr(err_text(), model_rows[i].name));
  option_set_done(&s);
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
