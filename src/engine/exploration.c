/* exploration.c — makes the solver, the machine and the recorder, and subscribes whoever writes
 * files to it.  All of them get the end of the run, even if it is an error. */
#include "engine/exploration.h"

#include "explore/search_order.h"
#include "vm/exec/cover.h"

static VmConfig machine_config(const Exploration *x, const Target *t) {
  VmConfig config = x->plan.vm;
  target_configure(t, &config);
  config.size = x->plan.size;
  return config;
}

static Vm *open_vm(Exploration *x, const Target *t) {
  VmConfig config = machine_config(x, t);
  config.missing = recorder_missing;
  config.missing_user = &x->recorder;
  config.warn = recorder_warned;
  config.warn_user = &x->recorder;
  return vm_new(t->module, x->solver, &config);
}

static bool has_mutation(const Exploration *x) { return x->plan.mutation > 0 || x->plan.seeds; }

static void open_mutation(Exploration *x, const Target *t) {
  if (!has_mutation(x)) return;
  MutationPlan plan = {.share = x->plan.mutation,
                       .leads = x->plan.leads,
                       .seed = x->plan.explore.seed,
                       .size = x->plan.size,
                       .words = x->plan.words,
                       .vm = machine_config(x, t),
                       .budget = x->plan.explore.budget,
                       .observer = recorder_explores(&x->recorder, x->vm)};
  mutation_init(&x->mutation, &plan, t->module, x->solver);
  x->runs.mutation = &x->mutation;
}

static void open_report(Exploration *x, const Target *t) {
  RunReport *p = &x->record.report;
  p->recipe = target_recipe(t);
  p->recipe.has_size = true;
  p->recipe.size = x->plan.size;
  p->search = x->plan.search;
  p->seed = x->plan.explore.seed;
}

static void subscribe(Exploration *x) {
  recorder_subscribe(&x->recorder, &x->tests, run_files_on_event);
  recorder_subscribe(&x->recorder, &x->ledger, ledger_on_event);
  recorder_subscribe(&x->recorder, &x->sides, sides_on_event);
  recorder_subscribe(&x->recorder, &x->runs, learning_runs_on_event);
  recorder_subscribe(&x->recorder, &x->record, run_record_on_event);
}

static void open_cover(Exploration *x, const Target *t) {
  if (!x->plan.vm.cover && (has_mutation(x) || search_order_wants_cover(&x->plan.explore.search)))
    x->plan.vm.cover = x->cover = cover_new(t->module, NULL, NULL);
}

Err exploration_open(const ExplorationPlan *plan, const Target *t, OutDir *out, Exploration *ret) {
  Exploration *x = ret;
  *x = (Exploration){.plan = *plan, .out = out, .target = t};
  x->solver = solver_new(&plan->solver);
  x->recorder = recorder_new(&(RecorderConfig){.out = out,
                                               .only_errors = plan->explore.only_bug_tests,
                                               .only_new = plan->explore.only_new_tests,
                                               .once = plan->explore.only_new_tests,
                                               .size = plan->size,
                                               .environment = &t->environment,
                                               .target = t});
  x->record = (RunRecord){.out = out, .recorder = &x->recorder, .figures = &x->figures};
  x->tests = (RunFiles){.out = out,
                        .recipe = &x->record.report.recipe,
                        .keeps_paths = plan->keeps_paths,
                        .tree = {.sites = {.module = t->module}}};
  x->sides = (Sides){.recorder = &x->recorder};
  open_cover(x, t);
  x->vm = open_vm(x, t);
  learning_runs_init(&x->runs, &plan->pruning, plan->explore.seed);
  open_mutation(x, t);
  open_report(x, t);
  subscribe(x);
  return ledger_open(out, &x->ledger);
}

static Err run_seeds(Exploration *x) {
  TRY(mutation_run_seeds(&x->mutation, x->plan.seeds));
  RunReport *p = &x->record.report;
  p->has_seeds = true;
  p->seeds = x->plan.seeds->report;
  x->plan.seeds->report = (ReportSeeds){0};
  return OK;
}

static Err run_here(Exploration *x, const ExploreConfig *config) {
  ExploreStats stats = {0};
  Err err = x->plan.seeds ? run_seeds(x) : OK;
  if (err == OK) err = learning_runs_run(&x->runs, x->vm, x->solver, config, &stats);
  x->figures = run_figures_of(&stats, x->solver, x->vm);
  return err;
}

/* In a worker, which has a copy of everything. */
static void begin_share(void *user, const ExploreConfig *config) {
  Exploration *x = user;
  if (has_mutation(x)) mutation_move(&x->mutation, config);
}

static Err explore_share(void *user, Vm *vm, const ExploreConfig *config, ExploreStats *ret) {
  Exploration *x = user;
  x->runs.sum = (ExploreStats){0};
  return learning_runs_run(&x->runs, vm, x->solver, config, ret);
}

static ParallelExplorer explorer_of(Exploration *x) {
  return (ParallelExplorer){x, begin_share, explore_share,
                            has_mutation(x) ? &x->mutation.stats : NULL};
}

static Err run_parallel(Exploration *x, const ExploreConfig *config) {
  ExploreStats seeds = {0};
  if (x->plan.seeds) {
    TRY(run_seeds(x));
    seeds = x->mutation.stats;
  }
  VmConfig vm = machine_config(x, x->target);
  Parallel p = {.plan = &x->plan.parallel,
                .module = x->target->module,
                .vm = &vm,
                .solver = x->solver,
                .explore = config,
                .explorer = explorer_of(x),
                .cover = x->plan.vm.cover,
                .recorder = &x->recorder,
                .texts = &x->texts};
  Err err = parallel_run(&p, &x->figures);
  seeds.limit = x->figures.stats.limit;
  explore_stats_add(&x->figures.stats, &seeds);
  return err;
}

Err exploration_run(Exploration *x) {
  ExploreConfig config = x->plan.explore;
  config.observer = recorder_explores(&x->recorder, x->vm);
  recorder_post(&x->recorder, (RunEvent){.kind = RUN_SIZE_BEGAN});
  Err err = x->plan.parallel.store ? run_parallel(x, &config) : run_here(x, &config);
  cleanup(freep) char *why = err == OK ? NULL : text_dup(err_text());
  recorder_post(&x->recorder, (RunEvent){.kind = RUN_SIZE_ENDED, .stats = &x->figures.stats});
  ledger_done(&x->ledger);
  return err == OK ? OK : err_set(err, "%s", why);
}

Err exploration_join(const ExplorationPlan *plan, const Target *t) {
  Exploration x = {.plan = *plan, .target = t, .solver = solver_new(&plan->solver)};
  open_cover(&x, t);
  learning_runs_init(&x.runs, &plan->pruning, plan->explore.seed);
  open_mutation(&x, t);
  VmConfig vm = machine_config(&x, t);
  Parallel p = {.plan = &plan->parallel,
                .explorer = explorer_of(&x),
                .module = t->module,
                .vm = &vm,
                .solver = x.solver,
                .explore = &plan->explore,
                .cover = x.plan.vm.cover};
  Err err = parallel_join(&p);
  learning_runs_done(&x.runs);
  if (has_mutation(&x)) mutation_done(&x.mutation);
  cover_free(x.cover);
  solver_free(x.solver);
  return err;
}

void exploration_done(Exploration *x) {
  if (x->vm) learning_runs_done(&x->runs);
  if (x->vm && has_mutation(x)) mutation_done(&x->mutation);
  run_record_done(&x->record);
  lexicon_done(&x->texts);
  sides_done(&x->sides);
  ledger_done(&x->ledger);
  run_files_done(&x->tests);
  recorder_done(&x->recorder);
  x->vm = vm_free(x->vm);
  x->cover = cover_free(x->cover);
  x->solver = solver_free(x->solver);
}
