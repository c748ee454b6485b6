/* model_test.c — each predictor on small programs: what it predicts is so, and what is not so
 * is not believed. */
#include "predict/predict.h"
#include "unit/search/job.h"

#include <string.h>

/* N - 1 comparisons, and 7 from 9 on: what the small sizes predict is never seen there. */
static const char stops_growing[] =
    HARNESS MAIN("long m = n > 8 ? 8 : n, s = 0;"
                 "for (long i = 1; i < m; i++) if (a[i] < a[i - 1]) s++;");

/* The deepest of a recursion that halves: no sums of powers, and no formula. */
static const char halves[] =
    HARNESS "void f(int *a, long n) { if (n < 2) return; f(a, n / 2); f(a + n / 2, n - n / 2);"
            "  for (long i = 1; i < n; i++) if (a[i] < a[0]) break; }" MAIN("f(a, n);");

static void predictor_open(Job *j, const char *source, const char *model, const u32 *sizes, u32 n) {
  job_open(j, source, "xstressor", sizes, n);
  job_set(j, &predictor_options, PREDICTOR_KIND, model);
}

static bool tried(const Search *h, const char *part) {
  for (u32 i = 0; i < h->tried.n; i++)
    if (strstr(h->tried.at[i], part)) return true;
  return false;
}

/* What is predicted at sizes never trained on costs what is known, and was run. */
static void test_each_predictor(void **state) {
  (void)state;
  for (u32 k = 0; k < n_predictors; k++) {
    Job j;
    predictor_open(&j, insertion_sort, predictors[k].name, (u32[]){17, 40}, 2);
    job_run(&j);
    for (u32 i = 0; i < 2; i++) {
      const SizeSearch *t = j.search->searches.at[i];
      WitnessRun seen;
      assert_int_equal(t->how, predictors[k].origin);
      assert_int_equal(t->best.cost, t->size * (t->size - 1) / 2);
      assert_false(t->is_proven);
      assert_false(t->best.is_predicted);
      assert_int_equal(witness_run(j.search, t->size, &t->best, &seen, NULL), OK);
      assert_int_equal(seen.cost.n[COST_BRANCHES], t->best.cost);
      u64 predicting = stat_of(&t->stats, &stat_predicting);
      u64 solving = stat_of(&t->stats, &stat_solving);
      assert_int_equal(t->stats.n, 3);
      assert_true(predicting > 0);
      assert_true(t->ns >= predicting + solving);
      assert_true(stat_of(&t->stats, &stat_building) > 0);
      /* an input that is predicted needs no solver */
      assert_int_equal(solving > 0, t->how != ORIGIN_inputs);
      assert_int_equal(t->n_queries > 0, t->how != ORIGIN_inputs);
    }
    assert_int_equal(search_product(j.search, generator_name)->n > 0,
                     !strcmp(predictors[k].name, "inputs"));
    job_done(&j);
  }
}

/* A program that is another one at large sizes: the prediction is refuted, said, and the search goes
 * on by other means. */
static void test_wrong_laws(void **state) {
  (void)state;
  for (u32 k = 0; k < n_predictors; k++) {
    Job j;
    cleanup(text_free) Text words = {0};
    predictor_open(&j, stops_growing, predictors[k].name, (u32[]){12}, 1);
    job_set(&j, &training_options, TRAINING_SIZES, "1:6");
    job_run(&j);
    const SizeSearch *t = j.search->searches.at[0];
    bool is_decisions = !strcmp(predictors[k].name, "decisions"); /* 4 of them are left over */
    text_addf(&words, "N=12, model of %s: %s", predictors[k].name,
              is_decisions ? "the program decides less often than was predicted"
                           : "it costs 7, and 11 were predicted");
    if (!tried(j.search, text_c(&words))) fail_msg("not said: %s", text_c(&words));
    assert_int_equal(t->best.cost, 7);
    assert_false(t->is_proven);
    assert_null(strstr(text_c(&t->why), "predicted by"));
    assert_int_equal(search_product(j.search, generator_name)->n, 0);
    job_done(&j);
  }
}

/* 2^N steps up to N = 12 and no more from there on, or up to 20: what is predicted at 20 is too much for a run with symbols. */
#define DOUBLES(most)                                           \
  HARNESS MAIN("long m = n < " #most " ? n : " #most ", s = 0;" \
               "for (long i = 0; i < 1l << m; i++) s += i; if (a[0] > 3) s++; return s;")

/* Such a cost is believed only where a run with numbers has it. */
static void test_costly_laws(void **state) {
  (void)state;
  static const struct {
    const char *source;
    bool holds;
  } rows[] = {{DOUBLES(12), false}, {DOUBLES(20), true}};
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    Job j;
    predictor_open(&j, rows[i].source, "inputs", (u32[]){20}, 1);
    j.config.cost = COST_WORK;
    job_set(&j, &training_options, TRAINING_SIZES, "1:9");
    job_run(&j);
    const SizeSearch *t = j.search->searches.at[0];
    WitnessRun seen;
    assert_int_equal(witness_run_plain(j.search, &t->budget, t->size, &t->best, &seen), OK);
    assert_int_equal(seen.cost.n[COST_WORK], t->best.cost);
    assert_false(t->best.is_predicted);
    assert_int_equal(t->best.cost > 1 << 23, rows[i].holds);
    assert_int_equal(strstr(text_c(&t->why), "predicted by") != NULL, rows[i].holds);
    job_done(&j);
  }
}

/* The cost has a law that is no polynomial, and what is found is what it predicts. */
static void test_halving_formula(void **state) {
  (void)state;
  Job j;
  predictor_open(&j, halves, "auto", (u32[]){21}, 1);
  job_run(&j);
  const SizeSearch *t = j.search->searches.at[0];
  assert_worst(&j, 0, 74, false); /* f(21) = 20 + f(10) + f(11) */
  assert_non_null(strstr(text_c(&t->why), "predict"));
  job_done(&j);
}

static void test_names(void **state) {
  (void)state;
  OptionSet s = option_set_new(&predictor_options);
  assert_null(predictor_wanted(&s)); /* auto */
  for (u32 i = 0; i < n_predictors; i++) {
    assert_int_equal(option_give(&s, PREDICTOR_KIND, predictors[i].name), OK);
    assert_ptr_equal(predictor_wanted(&s), &predictors[i]);
  }
  assert_int_equal(option_give(&s, PREDICTOR_KIND, "weather"), ERR_USAGE);
  for (u32 i = 0; i < n_predictors; i++) assert_non_null(strstr(err_text(), predictors[i].name));
  option_set_done(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_predictor), cmocka_unit_test(test_wrong_laws),
      cmocka_unit_test(test_costly_laws),    cmocka_unit_test(test_halving_formula),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
