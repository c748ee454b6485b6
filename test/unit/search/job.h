/* job.h — for tests of strategies and models: a small program, a search on it, and what it found. */
#pragma once

#include "unit/unit.h"

#include "search/search.h"
#include "search/witness_run.h"
#include "unit/vm/machine.h"

#define HARNESS                                                      \
  "void nadir_symbolic(void *p, unsigned long n, const char *name);" \
  "void nadir_assume(int c); unsigned long nadir_size(void); void *malloc(unsigned long);"
#define MAIN(body)                                                        \
  "int main(void) { long n = (long)nadir_size(); int *a = malloc(n * 4);" \
  "  nadir_symbolic(a, n * 4, \"a\");" body "  return 0; }"

/* N(N-1)/2 comparisons on a descending array; N! paths, 2^(N-1) of them worst. */
static const char insertion_sort[] =
    HARNESS MAIN("for (long i = 1; i < n; i++) {"
                 "  int x = a[i]; long j = i;"
                 "  while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; }"
                 "  a[j] = x;"
                 "}");

typedef struct Job {
  Machine machine;
  Search *search;
  SearchConfig config;
  OptionSet sets[3]; /* of strategies; see job_set */
} Job;

static void job_open(Job *j, const char *source, const char *strategy, const u32 *sizes, u32 n) {
  VmConfig vm = vm_config_default();
  *j = (Job){0};
  machine_init(&j->machine, source, &vm);
  j->config = (SearchConfig){.module = j->machine.module,
                             .solver = j->machine.solver,
                             .vm = vm,
                             .cost = COST_BRANCHES,
                             .sizes = sizes,
                             .n_sizes = n,
                             .seed = 1,
                             .budget = budget_unlimited(),
                             .max_depth = UINT64_MAX};
  assert_int_equal(strategy_find(strategy, &j->config.strategy), OK);
}

/* Sets an option of one of these groups. */
__attribute__((unused)) static void job_set(Job *j, const OptionGroup *group, u32 option,
                                            const char *text) {
  u32 n = j->config.n_options, i = 0;
  while (i < n && j->sets[i].group != group) i++;
  if (i == n) j->sets[i] = option_set_new(group);
  assert_int_equal(option_give(&j->sets[i], option, text), OK);
  j->config.options = j->sets;
  j->config.n_options = MAX(n, i + 1);
}

static void job_run(Job *j) {
  if (search_run(&j->config, &j->search) != OK) fail_msg("%s", err_text());
}

static void job_done(Job *j) {
  search_free(j->search);
  for (u32 i = 0; i < j->config.n_options; i++) option_set_done(&j->sets[i]);
  machine_done(&j->machine);
}

/* The best has this cost, and its input too when it is run. */
__attribute__((unused)) static void assert_worst(const Job *j, u32 at, u64 cost, bool proven) {
  const SizeSearch *t = j->search->searches.at[at];
  assert_true(t->best.is_found);
  assert_int_equal(t->best.cost, cost);
  assert_int_equal(t->is_proven, proven);
  WitnessRun seen;
  assert_int_equal(witness_run(j->search, t->size, &t->best, &seen, NULL), OK);
  assert_int_equal(seen.stop, STOP_EXIT);
  assert_int_equal(seen.cost.n[COST_BRANCHES], cost);
}

/* Insertion sort of 7 numbers: its worst path is found within some paths, whoever the network was at
 * first. */
__attribute__((unused)) static void assert_sort_is_learned(const char *strategy) {
  static const u32 sizes[] = {7};
  Job j;
  job_open(&j, insertion_sort, strategy, sizes, 1);
  j.config.budget.max_paths = 100;
  j.config.enough = 21;
  for (j.config.seed = 1; j.config.seed <= 20; j.config.seed++) {
    job_run(&j);
    assert_worst(&j, 0, 21, false);
    j.search = search_free(j.search);
  }
  job_done(&j);
}
