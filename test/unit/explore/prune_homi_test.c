/* prune_homi_test.c — which leaves go, and that all are told. */
#include "unit/unit.h"

#include "explore/explore.h"
#include "explore/follow.h"
#include "explore/prune_homi.h"
#include "expr/input.h"
#include "unit/explore/subjects.h"
#include "unit/vm/machine.h"

#include <stdlib.h>
#include <string.h>

/* ---- scores ---------------------------------------------------------------------------------------- */

enum { N_LEAVES = 10 };

/* Leaf i has the conditions in its byte: bit k for "byte k is 7".  Weights are what the laws say. */
typedef struct Bench {
  Solver *solver;
  Features features;
  Homi homi;
  HomiPruning pruning;
  Pruner *pruner;
  Leaf leaves[N_LEAVES];
  Leaf *at[N_LEAVES];
} Bench;

static const HomiPlan plan = {
    .parts = {0.45}, .n_parts = 1, .n_times = 1, .draw = {.n_opposing = 1}};

static Context *context_of(Bench *b, u8 has) {
  Context *c = context_new(b->solver);
  Input in = input_bytes("arg00", 8);
  for (u32 k = 0; k < 8; k++) {
    Expr e = expr_eq(expr_var(in, 8 * k, 8), expr_const(8, 7));
    if (!(has >> k & 1)) continue;
    context_extend(&c, e, NULL);
  }
  return c;
}

/* What the first run found: weights by feature, which is the number of the byte. */
static void teach(Bench *b, const double *weights, u32 n) {
  U32Vec numbers = {0};
  Context *c = context_of(b, (u8)((1u << n) - 1));
  homi_begin_run(&b->homi);
  features_learn(&b->features, c, &numbers);
  homi_add_test(&b->homi, (NumberSet){numbers.at, numbers.n}, (NumberSet){(u32[]){1}, 1}, 0);
  homi_learn(&b->homi);
  for (u32 i = 0; i < n; i++) b->homi.laws.at[i] = (WeightLaw){true, weights[i], 0};
  b->homi.method = DRAW_FOLLOW;
  context_unref(c);
  vec_free(&numbers);
}

static Bench *bench_new(const u8 *has, const double *weights, u32 n) {
  Bench *b = NEW(Bench);
  SolverConfig config = solver_config_default();
  expr_open();
  b->solver = solver_new(&config);
  b->homi = homi_new(&plan, 3);
  features_init(&b->features, &(FeatureRules){0});
  teach(b, weights, n);
  b->pruning = (HomiPruning){.homi = &b->homi, .features = &b->features, .min_leaves = 2};
  b->pruner = pruner_new(&(PrunerRow){"homi", &prune_homi_ops},
                         &(PrunerConfig){.seed = 1, .homi = &b->pruning});
  for (u32 i = 0; i < N_LEAVES; i++) {
    b->leaves[i] = (Leaf){.context = context_of(b, has[i]), .slot = i};
    b->at[i] = &b->leaves[i];
  }
  homi_pruning_begin(&b->pruning);
  return b;
}

static void bench_free(Bench *b) {
  for (u32 i = 0; i < N_LEAVES; i++) context_unref(b->leaves[i].context);
  pruner_free(b->pruner);
  features_done(&b->features);
  homi_done(&b->homi);
  solver_free(b->solver);
  mem_free(b);
  expr_close();
}

static const double weights[] = {0.5, -0.25, -1};
/* Scores 0.5, -0.25, 0, -1, -0.75, 0.25, 0, 0, -0.5, 0. */
static const u8 has[N_LEAVES] = {1, 2, 0, 4, 7, 3, 0, 0, 5, 0};

/* floor(10 * 0.45) of them; the earlier of equals. */
static void test_lowest(void **state) {
  (void)state;
  Bench *b = bench_new(has, weights, 3);
  bool fates[N_LEAVES] = {0};
  assert_true(prune_homi_ops.due(b->pruner, N_LEAVES));
  prune_homi_ops.judge(b->pruner, b->at, N_LEAVES, fates);
  const bool goes[N_LEAVES] = {0, 1, 0, 1, 1, 0, 0, 0, 1, 0};
  for (u32 i = 0; i < N_LEAVES; i++) assert_int_equal(fates[i], goes[i]);
  assert_int_equal(b->pruning.draw, 1);
  bench_free(b);
}

static void test_equal_scores(void **state) {
  (void)state;
  const u8 none[N_LEAVES] = {0};
  Bench *b = bench_new(none, weights, 3);
  bool fates[N_LEAVES] = {0};
  prune_homi_ops.judge(b->pruner, b->at, N_LEAVES, fates);
  for (u32 i = 0; i < N_LEAVES; i++) assert_int_equal(fates[i], i < 4);
  b->pruning.min_varying = 1; /* nothing tells them apart */
  memset(fates, 0, sizeof fates);
  prune_homi_ops.judge(b->pruner, b->at, N_LEAVES, fates);
  for (u32 i = 0; i < N_LEAVES; i++) assert_false(fates[i]);
  assert_int_equal(b->pruning.draw, 1); /* still the first: the second pruned nothing */
  bench_free(b);
}

/* Any part below 1 leaves something, whatever the number of leaves. */
static void test_never_all(void **state) {
  (void)state;
  Bench *b = bench_new(has, weights, 3);
  b->homi.plan.parts[0] = 0.99;
  for (u32 n = 2; n <= N_LEAVES; n++) {
    bool fates[N_LEAVES] = {0};
    u32 n_kept = 0;
    prune_homi_ops.judge(b->pruner, b->at, n, fates);
    for (u32 i = 0; i < n; i++) n_kept += !fates[i];
    assert_int_equal(n_kept, 1);
  }
  bench_free(b);
}

static void test_not_due(void **state) {
  (void)state;
  Bench *b = bench_new(has, weights, 3);
  b->pruning.min_leaves = 5;
  assert_false(prune_homi_ops.due(b->pruner, 4));
  assert_true(prune_homi_ops.due(b->pruner, 5));
  b->pruning.period_ns = 3600 * NS_PER_S;
  homi_pruning_begin(&b->pruning);
  assert_false(prune_homi_ops.due(b->pruner, 5)); /* not yet */
  b->pruning.period_ns = 0;
  homi_pruning_begin(&b->pruning);
  b->homi.features.n = 0; /* in the first run there is nothing to go by */
  assert_false(prune_homi_ops.due(b->pruner, 5));
  b->homi.features.n = 3;
  bench_free(b);
}

/* Weights of what all leaves have in common are no merit of theirs. */
static void test_constant_features(void **state) {
  (void)state;
  const u8 all_first[N_LEAVES] = {1, 1, 3, 1, 1, 1, 3, 1, 1, 1};
  Bench *b = bench_new(all_first, weights, 3);
  bool fates[N_LEAVES] = {0};
  b->pruning.ignores_constant = true;
  prune_homi_ops.judge(b->pruner, b->at, N_LEAVES, fates);
  const HomiDraw *d = &b->homi.draws.at[0];
  assert_true(!d->counts[0] && d->counts[1] && !d->counts[2]);
  bench_free(b);
}

/* ---- in the loop ------------------------------------------------------------------------------------ */

typedef struct Seen {
  Homi *homi;
  Features *features;
  VEC(char *) paths; /* owned; decisions and end */
  ExploreStats stats;
} Seen;

static void on_path(void *user, const PathEnd *end) {
  Seen *s = user;
  Text t = {0};
  DecisionVec all = {0};
  path_list(end->path, &all);
  for (u32 i = 0; i < all.n; i++) decision_print(&t, &all.at[i]);
  text_addf(&t, "|%s", stop_infos[end->stop].name);
  vec_free(&all);
  vec_push(&s->paths, t.at);
  if (!end->test) return;
  U32Vec numbers = {0};
  u32 side = s->paths.n; /* each test is good */
  features_learn(s->features, end->state->context, &numbers);
  homi_add_test(s->homi, (NumberSet){numbers.at, numbers.n}, (NumberSet){&side, 1}, 0);
  vec_free(&numbers);
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static Seen run(Machine *m, Homi *h, Features *f, ExploreConfig config) {
  Seen s = {.homi = h, .features = f};
  config.observer = (Observer){&s, on_path, NULL, NULL, NULL};
  homi_begin_run(h);
  if (config.pruner) homi_pruning_begin(config.pruner->homi);
  assert_int_equal(explore(m->vm, m->solver, &config, &s.stats), OK);
  assert_int_equal(vm_states(m->vm), 0);
  homi_learn(h);
  qsort(s.paths.at, s.paths.n, sizeof *s.paths.at, by_text);
  return s;
}

static void seen_done(Seen *s) {
  for (u32 i = 0; i < s->paths.n; i++) mem_free(s->paths.at[i]);
  vec_free(&s->paths);
}

/* Paths by how many of five bytes are a certain letter, and where. */
static const char letters[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name);"
    "int main(void) { char a[5]; int n = 0; nadir_symbolic(a, sizeof a, \"arg00\");"
    "for (int i = 0; i < 5; i++) if (a[i] == 'a' + i) n++; return n; }";

typedef struct Trip {
  Machine *m; /* borrowed: compiling takes longer than the rest */
  Homi homi;
  Features features;
  HomiPruning pruning;
  Seen whole; /* without pruning */
} Trip;

static void trip_init(Trip *t, Machine *m) {
  t->m = m;
  t->homi = homi_new(&(HomiPlan){.parts = {0.2, 0.6},
                                 .n_parts = 2,
                                 .n_times = 1,
                                 .draw = {.n_opposing = 9},
                                 .learns_frequencies = true},
                     5);
  features_init(&t->features, &(FeatureRules){0});
  t->pruning = (HomiPruning){.homi = &t->homi, .features = &t->features, .min_leaves = 2};
  t->whole = run(t->m, &t->homi, &t->features, explore_config_default());
  assert_int_equal(t->whole.paths.n, 32);
  assert_int_equal(t->homi.features.n, 5);
}

static void trip_done(Trip *t) {
  seen_done(&t->whole);
  features_done(&t->features);
  homi_done(&t->homi);
}

static Seen prune(Trip *t, const SearcherOps *search, u64 max_in_memory) {
  ExploreConfig config = explore_config_default();
  config.search.ops = search;
  config.seed = 2;
  config.max_in_memory = max_in_memory;
  config.pruner = pruner_new(&(PrunerRow){"homi", &prune_homi_ops},
                             &(PrunerConfig){.seed = 1, .homi = &t->pruning});
  Seen s = run(t->m, &t->homi, &t->features, config);
  pruner_free(config.pruner);
  return s;
}

/* Each dropped leaf is told, and some path comes to its end: the last leaf is never dropped. */
static void test_drops(void **state) {
  (void)state;
  Machine m;
  machine_init(&m, letters, NULL);
  for (u32 row = 0; row < n_searcher_rows; row++) {
    Trip t;
    trip_init(&t, &m);
    Seen s = prune(&t, searcher_rows[row].ops, row % 2 ? 2 : UINT64_MAX);
    assert_true(s.stats.n_dropped > 0 && s.stats.n_ended[STOP_EXIT] > 0);
    assert_int_equal(s.stats.n_ended[STOP_PRUNED], s.stats.n_dropped);
    assert_int_equal(s.stats.n_paths, s.stats.n_ended[STOP_PRUNED] + s.stats.n_ended[STOP_EXIT]);
    assert_false(explore_is_complete(&s.stats));
    seen_done(&s);
    trip_done(&t);
  }
  machine_done(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lowest),
      cmocka_unit_test(test_equal_scores),
      cmocka_unit_test(test_never_all),
      cmocka_unit_test(test_not_due),
      cmocka_unit_test(test_constant_features),
      cmocka_unit_test(test_drops),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
