/* cmd_run.c — nadir run FILE...: explores the paths of a program. */
#include "base/os.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/propose.h"
#include "code/objects.h"
#include "engine/confirm.h"
#include "engine/exploration.h"
#include "engine/harness.h"
#include "engine/rerun.h"
#include "engine/settings.h"
#include "engine/summary.h"
#include "explore/follow.h"
#include "explore/path_tree.h"
#include "explore/saved_path.h"

#include <stdio.h>
#include <string.h>

static const char command_name[] = "run";

enum {
  CALL,
  OUT,
  JSON,
  SEARCH,
  PRUNE,
  MAX_LEAVES,
  SEED,
  SIZE,
  FOLLOW,
  PATHS,
  ONLY_ERRORS,
  OUTPUT,
  OUTPUT_OF,
  NO_REPLAY,
  REPLAY_TIME,
  MAX_STATES,
  MAX_UNDECIDED,
  EXIT_ZERO,
};

static const OptionChoice searches[] = {
#define SEARCHER(name, ops, line) {name, NULL, line},
#include "explore/searchers.def"
#undef SEARCHER
    {0},
};

static const OptionChoice prunes[] = {
#define PRUNER(name, ops, line) {name, NULL, line},
#include "explore/pruners.def"
#undef PRUNER
    {0},
};

/* clang-format off */
static const Option options[] = {
    [CALL] = {"call", OPTION_TEXT, "CALL", NULL, "the call to analyse, such as 'sort(int a[N], N)'; without it, run main"},
    [OUT] = {"out", OPTION_TEXT, "DIR", "nadir-out", "folder for results; DIR-2 ... if DIR is not empty"},
    [JSON] = {"json", OPTION_FLAG, .help = "print the summary as JSON"},
    [SEARCH] = {"search", OPTION_CHOICE, "NAME", "mixed", "which unfinished path to continue next", .choices = searches},
    [PRUNE] = {"prune", OPTION_CHOICE, "NAME", NULL, "drop unfinished paths when there are too many", .choices = prunes},
    [MAX_LEAVES] = {"max-leaves", OPTION_NUMBER, "N", "10000", "with --prune: drop paths once there are more than N", .min = 1, .max = UINT32_MAX},
    [SEED] = {"seed", OPTION_NUMBER, "N", "1", "random seed; the same seed gives the same run"},
    [SIZE] = {"size", OPTION_NUMBER, "N", "8", "the size N: for CALL, nadir_size() and fuzz targets"},
    [FOLLOW] = {"follow", OPTION_TEXT, "FILE", NULL, "run only the path whose decisions are in FILE"},
    [PATHS] = {"paths", OPTION_FLAG, .help = "write the decisions of every test, not only of errors"},
    [ONLY_ERRORS] = {"only-errors", OPTION_FLAG, .help = "write tests only for errors"},
    [OUTPUT] = {"output", OPTION_FLAG, .help = "show what the program prints, on all paths"},
    [OUTPUT_OF] = {"output-of", OPTION_TEXT, "TEST", NULL, "run only TEST, in nadir's machine, and show what the program prints"},
    [NO_REPLAY] = {"no-replay", OPTION_FLAG, .help = "do not confirm errors by native runs of their tests"},
    [REPLAY_TIME] = {"replay-time", OPTION_DURATION, "T", "30s", "time limit for these native runs, all together", .min = 1},
    [MAX_STATES] = {"max-states", OPTION_NUMBER, "N", NULL, "keep at most N states in memory; rebuild the others later", .min = 1},
    [MAX_UNDECIDED] = {"max-path-instructions", OPTION_NUMBER, "N", "1000000000", "end a path after N instructions with no decision", .min = 1},
    [EXIT_ZERO] = {"exit-zero", OPTION_FLAG, .help = "exit with 0 even if errors were found or paths were left out"},
};
/* clang-format on */

typedef struct RunCommand {
  const Args *args; /* borrowed */
  Target target;
  OutDir out;            /* owned; has no path until it is made */
  DecisionVec decisions; /* owned; to be followed */
  Follow follow;
  Pruner *pruner; /* owned; NULL: none */
  Exploration exploration;
  Live live;
  bool repeats; /* the program does again what it did before */
} RunCommand;

/* ---- what is heard from below -------------------------------------------------------------------- */

static void on_event(void *user, const RunEvent *e) {
  if (e->kind == RUN_REPEATS) ((RunCommand *)user)->repeats = e->repeats;
}

static void on_output(void *user, int fd, const u8 *bytes, u64 n) {
  RunCommand *r = user;
  if (r->repeats) return;
  live_end(&r->live);
  fwrite(bytes, 1, n, fd == 2 ? stderr : stdout);
}

/* ---- from options to parts ----------------------------------------------------------------------- */

static Err read_target(RunCommand *r) {
  const Args *args = r->args;
  Target *t = &r->target;
  const WordList *arguments = option_list(args_set(args, &machine_options), MACHINE_ARG);
  t->compile = compile_options_read(args_set(args, &compile_options));
  vec_append(&t->sources, args->operands.at, args->operands.n);
  return target_read_words(t, arguments, &args->words, args_set(args, &world_options));
}

/* A CALL needs the folder for its main; otherwise there is none before the program compiles. */
static Err open_target(RunCommand *r) {
  if (r->target.call.text) TRY(outdir_make(args_text(r->args, OUT), &r->out));
  TRY(target_open(&r->target, &r->out));
  if (args_has(r->args, CALL)) compile_warn(&r->target.compile, r->target.sources.at[0]);
  return OK;
}

/* Without a main and a CALL, a call is proposed. */
static Err open_program(RunCommand *r) {
  const Args *args = r->args;
  Target *t = &r->target;
  TRY(read_target(r));
  if (args_has(args, CALL)) {
    TRY(call_parse(args_text(args, CALL), &t->call));
    return propose_instead(args, command_name, &t->call, open_target(r));
  }
  TRY(open_target(r));
  if (program_has_entry(t->module)) return OK;
  TRY(propose_call(args, command_name, &t->call));
  t->compile.is_silent = true; /* clang has told its warnings */
  return open_target(r);
}

/* A path with splits is one of nadir worst: followed as it was found there. */
static u32 max_split(const RunCommand *r) {
  for (u32 i = 0; i < r->decisions.n; i++)
    if (r->decisions.at[i].kind == CHOICE_SPLIT) return USUAL_SPLIT;
  return 0;
}

/* So is one on which sizes were split into their values: see splits_sizes in cmd_worst.c. */
static bool splits_sizes(const RunCommand *r) {
  bool has_value = false, has_size = false;
  for (u32 i = 0; i < r->decisions.n; i++) {
    const Decision *d = &r->decisions.at[i];
    has_value |= d->kind == CHOICE_VALUE;
    has_size |= d->kind == CHOICE_SIZE || (d->kind == CHOICE_VALUE && d->side == SIDE_MERGED);
  }
  return has_value && !has_size;
}

static VmConfig machine_config(RunCommand *r) {
  VmConfig config = vm_config_default();
  config.max_split = max_split(r);
  config.splits_sizes = splits_sizes(r);
  machine_options_read(args_set(r->args, &machine_options), r->target.module, &config);
  config.output = args_flag(r->args, OUTPUT) ? on_output : NULL;
  config.output_user = r;
  return config;
}

static u64 number_or(const Args *args, u32 option, u64 otherwise) {
  return args_has(args, option) ? args_number(args, option) : otherwise;
}

/* The decisions in a file, or in the tree that it refers to. */
static Err decisions_read(const char *file, const Module *m, DecisionVec *ret) {
  cleanup(text_free) Text text = {0}, tree_path = {0}, tree = {0};
  cleanup(freep) char *tree_file = NULL;
  u32 number;
  TRY(file_read(file, &text));
  if (saved_path_is(text_c(&text))) {
    cleanup(saved_path_done) SavedPath path = {0};
    TRY(saved_path_parse(file, text_c(&text), m, &path));
    vec_append(ret, path.decisions.at, path.decisions.n);
    return OK;
  }
  if (!path_tree_is_reference(text_c(&text), &tree_file, &number))
    return path_parse(file, text_c(&text), ret);
  const char *slash = strrchr(file, '/');
  text_addf(&tree_path, "%.*s%s", slash ? (int)(slash + 1 - file) : 0, file, tree_file);
  TRY(file_read(text_c(&tree_path), &tree));
  return path_tree_parse(text_c(&tree_path), text_c(&tree), m, number, ret);
}

static Err open_follow(RunCommand *r) {
  if (!args_has(r->args, FOLLOW)) return OK;
  TRY(decisions_read(args_text(r->args, FOLLOW), r->target.module, &r->decisions));
  r->follow = follow_guide(r->decisions.at, r->decisions.n);
  return OK;
}

static ExploreConfig explore_config(RunCommand *r) {
  const Args *args = r->args;
  if (args_has(args, PRUNE))
    r->pruner = pruner_new(&pruner_rows[args_choice(args, PRUNE)],
                           (u32)args_number(args, MAX_LEAVES), args_number(args, SEED));
  ExploreConfig c = explore_config_default();
  c.pruner = r->pruner;
  if (args_has(args, FOLLOW)) c.guide = &r->follow.guide;
  c.search = searcher_rows[args_choice(args, SEARCH)].ops;
  c.only_bug_tests = args_flag(args, ONLY_ERRORS);
  c.seed = args_number(args, SEED);
  const OptionSet *limits = args_set(args, &limit_options);
  c.budget = limit_options_read(limits);
  c.budget.interrupted = interrupt_watch();
  c.max_depth = option_number_or(limits, LIMITS_DEPTH, c.max_depth);
  c.max_undecided = args_number(args, MAX_UNDECIDED);
  c.max_in_memory = number_or(args, MAX_STATES, c.max_in_memory);
  return c;
}

/* ---- the command --------------------------------------------------------------------------------- */

static ExplorationPlan read_plan(RunCommand *r) {
  const Args *args = r->args;
  return (ExplorationPlan){.solver = solver_options_read(args_set(args, &solver_options)),
                           .vm = machine_config(r),
                           .explore = explore_config(r),
                           .size = args_number(args, SIZE),
                           .search = searcher_rows[args_choice(args, SEARCH)].name,
                           .keeps_paths = args_flag(args, PATHS)};
}

static void print_result(const RunCommand *r) {
  cleanup(text_free) Text t = {0};
  if (args_flag(r->args, JSON))
    run_report_json(&r->exploration.record.report, &t);
  else
    summary_print(&t, &r->exploration.record.report);
  bool is_symbolic = program_has_symbols(r->target.module) || world_is_symbolic(&r->target.world);
  if (!args_flag(r->args, JSON) && !is_symbolic)
    text_add(&t, "nothing in the program is symbolic; --call or nadir.h make inputs "
                 "(docs/harness.md), and --sym-arg and its like (docs/programs.md)\n");
  fputs(text_c(&t), stdout);
}

/* After everything is written: nothing is lost if somebody ends it here. */
static void replay_errors(RunCommand *r) {
  RunReport *p = &r->exploration.record.report;
  if (!p->errors.n) return;
  confirm_errors(&p->errors, &p->recipe, args_number(r->args, REPLAY_TIME), interrupt_watch());
  run_record_write(&r->exploration.record);
}

static void set_exit_code(const RunCommand *r) {
  const RunReport *p = &r->exploration.record.report;
  if (args_flag(r->args, EXIT_ZERO)) return;
  if (p->errors.n)
    *r->args->exit_code = EXIT_ERROR_FOUND;
  else if (!p->is_complete)
    *r->args->exit_code = EXIT_NOT_COMPLETE;
}

static Err explore_all(RunCommand *r) {
  Exploration *x = &r->exploration;
  if (!r->out.path.n) TRY(outdir_make(args_text(r->args, OUT), &r->out));
  ExplorationPlan plan = read_plan(r);
  TRY(exploration_open(&plan, &r->target, &r->out, x));
  r->live = live_begin(plan.explore.budget.deadline_ns, x->solver);
  recorder_subscribe(&x->recorder, &r->live, live_hear);
  recorder_subscribe(&x->recorder, r, on_event);
  TRY(exploration_run(x));
  if (!args_flag(r->args, NO_REPLAY)) replay_errors(r);
  print_result(r);
  TRY(outdir_error(&r->out));
  set_exit_code(r);
  return OK;
}

static void run_done(RunCommand *r) {
  exploration_done(&r->exploration);
  outdir_done(&r->out);
  pruner_free(r->pruner);
  target_done(&r->target);
  vec_free(&r->decisions);
  expr_close();
}

/* What the sizes and ranges of CALL come to is said before anything runs. */
static Err prepare(RunCommand *r) {
  TRY(open_program(r));
  TRY(target_check_size(&r->target, args_number(r->args, SIZE)));
  return open_follow(r);
}

/* No exploration: the program as it runs on one test. */
static Err show_output_of(RunCommand *r) {
  cleanup(text_free) Text how = {0};
  VmConfig config = machine_config(r);
  config.output = on_output;
  TRY(rerun(&r->target, &config, args_number(r->args, SIZE), args_text(r->args, OUTPUT_OF), &how));
  fflush(stdout);
  fprintf(stderr, "%s: %s\n", args_text(r->args, OUTPUT_OF), text_c(&how));
  return OK;
}

static Err run(const Args *args) {
  expr_open();
  cleanup(run_done) RunCommand r = {.args = args};
  Err err = prepare(&r);
  if (err != OK && r.out.path.n) harness_discard(&r.out);
  TRY(err);
  return args_has(args, OUTPUT_OF) ? show_output_of(&r) : explore_all(&r);
}

static void add_groups(GroupList *io) {
  vec_push(io, &limit_options);
  vec_push(io, &machine_options);
  vec_push(io, &world_options);
  vec_push(io, &solver_options);
  vec_push(io, &compile_options);
}

const Command cmd_run = {
    .operands = "FILE... [-- ARGS...]",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .about =
        "Runs a program on all its paths, as far as the limits allow.  FILEs are C files, LLVM\n"
        "bitcode (.bc) or assembly (.ll), or what 'nadir cc' built: a program, objects, archives.\n"
        "The program says which of its data are symbolic, that is, inputs that may have any "
        "value:\n"
        "with nadir.h, klee/klee.h, __VERIFIER_nondet_* or LLVMFuzzerTestOneInput.  CALL says it\n"
        "instead for one function, with N from --size; 'nadir help worst' explains CALL.\n"
        "\n"
        "ARGS are the arguments of the program, which has a file system of its own; nothing that\n"
        "it does reaches the host.  These among ARGS are symbolic (LEN may be N, the --size):\n"
        "    --sym-arg LEN            an argument of up to LEN bytes\n"
        "    --sym-args MIN MAX LEN   MIN to MAX such arguments\n"
        "    --sym-files N LEN        the files A, B, ... of LEN bytes\n"
        "    --sym-stdin LEN          standard input\n"
        "    --sym-stdout             (standard output is a file, not a pipe)\n"
        "    --max-fail N             (as --fail-calls N)\n"
        "\n"
        "Each path that finishes or shows an error leaves a test (.ktest) in the output folder.\n"
        "The file ledger there says why every path ended.  Ctrl-C ends the run; everything found\n"
        "so far is kept.\n"
        "\n"
        "Exit code 0: every path was explored and no error was found.  10: an error was found.\n"
        "11: no error was found, but some path was not explored to its end.  1 and 2: the program\n"
        "could not be run.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = add_groups,
    .is_program = object_is_program,
    .run = run,
};
