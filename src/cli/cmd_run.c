/* cmd_run.c — nadir run FILE...: explores the paths of a program. */
#include "base/os.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/propose.h"
#include "engine/compile.h"
#include "engine/confirm.h"
#include "engine/harness.h"
#include "engine/ledger.h"
#include "engine/run_files.h"
#include "engine/run_record.h"
#include "engine/settings.h"
#include "engine/sides.h"
#include "engine/summary.h"
#include "explore/follow.h"
#include "explore/path_tree.h"
#include "explore/saved_path.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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
    [CALL] = {"call", OPTION_TEXT, "CALL", NULL, "what to call, as in 'sort(int a[N], N)'; without, main is run"},
    [OUT] = {"out", OPTION_TEXT, "DIR", "nadir-out", "where the results go; DIR-2 ... if it exists"},
    [JSON] = {"json", OPTION_FLAG, .help = "print the summary as JSON"},
    [SEARCH] = {"search", OPTION_CHOICE, "NAME", "mixed", "the order of exploration", .choices = searches},
    [PRUNE] = {"prune", OPTION_CHOICE, "NAME", NULL, "give up paths that are still open", .choices = prunes},
    [MAX_LEAVES] = {"max-leaves", OPTION_NUMBER, "N", "10000", "with --prune: so many open paths are kept", .min = 1, .max = UINT32_MAX},
    [SEED] = {"seed", OPTION_NUMBER, "N", "1", "of what is random; the same seed gives the same run"},
    [SIZE] = {"size", OPTION_NUMBER, "N", "8", "nadir_size(), and the size of a fuzz target's input"},
    [FOLLOW] = {"follow", OPTION_TEXT, "FILE", NULL, "run only the path whose decisions are in FILE"},
    [PATHS] = {"paths", OPTION_FLAG, .help = "write the decisions of every test, not only of errors"},
    [ONLY_ERRORS] = {"only-errors", OPTION_FLAG, .help = "write tests of errors only"},
    [OUTPUT] = {"output", OPTION_FLAG, .help = "print what the program prints, on all paths"},
    [NO_REPLAY] = {"no-replay", OPTION_FLAG, .help = "do not run the tests of errors natively"},
    [REPLAY_TIME] = {"replay-time", OPTION_DURATION, "T", "30s", "for all of these together", .min = 1},
    [MAX_STATES] = {"max-states", OPTION_NUMBER, "N", NULL, "keep at most N states in memory, the others aside", .min = 1},
    [MAX_UNDECIDED] = {"max-path-instructions", OPTION_NUMBER, "N", "1000000000", "end a path that runs N instructions undecided", .min = 1},
    [EXIT_ZERO] = {"exit-zero", OPTION_FLAG, .help = "exit with 0 also if errors were found, or paths left out"},
};
/* clang-format on */

typedef struct RunCommand {
  const Args *args;        /* borrowed */
  UserCall call;           /* owned; without a text: none was given */
  OutDir out;              /* owned; has no path until it is made */
  Names files;             /* owned; what is compiled */
  Module *module;          /* owned */
  Solver *solver;          /* owned */
  Vm *vm;                  /* owned */
  VEC(const char *) words; /* owned; the program's command line */
  DecisionVec decisions;   /* owned; to be followed */
  Follow follow;
  Pruner *pruner; /* owned; NULL: none */
  Recorder recorder;
  RunFiles tests;
  Ledger ledger;
  Sides sides;
  RunRecord record;
  Live live;
  bool is_compiled_again; /* clang has told its warnings */
  bool repeats;           /* the program does again what it did before */
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

static Err open_module(RunCommand *r) {
  const Args *args = r->args;
  cleanup(program_freep) Program *p = NULL;
  CompileOptions compile = compile_options_read(args_set(args, &compile_options));
  LowerOptions lowering = compile_lowering(&compile);
  compile.is_silent = r->is_compiled_again;
  TRY(program_open(&compile, (const char *const *)r->files.at, r->files.n, &p));
  TRY(program_lower(p, &lowering, &r->module));
  if (args_has(args, CALL)) compile_warn(&compile, args->operands.at[0]);
  return OK;
}

static const UserCall *call_of(const RunCommand *r) {
  return r->call.text ? &r->call : NULL;
}

/* A CALL needs the folder for its main; otherwise there is none before the program compiles. */
static Err open_files(RunCommand *r) {
  const Args *args = r->args;
  if (r->call.text) TRY(outdir_make(args_text(args, OUT), &r->out));
  names_free(&r->files);
  r->files = (Names){0};
  r->module = module_free(r->module);
  TRY(harness_files(call_of(r), &args->operands, &r->out, &r->files));
  return open_module(r);
}

/* Without a main and a CALL, a call is proposed. */
static Err open_program(RunCommand *r) {
  const Args *args = r->args;
  if (args_has(args, CALL)) {
    TRY(call_parse(args_text(args, CALL), &r->call));
    return propose_instead(args, command_name, &r->call, open_files(r));
  }
  TRY(open_files(r));
  if (program_has_entry(r->module)) return OK;
  TRY(propose_call(args, command_name, &r->call));
  r->is_compiled_again = true;
  return open_files(r);
}

/* What the sizes and ranges of CALL come to is said before anything runs. */
static Err check_shapes(const RunCommand *r) {
  cleanup(shapes_done) Shapes shapes = {0};
  return r->call.text ? call_shapes(&r->call, r->module, args_number(r->args, SIZE), &shapes) : OK;
}

static Solver *open_solver(const Args *args) {
  SolverConfig config = solver_options_read(args_set(args, &solver_options));
  return solver_new(&config);
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

static Vm *open_vm(RunCommand *r) {
  const Args *args = r->args;
  const OptionSet *machine = args_set(args, &machine_options);
  const WordList *words = option_list(machine, MACHINE_ARG);
  vec_push(&r->words, r->files.at[0]);
  vec_append(&r->words, words->at, words->n);
  VmConfig config = vm_config_default();
  config.max_split = max_split(r);
  config.splits_sizes = splits_sizes(r);
  machine_options_read(machine, r->module, &config);
  config.args = r->words.at;
  config.n_args = r->words.n;
  config.size = args_number(args, SIZE);
  config.told = recorder_told;
  config.told_user = &r->recorder;
  config.output = args_flag(args, OUTPUT) ? on_output : NULL;
  config.output_user = r;
  return vm_new(r->module, r->solver, &config);
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
  TRY(decisions_read(args_text(r->args, FOLLOW), r->module, &r->decisions));
  r->follow = follow_guide(r->decisions.at, r->decisions.n);
  return OK;
}

static ExploreConfig open_explore(RunCommand *r) {
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
  c.observer = recorder_explores(&r->recorder, r->vm);
  return c;
}

/* ---- the command --------------------------------------------------------------------------------- */

static void add_settings(RunCommand *r) {
  const Args *args = r->args;
  RunReport *p = &r->record.report;
  Recipe *recipe = &p->recipe;
  char folder[PATH_MAX];
  recipe->folder = text_dup(getcwd(folder, sizeof folder) ? folder : ".");
  for (u32 i = 0; i < r->files.n; i++) names_add(&recipe->files, r->files.at[i]);
  for (u32 i = 1; i < r->words.n; i++) names_add(&recipe->arguments, r->words.at[i]);
  CompileOptions compile = compile_options_read(args_set(args, &compile_options));
  compile_flags(&compile, &recipe->flags);
  harness_flags(call_of(r), &recipe->flags);
  recipe->has_size = true;
  recipe->size = args_number(args, SIZE);
  p->search = searcher_rows[args_choice(args, SEARCH)].name;
  p->seed = args_number(args, SEED);
}

static void print_result(const RunCommand *r) {
  cleanup(text_free) Text t = {0};
  if (args_flag(r->args, JSON))
    run_report_json(&r->record.report, &t);
  else
    summary_print(&t, &r->record.report);
  if (!args_flag(r->args, JSON) && !program_has_inputs(r->module))
    text_add(
        &t,
        "nothing in the program is symbolic; --call or nadir.h make inputs (docs/harness.md)\n");
  fputs(text_c(&t), stdout);
}

/* After everything is written: nothing is lost if somebody ends it here. */
static void replay_errors(RunCommand *r) {
  if (!r->record.report.errors.n) return;
  confirm_errors(&r->record.report.errors, &r->record.report.recipe,
                 args_number(r->args, REPLAY_TIME), interrupt_watch());
  run_record_write(&r->record);
}

/* Everybody who hears of the run. */
static Err open_recorder(RunCommand *r) {
  const Args *args = r->args;
  if (!r->out.path.n) TRY(outdir_make(args_text(args, OUT), &r->out));
  TRY(ledger_open(&r->out, &r->ledger));
  r->recorder = recorder_new(&(RecorderConfig){.out = &r->out,
                                               .only_errors = args_flag(args, ONLY_ERRORS),
                                               .size = args_number(args, SIZE)});
  r->record = (RunRecord){.out = &r->out, .recorder = &r->recorder, .solver = r->solver};
  add_settings(r);
  r->tests = (RunFiles){.out = &r->out,
                        .sites = {.module = r->module},
                        .recipe = &r->record.report.recipe,
                        .keeps_paths = args_flag(args, PATHS)};
  r->sides = (Sides){.recorder = &r->recorder};
  recorder_subscribe(&r->recorder, &r->tests, run_files_hear);
  recorder_subscribe(&r->recorder, &r->ledger, ledger_hear);
  recorder_subscribe(&r->recorder, &r->sides, sides_hear);
  recorder_subscribe(&r->recorder, &r->record, run_record_hear);
  recorder_subscribe(&r->recorder, &r->live, live_hear);
  recorder_subscribe(&r->recorder, r, on_event);
  return OK;
}

static void set_exit_code(const RunCommand *r) {
  const RunReport *p = &r->record.report;
  if (args_flag(r->args, EXIT_ZERO)) return;
  if (p->errors.n)
    *r->args->exit_code = EXIT_ERROR_FOUND;
  else if (!p->is_complete)
    *r->args->exit_code = EXIT_NOT_COMPLETE;
}

static Err explore_all(RunCommand *r) {
  TRY(open_recorder(r));
  ExploreConfig config = open_explore(r);
  r->live = live_begin(config.budget.deadline_ns, r->solver);
  ExploreStats stats = {0};
  recorder_post(&r->recorder, (RunEvent){.kind = RUN_SIZE_BEGAN});
  Err err = explore(r->vm, r->solver, &config, &stats);
  cleanup(freep) char *why = err == OK ? NULL : text_dup(err_text());
  recorder_post(&r->recorder, (RunEvent){.kind = RUN_SIZE_ENDED, .stats = &stats});
  ledger_done(&r->ledger);
  if (err != OK) return err_set(err, "%s", why);
  if (!args_flag(r->args, NO_REPLAY)) replay_errors(r);
  print_result(r);
  TRY(outdir_error(&r->out));
  set_exit_code(r);
  return OK;
}

static void run_done(RunCommand *r) {
  run_record_done(&r->record);
  sides_done(&r->sides);
  ledger_done(&r->ledger);
  run_files_done(&r->tests);
  recorder_done(&r->recorder);
  outdir_done(&r->out);
  pruner_free(r->pruner);
  vm_free(r->vm);
  solver_free(r->solver);
  module_free(r->module);
  call_done(&r->call);
  names_free(&r->files);
  vec_free(&r->words);
  vec_free(&r->decisions);
  expr_close();
}

static Err prepare(RunCommand *r) {
  TRY(open_program(r));
  TRY(check_shapes(r));
  return open_follow(r);
}

static Err run(const Args *args) {
  expr_open();
  cleanup(run_done) RunCommand r = {.args = args};
  Err err = prepare(&r);
  if (err != OK && r.out.path.n) harness_discard(&r.out);
  TRY(err);
  r.solver = open_solver(args);
  r.vm = open_vm(&r);
  return explore_all(&r);
}

static void add_groups(GroupList *io) {
  vec_push(io, &limit_options);
  vec_push(io, &machine_options);
  vec_push(io, &solver_options);
  vec_push(io, &compile_options);
}

const Command cmd_run = {
    .operands = "FILE...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .about =
        "Compiles C files, or takes LLVM bitcode (.bc) and assembly (.ll), and runs the program "
        "on\n"
        "all its paths at once, as far as the limits allow.  What is symbolic is said by the\n"
        "program: nadir.h, klee/klee.h, __VERIFIER_nondet_*, LLVMFuzzerTestOneInput; or by CALL,\n"
        "as 'nadir help worst' explains it, with N from --size.\n"
        "\n"
        "Each path that finishes or shows an error leaves a test (.ktest) in the output folder,\n"
        "which also has the ledger of why every path ended.  Ctrl-C ends the run with everything\n"
        "found so far.\n"
        "\n"
        "Exit code 0: every path was explored and no error found; 10: an error was found; 11: "
        "none\n"
        "was, but some path was not explored to its end; 1 and 2: it could not be run.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = add_groups,
    .run = run,
};
