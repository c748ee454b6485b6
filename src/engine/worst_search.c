/* worst_search.c — wires a target, a strategy, a recorder and the checks of what was found to one search. */
#include "engine/worst_search.h"

#include "engine/confirm.h"
#include "engine/settings.h"
#include "engine/worst_verify.h"
#include "inputs/simplify.h"
#include "native/native_world.h"
#include "record/worst_growth.h"
#include "record/worst_law.h"
#include "sandbox/sandbox.h"
#include "search/time_parts.h"

#include <string.h>

/* Running random inputs takes that at most. */
static const u64 max_typical_ns = 2 * NS_PER_S;

static const OptionSet *options_of(const WorstSearch *w, const OptionGroup *group) {
  return option_set_find(w->options, w->n_options, group);
}

/* ---- from options to parts ----------------------------------------------------------------------- */

Err worst_search_target(WorstSearch *w, const WordList *files, const WordList *words) {
  static const WordList none;
  const WordList *arguments = option_list(options_of(w, &machine_options), MACHINE_ARG);
  w->target.compile = compile_options_read(options_of(w, &compile_options));
  w->target.compile.deadline_ns = w->budget.deadline_ns;
  w->target.compile.interrupted = w->budget.interrupted;
  w->target.probe = w->metric.probe;
  vec_append(&w->target.sources, files->at, files->n);
  w->begin_ns = clock_ns();
  TRY(beginning_read(w->options, w->n_options, &w->beginning));
  return target_read_words(&w->target, arguments, words ? words : &none,
                           options_of(w, &environment_options));
}

/* Are bytes counted that a symbol decides, as of copies and fills?  Then each number is a path. */
static bool splits_sizes(CostKind cost) {
  return cost == COST_ALLOCATED || cost == COST_PEAK_HEAP || cost == COST_STACK ||
         cost == COST_ACCESSES || cost == COST_WORK;
}

/* Is the work of printing counted?  Then each number of digits is a path. */
static bool counts_shown(CostKind cost) {
  return cost == COST_WORK || cost == COST_ACCESSES || cost == COST_STACK;
}

/* An index that was split is a number on each path, and a condition on it is not symbolic: of all
 * costs, only the number of symbolic conditions changes by that. */
static VmConfig machine_config(const WorstSearch *w) {
  VmConfig c = vm_config_default();
  c.max_split = w->metric.cost == COST_BRANCHES ? 0 : USUAL_SPLIT;
  c.splits_sizes = splits_sizes(w->metric.cost);
  c.counts_shown = counts_shown(w->metric.cost);
  machine_options_read(options_of(w, &machine_options), options_of(w, &machine_settings),
                       w->target.module, &c);
  target_configure(&w->target, &c);
  return c;
}

static void open_solver(WorstSearch *w) {
  SolverConfig config = solver_options_read(options_of(w, &solver_options));
  config.query_ns = MIN(config.query_ns, w->time_ns);
  w->solver = solver_new(&config);
}

static void open_config(WorstSearch *w) {
  w->config = (SearchConfig){
      .module = w->target.module,
      .solver = w->solver,
      .vm = machine_config(w),
      .cost = w->metric.cost,
      .given = &w->beginning.given,
      .call = target_call(&w->target),
      .is_text = environment_is_given(&w->target.environment) ? native_world_is_bytes : NULL,
      .strategy = w->strategy,
      .sizes = w->sizes.at,
      .n_sizes = w->sizes.n,
      .options = w->options,
      .n_options = w->n_options,
      .enough = w->enough,
      .seed = w->seed,
      .budget = w->budget,
      .max_depth = option_number_or(options_of(w, &limit_options), LIMITS_DEPTH, UINT64_MAX)};
  limit_leave_room(&w->config.budget);
}

static void open_recorder(WorstSearch *w) {
  w->recorder = recorder_new(&(RecorderConfig){.out = &w->record.out,
                                               .only_errors = true,
                                               .once = true,
                                               .environment = &w->target.environment,
                                               .target = &w->target});
  w->config.observer = recorder_searches(&w->recorder);
  w->files_of_errors = (RunFiles){.out = &w->record.out,
                                  .tree = {.sites = {.module = w->target.module}},
                                  .recipe = &w->record.recipe};
  recorder_subscribe(&w->recorder, &w->files_of_errors, run_files_on_event);
  recorder_subscribe(&w->recorder, &w->curves, curves_on_event);
  recorder_subscribe(&w->recorder, &w->record, worst_record_on_event);
}

static void open_record(WorstSearch *w) {
  WorstRecord *r = &w->record;
  metric_unit(&w->metric, &w->unit);
  r->target = &w->target;
  r->recipe = target_recipe(&w->target);
  r->metric = w->metric.name;
  r->unit = text_c(&w->unit);
  r->command = w->command;
  r->begin_ns = w->recorder.begin_ns;
  r->recorder = &w->recorder;
  r->curves = &w->curves;
}

Err worst_search_open(WorstSearch *w) {
  w->compile_ns = clock_ns() - w->begin_ns;
  for (u32 i = 0; i < w->sizes.n; i++) TRY(target_check_size(&w->target, w->sizes.at[i]));
  open_solver(w);
  open_config(w);
  open_recorder(w);
  open_record(w);
  return OK;
}

/* ---- the search ---------------------------------------------------------------------------------- */

/* At -O0 main calls the function of CALL, unless that name is a macro. */
static void warn_of_vanished(WorstSearch *w) {
  if (!w->target.call.text || compile_is_plain(&w->target.compile) ||
      call_is_made(&w->target.call, w->target.module))
    return;
  search_say(
      w->search,
      "WARNING: at -O%s there is no call of '%s' any more: the compiler made it a part of its "
      "caller, or dropped what nobody uses; only what is left was searched",
      w->target.compile.level, w->target.call.function);
}

Err worst_search_run(WorstSearch *w) {
  TRY(search_run(&w->config, &w->search));
  warn_of_vanished(w);
  return OK;
}

/* ---- what was found, run again ------------------------------------------------------------------- */

static u64 rest(const WorstSearch *w) { return limit_rest(w->time_ns, &w->budget); }

static Err verify(WorstSearch *w) {
  if (w->no_check) return OK;
  u64 limit_ns = rest(w);
  if (limit_ns < w->compile_ns)
    return err_set(ERR_LIMIT, "compiling took %.1f s, and there is no time to do it again",
                   (double)w->compile_ns / NS_PER_S);
  w->target.compile.deadline_ns = clock_after(limit_ns);
  NativeConfig native = {.compile = &w->target.compile,
                         .files = (const char *const *)w->target.files.at,
                         .n_files = w->target.files.n,
                         .environment = &w->target.environment,
                         .measured = w->target.call.function,
                         .is_skipped = w->target.call.text ? call_is_own : NULL,
                         .recipe = &w->record.recipe,
                         .metric = &w->metric,
                         .vm = &w->config.vm,
                         .solver = w->solver,
                         .build_ns = limit_ns,
                         .interrupted = w->budget.interrupted};
  return worst_verify(&w->record, w->search, &native, limit_ns);
}

static bool is_interrupted(const WorstSearch *w) {
  return w->budget.interrupted && *w->budget.interrupted;
}

/* The worst inputs as people like to read them, the largest first, in a part of what is left for running inputs
 * again. */
static Err simplify(WorstSearch *w) {
  u64 deadline_ns = clock_after(rest(w) / PART_SIMPLIFYING);
  for (u32 i = w->search->searches.n; i-- > 0;) {
    u64 left_ns = clock_left(deadline_ns);
    if (left_ns && !is_interrupted(w)) TRY(simplify_best(w->search->searches.at[i], left_ns));
  }
  return OK;
}

/* Random inputs of the largest size that has a worst case.  A user who names a strategy or limits the depth of paths wants
 * what that finds. */
static void find_typical(WorstSearch *w) {
  SizeSearch *last = NULL;
  for (u32 i = 0; i < w->search->searches.n; i++)
    if (w->search->searches.at[i]->best.is_found) last = w->search->searches.at[i];
  if (!last || is_interrupted(w)) return;
  u64 limit_ns = MIN(rest(w) / PART_TYPICAL, max_typical_ns);
  bool takes_worse = !strcmp(w->strategy->name, "auto") && w->config.max_depth == UINT64_MAX;
  if (typical_find(last, limit_ns, takes_worse, &w->record.typical) == OK)
    w->record.typical_size = last->size;
}

static void replay_errors(WorstSearch *w) {
  if (w->no_check || sandbox_is_off() || !w->recorder.errors.n) return;
  confirm_errors(&w->recorder.errors, &w->record.recipe, rest(w), w->budget.interrupted);
}

void worst_search_check(WorstSearch *w) {
  find_typical(w); /* may find what is to be simplified */
  if (simplify(w) != OK) search_say(w->search, "not simplified: %s", err_text());
  worst_search_verify(w);
}

void worst_search_verify(WorstSearch *w) {
  if (verify(w) != OK) search_say(w->search, "not verified: %s", err_text());
  replay_errors(w);
}

/* ---- results ------------------------------------------------------------------------------------- */

void worst_search_report(WorstSearch *w, WorstReport *ret, Text *ret_law) {
  worst_record_report(&w->record, w->search, ret);
  worst_growth_add(ret, w->search);
  worst_law_add(ret, ret_law);
  beginning_report(&w->beginning, ret);
  if (!w->no_check && !sandbox_is_off()) ret->sandbox = sandbox_said();
}

void worst_search_done(WorstSearch *w) {
  worst_record_done(&w->record);
  recorder_done(&w->recorder);
  curves_done(&w->curves);
  run_files_done(&w->files_of_errors);
  search_free(w->search);
  solver_free(w->solver);
  target_done(&w->target);
  ladder_done(&w->sizes);
  metric_done(&w->metric);
  beginning_done(&w->beginning);
  text_free(&w->unit);
}
