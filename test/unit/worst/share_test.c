/* share_test.c — arms share the time: each has its turns, counts reproduce, a budget is kept, it ends. */
#include "inputs/input_search.h"
#include "paths/improve.h"
#include "unit/search/job.h"
#include "worst/arm.h"
#include "worst/share.h"

/* No law of small sizes holds, inputs that people think of do little, and each decision is worth something. */
static const char uneven[] =
    HARNESS MAIN("long c = 0; for (long i = 0; i < n; i++) {"
                 "  unsigned h = (unsigned)a[i] * 2654435761u + (unsigned)(i * i) * 40503u;"
                 "  if (a[i] > (i * 7919) % 101 && a[i] < (i * 7919) % 101 + 9) c += i % 5;"
                 "  for (unsigned k = 0; k < (h >> 28) && a[i] > 50; k++) c++; }"
                 "return c < 0;");

typedef struct Seen {
  u64 cost, n_paths, n_inputs, n_turns;
} Seen;

static Seen search(u64 max_steps, u64 seed) {
  Job j;
  job_open(&j, uneven, "dfs", (u32[]){8}, 1);
  j.config.cost = COST_INSTRUCTIONS;
  j.config.budget.max_paths = 1;
  j.config.seed = seed;
  job_run(&j);
  SizeSearch *t = j.search->searches.at[0];
  Vocabulary v = {0};
  InputSearch *c;
  assert_int_equal(input_search_open(t, &v, &c), OK);
  assert_int_equal(input_search_seed(c, 1000 * NS_PER_S), OK);
  size_search_phase_end(t);
  Seen before = {t->best.cost, size_search_paths(t), stat_of(&t->stats, &stat_inputs), 0};
  t->budget.max_paths = max_steps;
  ShareConfig config = {.inputs = c};
  share_add(&config, arms_of_auto(j.search));
  assert_int_equal(share_search(t, &config), OK);
  assert_true(strlen(text_c(&t->why)) > 0);
  assert_false(t->is_at_work);
  Seen seen = {t->best.cost, size_search_paths(t),
               stat_of(&t->stats, &stat_inputs) - before.n_inputs, stat_of(&t->stats, &stat_flips)};
  input_search_free(c);
  job_done(&j);
  return seen;
}

static void test_all_have_turns(void **state) {
  (void)state;
  Seen s = search(SIZED(1500, 400), 1);
  assert_true(s.n_inputs > 0 && s.n_turns > 0);
}

/* Paths and inputs together are what was allowed, up to a slice. */
static void test_budget(void **state) {
  (void)state;
  for (u64 max = 40; max <= 500; max += 150) {
    Seen s = search(max, 1);
    assert_true(s.n_inputs / INPUTS_OF_STEP + s.n_turns <= max + 200);
  }
}

static void test_counts_reproduce(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 3; seed++) {
    Seen a = search(SIZED(600, 60), seed), b = search(SIZED(600, 60), seed);
    assert_memory_equal(&a, &b, sizeof a);
  }
}

/* The decisions of an input are looked for again where the time did not suffice. */
static void test_following_goes_on(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "dfs", (u32[]){6}, 1);
  j.config.budget.max_paths = 1;
  job_run(&j);
  SizeSearch *t = j.search->searches.at[0];
  Witness *w = &t->best;
  u32 n_decisions = w->decisions.n;
  w->is_plain = true;
  vec_clear(&w->decisions);
  assert_int_equal(size_search_follow(t, 0), OK);
  assert_int_equal(w->decisions.n, 0);
  assert_int_equal(size_search_follow(t, 1000 * NS_PER_S), OK);
  assert_true(n_decisions && w->decisions.n == n_decisions);
  job_done(&j);
}

static u32 turns_of[ARM_COUNT], n_done;

static Err counted_slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  (void)t, (void)s;
  ++*(u32 *)self;
  ret->n_steps = 1;
  return OK;
}

static void counted_done(SizeSearch *t, void *self) {
  (void)t;
  turns_of[n_done++] = *(u32 *)self;
}

/* However many arms there are, each is tried, also while none of them gains. */
static void test_each_arm_has_turns(void **state) {
  (void)state;
  static const ArmOps counted = {sizeof(u32), counted_slice, counted_done};
  ShareConfig config = {.n_arms = ARM_COUNT};
  for (u32 i = 0; i < ARM_COUNT; i++) config.arms[i] = &counted;
  Job j;
  job_open(&j, insertion_sort, "dfs", (u32[]){4}, 1);
  j.config.budget.max_paths = 1;
  job_run(&j);
  SizeSearch *t = j.search->searches.at[0];
  t->budget = budget_unlimited();
  t->budget.max_paths = size_search_paths(t) + 4 * ARM_COUNT;
  n_done = 0;
  assert_int_equal(share_search(t, &config), OK);
  assert_int_equal(n_done, ARM_COUNT);
  for (u32 i = 0; i < ARM_COUNT; i++) assert_true(turns_of[i] > 0);
  job_done(&j);
}

#ifndef NADIR_TINY /* where no time is too short */
static u32 n_slow_slices;

/* Says that it made very many steps. */
static Err hasty_slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  (void)t, (void)self, (void)s;
  ret->n_steps = 1000000;
  return OK;
}

static Err slow_slice(SizeSearch *t, void *self, const Slice *s, SliceEnd *ret) {
  (void)t, (void)self, (void)s;
  ret->n_steps = 1;
  n_slow_slices++;
  return OK;
}

/* Where time is limited, steps alone do not end it: some are cheap. */
static void test_hasty_arm(void **state) {
  (void)state;
  static const ArmOps hasty = {.slice = hasty_slice}, slow = {.slice = slow_slice};
  static const ShareConfig config = {.arms = {&hasty, &slow}, .n_arms = 2};
  Job j;
  job_open(&j, insertion_sort, "dfs", (u32[]){4}, 1);
  j.config.budget.max_paths = 1;
  job_run(&j);
  SizeSearch *t = j.search->searches.at[0];
  t->budget = budget_unlimited();
  t->budget.deadline_ns = clock_after(NS_PER_S / 4);
  assert_int_equal(share_search(t, &config), OK);
  assert_true(n_slow_slices > 0);
  job_done(&j);
}
#endif

#ifdef NADIR_TINY /* where "long" is short */
/* Without any limit it ends when nothing has become better for long. */
static void test_ends(void **state) {
  (void)state;
  Seen s = search(UINT64_MAX, 2);
  assert_true(s.n_inputs > 0);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_each_arm_has_turns),
      cmocka_unit_test(test_all_have_turns),
      cmocka_unit_test(test_budget),
      cmocka_unit_test(test_counts_reproduce),
      cmocka_unit_test(test_following_goes_on),
#ifndef NADIR_TINY
      cmocka_unit_test(test_hasty_arm),
#endif
#ifdef NADIR_TINY
      cmocka_unit_test(test_ends),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
