/* improve_test.c — local search from a bad path, and the portfolio that it belongs to. */
#include "paths/improve.h"
#include "unit/search/job.h"

/* Only who says 7 first is asked for everything else; one path in two is already short there. */
static const char door[] =
    HARNESS MAIN("if (a[0] != 7) return 1;"
                 "for (long i = 1; i < n; i++) if (a[i] > a[i - 1]) continue;");

/* The first path found by dfs, then turned round decision by decision. */
static void climb(Job *j, const char *source, u64 size, u64 worst) {
  job_open(j, source, "dfs", (u32[]){(u32)size}, 1);
  j->config.budget.max_paths = 1;
  job_run(j);
  SizeSearch *t = j->search->searches.at[0];
  t->budget.max_paths = UINT64_MAX;
  assert_true(t->best.is_found);
  for (bool better = true; better;) {
    u64 before = t->best.cost;
    assert_int_equal(improve(t, 2000, &better), OK);
    assert_int_equal(better, t->best.cost > before);
    assert_int_equal(vm_states(size_search_vm(t)), 0); /* what was kept is freed */
  }
  assert_worst(j, 0, worst, false);
  assert_true(stat_of(&t->stats, &stat_flips) >= 2000); /* the last time none gained */
  job_done(j);
}

static void test_improve(void **state) {
  (void)state;
  Job j;
  climb(&j, insertion_sort, 6, 15);
  climb(&j, door, 9, 9);
}

/* A path without decisions has nothing to turn round. */
static void test_nothing_to_turn(void **state) {
  (void)state;
  Job j;
  job_open(&j, HARNESS MAIN(""), "dfs", (u32[]){3}, 1);
  job_run(&j);
  bool better = true;
  assert_int_equal(improve(j.search->searches.at[0], 10, &better), OK);
  assert_false(better);
  assert_int_equal(stat_of(&j.search->searches.at[0]->stats, &stat_flips), 0);
  job_done(&j);
}

/* Small sizes whole, a large one by what they teach; the same seed gives the same result. */
static void test_auto(void **state) {
  (void)state;
  u64 n_paths[2];
  for (u32 i = 0; i < 2; i++) {
    Job j;
    job_open(&j, insertion_sort, "auto", (u32[]){1, 2, 3, 4, 20}, 5);
    job_run(&j);
    for (u32 k = 0; k < 4; k++) assert_worst(&j, k, k * (k + 1) / 2, true);
    assert_worst(&j, 4, 190, false);
    assert_int_equal(j.search->searches.at[3]->how, ORIGIN_exhaustive);
#ifndef NADIR_TINY /* where local search is over after a few paths */
    assert_int_not_equal(j.search->searches.at[4]->how, ORIGIN_exhaustive);
#endif
    n_paths[i] = size_search_paths(j.search->searches.at[4]);
    job_done(&j);
  }
  assert_int_equal(n_paths[0], n_paths[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_improve),
      cmocka_unit_test(test_nothing_to_turn),
      cmocka_unit_test(test_auto),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
