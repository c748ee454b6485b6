/* size_ramp_test.c — which smaller sizes are searched, in which order, and with how much. */
#include "unit/search/job.h"

#include "search/size_ramp.h"

static void test_halves(void **state) {
  (void)state;
  SizeRamp r = size_ramp_halves(100, 8);
  assert_int_equal(r.n, 2);
  assert_int_equal(r.sizes[0], 25);
  assert_int_equal(r.sizes[1], 50);
  assert_int_equal(size_ramp_halves(20, 8).n, 1); /* 5 is too small */
  assert_int_equal(size_ramp_halves(7, 4).n, 0);
  assert_int_equal(size_ramp_halves(1, 0).n, 0);
}

typedef struct Seen {
  u64 sizes[4], max_paths[4], left_ns[4];
  u32 n;
} Seen;

static Err visit(SizeSearch *smaller, void *user) {
  Seen *s = user;
  assert_true(smaller->is_training && s->n < 4);
  s->sizes[s->n] = smaller->size;
  s->max_paths[s->n] = smaller->budget.max_paths;
  s->left_ns[s->n++] = clock_left(smaller->budget.deadline_ns);
  return OK;
}

/* Sizes that were asked for are left out; the others have their parts, and no more time than the size has. */
static void test_shares(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "dfs", (u32[]){2, 4}, 2);
  j.config.budget.max_paths = 1;
  job_run(&j);
  SizeSearch *t = j.search->searches.at[1];
  SizeRamp r = {.sizes = {1, 2, 3}, .weights = {1, 2, 3}, .n = 3};
  Seen s = {0};
  t->budget = budget_unlimited();
  assert_int_equal(size_ramp_run(t, &r, 2, 1200, visit, &s), OK);
  assert_int_equal(s.n, 2);
  assert_int_equal(s.sizes[0], 1);
  assert_int_equal(s.sizes[1], 3);
  assert_int_equal(s.max_paths[0], 100);
  assert_int_equal(s.max_paths[1], 300);
  assert_int_equal(s.left_ns[0], UINT64_MAX);
  t->budget.deadline_ns = clock_after(1200 * NS_PER_S);
  s.n = 0;
  assert_int_equal(size_ramp_run(t, &r, 2, UINT64_MAX, visit, &s), OK);
  assert_int_equal(s.max_paths[0], UINT64_MAX);
  assert_in_range(s.left_ns[0], 50 * NS_PER_S, 100 * NS_PER_S);
  assert_in_range(s.left_ns[1], 200 * NS_PER_S, 300 * NS_PER_S);
  job_done(&j);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_halves),
      cmocka_unit_test(test_shares),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
