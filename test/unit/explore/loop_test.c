/* loop_test.c — whatever the order, the memory and the budget: the paths are the same. */
#include "unit/unit.h"

#include "explore/explore.h"
#include "explore/follow.h"
#include "unit/explore/subjects.h"
#include "unit/vm/machine.h"
#include "vm/exec/cover.h"

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
  DecisionVec all = {0};
  path_list(end->path, &all);
  for (u32 i = 0; i < all.n; i++) decision_print(&t, &all.at[i]);
  vec_free(&all);
  text_addf(&t, "|%s|%ju|", stop_infos[end->stop].name, (uintmax_t)end->n_instructions);
  if (s->keeps_tests && end->test) add_test(&t, end->test);
  vec_push(&s->paths, t.at);
}

static void on_tick(void *user, const ExploreStats *stats) {
  Seen *s = user;
  assert_true(stats->n_in_memory <= stats->n_leaves);
  s->max_bytes = MAX(s->max_bytes, mem_bytes());
}

static void on_repeats(void *user, bool on) { ((Seen *)user)->n_repeats += on; }

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

/* The same for orders that look at what was covered. */
static Cover *open_covered(Machine *m, const Subject *subject) {
  VmConfig config = vm_config_default();
  Module *module = machine_compile(subject->source);
  config.size = subject->n;
  config.cover = cover_new(module, NULL, NULL);
  machine_init_module(m, module, &config);
  return config.cover;
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
      config.search.ops = searcher_rows[row].ops;
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
    config.search.ops = searcher_rows[row].ops;
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
    bool is_random = !strncmp(searcher_rows[row].name, "random", 6), differs = false;
    for (u32 i = 0; i < s[0].paths.n && i < s[2].paths.n; i++)
      differs |= strcmp(s[0].paths.at[i], s[2].paths.at[i]) != 0;
    if (is_random) assert_true(differs); /* with another seed */
    for (u32 k = 0; k < 3; k++) seen_done(&s[k]);
  }
}

/* What a searcher is told that its steps cost. */
static struct {
  SearcherOps ops;
  u64 n_ran, n_picked, n_instructions;
} spied;

static void spy_ran(Searcher *s, Leaf *leaf, u64 n_instructions) {
  (void)s;
  assert_non_null(leaf->state);
  spied.n_ran++;
  spied.n_instructions += n_instructions;
}

static Leaf *spy_pick(Searcher *s) {
  spied.n_picked++;
  return dfs_ops.pick(s);
}

/* Each step is charged, also the one in which a path ends. */
static void test_charged(void **state) {
  (void)state;
  Machine m;
  machine_init(&m, every_choice, NULL);
  ExploreConfig config = explore_config_default();
  spied.ops = dfs_ops;
  spied.ops.ran = spy_ran;
  spied.ops.pick = spy_pick;
  config.search.ops = &spied.ops;
  Seen s = run(&m, config);
  assert_true(s.stats.n_paths > 10);
  assert_int_equal(spied.n_ran, spied.n_picked);
  assert_int_equal(spied.n_instructions, s.stats.n_instructions);
  seen_done(&s);
  machine_done(&m);
}

/* In a loop that forks for ever the failing side of a check is never what an order wants to see next: it is run at
 * once. */
static void test_failing_side(void **state) {
  (void)state;
  static const char source[] =
      "void nadir_symbolic(void *p, unsigned long n, const char *name);"
      "void abort(void);"
      "static void fail(int *n) { (*n)++; abort(); }"
      "int main(void) {"
      "  int x, c, n = 0; nadir_symbolic(&x, 4, \"x\"); nadir_symbolic(&c, 4, \"c\");"
      "  while (x >= 0) { if (__builtin_add_overflow(x, c, &x)) fail(&n); n++; }"
      "  return n & 1;"
      "}";
  for (u32 row = 0; row < n_searcher_rows; row++) {
    Machine m;
    if (searcher_rows[row].ops->wants_cover) continue;
    machine_init(&m, source, NULL);
    ExploreConfig config = explore_config_default();
    config.search.ops = searcher_rows[row].ops;
    config.budget.max_instructions = 500;
    Seen s = run(&m, config);
    if (!s.stats.n_ended[STOP_ABORT]) fail_msg("not with %s", searcher_rows[row].name);
    seen_done(&s);
    machine_done(&m);
  }
}

static bool wants_two(void *user, const Vm *vm, const State *s) {
  (void)vm;
  assert_true(path_is_long(s->ending->stop, s->cost.n[COST_INSTRUCTIONS]));
  return ++*(u32 *)user <= 2;
}

static u32 n_long, n_long_tests;

static void count_long(void *user, const PathEnd *end) {
  (void)user;
  if (!path_is_long(end->stop, end->n_instructions)) return;
  n_long++;
  n_long_tests += end->test != NULL;
}

/* Of paths that were given up after long only those leave an input that somebody wants. */
static void test_long(void **state) {
  (void)state;
  static const char source[] = "void nadir_symbolic(void *p, unsigned long n, const char *name);"
                               "int main(void) {"
                               "  unsigned char x; nadir_symbolic(&x, 1, \"x\");"
                               "  volatile unsigned long n = 0; int i = 0;"
                               "  while (n < 300000) n++;"
                               "  while (i < 7 && x > i) i++;"
                               "  while (n) n++;"
                               "}";
  Machine m;
  u32 n_asked = 0;
  machine_init(&m, source, NULL);
  ExploreConfig config = explore_config_default();
  config.search.ops = &bfs_ops;
  config.max_undecided = LONG_PATH + 1000;
  config.observer = (Observer){.user = &n_asked, .path_ended = count_long, .wants_long = wants_two};
  ExploreStats stats;
  assert_int_equal(explore(m.vm, m.solver, &config, &stats), OK);
  assert_int_equal(stats.n_paths, 8);
  assert_int_equal(n_long, 8);
  assert_int_equal(n_asked, 8);
  assert_int_equal(n_long_tests, 2);
  machine_done(&m);
}

/* ---- what is known of bytes ------------------------------------------------------------------------ */

/* A word is classified, then read again, letter by letter: the second time nothing is open. */
static const char letters_source[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name);"
    "static int kind(char c) {"
    "  switch (c) { case 'a': case 'b': case 'c': return 1; case '(': return 2; case 0: return 0; }"
    "  return c >= '0' && c <= '9' ? 3 : 4;"
    "}"
    "int main(void) {"
    "  char word[3]; int sum = 0;"
    "  nadir_symbolic(word, 3, \"word\");"
    "  for (int round = 0; round < 2; round++)"
    "    for (int i = 0; i < 3; i++) { if (!word[i]) break; sum = 5 * sum + kind(word[i]); }"
    "  return sum & 127;"
    "}";

/* Decisions, ends and instructions are those of a machine that asks about all of it. */
static void test_known(void **state) {
  (void)state;
  Seen s[3];
  u64 n_questions[3];
  for (u32 k = 0; k < 3; k++) {
    Machine m;
    VmConfig vm = vm_config_default();
    ExploreConfig config = explore_config_default();
    vm.knows_bytes = k > 0;
    if (k == 2) config.max_in_memory = 1;
    machine_init(&m, letters_source, &vm);
    s[k] = run(&m, config);
    n_questions[k] = solver_stats(m.solver).n_questions;
    machine_done(&m);
  }
  assert_int_equal(s[0].stats.n_ended[STOP_EXIT], 1 + 5 + 25 + 125);
  assert_int_equal(s[0].stats.n_choices, s[1].stats.n_choices);
  assert_true(n_questions[1] < n_questions[0] / 2);
  assert_same(&s[0], &s[1]);
  assert_same(&s[1], &s[2]);
  assert_true(s[2].stats.n_unparked > 0);
  assert_int_equal(s[1].stats.n_instructions, s[2].stats.n_instructions);
  for (u32 k = 0; k < 3; k++) seen_done(&s[k]);
}

/* A hash of three bytes chooses a place in a table of pointers. */
static const char hash_source[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name);"
    "static int a = 1, b = 2, c = 3;"
    "int main(void) {"
    "  unsigned char s[3]; unsigned h = 5; int *table[16] = {[2] = &a, [7] = &b, [11] = &c};"
    "  nadir_symbolic(s, 3, \"s\");"
    "  for (int i = 0; i < 3; i++) h ^= (h << 5) + (h >> 2) + s[i];"
    "  if (!table[h & 15]) { table[h & 15] = &a; return 10 + (table[12] == &a) + 2 * (table[13] == "
    "&a); }"
    "  *table[h & 15] += 20;"
    "  return *table[h & 15] + a + b + c;"
    "}";

/* Pinning the hash loses no outcome, and states that are put aside are made again with it. */
static void test_pins(void **state) {
  (void)state;
  Seen s[3];
  for (u32 k = 0; k < 3; k++) {
    Machine m;
    VmConfig vm = vm_config_default();
    ExploreConfig config = explore_config_default();
    vm.pins = k > 0;
    if (k == 2) config.max_in_memory = 1;
    machine_init(&m, hash_source, &vm);
    s[k] = run(&m, config);
    machine_done(&m);
  }
  assert_int_equal(s[1].stats.n_ended[STOP_EXIT], 16);
  assert_int_equal(s[0].stats.n_ended[STOP_EXIT], 4); /* none, or one of three */
  assert_same(&s[1], &s[2]);
  assert_true(s[2].stats.n_unparked > 0);
  for (u32 k = 0; k < 3; k++) seen_done(&s[k]);
}

/* ---- memory ---------------------------------------------------------------------------------------- */

/* Parking changes nothing at all: not the order, not the tests, not the count of instructions. */
static void park_and_compare(const Subject *subject, u64 max_in_memory, const SearcherOps *ops) {
  ExploreConfig config = explore_config_default();
  config.search.ops = ops;
  Seen s[2];
  for (u32 k = 0; k < 2; k++) {
    Machine m;
    Cover *cover = open_covered(&m, subject);
    if (k) config.max_in_memory = max_in_memory;
    s[k] = run(&m, config);
    machine_done(&m);
    cover_free(cover);
  }
  assert_same(&s[0], &s[1]);
  assert_int_equal(s[0].stats.n_instructions, s[1].stats.n_instructions);
  assert_int_equal(s[0].stats.n_parked, 0);
  assert_true(s[1].stats.n_parked > 0);
  assert_int_equal(s[1].stats.n_unparked, s[1].stats.n_parked);
  assert_int_equal(s[1].stats.n_unparked, s[1].n_repeats);
  for (u32 k = 0; k < 2; k++) seen_done(&s[k]);
}

/* What is printed is guessed, and how it is printed takes instructions; then more is decided about it. */
static const char shown_source[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name);"
    "unsigned long nadir_concrete(unsigned long x);"
    "int main(void) {"
    "  unsigned char s[4]; int n = 0, sum = 0;"
    "  nadir_symbolic(s, 4, \"s\");"
    "  for (int i = 0; i < 4; i++) {"
    "    for (unsigned long shown = nadir_concrete(s[i]); shown; shown /= 2) n++;"
    "    if (s[i] > 100) sum += s[i] & 1 ? 3 : 1;"
    "    if (n & 1 && s[3] == 7 * i) sum++;"
    "  }"
    "  return sum;"
    "}";

static void test_park(void **state) {
  (void)state;
  Subject every = {"every choice", every_choice, 0, 0}, shown = {"shown", shown_source, 0, 0};
  for (u32 row = 0; row < n_searcher_rows; row++) {
    park_and_compare(&subjects[1], 1, searcher_rows[row].ops);
    park_and_compare(&subjects[5], 3, searcher_rows[row].ops);
    park_and_compare(&every, 1, searcher_rows[row].ops);
    park_and_compare(&shown, 1, searcher_rows[row].ops);
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
  config.search.ops = &bfs_ops;
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

static size_t n_decisions_text(const char *path) { return strcspn(path, "|"); }

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
  config.search.ops = &random_path_ops;
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

static Advice fixed_advise(Guide *g, const Situation *at, void *memory) {
  (void)at;
  (void)memory;
  return ((Fixed *)g)->advice;
}

static const GuideOps fixed_ops = {.advise = fixed_advise};

static void test_guide(void **state) {
  (void)state;
  Machine m;
  open_subject(&m, &subjects[1]);
  ExploreConfig config = explore_config_default();
  Fixed fixed = {{&fixed_ops}, {.kind = ADVICE_STOP, .text = "enough"}};
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

/* Counts what it hears; the memory of a path is how often it was asked there. */
typedef struct Listener {
  Guide guide;
  u32 n_begun, n_forked, n_ended, n_done;
  u32 n_asked, n_remembered; /* in all; of the paths that ended, as their memory has it */
  u32 n_longest;             /* the same, of one path */
  u64 n_branches;            /* cost of all paths that finished */
} Listener;

static void on_begin(Guide *g, void *memory) {
  ((Listener *)g)->n_begun++;
  assert_int_equal(*(u32 *)memory, 0);
}

static Advice on_advise(Guide *g, const Situation *at, void *memory) {
  Listener *l = (Listener *)g;
  u32 *n = memory;
  assert_int_equal(at->n_decisions, *n);
  assert_int_equal(at->here.kind, CHOICE_BRANCH);
  assert_int_equal(at->n_decisions, path_length(at->path));
  u64 side;
  assert_true(situation_possible(at, &side) && side < 2);
  l->n_asked++;
  ++*n;
  return (Advice){.kind = ADVICE_ALL};
}

static void on_forked(Guide *g, void *memory, void *copy) {
  ((Listener *)g)->n_forked++;
  assert_int_equal(*(u32 *)memory, *(u32 *)copy);
  assert_ptr_not_equal(memory, copy);
}

static void on_ended(Guide *g, const PathEnd *end, void *memory) {
  Listener *l = (Listener *)g;
  u32 n = *(u32 *)memory;
  l->n_ended++;
  l->n_remembered += n;
  l->n_longest = MAX(l->n_longest, n);
  assert_int_equal(end->stop, STOP_EXIT);
  assert_int_equal(path_length(end->path), n);
  l->n_branches += end->cost->n[COST_BRANCHES];
  for (const Path *p = end->path; p; p = p->parent)
    assert_int_equal(p->decision.alternatives,
                     ALTERNATIVES_POSSIBLE); /* insertion sort asks nothing twice */
}

static void on_done(Guide *g) { ((Listener *)g)->n_done++; }

static const GuideOps listener_ops = {.path_bytes = sizeof(u32),
                                      .begin = on_begin,
                                      .advise = on_advise,
                                      .forked = on_forked,
                                      .ended = on_ended,
                                      .done = on_done};

/* 24 paths of insertion sort at N=4; parking and the order change nothing of what a guide hears. */
static void test_guide_hears(void **state) {
  (void)state;
  for (u32 row = 0; row < n_searcher_rows; row++) {
    Machine m;
    open_subject(&m, &subjects[1]);
    ExploreConfig config = explore_config_default();
    Listener l = {.guide = {&listener_ops}};
    config.search.ops = searcher_rows[row].ops;
    config.guide = &l.guide;
    config.max_in_memory = 2;
    Seen s = run(&m, config);
    assert_int_equal(l.n_begun, 1);
    assert_int_equal(l.n_forked, 23);
    assert_int_equal(l.n_ended, 24);
    assert_int_equal(l.n_asked, 23);
    assert_int_equal(l.n_remembered, l.n_branches);
    assert_int_equal(l.n_longest, 6);
    assert_int_equal(l.n_done, 1);
    seen_done(&s);
    machine_done(&m);
  }
}

/* Not the way that the model goes, from the second decision on. */
static Advice prefer_other(Guide *g, const Situation *at, void *memory) {
  (void)g, (void)memory;
  u64 side;
  assert_true(situation_possible(at, &side));
  return (Advice){.kind = ADVICE_PREFER, .side = at->n_decisions ? !side : side};
}

static Advice any(Guide *g, const Situation *at, void *memory) {
  (void)g, (void)at, (void)memory;
  return (Advice){.kind = ADVICE_ANY};
}

static void on_two_ends(Guide *g, const PathEnd *end, void *memory) {
  Listener *l = (Listener *)g;
  (void)memory;
  assert_int_equal(end->stop, STOP_EXIT);
  assert_int_equal(path_length(end->path), 2);
  l->n_longest = end->path->decision.alternatives;
}

/* x < 10, then x > 15, which cannot hold then: PREFER finds that out, ANY does not ask. */
static void test_one_path(void **state) {
  (void)state;
  static const GuideOps ops[] = {{.advise = prefer_other, .ended = on_two_ends},
                                 {.advise = any, .ended = on_two_ends}};
  for (u32 i = 0; i < ARRAY_LEN(ops); i++) {
    Machine m;
    machine_init(&m,
                 "void nadir_symbolic(void *, unsigned long, const char *);"
                 "int main(void) { unsigned x; nadir_symbolic(&x, 4, \"x\");"
                 " if (x < 10) { if (x > 15) return 1; return 2; } return 3; }",
                 NULL);
    ExploreConfig config = explore_config_default();
    Listener l = {.guide = {&ops[i]}};
    config.guide = &l.guide;
    Seen s = run(&m, config);
    assert_int_equal(s.stats.n_paths, 1);
    assert_int_equal(s.stats.n_forks, 0);
    assert_int_equal(l.n_longest, i ? ALTERNATIVES_UNASKED : ALTERNATIVES_IMPOSSIBLE);
    assert_int_equal(s.stats.n_infeasible_sides, i ? 0 : 1);
    seen_done(&s);
    machine_done(&m);
  }
}

/* ---- beginnings ------------------------------------------------------------------------------------ */

/* What lies behind a prefix is found by itself, from the start of the program or from a state that
 * was kept on another path. */
static void test_start(void **state) {
  (void)state;
  Machine m;
  open_subject(&m, &subjects[1]);
  ExploreConfig config = explore_config_default();
  Seen all = run(&m, config);
  sort(&all);
  Decision prefix[2] = {{.kind = CHOICE_BRANCH, .side = 1}, {.kind = CHOICE_BRANCH, .side = 0}};
  StateVec kept = {0};
  Seen behind[2];
  for (u32 k = 0; k < 2; k++) {
    Seen s = {.keeps_tests = true};
    config.start = (Start){.decisions = prefix, .n_decisions = 2};
    config.keeps = (Keeps){.at = (u32[]){2}, .n = 1, .kept = &kept};
    if (k) config.start.state = kept.at[0];
    if (k) config.keeps.n = 0;
    config.observer = (Observer){&s, on_path, NULL, NULL};
    assert_int_equal(explore(m.vm, m.solver, &config, &s.stats), OK);
    assert_int_equal(kept.n, 1);
    assert_int_equal(vm_states(m.vm), 1);
    sort(&s);
    behind[k] = s;
  }
  assert_same(&behind[0], &behind[1]);
  assert_true(behind[0].paths.n > 1 && behind[0].paths.n < all.paths.n);
  u32 n = 0;
  for (u32 i = 0; i < all.paths.n; i++) n += !strncmp(all.paths.at[i], "10", 2);
  assert_int_equal(behind[0].paths.n, n);
  assert_true(behind[1].stats.n_instructions < behind[0].stats.n_instructions);
  state_free(m.vm, kept.at[0]);
  vec_free(&kept);
  for (u32 k = 0; k < 2; k++) seen_done(&behind[k]);
  seen_done(&all);
  machine_done(&m);
}

/* ---- pruning --------------------------------------------------------------------------------------- */

/* No more leaves than allowed, each dropped one is told, and every path is one of the whole tree. */
static void test_prune(void **state) {
  (void)state;
  for (u32 row = 0; row < n_pruner_rows; row++) {
    if (pruner_rows[row].ops == &prune_homi_ops) continue; /* homi_test.c */
    Subject wide = {"wide", wide_source, 9, 512};
    Machine m;
    open_subject(&m, &wide);
    ExploreConfig config = explore_config_default();
    config.search.ops = &bfs_ops;
    Seen s[2];
    for (u32 k = 0; k < 2; k++) {
      config.pruner = pruner_new(&pruner_rows[row], &(PrunerConfig){.seed = 7, .max_leaves = 20});
      s[k] = run(&m, config);
      pruner_free(config.pruner);
    }
    assert_same(&s[0], &s[1]);
    assert_int_equal(s[0].stats.n_ended[STOP_PRUNED], s[0].stats.n_dropped);
    assert_true(s[0].stats.n_dropped > 0);
    assert_true(s[0].stats.n_ended[STOP_EXIT] > 0);
    assert_in_range(s[0].stats.max_leaves, 2, 22);
    assert_false(explore_is_complete(&s[0].stats));
    for (u32 k = 0; k < 2; k++) seen_done(&s[k]);
    machine_done(&m);
  }
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
  assert_int_equal(s.paths.n, 1);
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
      cmocka_unit_test(test_same_paths),  cmocka_unit_test(test_same_seed),
      cmocka_unit_test(test_charged),     cmocka_unit_test(test_failing_side),
      cmocka_unit_test(test_long),        cmocka_unit_test(test_known),
      cmocka_unit_test(test_pins),        cmocka_unit_test(test_park),
      cmocka_unit_test(test_memory),      cmocka_unit_test(test_budget_everywhere),
      cmocka_unit_test(test_limits),      cmocka_unit_test(test_depth),
      cmocka_unit_test(test_guide),       cmocka_unit_test(test_guide_infeasible),
      cmocka_unit_test(test_guide_hears), cmocka_unit_test(test_one_path),
      cmocka_unit_test(test_start),       cmocka_unit_test(test_prune),
      cmocka_unit_test(test_follow),      cmocka_unit_test(test_follow_wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
