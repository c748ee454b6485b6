/* curves_test.c — curves stay small and keep what matters: the first, the last and the highest. */
#include "record/curves.h"

#include "record/worst_record.h"
#include "sandbox/tempdir.h"
#include "unit/search/job.h"

#include <unistd.h>

/* ---- samples ------------------------------------------------------------------------------------- */

static void check_totals(const Curve *c, u64 n, u64 sum) {
  u64 n_seen = 0, seen = 0;
  for (u32 i = 0; i < c->at.n; i++) {
    const WorstSample *s = &c->at.at[i];
    n_seen += s->n;
    seen += s->sum;
    assert_true(s->n && s->last <= s->max && s->sum <= s->n * s->max);
    if (i) assert_true(s->paths >= s[-1].paths && s->seconds >= s[-1].seconds);
  }
  assert_int_equal(n_seen, n);
  assert_int_equal(seen, sum);
}

/* Wherever the highest is, it is seen; the first few paths are samples of their own. */
static void test_samples(void **state) {
  (void)state;
  enum { N = 300000, BY_ITSELF = 15, TOP = 5000 };
  static const u64 tops[] = {1, 2, 15, 16, 17, 4711, N - 1, N};
  for (u32 k = 0; k < ARRAY_LEN(tops); k++) {
    Curve c = {0};
    double sum = 0;
    for (u64 i = 1; i <= N; i++) {
      u64 cost = i == tops[k] ? TOP : 100 + i * 7919 % 1000;
      curve_add(&c, 2 * i, (double)i / 8, cost);
      sum += (double)cost;
    }
    check_totals(&c, N, sum);
    assert_true(c.at.n > 100 && c.at.n < 160);
    for (u32 i = 0; i < BY_ITSELF; i++) assert_int_equal(c.at.at[i].n, 1);
    u64 highest = 0;
    for (u32 i = 0; i < c.at.n; i++) highest = MAX(highest, c.at.at[i].max);
    assert_int_equal(highest, TOP);
    assert_int_equal(c.at.at[0].paths, 2);
    assert_int_equal(vec_last(&c.at).paths, 2 * N);
    assert_int_equal(vec_last(&c.at).last, tops[k] == N ? TOP : 100 + N * 7919ull % 1000);
    vec_free(&c.at);
  }
}

/* The clock of a size search is set back between its runs; curves do not go back. */
static void test_order(void **state) {
  (void)state;
  Curve c = {0};
  curve_add(&c, 5, 2, 1);
  curve_add(&c, 4, 1, 1);
  assert_int_equal(c.at.at[1].paths, 5);
  assert_true(c.at.at[1].seconds == 2);
  vec_free(&c.at);
}

/* ---- improvements -------------------------------------------------------------------------------- */

static void push(ImprovementVec *all, u64 cost, Origin origin) {
  vec_push(all, ((Improvement){cost, all->n + 1, all->n * NS_PER_S, origin}));
}

static void size_free(WorstSize *s) { vec_free(&s->history); }

static void test_few_moments(void **state) {
  (void)state;
  ImprovementVec all = {0};
  cleanup(size_free) WorstSize size = {0};
  moments_report(&all, &size);
  assert_int_equal(size.history.n, 0);
  for (u64 i = 0; i < MAX_MOMENTS; i++) push(&all, i < 9 ? i : i * i, ORIGIN_pyse);
  moments_report(&all, &size);
  assert_int_equal(size.history.n, MAX_MOMENTS); /* so few are all kept */
  vec_free(&all);
}

/* The staircase that is left is nowhere far below the whole one. */
static void test_many_moments(void **state) {
  (void)state;
  enum { N = 20000, FIRST = 10 };
  ImprovementVec all = {0};
  cleanup(size_free) WorstSize size = {0};
  for (u64 i = 0; i < N; i++)
    push(&all, FIRST + i + (i > N / 2 ? N : 0), i == 777 ? ORIGIN_wise : ORIGIN_pyse);
  moments_report(&all, &size);
  assert_true(size.history.n <= MAX_MOMENTS && size.history.n > MAX_MOMENTS / 3);
  assert_int_equal(size.history.at[0].cost, FIRST);
  assert_int_equal(vec_last(&size.history).cost, vec_last(&all).cost);
  bool has_wise = false;
  for (u32 i = 0; i < size.history.n; i++) has_wise |= !strcmp(size.history.at[i].strategy, "wise");
  assert_true(has_wise);
  u64 most = (vec_last(&all).cost - FIRST) / (MAX_MOMENTS - ORIGIN_COUNT - 2) + 2;
  for (u32 i = 0, k = 0; i < all.n; i++) {
    while (k + 1 < size.history.n && size.history.at[k + 1].paths <= all.at[i].n_paths) k++;
    assert_true(all.at[i].cost - size.history.at[k].cost <= most);
  }
  vec_free(&all);
}

/* ---- from a search to its file ------------------------------------------------------------------- */

static void search(const char *strategy, Job *j, Curves *curves, WorstReport *ret) {
  Target target = {0};
  WorstRecord w = {.target = &target, .metric = "branches", .unit = "branches", .curves = curves};
  Recorder r = recorder_new(&(RecorderConfig){0});
  recorder_subscribe(&r, curves, curves_on_event);
  job_open(j, insertion_sort, strategy, (u32[]){5}, 1);
  j->config.observer = recorder_searches(&r);
  j->config.budget.max_paths = 60;
  job_run(j);
  target.module = j->machine.module;
  w.recipe.folder = text_dup(".");
  names_add(&w.recipe.files, "a.c");
  cleanup(worst_report_done) WorstReport report = {0};
  worst_record_report(&w, j->search, &report);
  cleanup(text_free) Text path = {0};
  assert_int_equal(tempdir_make(&w.out.path), OK);
  worst_record_write(&w, &report);
  text_addf(&path, "%s/worst.json", text_c(&w.out.path));
  assert_int_equal(worst_report_read(text_c(&path), ret), OK);
  assert_int_equal(unlink(text_c(&path)), 0);
  assert_int_equal(rmdir(text_c(&w.out.path)), 0);
  worst_record_done(&w);
  recorder_done(&r);
}

static u64 count_paths(const WorstSeries *s, u64 *io_highest) {
  u64 n = 0;
  for (u32 i = 0; i < s->at.n; i++) {
    n += s->at.at[i].n;
    *io_highest = MAX(*io_highest, s->at.at[i].max);
  }
  return n;
}

static void check_learning_curve(const char *strategy, bool asks_always) {
  Job j;
  cleanup(curves_done) Curves curves = {0};
  cleanup(worst_report_done) WorstReport back = {0};
  search(strategy, &j, &curves, &back);
  const WorstSize *s = &back.sizes.at[0];
  const WorstSeries *paths = NULL, *policy = NULL;
  for (u32 i = 0; i < s->series.n; i++)
    *(s->series.at[i].is_policy ? &policy : &paths) = &s->series.at[i];
  assert_int_equal(s->series.n, 2);
  assert_string_equal(paths->strategy, strategy);
  u64 highest = 0, most = 0;
  assert_int_equal(count_paths(paths, &highest), s->paths.feasible);
  assert_int_equal(highest, s->cost);
  assert_worst(&j, 0, 10, false);
  u64 n_asked = count_paths(policy, &most), n_all = s->paths.feasible + s->paths.infeasible;
  assert_true(asks_always ? n_asked == n_all : n_asked > 1 && n_asked <= n_all);
  assert_true(most > 0 && most <= s->cost);
  job_done(&j);
}

/* PySE's policy is asked for its own path before each path, that of pyse+ before some. */
static void test_learning_curve(void **state) {
  (void)state;
  check_learning_curve("pyse", true);
  check_learning_curve("pyse+", false);
}

static void test_every_strategy(void **state) {
  (void)state;
  static const char *const names[] = {"exhaustive", "dfs", "random", "wise", "spf-wca", "auto"};
  for (u32 i = 0; i < ARRAY_LEN(names); i++) {
    Job j;
    cleanup(curves_done) Curves curves = {0};
    cleanup(worst_report_done) WorstReport back = {0};
    search(names[i], &j, &curves, &back);
    const WorstSize *s = &back.sizes.at[0];
    u64 highest = 0;
    for (u32 k = 0; k < s->series.n; k++) count_paths(&s->series.at[k], &highest);
    assert_true(s->series.n >= 1);
    assert_int_equal(highest, s->cost);
    job_done(&j);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_samples),        cmocka_unit_test(test_order),
      cmocka_unit_test(test_few_moments),    cmocka_unit_test(test_many_moments),
      cmocka_unit_test(test_learning_curve), cmocka_unit_test(test_every_strategy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
