/* recall_test.c — calls of recursive functions, what was worst for them, and the search that repeats it. */
#include "unit/search/job.h"

#include "paths/call_replay.h"

/* Quicksort by the first number: sort(n) splits n - 1 others, so the worst has n(n-1)/2 branches. */
static const char quicksort[] = HARNESS
    "static void sort(long offset, long n, int *a) {"
    "  if (n < 2) return;"
    "  long k = 0;"
    "  for (long i = 1; i < n; i++) if (a[i] < a[0]) { int t = a[++k]; a[k] = a[i]; a[i] = t; }"
    "  int t = a[0]; a[0] = a[k]; a[k] = t;"
    "  sort(offset, k, a);"
    "  sort(offset + k + 1, n - k - 1, a + k + 1);"
    "}" MAIN("sort(1, n, a);");

/* Two functions that call each other; the third is called often, but not by itself. */
static const char mutual[] = HARNESS
    "static int odd(const int *a, long n);"
    "static int is_big(int x) { return x > 1000; }"
    "static int even(const int *a, long n) { return !n || (is_big(a[n - 1]) && odd(a, n - 1)); }"
    "static int odd(const int *a, long n) { return n && is_big(a[n - 1]) && even(a, n - 1); }" MAIN(
        "even(a, n);");

static void open_size_search(Job *j, const char *source, u32 size, u64 seed, u64 n_paths) {
  job_open(j, source, "random", (u32[]){size}, 1);
  j->config.seed = seed;
  j->config.budget.max_paths = n_paths;
  job_run(j);
  j->search->searches.at[0]->budget.max_paths = UINT64_MAX;
}

/* In slices, until it gives up. */
static u64 recall_all(SizeSearch *t, CallTable *p, u64 max_steps) {
  u64 n_steps, n_all = 0;
  CallReplay *r = call_replay_new(t, p);
  for (bool goes_on = true; goes_on; n_all += n_steps) {
    assert_int_equal(call_replay_run(r, max_steps, &n_steps, &goes_on), OK);
    assert_true(n_steps <= max_steps);
  }
  call_replay_free(r);
  assert_int_equal(vm_states(size_search_vm(t)), 0); /* what was kept is freed */
  return n_all;
}

static const CallRecord *precedent(const CallTable *p, u32 fn, u32 argument, u64 value) {
  LoggedCall c = {.fn = fn};
  Rng rng = {1};
  c.is_known[argument] = true;
  c.arguments[argument] = value;
  return call_table_find(p, &c, &rng);
}

static u32 fn_named(const Job *j, const char *name) {
  const Module *m = j->machine.module;
  u32 i = 0;
  while (strcmp(m->fns.at[i].name, name) != 0) i++;
  return i;
}

static void test_finds_worst(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 5; seed++) {
    Job j;
    CallTable p = {0};
    open_size_search(&j, quicksort, 9, seed, 3);
    SizeSearch *t = j.search->searches.at[0];
    assert_true(t->best.cost < 36);
    assert_true(recall_all(t, &p, seed) > 0);
    assert_worst(&j, 0, 36, false);
    /* and what was worst for smaller calls on the way, by their lengths */
    u32 fn = fn_named(&j, "sort");
    for (u64 n = 4; n <= 9; n++) {
      const CallRecord *known = precedent(&p, fn, 1, n);
      assert_non_null(known);
      assert_true(known->cost <= n * (n - 1) / 2 && known->own.n && known->own.n <= n - 1);
    }
    assert_int_equal(precedent(&p, fn, 1, 9)->cost, 36);
    call_table_done(&p);
    job_done(&j);
  }
}

/* The argument that tells what a call costs is found: the length, not the offset. */
static void test_telling_argument(void **state) {
  (void)state;
  Job j;
  CallTable p = {0};
  open_size_search(&j, quicksort, 9, 1, 3);
  recall_all(j.search->searches.at[0], &p, 100);
  u32 fn = fn_named(&j, "sort"), n_by_length = 0;
  LoggedCall c = {.fn = fn, .arguments = {1, 5}, .is_known = {true, true}};
  Rng rng = {5};
  for (u32 i = 0; i < 100; i++) n_by_length += call_table_find(&p, &c, &rng)->own.n <= 4;
  assert_in_range(n_by_length, 70, 100);
  call_table_done(&p);
  job_done(&j);
}

/* Smaller sizes teach larger ones: the first path made of precedents is nearly the worst. */
static void test_other_size(void **state) {
  (void)state;
  Job j;
  CallTable p = {0};
  open_size_search(&j, quicksort, 10, 2, 3);
  SizeSearch *small = search_training(j.search, 9), *t = j.search->searches.at[0];
  small->budget.max_paths = UINT64_MAX;
  assert_int_equal(size_search_run(small, &(SearchRun){.max_paths = 3}, NULL), OK);
  recall_all(small, &p, 100);
  u64 before = t->best.cost, n_steps;
  bool goes_on;
  CallReplay *r = call_replay_new(t, &p);
  assert_int_equal(call_replay_run(r, 1, &n_steps, &goes_on), OK);
  assert_true(before < 37 && t->best.cost >= 37); /* of 45; one number is on the wrong side */
  call_replay_free(r);
  call_table_done(&p);
  job_done(&j);
}

static void test_recursion(void **state) {
  (void)state;
  Job j;
  CallTable p = {0};
  open_size_search(&j, mutual, 6, 1, 50);
  recall_all(j.search->searches.at[0], &p, 100);
  u64 unused;
  assert_true(map_get(&p.recursive, fn_named(&j, "even"), &unused));
  assert_true(map_get(&p.recursive, fn_named(&j, "odd"), &unused));
  assert_false(map_get(&p.recursive, fn_named(&j, "is_big"), &unused));
  assert_worst(&j, 0, 6, false);
  call_table_done(&p);
  job_done(&j);
}

/* Where nothing is recursive there is nothing to do. */
static void test_no_recursion(void **state) {
  (void)state;
  Job j;
  CallTable p = {0};
  open_size_search(&j, insertion_sort, 6, 1, 3);
  assert_int_equal(recall_all(j.search->searches.at[0], &p, 100), 0);
  call_table_done(&p);
  job_done(&j);
}

/* Two searches with the same seed do the same. */
static void test_seed_repeats(void **state) {
  (void)state;
  u64 n[2], n_queries[2];
  for (u32 i = 0; i < 2; i++) {
    Job j;
    CallTable p = {0};
    open_size_search(&j, quicksort, 8, 3, 3);
    n[i] = recall_all(j.search->searches.at[0], &p, 10 + i);
    n_queries[i] = j.search->searches.at[0]->n_queries;
    call_table_done(&p);
    job_done(&j);
  }
  assert_int_equal(n[0], n[1]);
  assert_int_equal(n_queries[0], n_queries[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_finds_worst),  cmocka_unit_test(test_telling_argument),
      cmocka_unit_test(test_other_size),   cmocka_unit_test(test_recursion),
      cmocka_unit_test(test_no_recursion), cmocka_unit_test(test_seed_repeats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
