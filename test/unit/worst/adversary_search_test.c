/* adversary_search_test.c — the adversary that answers comparisons, and the search among its answers. */
#include "unit/search/job.h"

#include "inputs/adversary.h"
#include "worst/adversary_search.h"
#include "worst/arm.h"

/* Quicksort by the middle one of three numbers: what is sorted already is no trouble for it. */
#define QUICKSORT                                                         \
  "static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }"     \
  "static void sort(int *a, long n) {"                                    \
  "  if (n < 2) return;"                                                  \
  "  if (a[n / 2] < a[0]) swap(&a[0], &a[n / 2]);"                        \
  "  if (a[n - 1] < a[0]) swap(&a[0], &a[n - 1]);"                        \
  "  if (a[n - 1] < a[n / 2]) swap(&a[n - 1], &a[n / 2]);"                \
  "  swap(&a[0], &a[n / 2]);"                                             \
  "  long k = 0;"                                                         \
  "  for (long i = 1; i < n; i++) if (a[i] < a[0]) swap(&a[++k], &a[i]);" \
  "  swap(&a[0], &a[k]);"                                                 \
  "  sort(a, k);"                                                         \
  "  sort(a + k + 1, n - k - 1); }"

static const char quicksort[] = HARNESS QUICKSORT MAIN("sort(a, n);");

static void open(Job *j, const char *source, u32 size) {
  job_open(j, source, "random", (u32[]){size}, 1);
  j->config.budget.max_paths = 1;
  job_run(j);
  j->search->searches.at[0]->budget.max_paths = UINT64_MAX;
}

/* What the input costs that these answers describe; 0: there is none. */
static u64 cost_of(Evaluator *j, const u8 *answers, u32 *ret_n_used) {
  Evaluation seen = {0};
  u8 *genome = mem_new(j->plan.n_bytes);
  assert_int_equal(adversary_make(j, answers, NEVER_NS, genome, ret_n_used), OK);
  assert_true(*ret_n_used < adversary_answers(j));
  for (u32 i = 0; i < j->plan.genes.n; i++)
    assert_true(gene_is_legal(&j->plan.genes.at[i], genome));
  if (*ret_n_used) assert_int_equal(evaluator_run(j, genome, j->plan.n_bytes, &seen), OK);
  mem_free(genome);
  return seen.cost;
}

/* Two numbers are cut off at a time, so there are about n²/4 comparisons, at any size, whatever the answers begin
 * with; ties and mirrored answers are good ones, too. */
static void test_splits_badly(void **state) {
  (void)state;
  for (u32 n = 20; n <= 60; n += 20) {
    Job j;
    Evaluator evaluator;
    u8 answers[60];
    u32 n_used;
    open(&j, quicksort, n);
    assert_int_equal(evaluator_open(j.search->searches.at[0], 0,
                                    j.search->searches.at[0]->budget.deadline_ns, &evaluator),
                     OK);
    for (u8 how = 0; how < 4; how++) {
      memset(answers, how, sizeof answers);
      assert_true(cost_of(&evaluator, answers, &n_used) >= n * n / 4);
      assert_int_equal(n_used, n - 1); /* all but one have a value */
    }
    Rng rng = {n};
    for (u32 i = 0; i < ARRAY_LEN(answers); i++) answers[i] = (u8)rng_below(&rng, ANSWER_SETS);
    assert_true(cost_of(&evaluator, answers, &n_used) > 0);
    evaluator_close(&evaluator);
    assert_int_equal(vm_states(size_search_vm(j.search->searches.at[0])), 0);
    job_done(&j);
  }
}

/* Numbers that are compared only with constants, with sums, or not at all: there is nothing to answer. */
static void test_nothing_to_answer(void **state) {
  (void)state;
  static const char *const sources[] = {
      HARNESS MAIN("for (long i = 0; i < n; i++) if (a[i] > 7) a[i] = 0;"),
      HARNESS MAIN("if (n > 2 && a[0] + a[1] < a[2]) return 1;"), HARNESS MAIN("a[0] = 1;")};
  for (u32 i = 0; i < ARRAY_LEN(sources); i++) {
    Job j;
    Evaluator evaluator;
    u8 answers[8] = {0};
    u32 n_used;
    open(&j, sources[i], 8);
    assert_int_equal(evaluator_open(j.search->searches.at[0], 0,
                                    j.search->searches.at[0]->budget.deadline_ns, &evaluator),
                     OK);
    assert_int_equal(cost_of(&evaluator, answers, &n_used), 0);
    assert_int_equal(n_used, 0);
    evaluator_close(&evaluator);
    job_done(&j);
  }
}

/* An answer changes a number that chose a place before: the run would leave the table, and ends instead.  No question
 * is asked, whatever the machine could say of all the places. */
static void test_goes_wrong(void **state) {
  (void)state;
  static const char source[] = HARNESS "static char table[1 << 16];" MAIN(
      "for (long i = 0; i < n; i++) nadir_assume(a[i] >= 0);"
      "for (long i = 1; i < n; i++) if (a[i] > 5 && a[i - 1] > a[i]) table[a[i] - 6] = 1;");
  Job j;
  Evaluator evaluator;
  u8 answers[8] = {0};
  u32 n_used;
  open(&j, source, 8);
  SizeSearch *t = j.search->searches.at[0];
  u64 before = solver_stats(j.machine.solver).n_questions;
  assert_int_equal(evaluator_open(t, 0, t->budget.deadline_ns, &evaluator), OK);
  assert_int_equal(cost_of(&evaluator, answers, &n_used), 0);
  assert_int_equal(solver_stats(j.machine.solver).n_questions, before);
  evaluator_close(&evaluator);
  job_done(&j);
}

/* The search among answers finds what is worse, in slices, and the same with the same seed. */
static void test_search(void **state) {
  (void)state;
  u64 costs[2], plain = 0;
  for (u32 i = 0; i < 2; i++) {
    Job j;
    Vocabulary v = {0};
    InputSearch *c;
    SliceEnd end;
    open(&j, quicksort, 24);
    SizeSearch *t = j.search->searches.at[0];
    assert_int_equal(input_search_open(t, &v, &c), OK);
    assert_int_equal(adversary_plain(c, NEVER_NS / 4), OK);
    plain = t->best.cost;
    void *self = mem_new(arm_adversary.n_bytes);
    for (u32 k = 0; k < 4; k++) {
      Slice s = {.max_steps = ROUNDS(100), .deadline_ns = NEVER_NS, .inputs = c};
      assert_int_equal(arm_adversary.slice(t, self, &s, &end), OK);
      assert_int_equal(end.n_steps, s.max_steps);
      assert_false(end.is_exhausted);
    }
    arm_adversary.done(t, self);
    mem_free(self);
    size_search_phase_end(t);
    costs[i] = t->best.cost;
    input_search_free(c);
    job_done(&j);
  }
  assert_int_equal(costs[0], costs[1]);
  assert_true(costs[0] > plain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_splits_badly),
      cmocka_unit_test(test_nothing_to_answer),
      cmocka_unit_test(test_goes_wrong),
      cmocka_unit_test(test_search),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
