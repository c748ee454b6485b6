/* learning_runs.c — runs, learning in between, and the sum of it all.
 *
 * A test is learned from if it took a side that no test of its run had taken: those that KLEE would have
 * written.  What a test covers is the sides that symbols decided on its path.
 */
#include "engine/learning_runs.h"

#include "base/hash.h"

void learning_runs_init(LearningRuns *c, const PruningPlan *plan, u64 seed) {
  *c = (LearningRuns){.plan = *plan, .homi = homi_new(&plan->homi, seed)};
  features_init(&c->features, &plan->features);
  HomiPruning *p = &c->plan.pruning;
  p->homi = &c->homi;
  p->features = &c->features;
  if (plan->row)
    c->pruner = pruner_new(
        plan->row, &(PrunerConfig){.seed = seed, .max_leaves = plan->max_leaves, .homi = p});
}

void learning_runs_done(LearningRuns *c) {
  c->pruner = pruner_free(c->pruner);
  homi_done(&c->homi);
  features_done(&c->features);
  map_done(&c->sides);
  map_done(&c->seen);
  vec_free(&c->numbers);
  vec_free(&c->conditions);
}

/* ---- tests --------------------------------------------------------------------------------------- */

/* The numbers of the sides that the path took, each once. */
static bool find_sides(LearningRuns *c, const Path *path) {
  Map once = {0};
  bool has_new = false;
  vec_clear(&c->numbers);
  for (; path; path = path->parent) {
    const Decision *d = &path->decision;
    if (!decision_takes_side(d)) continue;
    u64 side = hash_pair(hash_pair(d->fn, d->pc), d->side);
    bool is_new;
    map_at(&once, side, &is_new);
    if (!is_new) continue;
    u64 *number = map_at(&c->sides, side, &is_new);
    if (is_new) *number = c->sides.n - 1;
    vec_push(&c->numbers, (u32)*number);
    map_at(&c->seen, side, &is_new);
    has_new |= is_new;
  }
  map_done(&once);
  return has_new;
}

static void add_test(LearningRuns *c, const PathEnd *end) {
  const HomiPruning *p = &c->plan.pruning;
  bool is_pruned = end->stop == STOP_PRUNED;
  if (!c->plan.credits_pruned_tests || is_pruned) c->credit = p->draw;
  if (!find_sides(c, end->path)) return;
  vec_clear(&c->conditions);
  features_learn(&c->features, end->state->context, &c->conditions);
  homi_add_test(&c->homi, (NumberSet){c->conditions.at, c->conditions.n},
                (NumberSet){c->numbers.at, c->numbers.n}, c->credit);
}

/* The user may want few tests written; a path that came to its end counts as one all the same. */
static bool is_test(const PathEnd *end) {
  StopClass class = stop_infos[end->stop].class;
  return end->test || class == STOP_NORMAL || class == STOP_BUG;
}

void learning_runs_on_event(void *user, const RunEvent *e) {
  LearningRuns *c = user;
  if (e->kind != RUN_PATH_ENDED || !c->plan.learns) return;
  if (e->path.end->state && is_test(e->path.end)) add_test(c, e->path.end);
}

/* ---- events of the runs ------------------------------------------------------------------------------- */

static void on_path(void *user, const PathEnd *end) {
  LearningRuns *c = user;
  const Observer *o = &c->observer;
  if (c->mutation && end->test && end->state->has_pending_test)
    mutation_add_test(c->mutation, end->test);
  if (o->path_ended) o->path_ended(o->user, end);
}

static void on_tick(void *user, const ExploreStats *run) {
  LearningRuns *c = user;
  ExploreStats all = c->sum;
  explore_stats_add(&all, run);
  if (c->observer.tick) c->observer.tick(c->observer.user, &all);
}

static void on_step(void *user, const ExploreStats *run) {
  LearningRuns *c = user;
  if (c->mutation && c->err == OK) c->err = mutation_go_on(c->mutation, run);
}

static void on_repeats(void *user, bool on) {
  const Observer *o = &((LearningRuns *)user)->observer;
  if (o->repeats) o->repeats(o->user, on);
}

static void on_pending(void *user, const State *s, const TestCase *test) {
  LearningRuns *c = user;
  if (c->mutation) mutation_add_test(c->mutation, test);
  if (c->observer.pending_test) c->observer.pending_test(c->observer.user, s, test);
}

static bool wants_long(void *user, const Vm *vm, const State *s) {
  const Observer *o = &((LearningRuns *)user)->observer;
  return o->wants_long && o->wants_long(o->user, vm, s);
}

static bool has_enough(void *user) {
  const LearningRuns *c = user;
  const Observer *o = &c->observer;
  return c->err != OK || (o->has_enough && o->has_enough(o->user));
}

/* ---- runs ---------------------------------------------------------------------------------------- */

/* Is there no time or need for another run? */
static bool is_over(const LearningRuns *c, const Budget *whole, const ExploreStats *run) {
  if (!c->plan.restarts || c->n_runs == c->plan.max_runs) return true;
  if (run->limit == LIMIT_NOT) return !run->n_dropped;
  return run->limit != LIMIT_TIME || !clock_left(whole->deadline_ns);
}

static Err run_once(LearningRuns *c, Vm *vm, Solver *solver, const ExploreConfig *config,
                    ExploreStats *ret_stats) {
  ExploreConfig of_run = *config;
  homi_begin_run(&c->homi);
  homi_pruning_begin(&c->plan.pruning);
  c->credit = 0;
  map_clear(&c->seen);
  of_run.pruner = c->pruner;
  of_run.seed = config->seed + c->n_runs;
  /* What the next run may use of the whole budget. */
  Budget b = config->budget;
  u64 end_ns = clock_after(c->plan.pruning.times_ns[c->homi.time]);
  if (c->plan.restarts) b.deadline_ns = MIN(b.deadline_ns, end_ns);
  if (b.max_paths != UINT64_MAX) b.max_paths -= MIN(b.max_paths, c->sum.n_paths);
  if (b.max_instructions != UINT64_MAX)
    b.max_instructions -= MIN(b.max_instructions, c->sum.n_instructions);
  of_run.budget = b;
  of_run.observer =
      (Observer){c, on_path, on_tick, on_repeats, has_enough, on_pending, on_step, wants_long};
  if (c->mutation) of_run.seeds = (SeedSource){c->mutation, mutation_seed};
  of_run.defers_rare = c->mutation && c->mutation->leads && !c->pruner;
  c->n_runs++;
  Err err = explore(vm, solver, &of_run, ret_stats);
  if (err == OK) err = c->err;
  if (c->plan.learns) homi_learn(&c->homi);
  return err;
}

Err learning_runs_run(LearningRuns *c, Vm *vm, Solver *solver, const ExploreConfig *config,
                      ExploreStats *ret_stats) {
  ExploreStats run;
  Err err;
  c->observer = config->observer;
  do {
    run = (ExploreStats){0};
    err = run_once(c, vm, solver, config, &run);
    explore_stats_add(&c->sum, &run);
  } while (err == OK && !is_over(c, &config->budget, &run));
  if (c->mutation) explore_stats_add(&c->sum, &c->mutation->stats);
  c->sum.limit = run.limit;
  *ret_stats = c->sum;
  /* What earlier runs left out is not missing if the last one left nothing out. */
  if (explore_is_complete(&run)) memcpy(ret_stats->n_ended, run.n_ended, sizeof run.n_ended);
  if (explore_is_complete(&run)) ret_stats->n_paths = run.n_paths;
  return err;
}
