/* search_test.c — strategies on small programs whose worst cases are known. */
#include "policy/training_size.h"
#include "unit/search/job.h"

/* The worst alternates: each byte other than the one before is worth a comparison more. */
static const char alternate[] =
    HARNESS "int main(void) {"
            "  long n = (long)nadir_size(); char *a = malloc(n); int up = 0;"
            "  nadir_symbolic(a, n, \"a\");"
            "  for (long i = 0; i < n; i++) {"
            "    if (a[i] > 'm') { if (!up) { if (a[i] > 'p') up = 1; else up = 1; } }"
            "    else { if (up) { if (a[i] < 'c') up = 0; else up = 0; } }"
            "  }"
            "  return 0;"
            "}";

/* The key is compared from its end and the shift is always 3: 3 * (N/3) comparisons. */
static const char shifts_by_three[] = HARNESS "int main(void) {"
                                              "  long n = (long)nadir_size(); char *t = malloc(n);"
                                              "  nadir_symbolic(t, n, \"t\");"
                                              "  for (long i = 0; i + 3 <= n; i += 3) {"
                                              "    long j = 2;"
                                              "    while (j >= 0 && t[i + j] == \"abc\"[j]) j--;"
                                              "    if (j < 0) return 1;"
                                              "  }"
                                              "  return 0;"
                                              "}";

static const char ignores_its_input[] = HARNESS "int main(void) {"
                                                "  char a[4]; nadir_symbolic(a, 4, \"a\");"
                                                "  return (int)nadir_size() > 3;"
                                                "}";

static const char never_ends[] =
    HARNESS "int main(void) {"
            "  char a; nadir_symbolic(&a, 1, \"a\"); volatile int i = 0;"
            "  if (a == 'x') for (;;) i++;"
            "  return 0;"
            "}";

/* What a size takes is known if the two before it were searched. */
static void test_time_of_the_next_size(void **state) {
  (void)state;
  TrainingSizeVec v = {0};
  vec_push(&v, ((TrainingSize){.size = 1, .ns = 20}));
  assert_int_equal(training_next_ns(&v, 2), 0);
  vec_push(&v, ((TrainingSize){.size = 2, .ns = 10}));
  assert_int_equal(training_next_ns(&v, 3), NS_PER_MS); /* too little to tell how it grows */
  vec_push(&v, ((TrainingSize){.size = 3, .ns = 2 * NS_PER_S}));
  vec_push(&v, ((TrainingSize){.size = 4, .ns = 6 * NS_PER_S}));
  assert_int_equal(training_next_ns(&v, 5), 18 * NS_PER_S);
  assert_int_equal(training_next_ns(&v, 6), 0);
  vec_push(&v, ((TrainingSize){.size = 6, .ns = 8 * NS_PER_S}));
  assert_int_equal(training_next_ns(&v, 7), 0);
  training_done(&v);
}

/* What each size may use, in thousandths of an hour, of which nothing is used. */
static u64 shares[8];
static u32 n_shares;

static Err note_share(SizeSearch *t, void *self) {
  (void)self;
  u64 part = 3600 * NS_PER_S / 1000;
  shares[n_shares++] = (clock_left(t->budget.deadline_ns) + part / 2) / part;
  return OK;
}

static void test_largest_has_half_of_the_time(void **state) {
  (void)state;
  static const Strategy notes = {.search = note_share};
  static const StrategyRow row = {"notes", &notes, 0};
  Job j;
  job_open(&j, insertion_sort, "exhaustive", (u32[]){1, 2, 3, 4, 5, 100}, 6);
  j.config.strategy = &row;
  j.config.budget.deadline_ns = clock_after(3600 * NS_PER_S);
  n_shares = 0;
  job_run(&j);
  u64 first = shares[0], largest = shares[5];
  assert_int_equal(n_shares, 6);
  assert_in_range(first, 98, 101);     /* a fifth of the other half */
  assert_in_range(largest, 990, 1001); /* the others left all of theirs */
  assert_in_range(shares[4], 490, 501);
  job_done(&j);
}

static void test_exhaustive(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "exhaustive", (u32[]){1, 3, 5}, 3);
  job_run(&j);
  assert_worst(&j, 0, 0, true);
  assert_worst(&j, 1, 3, true);
  assert_worst(&j, 2, 10, true);
  const SizeSearch *t = j.search->searches.at[2];
  assert_int_equal(t->n_feasible, 120);
  assert_int_equal(t->n_infeasible, 0);
  assert_int_equal(vec_last(&t->history).cost, 10);
  job_done(&j);
}

/* Every prefix of the key may match at each place, and no side is impossible. */
static void test_no_infeasible_side(void **state) {
  (void)state;
  Job j;
  job_open(&j, shifts_by_three, "exhaustive", (u32[]){3, 6, 10}, 3);
  job_run(&j);
  u64 paths[] = {4, 13, 40}; /* (3^(k+1) - 1) / 2 */
  for (u32 i = 0; i < 3; i++) {
    assert_worst(&j, i, 3 * (j.search->searches.at[i]->size / 3), true);
    assert_int_equal(size_search_paths(j.search->searches.at[i]), paths[i]);
    assert_int_equal(j.search->searches.at[i]->n_infeasible, 0);
  }
  job_done(&j);
}

/* Once a byte is known to be an x, the second question about it has one answer. */
static void test_infeasible_sides(void **state) {
  (void)state;
  Job j;
  job_open(&j, HARNESS MAIN("for (long i = 0; i < n; i++) if (a[i] > 7) if (a[i] < 3) return 1;"),
           "exhaustive", (u32[]){1, 3}, 2);
  job_run(&j);
  for (u32 i = 0; i < 2; i++) {
    const SizeSearch *t = j.search->searches.at[i];
    u64 n = t->size;
    assert_worst(&j, i, 2 * n, true);
    assert_int_equal(t->n_feasible, 1ull << n);
    assert_int_equal(t->n_infeasible,
                     (1ull << n) - 1); /* once behind each inner node of the tree */
  }
  job_done(&j);
}

static void test_budget(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "dfs", (u32[]){6}, 1);
  j.config.budget.max_paths = 100;
  job_run(&j);
  const SizeSearch *t = j.search->searches.at[0];
  assert_false(t->is_proven);
  assert_int_equal(t->n_feasible, 100);
  assert_string_equal(text_c(&t->why), "the number of paths was reached");
  job_done(&j);
}

static void test_random_repeats(void **state) {
  (void)state;
  u64 costs[2], feasible[2];
  for (u32 i = 0; i < 2; i++) {
    Job j;
    job_open(&j, insertion_sort, "random", (u32[]){8}, 1);
    j.config.budget.max_paths = 200;
    job_run(&j);
    costs[i] = j.search->searches.at[0]->best.cost;
    feasible[i] = j.search->searches.at[0]->n_feasible;
    assert_true(costs[i] > 14 && costs[i] <= 28);
    job_done(&j);
  }
  assert_int_equal(costs[0], costs[1]);
  assert_int_equal(feasible[0], feasible[1]);
}

/* One path, at a size far beyond what can be searched. */
static void test_wise(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "wise", (u32[]){3, 40}, 2);
  job_run(&j);
  assert_worst(&j, 0, 3, false);
  assert_worst(&j, 1, 780, false);
  assert_int_equal(size_search_paths(j.search->searches.at[1]), 1);
  job_done(&j);
}

/* All worst paths together leave the comparison open: everything is explored. */
static void test_wise_all(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "wise", (u32[]){4}, 1);
  job_set(&j, &policy_options, POLICY_KEEP, "all");
  job_set(&j, &training_options, TRAINING_SIZES, "2,3");
  job_run(&j);
  assert_worst(&j, 0, 6, false);
  assert_int_equal(j.search->searches.at[0]->n_feasible, 24);
  job_done(&j);
}

/* Trained where the first block is the last one, the history of the second is unknown. */
static void test_wca_history(void **state) {
  (void)state;
  const char *trained[] = {"3,4", "6,7"};
  u32 paths[][2] = {{1, 9}, {1, 1}};
  for (u32 i = 0; i < 2; i++) {
    Job j;
    job_open(&j, shifts_by_three, "spf-wca", (u32[]){5, 10}, 2);
    job_set(&j, &policy_options, POLICY_KEEP, "last");
    job_set(&j, &policy_options, POLICY_HISTORY, "2");
    job_set(&j, &training_options, TRAINING_SIZES, trained[i]);
    job_run(&j);
    for (u32 k = 0; k < 2; k++)
      assert_int_equal(size_search_paths(j.search->searches.at[k]), paths[i][k]);
    assert_worst(&j, 1, 9, false);
    job_done(&j);
  }
}

static void test_train_too_large(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "wise", (u32[]){4}, 1);
  j.config.budget.max_paths = 50;
  job_set(&j, &training_options, TRAINING_SIZES, "3,6");
  assert_int_equal(search_run(&j.config, &j.search), ERR_INPUT);
  assert_non_null(strstr(err_text(), "size 6"));
  job_done(&j);
}

static void test_auto(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "auto", (u32[]){1, 2, 3, 4, 5, 30}, 6);
  job_run(&j);
  for (u32 i = 0; i < 5; i++) assert_worst(&j, i, (u64)i * (i + 1) / 2, true);
  assert_worst(&j, 5, 435, false);
  assert_true(j.search->said.n >= 2);
  job_done(&j);
}

static void test_auto_alternating(void **state) {
  (void)state;
  Job j;
  job_open(&j, alternate, "auto", (u32[]){20}, 1);
  job_run(&j);
  assert_worst(&j, 0, 40, false);
  job_done(&j);
}

static void test_ignored_input(void **state) {
  (void)state;
  Job j;
  job_open(&j, ignores_its_input, "auto", (u32[]){1, 50}, 2);
  job_run(&j);
  assert_worst(&j, 0, 0, true);
  assert_worst(&j, 1, 0, true);
  job_done(&j);
}

static void test_never_ends(void **state) {
  (void)state;
  Job j;
  job_open(&j, never_ends, "exhaustive", (u32[]){1}, 1);
  j.config.budget.max_instructions = 100000;
  job_run(&j);
  assert_false(j.search->searches.at[0]->is_proven);
  assert_true(j.search->searches.at[0]->n_unfinished > 0);
  job_done(&j);
}

/* A remark is one line, whatever the model that it tells of. */
static void test_models_in_words(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "xstressor", (u32[]){1, 2, 3, 4, 5, 6, 20}, 7);
  job_run(&j);
  assert_worst(&j, 6, 190, false);
  u32 n_models = 0;
  for (u32 i = 0; i < j.search->said.n; i++) {
    const char *said = j.search->said.at[i];
    assert_null(strchr(said, '\n'));
    n_models += !strncmp(said, "model of decisions", strlen("model of decisions"));
  }
  assert_int_equal(n_models, 1);
  job_done(&j);
}

static void test_unknown_strategy(void **state) {
  (void)state;
  const StrategyRow *row;
  assert_int_equal(strategy_find("wize", &row), ERR_USAGE);
  assert_non_null(strstr(err_text(), "wise"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_time_of_the_next_size),
      cmocka_unit_test(test_largest_has_half_of_the_time),
      cmocka_unit_test(test_exhaustive),
      cmocka_unit_test(test_no_infeasible_side),
      cmocka_unit_test(test_infeasible_sides),
      cmocka_unit_test(test_budget),
      cmocka_unit_test(test_random_repeats),
      cmocka_unit_test(test_wise),
      cmocka_unit_test(test_wise_all),
      cmocka_unit_test(test_wca_history),
      cmocka_unit_test(test_train_too_large),
      cmocka_unit_test(test_auto),
      cmocka_unit_test(test_auto_alternating),
      cmocka_unit_test(test_ignored_input),
      cmocka_unit_test(test_never_ends),
      cmocka_unit_test(test_models_in_words),
      cmocka_unit_test(test_unknown_strategy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
