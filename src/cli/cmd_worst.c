/* cmd_worst.c — nadir worst FILE...: the input of size N on which the program is at its worst. */
#include "base/os.h"
#include "build/harness.h"
#include "build/target.h"
#include "call/call.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/propose.h"
#include "cli/terminal.h"
#include "cli/worst_summary.h"
#include "code/object/objects.h"
#include "engine/confirm.h"
#include "engine/settings.h"
#include "engine/worst_verify.h"
#include "growth/ladder.h"
#include "inputs/simplify.h"
#include "native/native_world.h"
#include "predict/predictor.h"
#include "record/native_times.h"
#include "record/run_files.h"
#include "record/worst_growth.h"
#include "record/worst_law.h"
#include "record/worst_record.h"
#include "report/html.h"
#include "report/outdir.h"
#include "sandbox/sandbox.h"
#include "search/metric.h"
#include "search/time_parts.h"

#include <stdio.h>
#include <string.h>

enum {
  CALL,
  SIZE,
  ONLY,
  STRATEGY,
  SET,
  COST_METRIC,
  UNTIL,
  SEED,
  OUT,
  JSON,
  NO_VERIFY,
  NO_REPORT,
  EXIT_ZERO,
  VERBOSE,
  TIME,
};

static const OptionChoice strategies[] = {
#define STRATEGY(name, id, words, line) {name, NULL, line},
#define BOTH STRATEGY
#include "search/searches.def"
    {0},
};

static const OptionChoice costs[] = {
#define METRIC(name, argument, cost, probe, unit, meaning) {name, argument, meaning},
#include "search/metrics.def"
#undef METRIC
    {0},
};

/* clang-format off */
static const Option options[] = {
    [CALL] = {"call", OPTION_TEXT, "CALL", NULL, "a call such as 'sort(int a[N], N)', or a function's name; default: main", .is_common = true},
    [SIZE] = {"size", OPTION_TEXT, "LIST", "1:8,16,32,64,128", "the sizes N to search, such as 1:8,100", .is_common = true},
    [ONLY] = {"only", OPTION_FLAG, .help = "do not add a half and a quarter of the largest size, which show the growth"},
    [STRATEGY] = {"strategy", OPTION_TEXT, "NAME", "auto", "how to search for the worst input", .choices = strategies, .is_common = true},
    [SET] = {"set", OPTION_LIST, "NAME=VALUE", NULL, "a setting of the strategy; 'nadir help worst NAME' lists those of NAME"},
    [COST_METRIC] = {"cost", OPTION_TEXT, "METRIC", "instructions", "the cost to maximise", .choices = costs, .is_common = true},
    [UNTIL] = {"until", OPTION_NUMBER, "COST", NULL, "at each size, stop when an input reaches COST"},
    [SEED] = {"seed", OPTION_NUMBER, "N", "1", "random seed; the same gives the same search, if paths limit it"},
    [OUT] = {"out", OPTION_TEXT, "DIR", "nadir-out", "folder for results; DIR-2 ... if DIR is not empty", .is_common = true},
    [JSON] = {"json", OPTION_FLAG, .help = "print the result as JSON", .is_common = true},
    [NO_VERIFY] = {"no-verify", OPTION_FLAG, .help = "do not run the worst inputs again to check them"},
    [NO_REPORT] = {"no-report", OPTION_FLAG, .help = "do not write the HTML page"},
    [EXIT_ZERO] = {"exit-zero", OPTION_FLAG, .help = "exit with 0 even if errors were found or the largest size has no answer"},
    [VERBOSE] = {"v", OPTION_FLAG, .help = "also print how the search went, and errors with their inputs and stacks", .is_common = true},
    [TIME] = {"time", OPTION_FLAG, .help = "time the worst and random inputs natively, as N doubles (30 s more)"},
};
/* clang-format on */

/* Running random inputs takes that at most. */
static const u64 max_typical_ns = 2 * NS_PER_S;
/* For native times: of all, and of a run. */
static const u64 times_ns = 30 * NS_PER_S, times_run_ns = 5 * NS_PER_S;
static const char command_name[] = "worst", page_name[] = "report.html",
                  law_name[] = "worst-input.c";

typedef struct Worst {
  const Args *args; /* borrowed */
  Budget budget;    /* from the first moment on: compiling takes time, too */
  u64 compile_ns;   /* that it took */
  Target target;
  Ladder sizes;
  Metric metric;
  Solver *solver; /* owned */
  Search *search; /* owned */
  Text unit, command;
  WorstRecord record;
  Recorder recorder;
  Curves curves;
  RunFiles files_of_errors;
  Live live;
} Worst;

/* ---- from options to parts ----------------------------------------------------------------------- */

static void write_command(Worst *w) {
  text_addf(&w->command, "%s %s", program_name(), command_name);
  args_print(w->args, &w->command);
  if (args_has(w->args, CALL) || !w->target.call.text) return;
  text_add(&w->command, " --call ");
  text_add_word(&w->command, w->target.call.text);
}

static Err read_target(Worst *w) {
  const Args *args = w->args;
  const WordList *arguments = option_list(args_set(args, &machine_options), MACHINE_ARG);
  w->target.compile = compile_options_read(args_set(args, &compile_options));
  w->target.compile.deadline_ns = w->budget.deadline_ns;
  w->target.compile.interrupted = w->budget.interrupted;
  w->target.probe = w->metric.probe;
  vec_append(&w->target.sources, args->operands.at, args->operands.n);
  return target_read_words(&w->target, arguments, &args->words,
                           args_set(args, &environment_options));
}

static bool reads(const Strategy *s, const OptionGroup *g) {
  for (u32 i = 0; i < MAX_STRATEGY_GROUPS && s->options[i]; i++)
    if (s->options[i] == g) return true;
  return false;
}

/* The strategies that read it; none: it is not about strategies, and everybody reads it. */
static void add_readers(Text *t, const OptionGroup *g) {
  for (u32 i = 0; i < n_strategy_rows; i++)
    if (reads(strategy_rows[i].ops, g))
      text_addf(t, "%s%s", t->n ? ", " : "", strategy_rows[i].name);
}

static Err refuse(const StrategyRow *strategy, const OptionGroup *g, const Option *o,
                  const char *readers) {
  if (g->settings_of)
    return err_set(ERR_USAGE, "--set: strategy %s has no setting '%s.%s'; these have it: %s",
                   strategy->name, g->settings_of, o->name, readers);
  return err_set(ERR_USAGE, "--%s: strategy %s does not use it; these do: %s", o->name,
                 strategy->name, readers);
}

/* An option or setting that only other strategies read is a mistake. */
static Err check_settings(const Args *args, const StrategyRow *strategy) {
  for (u32 k = 0; k < args->sets.n; k++) {
    const OptionSet *s = &args->sets.at[k];
    cleanup(text_free) Text readers = {0};
    add_readers(&readers, s->group);
    if (!readers.n || reads(strategy->ops, s->group)) continue;
    for (u32 i = 0; i < s->group->n_options; i++)
      if (option_is_given(s, i))
        return refuse(strategy, s->group, &s->group->options[i], text_c(&readers));
  }
  return OK;
}

static Err read_options(Worst *w) {
  const Args *args = w->args;
  const StrategyRow *strategy;
  TRY(strategy_find(args_text(args, STRATEGY), &strategy));
  TRY(check_settings(args, strategy));
  TRY(ladder_parse("--size", args_text(args, SIZE), &w->sizes));
  /* Who names a strategy compares strategies, at just these sizes. */
  if (!args_flag(args, ONLY) && !strcmp(args_text(args, STRATEGY), "auto"))
    ladder_add_halves(&w->sizes);
  TRY(metric_parse(args_text(args, COST_METRIC), &w->metric));
  if (args_has(args, CALL))
    TRY(propose_named(args, command_name, args_text(args, CALL), &w->target.call));
  metric_unit(&w->metric, &w->unit);
  return read_target(w);
}

static u64 max_time(const Worst *w) {
  return option_number(args_set(w->args, &limit_options), LIMITS_TIME);
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
static VmConfig machine_config(Worst *w) {
  const OptionSet *machine = args_set(w->args, &machine_options);
  VmConfig c = vm_config_default();
  c.max_split = w->metric.cost == COST_BRANCHES ? 0 : USUAL_SPLIT;
  c.splits_sizes = splits_sizes(w->metric.cost);
  c.counts_shown = counts_shown(w->metric.cost);
  machine_options_read(machine, args_set(w->args, &machine_settings), w->target.module, &c);
  target_configure(&w->target, &c);
  return c;
}

static Err open_search(Worst *w, SearchConfig *ret) {
  const Args *args = w->args;
  *ret = (SearchConfig){
      .module = w->target.module,
      .solver = w->solver,
      .vm = machine_config(w),
      .cost = w->metric.cost,
      .call = target_call(&w->target),
      .is_text = environment_is_given(&w->target.environment) ? native_world_is_bytes : NULL,
      .sizes = w->sizes.at,
      .n_sizes = w->sizes.n,
      .options = args->sets.at,
      .n_options = args->sets.n,
      .enough = args_has(args, UNTIL) ? args_number(args, UNTIL) : UINT64_MAX,
      .seed = args_number(args, SEED),
      .max_depth = option_number_or(args_set(args, &limit_options), LIMITS_DEPTH, UINT64_MAX),
      .observer = recorder_searches(&w->recorder)};
  TRY(strategy_find(args_text(args, STRATEGY), &ret->strategy));
  return OK;
}

/* ---- the program --------------------------------------------------------------------------------- */

/* Without a CALL the program must have inputs of its own; with one that does not compile, others are
 * shown. */
static Err open_program(Worst *w) {
  Err err = target_open(&w->target, &w->record.out);
  if (w->target.call.text) return propose_instead(w->args, command_name, &w->target.call, err);
  TRY(err);
  bool has_inputs =
      program_has_inputs(w->target.module) || environment_is_symbolic(&w->target.environment);
  if (program_has_entry(w->target.module) && has_inputs) return OK;
  TRY(propose_call(w->args, command_name, &w->target.call));
  w->target.compile.is_silent = true;
  return target_open(&w->target, &w->record.out);
}

/* Before anything is searched: sizes for which the inputs of CALL make no sense. */
static Err check_shapes(const Worst *w) {
  for (u32 i = 0; i < w->sizes.n; i++) TRY(target_check_size(&w->target, w->sizes.at[i]));
  return OK;
}

static void open_solver(Worst *w) {
  SolverConfig config = solver_options_read(args_set(w->args, &solver_options));
  config.query_ns = MIN(config.query_ns, max_time(w));
  w->solver = solver_new(&config);
}

/* ---- results ------------------------------------------------------------------------------------- */

static void add_settings(Worst *w) {
  WorstRecord *r = &w->record;
  r->target = &w->target;
  r->recipe = target_recipe(&w->target);
  r->metric = w->metric.name;
  r->unit = text_c(&w->unit);
  r->command = text_c(&w->command);
}

/* For what is done with the worst inputs. */
static u64 rest(const Worst *w) {
  return limit_rest(args_set(w->args, &limit_options), &w->budget);
}

static Err verify(Worst *w) {
  if (args_flag(w->args, NO_VERIFY)) return OK;
  const SearchConfig *search = &w->search->config;
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
                         .vm = &search->vm,
                         .solver = w->solver,
                         .build_ns = limit_ns,
                         .interrupted = search->budget.interrupted};
  return worst_verify(&w->record, w->search, &native, limit_ns);
}

/* The worst inputs as people like to read them, the largest first, in a part of what is left for running inputs
 * again. */
static Err simplify(Worst *w) {
  const volatile sig_atomic_t *interrupted = w->search->config.budget.interrupted;
  u64 deadline_ns = clock_after(rest(w) / PART_SIMPLIFYING);
  for (u32 i = w->search->searches.n; i-- > 0;) {
    u64 left_ns = clock_left(deadline_ns);
    if (left_ns && !(interrupted && *interrupted))
      TRY(simplify_best(w->search->searches.at[i], left_ns));
  }
  return OK;
}

/* Random inputs of the largest size that has a worst case.  Who names a strategy or limits the depth of paths wants
 * what that finds. */
static void find_typical(Worst *w) {
  SizeSearch *last = NULL;
  for (u32 i = 0; i < w->search->searches.n; i++)
    if (w->search->searches.at[i]->best.is_found) last = w->search->searches.at[i];
  const volatile sig_atomic_t *interrupted = w->search->config.budget.interrupted;
  if (!last || (interrupted && *interrupted)) return;
  u64 limit_ns = MIN(rest(w) / PART_TYPICAL, max_typical_ns);
  bool takes_worse =
      !strcmp(args_text(w->args, STRATEGY), "auto") && w->search->config.max_depth == UINT64_MAX;
  if (typical_find(last, limit_ns, takes_worse, &w->record.typical) == OK)
    w->record.typical_size = last->size;
}

static void replay_errors(Worst *w) {
  if (args_flag(w->args, NO_VERIFY) || sandbox_is_off() || !w->recorder.errors.n) return;
  confirm_errors(&w->recorder.errors, &w->record.recipe, rest(w),
                 w->search->config.budget.interrupted);
}

static void print_result(const Worst *w, const WorstReport *r) {
  cleanup(text_free) Text t = {0};
  bool has_page = !args_flag(w->args, NO_REPORT) && outdir_has(&w->record.out, page_name);
  if (args_flag(w->args, JSON))
    worst_report_json(r, &t);
  else
    worst_summary_print(&t, r, args_flag(w->args, VERBOSE), has_page ? page_name : NULL);
  terminal_print(&t);
}

static void write_page(Worst *w, const WorstReport *r) {
  cleanup(text_free) Text page = {0};
  html_report(r, &page);
  outdir_write(&w->record.out, page_name, &page);
}

static void write_products(Worst *w) {
  for (u32 i = 0; i < w->search->products.n; i++) {
    const Product *p = &w->search->products.at[i];
    if (p->text.n) outdir_write(&w->record.out, p->name, &p->text);
  }
}

static void write_law(Worst *w, WorstReport *io) {
  cleanup(text_free) Text program = {0};
  worst_law_add(io, &program);
  if (program.n) outdir_write(&w->record.out, law_name, &program);
}

static int exit_code(const Worst *w, const WorstReport *r) {
  if (args_flag(w->args, EXIT_ZERO)) return 0;
  if (r->errors.n) return EXIT_ERROR_FOUND;
  return vec_last(&r->sizes).has_cost ? 0 : EXIT_NOT_COMPLETE;
}

static Err finish(Worst *w) {
  cleanup(worst_report_done) WorstReport report = {0};
  worst_record_report(&w->record, w->search, &report);
  worst_growth_add(&report, w->search);
  write_law(w, &report);
  if (!args_flag(w->args, NO_VERIFY) && !sandbox_is_off()) report.sandbox = sandbox_said();
  if (args_flag(w->args, TIME)) native_times_add(times_ns, times_run_ns, &report);
  worst_record_write(&w->record, &report);
  write_products(w);
  if (!args_flag(w->args, NO_REPORT)) write_page(w, &report);
  print_result(w, &report);
  *w->args->exit_code = exit_code(w, &report);
  return outdir_error(&w->record.out);
}

/* ---- the command --------------------------------------------------------------------------------- */

static Err prepare(Worst *w, SearchConfig *ret_config) {
  u64 begin = clock_ns();
  TRY(open_program(w));
  w->compile_ns = clock_ns() - begin;
  if (args_has(w->args, CALL)) compile_warn(&w->target.compile, w->args->operands.at[0]);
  write_command(w);
  TRY(check_shapes(w));
  if (w->sizes.n > 1 && w->target.call.text && !call_has_size(&w->target.call)) {
    propose_size(w->args, command_name, &w->target.call);
    w->sizes.n = 1; /* which has all of the time */
  }
  open_solver(w);
  TRY(open_search(w, ret_config));
  add_settings(w);
  return OK;
}

/* Nothing was found: no folder is left behind. */
static void remove_folder(Worst *w) {
  if (!w->record.n_written) harness_discard(&w->record.out);
}

static Err search_sizes(Worst *w, SearchConfig *config) {
  config->budget = w->budget;
  limit_leave_room(&config->budget);
  w->recorder = recorder_new(&(RecorderConfig){.out = &w->record.out,
                                               .only_errors = true,
                                               .once = true,
                                               .environment = &w->target.environment,
                                               .target = &w->target});
  w->record.begin_ns = w->recorder.begin_ns;
  w->record.recorder = &w->recorder;
  w->record.curves = &w->curves;
  w->files_of_errors = (RunFiles){.out = &w->record.out,
                                  .tree = {.sites = {.module = w->target.module}},
                                  .recipe = &w->record.recipe};
  w->live = live_begin(config->budget.deadline_ns, w->solver);
  recorder_subscribe(&w->recorder, &w->files_of_errors, run_files_on_event);
  recorder_subscribe(&w->recorder, &w->curves, curves_on_event);
  recorder_subscribe(&w->recorder, &w->record, worst_record_on_event);
  recorder_subscribe(&w->recorder, &w->live, live_on_event);
  Err err = search_run(config, &w->search);
  live_end(&w->live);
  return err;
}

/* At -O0 main calls the function of CALL, unless that name is a macro. */
static void warn_of_vanished(Worst *w) {
  if (!w->target.call.text || compile_is_plain(&w->target.compile) ||
      call_is_made(&w->target.call, w->target.module))
    return;
  search_say(
      w->search,
      "WARNING: at -O%s there is no call of '%s' any more: the compiler made it a part of its "
      "caller, or dropped what nobody uses; only what is left was searched",
      w->target.compile.level, w->target.call.function);
}

static Err search(Worst *w) {
  SearchConfig config;
  TRY(outdir_make(args_text(w->args, OUT), &w->record.out));
  Err err = prepare(w, &config);
  if (err == OK) err = search_sizes(w, &config);
  if (err != OK) {
    remove_folder(w);
    return err;
  }
  warn_of_vanished(w);
  find_typical(w); /* may find what is to be simplified */
  if (simplify(w) != OK) search_say(w->search, "not simplified: %s", err_text());
  if (verify(w) != OK) search_say(w->search, "not verified: %s", err_text());
  replay_errors(w);
  return finish(w);
}

static void worst_done(Worst *w) {
  worst_record_done(&w->record);
  recorder_done(&w->recorder);
  curves_done(&w->curves);
  run_files_done(&w->files_of_errors);
  search_free(w->search);
  solver_free(w->solver);
  target_done(&w->target);
  ladder_done(&w->sizes);
  metric_done(&w->metric);
  text_free(&w->unit);
  text_free(&w->command);
  expr_close();
}

static Err run(const Args *args) {
  expr_open();
  cleanup(worst_done) Worst w = {.args = args};
  w.budget = limit_options_read(args_set(args, &limit_options));
  w.budget.interrupted = interrupt_watch();
  TRY(read_options(&w));
  return search(&w);
}

static bool is_listed(const GroupList *groups, const OptionGroup *g) {
  for (u32 i = 0; i < groups->n; i++)
    if (groups->at[i] == g) return true;
  return false;
}

/* What every run of a program needs, and what the strategies read, each group once. */
static void add_groups(GroupList *io) {
  vec_push(io, &native_options);
  vec_push(io, &limit_options);
  vec_push(io, &machine_options);
  vec_push(io, &machine_settings);
  vec_push(io, &environment_options);
  vec_push(io, &solver_options);
  vec_push(io, &compile_options);
  for (u32 i = 0; i < n_strategy_rows; i++) {
    const OptionGroup *const *groups = strategy_rows[i].ops->options;
    for (u32 k = 0; k < MAX_STRATEGY_GROUPS && groups[k]; k++)
      if (!is_listed(io, groups[k])) vec_push(io, groups[k]);
  }
}

/* Help on a strategy. */
static Err topic(const char *name, GroupList *ret, const char **ret_line) {
  const StrategyRow *row;
  if (!strcmp(name, machine_settings.settings_of)) {
    vec_push(ret, &machine_settings);
    *ret_line = machine_settings.title;
    return OK;
  }
  TRY(strategy_find(name, &row));
  for (const OptionChoice *c = strategies; c->name; c++)
    if (!strcmp(c->name, name)) *ret_line = c->meaning;
  for (u32 i = 0; i < MAX_STRATEGY_GROUPS && row->ops->options[i]; i++)
    if (row->ops->options[i]->settings_of) vec_push(ret, row->ops->options[i]);
  return OK;
}

static const OptionStandard standards[] = {{"max-time", "1m"}, {"max-stack", "64M"}, {0}};

const Command cmd_worst = {
    .operands = "FILE... [-- ARGS...]",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .about =
        "Finds the input of size N for which a program, or one of its functions, has the highest\n"
        "cost.  Prints that cost, an input that reaches it, and how the cost grows with N.\n"
        "\n"
        "CALL is a C call.  Its arguments say which inputs nadir may choose: 'TYPE name[EXPR]' is\n"
        "an array, 'TYPE name' a number, and 'in LO..HI' after either limits the values.\n"
        "'char s[EXPR] string' is a text; 'string of \"01+-\"' and 'string printable' limit its\n"
        "characters.  Anything else is an expression over N.\n"
        "Without CALL the program's own main is run.  It gets N from nadir_size(), or by ARGS "
        "such\n"
        "as --sym-stdin N ('nadir help run --all' lists them).\n"
        "\n"
        "A cost is 'proven' if every path was searched; otherwise it is the 'best found'.  nadir\n"
        "runs each worst input again, in its own machine and natively.  It writes every\n"
        "improvement at once, so Ctrl-C ends the search with the best result so far.\n"
        "\n"
        "Exit code 0: there is an answer.  10: an error of the program was found; an answer may "
        "be\n"
        "there, too.  11: no error was found, and no answer at the largest size.  1 and 2: the "
        "program\n"
        "could not be run.\n",
    .examples = "worst sort.c --call 'sort(int a[N], N)'\n"
                "worst parse.c --call 'parse(char text[N] string)' --size 1:8,100 --max-time 30s\n"
                "worst program.c -- --sym-stdin N\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = add_groups,
    .topic = topic,
    .is_program = object_is_program,
    .standards = standards,
    .run = run,
};
