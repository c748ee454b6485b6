/* loop_test.c — whatever the order, the memory and the budget: the paths are the same. */
#include "unit/unit.h"

#include "explore/explore.h"
#include "explore/follow.h"
#include "unit/explore/subjects.h"
#include "unit/vm/machine.h"

#include <stdlib.h>
#include <string.h>

/* ---- what a run saw -------------------------------------------------------------------------------- */

/* A path as one text: "decisions|end|instructions|bytes of the test". */
typedef struct Seen {
  VEC(char *) paths; /* owned */
  bool keeps_tests;
  ExploreStats stats;
  u32 n_repeats;
  u64 max_bytes; /* in use at a tick */
} Seen;

static void seen_done(Seen *s) {
  for (u32 i = 0; i < s->paths.n; i++) mem_free(s->paths.at[i]);
  vec_free(&s->paths);
}

static void add_test(Text *t, const TestCase *test) {
  for (u32 i = 0; i < test->inputs.n; i++) {
    text_addf(t, " %s=", test->inputs.at[i].name);
    for (u32 k = 0; k < test->inputs.at[i].n_bytes; k++)
      text_addf(t, "%02x", test->inputs.at[i].bytes[k]);
  }
}

static void on_path(void *user, const PathEnd *end) {
  Seen *s = user;
  Text t = {0};
  path_print(&t, end->path);
  for (size_t i = 0; i < t.n; i++)
    if (t.at[i] == '\n') t.at[i] = ' ';
  text_addf(&t, "|%s|%ju|", stop_infos[end->stop].name, (uintmax_t)end->n_instructions);
  if (s->keeps_tests && end->test) add_test(&t, end->test);
  vec_push(&s->paths, t.at);
}

static void on_tick(void *user, const ExploreStats *stats) {
  Seen *s = user;
  assert_true(stats->n_in_memory <= stats->n_leaves);
  s->max_bytes = MAX(s->max_bytes, mem_bytes());
}

static void on_repeats(void *user, bool on) {
  ((Seen *)user)->n_repeats += on;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort(Seen *s) {
  if (s->paths.n) qsort(s->paths.at, s->paths.n, sizeof *s->paths.at, by_text);
}

static Seen run(Machine *m, ExploreConfig config) {
  Seen s = {.keeps_tests = true};
  config.observer = (Observer){&s, on_path, on_tick, on_repeats};
  config.tick_ns = 0;
  assert_int_equal(explore(m->vm, m->solver, &config, &s.stats), OK);
  assert_int_equal(vm_states(m->vm), 0);
  assert_int_equal(s.stats.n_paths, s.paths.n);
  return s;
}

static void assert_same(const Seen *a, const Seen *b) {
  assert_int_equal(a->paths.n, b->paths.n);
  for (u32 i = 0; i < a->paths.n; i++) assert_string_equal(a->paths.at[i], b->paths.at[i]);
}

static void open_subject(Machine *m, const Subject *subject) {
  VmConfig config = vm_config_default();
  config.size = subject->n;
  machine_init(m, subject->source, &config);
}

/* ---- searchers ------------------------------------------------------------------------------------- */

/* Models depend on the order in which the solver was asked, so the tests may differ. */
static void test_same_paths(void **state) {
  (void)state;
  for (u32 i = 0; i < n_subjects; i++) {
    Machine m;
    open_subject(&m, &subjects[i]);
    Seen first = {0};
    for (u32 row = 0; row < n_searcher_rows; row++) {
      ExploreConfig config = explore_config_default();
      config.search = searcher_rows[row].ops;
      config.seed = row;
      Seen s = {0};
      config.observer = (Observer){&s, on_path, NULL, NULL};
      assert_int_equal(explore(m.vm, m.solver, &config, &s.stats), OK);
      assert_int_equal(s.stats.limit, LIMIT_NOT);
      assert_int_equal(s.stats.n_ended[STOP_EXIT], subjects[i].n_paths);
      sort(&s);
      if (row) assert_same(&first, &s);
      if (row)
        seen_done(&s);
      else
        first = s;
    }
    seen_done(&first);
    machine_done(&m);
  }
}

static void test_same_seed(void **state) {
  (void)state;
  for (u32 row = 0; row < n_searcher_rows; row++) {
    ExploreConfig config = explore_config_default();
    config.search = searcher_rows[row].ops;
    config.seed = 5;
    Seen s[3];
    for (u32 k = 0; k < 3; k++) {
      Machine m;
      machine_init(&m, every_choice, NULL);
      if (k == 2) config.seed = 6;
      s[k] = run(&m, config);
      machine_done(&m);
    }
    assert_same(&s[0], &s[1]); /* also in the order */
    for (u32 k = 0; k < 3; k++) seen_done(&s[k]);
  }
}

/* ---- memory ---------------------------------------------------------------------------------------- */

/* Parking changes nothing at all: not the order, not the tests, not the count of instructions. */
static void park_and_compare(const Subject *subject, u64 max_in_memory, const SearcherOps *ops) {
  ExploreConfig config = explore_config_default();
  config.search = ops;
  Seen s[2];
  for (u32 k = 0; k < 2; k++) {
    Machine m;
    open_subject(&m, subject);
    if (k) config.max_in_memory = max_in_memory;
    s[k] = run(&m, config);
    machine_done(&m);
  }
  assert_same(&s[0], &s[1]);
  assert_int_equal(s[0].stats.n_instructions, s[1].stats.n_instructions);
  assert_int_equal(s[0].stats.n_parked, 0);
  assert_true(s[1].stats.n_parked > 0);
  assert_int_equal(s[1].stats.n_unparked, s[1].stats.n_parked);
  assert_int_equal(s[1].stats.n_unparked, s[1].n_repeats);
  for (u32 k = 0; k < 2; k++) seen_done(&s[k]);
}

static void test_park(void **state) {
  (void)state;
  Subject every = {"every choice", every_choice, 0, 0};
  for (u32 row = 0; row < n_searcher_rows; row++) {
    park_and_compare(&subjects[1], 1, searcher_rows[row].ops);
    park_and_compare(&subjects[5], 3, searcher_rows[row].ops);
    park_and_compare(&every, 1, searcher_rows[row].ops);
  }
}

/* A full tree whose states have some memory of their own. */
static const char wide_source[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name); unsigned long "
    "nadir_size(void);"
    "char s[16], big[4000];"
    "int main(void) {"
    "  int n = (int)nadir_size(); nadir_symbolic(s, n, \"s\");"
    "  for (int i = 0; i < n; i++) if (s[i] == 'x') big[i] = 1; else big[i] = 2;"
    "  return 0;"
    "}";

/* Half of the memory that the leaves of a wide tree need is enough, at the price of following. */
static void test_memory(void **state) {
  (void)state;
  Subject wide = {"wide", wide_source, 9, 512};
  ExploreConfig config = explore_config_default();
  config.search = &bfs_ops;
  Machine m;
  open_subject(&m, &wide);
  seen_done(&(Seen[]){run(&m, config)}[0]); /* tables and caches have their sizes now */
  Seen all = run(&m, config);
  u64 now = mem_bytes();
  config.budget.max_bytes = now + (all.max_bytes - now) / 2;
  Seen tight = run(&m, config);
  assert_int_equal(tight.stats.limit, LIMIT_NOT);
  assert_int_equal(tight.stats.n_ended[STOP_EXIT], wide.n_paths);
  assert_true(tight.stats.n_parked > 0);
  assert_true(tight.max_bytes < all.max_bytes);
  seen_done(&tight);
  config.budget.max_bytes = 1; /* cannot be kept: said, with every leaf */
  Seen none = run(&m, config);
  assert_int_equal(none.stats.limit, LIMIT_MEMORY);
  assert_int_equal(none.stats.n_ended[STOP_BUDGET], none.stats.n_paths);
  assert_true(none.stats.n_paths > 0);
  seen_done(&none);
  seen_done(&all);
  machine_done(&m);
}

/* ---- budgets --------------------------------------------------------------------------------------- */

static size_t n_decisions_text(const char *path) {
  return strcspn(path, "|");
}

/* Every path of the whole tree was seen, or exactly one leaf that was left leads to it. */
static void assert_covers(const Seen *all, const Seen *part) {
  for (u32 i = 0; i < all->paths.n; i++) {
    const char *path = all->paths.at[i];
    size_t n = n_decisions_text(path);
    u32 n_found = 0;
    for (u32 k = 0; k < part->paths.n; k++) {
      const char *other = part->paths.at[k];
      size_t n_other = n_decisions_text(other);
      bool was_left = strstr(other + n_other, "|BUDGET|") != NULL;
      while (n_other && other[n_other - 1] == ' ') n_other--;
      if (was_left ? n_other <= n && !strncmp(path, other, n_other)
                   : !strncmp(path, other, n + 1 + strcspn(path + n + 1, "|")))
        n_found++;
    }
    assert_int_equal(n_found, 1);
  }
}

/* The budget fires at every asking there is. */
static void test_budget_everywhere(void **state) {
  (void)state;
  Machine m;
  machine_init(&m, every_choice, NULL);
  ExploreConfig config = explore_config_default();
  config.search = &random_path_ops;
  Seen all = run(&m, config);
  for (u64 n = 1;; n++) {
    config.budget.fire_at = n;
    config.max_in_memory = 1 + n % 3;
    Seen part = run(&m, config);
    bool is_complete = part.stats.limit == LIMIT_NOT;
    if (!is_complete) assert_int_equal(part.stats.limit, LIMIT_TEST);
    if (!is_complete) assert_true(part.stats.n_ended[STOP_BUDGET] > 0);
    assert_covers(&all, &part);
    seen_done(&part);
    if (is_complete) break;
  }
  seen_done(&all);
  machine_done(&m);
}

static void test_limits(void **state) {
  (void)state;
  Machine m;
  open_subject(&m, &subjects[1]);
  ExploreConfig config = explore_config_default();
  config.budget.max_paths = 10;
  Seen s = run(&m, config);
  assert_int_equal(s.stats.limit, LIMIT_PATHS);
  assert_int_equal(s.stats.n_ended[STOP_EXIT], 10);
  seen_done(&s);
  config.budget = budget_unlimited();
  config.budget.max_instructions = 200;
  s = run(&m, config);
  assert_int_equal(s.stats.limit, LIMIT_INSTRUCTIONS);
  assert_in_range(s.stats.n_instructions, 200, 220);
  seen_done(&s);
  config.budget = budget_unlimited();
  config.budget.deadline_ns = 0;
  s = run(&m, config);
  assert_int_equal(s.stats.limit, LIMIT_TIME);
  assert_int_equal(s.stats.n_ended[STOP_BUDGET], 1);
  seen_done(&s);
  machine_done(&m);
}

static void test_depth(void **state) {
  (void)state;
  Machine m;
  open_subject(&m, &subjects[1]);
  ExploreConfig config = explore_config_default();
  config.max_depth = 3;
  Seen s = run(&m, config);
  assert_int_equal(s.stats.limit, LIMIT_NOT);
  assert_int_equal(s.stats.n_ended[STOP_EXIT], 2); /* one comparison for each number */
  assert_int_equal(s.stats.n_ended[STOP_BUDGET], 6);
  seen_done(&s);
  machine_done(&m);
}

/* ---- guides ---------------------------------------------------------------------------------------- */

typedef struct Fixed {
  Guide guide;
  Advice advice;
} Fixed;

static Advice fixed_advise(Guide *g, const Vm *vm, const State *s) {
  (void)vm;
  (void)s;
  return ((Fixed *)g)->advice;
}

static void test_guide(void **state) {
  (void)state;
  Machine m;
  open_subject(&m, &subjects[1]);
  ExploreConfig config = explore_config_default();
  Fixed fixed = {{fixed_advise}, {.kind = ADVICE_STOP, .text = "enough"}};
  config.guide = &fixed.guide;
  Seen s = run(&m, config);
  assert_int_equal(s.stats.n_ended[STOP_PRUNED], 1);
  seen_done(&s);
  for (u64 side = 0; side < 2; side++) {
    fixed.advice = (Advice){.kind = ADVICE_TAKE, .side = side};
    s = run(&m, config);
    assert_int_equal(s.stats.n_ended[STOP_EXIT], 1); /* ascending or descending */
    seen_done(&s);
  }
  fixed.advice.kind = ADVICE_ALL;
  s = run(&m, config);
  assert_int_equal(s.stats.n_ended[STOP_EXIT], 24);
  seen_done(&s);
  machine_done(&m);
}

static void test_guide_infeasible(void **state) {
  (void)state;
  Machine m;
  machine_init(&m,
               "void nadir_symbolic(void *, unsigned long, const char *);"
               "int main(void) { unsigned x; nadir_symbolic(&x, 4, \"x\");"
               " if (x > 10) { if (x < 5) return 1; return 2; } return 3; }",
               NULL);
  u32 n[STOP_COUNT] = {0};
  for (u32 bits = 0; bits < 4; bits++) {
    Decision d[2] = {{.kind = CHOICE_BRANCH, .side = bits & 1},
                     {.kind = CHOICE_BRANCH, .side = bits >> 1}};
    ExploreConfig config = explore_config_default();
    Follow follow = follow_guide(d, 2);
    config.guide = &follow.guide;
    Seen s = run(&m, config);
    for (u32 stop = 0; stop < STOP_COUNT; stop++) n[stop] += (u32)s.stats.n_ended[stop];
    seen_done(&s);
  }
  assert_int_equal(n[STOP_INFEASIBLE], 1);
  assert_int_equal(n[STOP_EXIT], 3); /* of which two do not come to the second branch */
  machine_done(&m);
}

/* ---- following ------------------------------------------------------------------------------------- */

static Seen follow_text(Machine *m, const char *path) {
  cleanup(freep) char *text = text_dup(path);
  text[n_decisions_text(path)] = 0;
  DecisionVec decisions = {0};
  assert_int_equal(path_parse("path", text, &decisions), OK);
  Follow follow = follow_guide(decisions.at, decisions.n);
  ExploreConfig config = explore_config_default();
  config.guide = &follow.guide;
  Seen s = run(m, config);
  assert_int_equal(follow.next, decisions.n);
  vec_free(&decisions);
  return s;
}

/* Decisions, end and instructions are the same; the test satisfies the same path condition, but is
 * another model. */
static void follow_all(Machine *m) {
  Seen all = run(m, explore_config_default());
  for (u32 i = 0; i < all.paths.n; i++) {
    Seen one = follow_text(m, all.paths.at[i]);
    assert_int_equal(one.paths.n, 1);
    size_t n = (size_t)(strrchr(all.paths.at[i], '|') - all.paths.at[i]) + 1;
    if (strncmp(one.paths.at[0], all.paths.at[i], n))
      assert_string_equal(one.paths.at[0], all.paths.at[i]);
    assert_int_equal(one.stats.n_forks, 0);
    seen_done(&one);
  }
  seen_done(&all);
}

static void test_follow(void **state) {
  (void)state;
  Machine m;
  for (u32 i = 0; i < n_subjects; i++) {
    open_subject(&m, &subjects[i]);
    follow_all(&m);
    machine_done(&m);
  }
  machine_init(&m, every_choice, NULL);
  follow_all(&m);
  machine_done(&m);
}

static void test_follow_wrong(void **state) {
  (void)state;
  Machine m;
  open_subject(&m, &subjects[1]);
  const char *texts[] = {"", "0", "v5.", "0000000000000000"};
  const u32 stops[] = {STOP_PRUNED, STOP_PRUNED, STOP_PRUNED, STOP_EXIT};
  for (u32 i = 0; i < ARRAY_LEN(texts); i++) {
    DecisionVec decisions = {0};
    assert_int_equal(path_parse("path", texts[i], &decisions), OK);
    Follow follow = follow_guide(decisions.at, decisions.n);
    ExploreConfig config = explore_config_default();
    config.guide = &follow.guide;
    Seen s = run(&m, config);
    assert_int_equal(s.stats.n_paths, 1);
    assert_int_equal(s.stats.n_ended[stops[i]], 1);
    seen_done(&s);
    vec_free(&decisions);
  }
  machine_done(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_paths),
      cmocka_unit_test(test_same_seed),
      cmocka_unit_test(test_park),
      cmocka_unit_test(test_memory),
      cmocka_unit_test(test_budget_everywhere),
      cmocka_unit_test(test_limits),
      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_guide),
      cmocka_unit_test(test_guide_infeasible),
      cmocka_unit_test(test_follow),
      cmocka_unit_test(test_follow_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
