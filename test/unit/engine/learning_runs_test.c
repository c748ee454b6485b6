/* learning_runs_test.c — several runs that learn: their sums, their lessons, their ends. */
#include "unit/unit.h"

#include "engine/learning_runs.h"
#include "unit/vm/machine.h"

/* 64 paths, and six conditions on single bytes. */
static const char letters[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name);"
    "int main(void) { char a[6]; int n = 0; nadir_symbolic(a, sizeof a, \"arg00\");"
    "for (int i = 0; i < 6; i++) if (a[i] == 'a' + i) n++; return n; }";

typedef struct Bench {
  Machine m;
  LearningRuns runs;
  Recorder recorder;
  u64 n_told; /* paths */
  ExploreStats stats;
} Bench;

static void count(void *user, const RunEvent *e) {
  ((Bench *)user)->n_told += e->kind == RUN_PATH_ENDED;
}

static void bench_init(Bench *b, const PruningPlan *plan) {
  *b = (Bench){0};
  machine_init(&b->m, letters, NULL);
  b->recorder = recorder_new(&(RecorderConfig){0});
  learning_runs_init(&b->runs, plan, 1);
  recorder_subscribe(&b->recorder, &b->runs, learning_runs_on_event);
  recorder_subscribe(&b->recorder, b, count);
}

static void bench_done(Bench *b) {
  learning_runs_done(&b->runs);
  recorder_done(&b->recorder);
  machine_done(&b->m);
}

static void go(Bench *b, u64 max_paths) {
  ExploreConfig config = explore_config_default();
  config.search.ops = &bfs_ops;
  config.budget.max_paths = max_paths;
  config.observer = recorder_explores(&b->recorder, b->m.vm);
  assert_int_equal(learning_runs_run(&b->runs, b->m.vm, b->m.solver, &config, &b->stats), OK);
}

/* Gives a set those of the words that are its options, or settings with its name before them. */
static void give(OptionSet *s, const char *const *words, u32 n) {
  for (u32 i = 0; i < n; i += 2)
    for (u32 k = 0; k < s->group->n_options; k++) {
      cleanup(text_free) Text name = {0};
      text_addf(&name, "%s%s%s", s->group->settings_of ? s->group->settings_of : "",
                s->group->settings_of ? "." : "", s->group->options[k].name);
      if (!strcmp(text_c(&name), words[i])) assert_int_equal(option_give(s, k, words[i + 1]), OK);
    }
  if (s->group->check) assert_int_equal(s->group->check(s), OK);
}

/* Options as a user gives them: pairs of an option's name and its text, NULL for a flag. */
static PruningPlan plan_of(const char *const *words, u32 n, u64 budget_ns) {
  OptionSet options = option_set_new(&pruning_options), random = option_set_new(&random_settings),
            homi = option_set_new(&homi_settings);
  PruningPlan plan;
  give(&options, words, n);
  give(&random, words, n);
  give(&homi, words, n);
  assert_int_equal(pruning_options_read(&(PruningSets){&options, &random, &homi}, budget_ns, &plan),
                   OK);
  option_set_done(&options);
  option_set_done(&random);
  option_set_done(&homi);
  return plan;
}

#define PLAN(budget_ns, ...) \
  plan_of((const char *const[]){__VA_ARGS__}, ARRAY_LEN(((const char *[]){__VA_ARGS__})), budget_ns)

static void test_plain(void **state) {
  (void)state;
  Bench b;
  bench_init(&b, &(PruningPlan){0});
  go(&b, UINT64_MAX);
  assert_true(explore_is_complete(&b.stats) && b.stats.n_paths == 64 && b.n_told == 64);
  assert_int_equal(b.runs.homi.tests.n, 0);
  bench_done(&b);
}

/* A first run that leaves nothing is the last, and its tests were learned from. */
static void test_complete(void **state) {
  (void)state;
  Bench b;
  PruningPlan plan = PLAN(NEVER_NS, "prune", "homi");
  bench_init(&b, &plan);
  go(&b, UINT64_MAX);
  assert_true(explore_is_complete(&b.stats) && b.stats.n_paths == 64);
  assert_int_equal(b.runs.n_runs, 1);
  assert_in_range(b.runs.homi.tests.n, 1, 2); /* that took a new side: there are two */
  assert_in_range(b.runs.homi.features.n, 1, 6);
  assert_true(b.runs.homi.time_counts[3] > 0);
  bench_done(&b);
}

/* Later runs prune; all that they leave is told, and their draws get the credit. */
static void test_runs(void **state) {
  (void)state;
  Bench b;
  PruningPlan plan = PLAN(NEVER_NS, "prune", "homi", "homi.every", "1ns");
  plan.max_runs = 4;
  bench_init(&b, &plan);
  go(&b, 20); /* the first run is cut short, by what is not its time: that is the end */
  assert_int_equal(b.runs.n_runs, 1);
  assert_int_equal(b.stats.limit, LIMIT_PATHS);
  assert_int_equal(b.stats.n_paths, b.n_told);
  go(&b, UINT64_MAX);
  assert_int_equal(b.runs.n_runs, 4);
  assert_true(b.stats.n_dropped > 0 && b.stats.n_ended[STOP_PRUNED] == b.stats.n_dropped);
  assert_int_equal(b.stats.n_paths, b.n_told);
  assert_false(explore_is_complete(&b.stats));
  u32 n_credited = 0;
  for (u32 i = 0; i < b.runs.homi.tests.n; i++) n_credited += b.runs.homi.tests.at[i].draw > 0;
  assert_true(n_credited > 0);
  bench_done(&b);
}

/* The budget of paths is that of all runs together. */
static void test_whole_budget(void **state) {
  (void)state;
  Bench b;
  PruningPlan plan = PLAN(NEVER_NS, "restart", NULL, "homi.runs", "1ns");
  bench_init(&b, &plan);
  go(&b, 200);
  assert_int_equal(b.stats.limit, LIMIT_PATHS);
  assert_true(b.runs.n_runs > 1 && b.stats.n_paths >= 200 && b.stats.n_dropped == 0);
  assert_int_equal(b.stats.n_paths, b.n_told);
  bench_done(&b);
}

static void test_scaled_times(void **state) {
  (void)state;
  u64 budget_ns = 600 * NS_PER_S;
  PruningPlan plan = PLAN(budget_ns, "prune", "homi"), paper = PLAN(NEVER_NS, "prune", "homi");
  assert_int_equal(plan.pruning.period_ns, NS_PER_S); /* 30 s of 5 h */
  assert_int_equal(plan.pruning.times_ns[3], 800 * NS_PER_S / 30);
  assert_int_equal(paper.pruning.period_ns, 30 * NS_PER_S);
  assert_int_equal(paper.pruning.times_ns[0], 200 * NS_PER_S);
  assert_true(paper.restarts && paper.learns);
  assert_true(paper.homi.learns_frequencies && paper.homi.parts[2] == 0.6);
}

static void test_as_released(void **state) {
  (void)state;
  PruningPlan p = PLAN(NEVER_NS, "prune", "homi", "homi.as-released", NULL);
  assert_true(p.homi.max_features == 200 && p.features.max_conditions == 25);
  assert_true(p.features.only_arguments && p.pruning.min_leaves == 501);
  assert_true(p.pruning.min_varying == 6 && p.homi.max_draws == 50 && p.homi.flat_std == 1);
  assert_true(p.homi.draw.n_opposing == 20 && p.homi.draw.opposes_each_anew);
  assert_true(!p.homi.learns_frequencies && p.pruning.catches_up && p.credits_pruned_tests);
  assert_true(p.pruning.least_gap_ns == NS_PER_S && p.max_runs == 100);
  assert_true(p.pruning.ignores_constant);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain),        cmocka_unit_test(test_complete),
      cmocka_unit_test(test_runs),         cmocka_unit_test(test_whole_budget),
      cmocka_unit_test(test_scaled_times), cmocka_unit_test(test_as_released),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
