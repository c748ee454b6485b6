/* plus_test.c — pyse+: tree search with the highest cost backed up, masked sides, slices. */
#include "unit/unit.h"

#include "base/hash.h"
#include "learned/polish.h"
#include "learned/pyse_tree.h"
#include "unit/search/job.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Conditions that exclude each other: most combinations of sides are taken by no input. */
static const char excluding[] =
    HARNESS MAIN("int c = 0; for (long i = 0; i + 1 < n; i++) {"
                 "  if (a[i] < a[i + 1]) c++;"
                 "  if (a[i] == a[i + 1]) c++;"
                 "  if (a[i] > a[i + 1]) c++; else if (a[0] < a[i + 1]) c++;"
                 "}");

/* ---- tree search ------------------------------------------------------------------------------- */

/* A full tree of this depth, in which one path of cost 100 lies among many of cost 50 to 59. */
enum { DEPTH = 5, JEWEL = 0x13 };

static u64 cost_of(u32 leaf) { return leaf == JEWEL ? 100 : 50 + hash_pair(leaf, 7) % 10; }

static void take(Observed *o, u32 leaf) {
  u32 nodes[DEPTH];
  for (u32 i = 0; i < DEPTH; i++) {
    bool side = leaf >> i & 1;
    nodes[i] = i ? observed_go(o, nodes[i - 1], leaf >> (i - 1) & 1) : OBSERVED_ROOT;
    observed_at(o, nodes[i], 1);
    if (i + 1 == DEPTH) observed_end(o, nodes[i], side, false);
  }
  for (u32 i = 0; i < DEPTH; i++) observed_back_up(o, nodes[i], leaf >> i & 1, cost_of(leaf));
}

/* Every side knows the highest cost below it, whatever the order of the paths. */
static void test_back_up(void **unused) {
  (void)unused;
  for (u64 seed = 1; seed <= 10; seed++) {
    Observed o = observed_new();
    Rng rng = {seed};
    bool taken[1 << DEPTH] = {false};
    for (u32 n = 0; n < 20; n++) {
      u32 leaf = (u32)rng_below(&rng, 1 << DEPTH);
      if (!taken[leaf]) take(&o, leaf);
      taken[leaf] = true;
    }
    for (u32 depth = 1; depth <= DEPTH; depth++)
      for (u32 begin = 0; begin < 1u << depth; begin++) {
        u64 best = 0;
        for (u32 leaf = 0; leaf < 1 << DEPTH; leaf++)
          if (taken[leaf] && (leaf & ((1u << depth) - 1)) == begin) best = MAX(best, cost_of(leaf));
        Actions path = {0};
        for (u32 i = 0; i < depth; i++) vec_push(&path, begin >> i & 1);
        if (best) assert_int_equal(observed_cost(&o, &path), best);
        vec_free(&path);
      }
    observed_done(&o);
  }
}

/* Where it searches most is around the best path, though the mean below there is like any other; and it
 * never goes where everything is known. */
static void test_uct(void **unused) {
  (void)unused;
  Observed o = observed_new();
  UctScale scale = {.low = 55, .high = 100, .explore = 0.3};
  take(&o, JEWEL);
  take(&o, JEWEL ^ 1);
  assert_int_equal(uct_side(&o, OBSERVED_ROOT, &scale, 0.5), JEWEL & 1);
  u32 n = 2;
  for (; !observed_is_closed(&o); n++) {
    u32 node = OBSERVED_ROOT, leaf = 0;
    for (u32 i = 0; i < DEPTH; i++) {
      bool side = uct_side(&o, node, &scale, 0.5);
      assert_true(observed_is_open(&o, node, side));
      leaf |= (u32)side << i;
      if (!observed_leads_on(&o, node, side)) break;
      node = observed_go(&o, node, side);
    }
    take(&o, leaf);
  }
  assert_int_equal(n, 1 << DEPTH); /* each path once */
  observed_done(&o);
}

/* Nothing but the prior tells two sides apart that nobody took. */
static void test_prior(void **unused) {
  (void)unused;
  Observed o = observed_new();
  UctScale scale = {.low = 0, .high = 1, .explore = 1};
  observed_at(&o, OBSERVED_ROOT, 1);
  assert_true(uct_side(&o, OBSERVED_ROOT, &scale, 0.9));
  assert_false(uct_side(&o, OBSERVED_ROOT, &scale, 0.1));
  observed_done(&o);
}

/* ---- masked sides ------------------------------------------------------------------------------ */

static u64 n_lost(const char *steps) {
  static const u32 sizes[] = {6};
  Job j;
  job_open(&j, excluding, "pyse+", sizes, 1);
  if (steps) job_set(&j, &pyse_tree_options, PYSE_TREE_STEPS, steps);
  j.config.budget.max_paths = 300;
  job_run(&j);
  const SizeSearch *t = j.search->searches.at[0];
  assert_true(t->best.is_found);
  u64 n = t->n_ended[STOP_INFEASIBLE];
  job_done(&j);
  return n;
}

/* No path ends where no input goes: each takes the side that is possible. */
static void test_mask(void **unused) {
  (void)unused;
  assert_int_equal(n_lost(NULL), 0);
  assert_int_not_equal(n_lost("-mask"), 0);
}

/* All paths are found, none of them twice, with and without the steps. */
static void test_ends(void **unused) {
  (void)unused;
  static const u32 sizes[] = {4};
  static const char *const steps[] = {NULL, "-mask", "-tree", "-restart", "mask", "-habit,-lives"};
  for (u32 i = 0; i < ARRAY_LEN(steps); i++) {
    Job j;
    job_open(&j, insertion_sort, "pyse+", sizes, 1);
    if (steps[i]) job_set(&j, &pyse_tree_options, PYSE_TREE_STEPS, steps[i]);
    job_run(&j);
    assert_worst(&j, 0, 6, false);
    assert_int_equal(j.search->searches.at[0]->n_feasible, 24);
    job_done(&j);
  }
}

/* ---- plateaus, and paths of others -------------------------------------------------------------- */

/* A size search that has one path, and nobody at work. */
static SizeSearch *one_path(Job *j, const char *source, const u32 *size) {
  job_open(j, source, "random", size, 1);
  j->config.budget.max_paths = 1;
  job_run(j);
  SizeSearch *t = j->search->searches.at[0];
  t->budget.max_paths = UINT64_MAX;
  assert_true(t->best.is_found);
  return t;
}

/* Conditions are negated one by one up to the worst path; those that cannot be are counted. */
static void test_polish(void **unused) {
  (void)unused;
  static const u32 size = 5;
  Job j;
  SizeSearch *t = one_path(&j, insertion_sort, &size);
  Polish polish = {0};
  bool goes_on = true;
  Model *input = witness_model(&t->best);
  u64 first = t->best.cost;
  assert_int_equal(polish_begin(&polish, t, input), OK);
  for (u32 i = 0; goes_on; i++) {
    assert_int_equal(polish_step(&polish, t, 20, &goes_on), OK);
    turning_rest(polish.turning);
    size_search_rest(t); /* others may have had their turn */
    assert_true(i < 1000);
  }
  assert_true(t->best.cost > first && t->best.cost == 10);
  assert_true(t->n_infeasible >= stat_of(&t->stats, &stat_unturnable));
  model_unref(input);
  input = polish_end(&polish);
  assert_true(input && !polish.turning);
  model_unref(input);
  assert_null(polish_end(&polish));
  job_done(&j);
}

/* The learner begins with the best path that the size search has, and asks nothing for it. */
static void test_guest(void **unused) {
  (void)unused;
  static const u32 size = 6;
  Job j;
  SizeSearch *t = one_path(&j, excluding, &size);
  PyseTreeOptions o = pyse_tree_options_read(search_options(j.search, &pyse_tree_options),
                                             search_options(j.search, &pyse_options));
  PyseTree *p = pyse_tree_new(t, &o, NULL);
  u64 n_feasible = t->n_feasible, n_infeasible = t->n_infeasible;
  for (u32 i = 0; i < 2; i++) { /* once is enough */
    assert_int_equal(pyse_tree_slice(p, 0, NEVER_NS), OK);
    assert_int_equal(t->n_feasible, n_feasible + 1);
    assert_int_equal(t->n_infeasible, n_infeasible);
  }
  PyseTransfer lesson = {0};
  pyse_tree_transfer(p, &lesson);
  assert_true(lesson.side_counts.counts.n > 0);
  pyse_transfer_done(&lesson);
  pyse_tree_free(p);
  job_done(&j);
}

/* True and then false, which no input takes. */
static bool choose_falling(Episode *e) { return e->trail.marks.n == 1; }

/* Also if the last side of a path is not the one that was chosen, it is known which it was. */
static void test_masked_end(void **unused) {
  (void)unused;
  static const char forced[] = HARNESS MAIN("if (a[0] > 5) n = 0; if (a[0] > 3) n = 0;");
  static const u32 size = 1;
  Job j;
  SizeSearch *t = one_path(&j, forced, &size);
  PyseTreeOptions o = pyse_tree_options_read(search_options(j.search, &pyse_tree_options),
                                             search_options(j.search, &pyse_options));
  Agent *agent = agent_new(&o.pyse.agent, 1);
  Observed tree = observed_new();
  Episode e = {.agent = agent,
               .tree = &tree,
               .choose = choose_falling,
               .sites = o.pyse.sites,
               .cost = COST_BRANCHES,
               .is_masked = true};
  assert_int_equal(episode_run(&e, t, NULL), OK);
  assert_int_equal(e.trail.marks.n, 2);
  assert_int_equal(e.trail.marks.at[1].action, 1);
  assert_true(observed_is_barred(&tree, e.nodes.at[1], false));
  assert_false(observed_is_open(&tree, e.nodes.at[1], true));
  episode_done(&e);
  observed_done(&tree);
  agent_free(agent);
  job_done(&j);
}

/* ---- learning ---------------------------------------------------------------------------------- */

static void test_learns(void **unused) {
  (void)unused;
  assert_sort_is_learned("pyse+");
}

/* What was found after how many paths, with the steps of a slice at a time. */
static u64 trace(u64 seed, const char *steps, u64 slice) {
  static const u32 sizes[] = {6};
  Job j;
  job_open(&j, excluding, "dfs", sizes, 1);
  if (steps) job_set(&j, &pyse_tree_options, PYSE_TREE_STEPS, steps);
  j.config.budget.max_paths = 1; /* what the strategy does first is not looked at */
  j.config.seed = seed;
  job_run(&j);
  SizeSearch *t = j.search->searches.at[0];
  t->budget.max_paths = UINT64_MAX;
  PyseTreeOptions o = pyse_tree_options_read(search_options(j.search, &pyse_tree_options),
                                             search_options(j.search, &pyse_options));
  PyseTree *p = pyse_tree_new(t, &o, &(PyseTransfer){0});
  for (u32 done = 0; done < 60; done += (u32)slice) {
    assert_int_equal(pyse_tree_slice(p, slice, NEVER_NS), OK);
    size_search_rest(t); /* others may have had their turn */
  }
  u64 sum = hash_pair(t->n_feasible, t->n_infeasible);
  for (u32 i = 0; i < t->history.n; i++) sum = hash_pair(sum, t->history.at[i].n_paths);
  pyse_tree_free(p);
  job_done(&j);
  return sum;
}

/* The same seed does the same, whatever is switched off, and however it is sliced. */
static void test_repeats(void **unused) {
  (void)unused;
  static const char *const steps[] = {NULL, "-mask", "-tree,-restart", "mask,tree,lives",
                                      "-habit,-priority,-lives"};
  u64 whole = 0;
  for (u32 i = 0; i < ARRAY_LEN(steps); i++) {
    u64 sum = trace(5, steps[i], 60);
    assert_int_equal(trace(5, steps[i], 6), sum);
    if (!i) whole = sum;
  }
  assert_int_not_equal(trace(6, NULL, 60), whole);
}

/* ---- what a path remembers --------------------------------------------------------------------- */

/* Going back leaves no trace. */
static void test_marks(void **unused) {
  (void)unused;
  Rng rng = {3};
  DecisionLog t = {0}, again = {0};
  i32 sites[60];
  bool sides[60];
  for (u32 i = 0; i < 60; i++) {
    sites[i] = 1 + (i32)rng_below(&rng, 4);
    sides[i] = rng_below(&rng, 2);
    decision_log_open(&t, sites[i]);
    decision_log_take(&t, sides[i]);
    if (i % 7 == 3) { /* another way, and back */
      for (u32 k = 0; k < 5; k++) {
        decision_log_open(&t, 1 + (i32)rng_below(&rng, 6));
        decision_log_take(&t, rng_below(&rng, 2));
      }
      decision_log_cut(&t, i + 1);
    }
  }
  for (u32 i = 0; i < 60; i++) {
    decision_log_open(&again, sites[i]);
    decision_log_take(&again, sides[i]);
    assert_int_equal(t.marks.at[i].site, again.marks.at[i].site);
    assert_int_equal(t.marks.at[i].here, again.marks.at[i].here);
    assert_int_equal(t.marks.at[i].action, again.marks.at[i].action);
  }
  decision_log_done(&t);
  decision_log_done(&again);
}

/* What the best paths do is likely, and what is forgotten counts no more. */
static void test_habits(void **unused) {
  (void)unused;
  SideCounts h = {0}, none = {0};
  DecisionMark m = {.position = 1, .site = 3, .action = ACTION_OPEN};
  assert_true(side_counts_true(&h, &none, &m, 1) == 0.5);
  for (u32 i = 0; i < 20; i++) side_counts_add(&h, &m, 1, true);
  assert_true(side_counts_true(&h, &none, &m, 1) > 0.9);
  double alone = side_counts_true(&none, &h, &m, 1); /* of another size: less certain */
  assert_true(alone > 0.8 && alone < side_counts_true(&h, &none, &m, 1));
  for (u32 i = 0; i < 20; i++) side_counts_remove(&h, &m, 1, true);
  assert_true(side_counts_true(&h, &none, &m, 1) == 0.5);
  side_counts_done(&h);
}

/* The best stay, in order; of equal ones the latest. */
static void test_elite(void **unused) {
  (void)unused;
  BestPaths e = {.max = 3};
  static const u64 costs[] = {5, 9, 7, 3, 7, 9};
  for (u32 i = 0; i < ARRAY_LEN(costs); i++) {
    DecisionMark m = {.position = 1, .site = 1 + (i32)i};
    best_paths_offer(&e, costs[i], &m, 1, NULL);
  }
  assert_int_equal(e.all.n, 3);
  assert_int_equal(e.all.at[0].marks.at[0].site, 6);
  assert_int_equal(e.all.at[1].marks.at[0].site, 2);
  assert_int_equal(e.all.at[2].marks.at[0].site, 5);
  best_paths_done(&e);
}

/* ---- interrupted training ---------------------------------------------------------------------- */

typedef struct Interrupt {
  u64 after; /* so many paths */
  volatile sig_atomic_t flag;
} Interrupt;

static void count_path(void *user, const SizeSearch *t, const PathEnd *end) {
  Interrupt *i = user;
  (void)t, (void)end;
  if (i->after && !--i->after) i->flag = 1;
}

static u32 pyse_option(const char *name) {
  for (u32 i = 0; i < pyse_options.n_options; i++)
    if (!strcmp(pyse_options.options[i].name, name)) return i;
  fail_msg("no option %s", name);
  return 0;
}

/* Training that is interrupted leaves a policy that another search can begin with. */
static void interrupt_training(const char *strategy, u64 n_paths) {
  static const u32 sizes[] = {8};
  char path[] = "/tmp/nadir-policy-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  Interrupt interrupt = {.after = n_paths};
  Job j;
  job_open(&j, insertion_sort, strategy, sizes, 1);
  job_set(&j, &pyse_options, pyse_option("policy-out"), path);
  j.config.observer = (SearchObserver){.user = &interrupt, .path_ended = count_path};
  j.config.budget.interrupted = &interrupt.flag;
  job_run(&j);
  assert_true(interrupt.flag);
  job_done(&j);

  job_open(&j, insertion_sort, strategy, sizes, 1);
  job_set(&j, &pyse_options, pyse_option("policy-in"), path);
  j.config.budget.max_paths = 20;
  job_run(&j);
  assert_true(j.search->searches.at[0]->best.is_found);
  job_done(&j);
  unlink(path);
}

static void test_interrupted(void **unused) {
  (void)unused;
  static const u64 after[] = {1, 30};
  for (u32 i = 0; i < ARRAY_LEN(after); i++) {
    interrupt_training("pyse", after[i]);
    interrupt_training("pyse+", after[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_back_up),     cmocka_unit_test(test_uct),
      cmocka_unit_test(test_prior),       cmocka_unit_test(test_mask),
      cmocka_unit_test(test_ends),        cmocka_unit_test(test_learns),
      cmocka_unit_test(test_repeats),     cmocka_unit_test(test_marks),
      cmocka_unit_test(test_habits),      cmocka_unit_test(test_elite),
      cmocka_unit_test(test_interrupted), cmocka_unit_test(test_polish),
      cmocka_unit_test(test_guest),       cmocka_unit_test(test_masked_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
