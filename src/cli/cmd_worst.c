/* cmd_worst.c — nadir worst FILE...: the input of size N on which the program is at its worst. */
#include "base/os.h"
#include "build/harness.h"
#include "cli/commands.h"
#include "cli/formats.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/propose.h"
#include "cli/results_folder.h"
#include "cli/terminal.h"
#include "cli/worst_summary.h"
#include "code/object/objects.h"
#include "engine/settings.h"
#include "engine/worst_search.h"
#include "predict/predictor.h"
#include "record/corpus.h"
#include "record/native_times.h"
#include "report/html.h"

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
  CORPUS,
  SARIF,
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
    [SARIF] = {"sarif", OPTION_TEXT, "FILE", NULL, "also write errors to FILE as SARIF, for code hosts and editors"},
    [TIME] = {"time", OPTION_FLAG, .help = "time the worst and random inputs natively, as N doubles (30 s more)"},
    [CORPUS] = {"corpus", OPTION_TEXT, "DIR", NULL, "write the bytes of the worst inputs, too: a corpus for fuzzers"},
};
/* clang-format on */

/* For native times: of all, and of a run. */
static const u64 times_ns = 30 * NS_PER_S, times_run_ns = 5 * NS_PER_S;
static const char command_name[] = "worst", page_name[] = "report.html",
                  law_name[] = "worst-input.c";

typedef struct Worst {
  const Args *args; /* borrowed */
  WorstSearch search;
  Text command;
  Live live; /* shows what is done with the results, too */
} Worst;

/* ---- from options to parts ----------------------------------------------------------------------- */

static void write_command(Worst *w) {
  const UserCall *call = &w->search.target.call;
  text_addf(&w->command, "%s %s", program_name(), command_name);
  args_print(w->args, &w->command);
  if (args_has(w->args, CALL) || !call->text) return;
  text_add(&w->command, " --call ");
  text_add_word(&w->command, call->text);
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
  WorstSearch *search = &w->search;
  TRY(strategy_find(args_text(args, STRATEGY), &search->strategy));
  TRY(check_settings(args, search->strategy));
  TRY(ladder_parse("--size", args_text(args, SIZE), &search->sizes));
  /* Users who name a strategy compare strategies, at just these sizes. */
  if (!args_flag(args, ONLY) && !strcmp(args_text(args, STRATEGY), "auto"))
    ladder_add_halves(&search->sizes);
  TRY(metric_parse(args_text(args, COST_METRIC), &search->metric));
  if (args_has(args, CALL))
    TRY(propose_named(args, command_name, args_text(args, CALL), &search->target.call));
  return worst_search_target(search, &args->operands, &args->words);
}

/* ---- the program --------------------------------------------------------------------------------- */

/* Without a CALL the program must have inputs of its own; with one that does not compile, others are
 * shown. */
static Err open_program(Worst *w) {
  Target *target = &w->search.target;
  OutDir *out = &w->search.record.out;
  Err err = target_open(target, out);
  if (target->call.text) return propose_instead(w->args, command_name, &target->call, err);
  TRY(err);
  bool has_inputs =
      program_has_inputs(target->module) || environment_is_symbolic(&target->environment);
  if (program_has_entry(target->module) && has_inputs) return OK;
  TRY(propose_call(w->args, command_name, program_has_entry(target->module), &target->call));
  target->compile.is_silent = true;
  return target_open(target, out);
}

/* ---- results ------------------------------------------------------------------------------------- */

static void print_result(const Worst *w, const WorstReport *r, const Text *said) {
  cleanup(text_free) Text t = {0};
  bool has_page = !args_flag(w->args, NO_REPORT) && outdir_has(&w->search.record.out, page_name);
  if (args_flag(w->args, JSON))
    worst_report_json(r, &t);
  else
    worst_summary_print(&t, r, args_flag(w->args, VERBOSE), has_page ? page_name : NULL);
  if (!args_flag(w->args, JSON)) text_add(&t, text_c(said));
  terminal_print(&t);
}

static void write_page(Worst *w, const WorstReport *r) {
  cleanup(text_free) Text page = {0};
  html_report(r, &page);
  outdir_write(&w->search.record.out, page_name, &page);
}

static void write_products(Worst *w) {
  for (u32 i = 0; i < w->search.search->products.n; i++) {
    const Product *p = &w->search.search->products.at[i];
    if (p->text.n) outdir_write(&w->search.record.out, p->name, &p->text);
  }
}

static int exit_code(const Worst *w, const WorstReport *r) {
  if (args_flag(w->args, EXIT_ZERO)) return 0;
  if (r->errors.n) return EXIT_ERROR_FOUND;
  return vec_last(&r->sizes).has_cost ? 0 : EXIT_NOT_COMPLETE;
}

static void write_sarif(Worst *w, const WorstReport *r) {
  cleanup(text_free) Text path = {0};
  FolderResult result = {.worst = r};
  if (!args_has(w->args, SARIF)) return;
  outdir_keep_error(&w->search.record.out,
                    format_write(&result, "sarif", args_text(w->args, SARIF), &path));
}

static Err finish(Worst *w) {
  OutDir *out = &w->search.record.out;
  cleanup(worst_report_done) WorstReport report = {0};
  cleanup(text_free) Text law = {0};
  worst_search_report(&w->search, &report, &law);
  if (law.n) outdir_write(out, law_name, &law);
  if (args_flag(w->args, TIME)) native_times_add(times_ns, times_run_ns, &report);
  worst_record_write(&w->search.record, &report);
  write_products(w);
  if (!args_flag(w->args, NO_REPORT)) write_page(w, &report);
  cleanup(text_free) Text said = {0};
  if (args_has(w->args, CORPUS))
    outdir_keep_error(out, corpus_write(text_c(&out->path), &w->search.record.recipe,
                                        args_text(w->args, CORPUS), &said));
  write_sarif(w, &report);
  print_result(w, &report, &said);
  *w->args->exit_code = exit_code(w, &report);
  return outdir_error(out);
}

/* ---- the command --------------------------------------------------------------------------------- */

static Err prepare(Worst *w) {
  WorstSearch *search = &w->search;
  const UserCall *call = &search->target.call;
  TRY(open_program(w));
  if (args_has(w->args, CALL)) compile_warn(&search->target.compile, w->args->operands.at[0]);
  write_command(w);
  search->command = text_c(&w->command);
  if (search->sizes.n > 1 && call->text && !call_has_size(call)) {
    propose_size(w->args, command_name, call);
    search->sizes.n = 1; /* which has all of the time */
  }
  return worst_search_open(search);
}

static Err search_sizes(Worst *w) {
  WorstSearch *search = &w->search;
  w->live = live_begin(search->config.budget.deadline_ns, search->solver);
  recorder_subscribe(&search->recorder, &w->live, live_on_event);
  Err err = worst_search_run(search);
  live_end(&w->live);
  return err;
}

/* Nothing was found: no folder is left behind. */
static void remove_folder(Worst *w) {
  if (!w->search.record.n_written) harness_discard(&w->search.record.out);
}

static Err search(Worst *w) {
  TRY(results_folder_make(args_text(w->args, OUT), option_is_given(&w->args->sets.at[0], OUT),
                          &w->search.record.out));
  Err err = prepare(w);
  if (err == OK) err = search_sizes(w);
  if (err != OK) {
    remove_folder(w);
    return err;
  }
  worst_search_check(&w->search);
  return finish(w);
}

static void worst_done(Worst *w) {
  worst_search_done(&w->search);
  text_free(&w->command);
  expr_close();
}

static Err run(const Args *args) {
  const OptionSet *limits = args_set(args, &limit_options);
  expr_open();
  cleanup(worst_done)
      Worst w = {.args = args,
                 .search = {.options = args->sets.at,
                            .n_options = args->sets.n,
                            .budget = limit_options_read(limits),
                            .time_ns = limit_time(limits),
                            .enough = args_has(args, UNTIL) ? args_number(args, UNTIL) : UINT64_MAX,
                            .seed = args_number(args, SEED),
                            .no_check = args_flag(args, NO_VERIFY)}};
  w.search.budget.interrupted = interrupt_watch();
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
