/* cmd_run.c — nadir run FILE...: explores the paths of a program. */
#include "base/os.h"
#include "build/harness.h"
#include "cli/commands.h"
#include "cli/each_size.h"
#include "cli/formats.h"
#include "cli/share_cmd.h"
#include "cli/terminal.h"
#include "code/object/objects.h"
#include "engine/rerun.h"
#include "engine/settings.h"
#include "explore/follow.h"
#include "explore/path_tree.h"
#include "explore/saved_path.h"
#include "record/summary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  JSON,
  FOLLOW,
  PATHS,
  ONLY_ERRORS,
  OUTPUT,
  OUTPUT_OF,
  SARIF,
};

/* clang-format off */
static const Option options[] = {
    [JSON] = {"json", OPTION_FLAG, .help = "print the summary as JSON", .is_common = true},
    [FOLLOW] = {"follow", OPTION_TEXT, "FILE", NULL, "run only the path whose decisions are in FILE"},
    [PATHS] = {"paths", OPTION_FLAG, .help = "write the decisions of every test, not only of errors"},
    [ONLY_ERRORS] = {"only-errors", OPTION_FLAG, .help = "write tests only for errors", .is_common = true},
    [OUTPUT] = {"output", OPTION_FLAG, .help = "show what the program prints, on all paths"},
    [OUTPUT_OF] = {"output-of", OPTION_TEXT, "TEST", NULL, "run only TEST, in nadir's machine, and show what the program prints"},
    [SARIF] = {"sarif", OPTION_TEXT, "FILE", NULL, "also write errors to FILE as SARIF, for code hosts and editors"},
};
/* clang-format on */

typedef struct RunCommand {
  const Args *args; /* borrowed */
  ExploreCmd x;
  DecisionVec decisions; /* owned; to be followed */
  Follow follow;
  bool is_by_hand; /* the decisions are a person's, or nadir worst's */
  bool repeats;    /* the program does again what it did before */
} RunCommand;

/* ---- events of the exploration -------------------------------------------------------------------- */

static void on_event(void *user, const RunEvent *e) {
  if (e->kind == RUN_REPEATS) ((RunCommand *)user)->repeats = e->repeats;
}

static void on_output(void *user, int fd, const u8 *bytes, u64 n) {
  RunCommand *r = user;
  if (r->repeats) return;
  live_end(&r->x.live);
  fwrite(bytes, 1, n, fd == 2 ? stderr : stdout);
}

/* ---- from options to parts ----------------------------------------------------------------------- */

/* Only nadir worst makes paths with splits, so we follow them with its settings. */
static u32 max_split(const RunCommand *r) {
  if (!r->is_by_hand) return 0;
  for (u32 i = 0; i < r->decisions.n; i++)
    if (r->decisions.at[i].kind == CHOICE_SPLIT) return USUAL_SPLIT;
  return 0;
}

/* The same holds for paths on which sizes were split into their values: see splits_sizes in
 * cmd_worst.c. */
static bool splits_sizes(const RunCommand *r) {
  bool has_value = false, has_size = false;
  for (u32 i = 0; i < r->decisions.n; i++) {
    const Decision *d = &r->decisions.at[i];
    has_value |= d->kind == CHOICE_VALUE;
    has_size |= d->kind == CHOICE_SIZE || (d->kind == CHOICE_VALUE && d->side == SIDE_ANY);
  }
  return has_value && !has_size;
}

static VmConfig machine_config(RunCommand *r) {
  VmConfig config = vm_config_default();
  config.knows_bytes = config.pins = config.splits_looked_up = !r->is_by_hand;
  config.max_split = max_split(r);
  config.splits_sizes = splits_sizes(r);
  config.output = args_flag(r->args, OUTPUT) ? on_output : NULL;
  config.output_user = r;
  return config;
}

static Err read_plan(RunCommand *r, ExplorationPlan *ret) {
  TRY(explore_cmd_plan(&r->x, machine_config(r), ret));
  if (args_has(r->args, FOLLOW)) ret->explore.guide = &r->follow.guide;
  ret->explore.only_bug_tests = args_flag(r->args, ONLY_ERRORS);
  ret->keeps_paths = args_flag(r->args, PATHS);
  return OK;
}

/* The decisions in a file, or in the tree that it refers to. */
static Err decisions_read(const char *file, const Module *m, DecisionVec *ret,
                          bool *ret_is_by_hand) {
  cleanup(text_free) Text text = {0}, tree_path = {0}, tree = {0};
  cleanup(freep) char *tree_file = NULL;
  u32 number;
  TRY(file_read(file, &text));
  if (saved_path_is(text_c(&text))) {
    cleanup(saved_path_done) SavedPath path = {0};
    TRY(saved_path_parse(file, text_c(&text), m, &path));
    *ret_is_by_hand = path.has_cost;
    vec_append(ret, path.decisions.at, path.decisions.n);
    return OK;
  }
  *ret_is_by_hand = !path_tree_is_reference(text_c(&text), &tree_file, &number);
  if (*ret_is_by_hand) return path_parse(file, text_c(&text), ret);
  const char *slash = strrchr(file, '/');
  text_addf(&tree_path, "%.*s%s", slash ? (int)(slash + 1 - file) : 0, file, tree_file);
  TRY(file_read(text_c(&tree_path), &tree));
  return path_tree_parse(text_c(&tree_path), text_c(&tree), m, number, ret);
}

static Err open_follow(RunCommand *r) {
  if (!args_has(r->args, FOLLOW)) return OK;
  TRY(decisions_read(args_text(r->args, FOLLOW), r->x.target.module, &r->decisions,
                     &r->is_by_hand));
  r->follow = follow_guide(r->decisions.at, r->decisions.n);
  return OK;
}

/* ---- the command --------------------------------------------------------------------------------- */

static void print_result(const RunCommand *r, const Text *said) {
  cleanup(text_free) Text t = {0};
  if (args_flag(r->args, JSON))
    run_report_json(&r->x.exploration.record.report, &t);
  else
    summary_print(&t, &r->x.exploration.record.report);
  if (!args_flag(r->args, JSON)) text_add(&t, text_c(said));
  if (!args_flag(r->args, JSON) && explore_cmd_lacks_symbols(&r->x))
    text_add(&t, "nothing in the program is symbolic; --call or nadir.h make inputs "
                 "(docs/harness.md), and --sym-arg and its like (docs/programs.md)\n");
  terminal_print(&t);
}

static Err write_sarif(const RunCommand *r) {
  cleanup(text_free) Text path = {0};
  FolderResult result = {.run = &r->x.exploration.record.report};
  if (!args_has(r->args, SARIF)) return OK;
  return format_write(&result, "sarif", args_text(r->args, SARIF), &path);
}

/* The option with which only one process can explore; NULL: none was given. */
static const char *alone_by(const RunCommand *r) {
  if (args_has(r->args, FOLLOW)) return "follow";
  return args_flag(r->args, OUTPUT) ? "output" : NULL;
}

static Err explore_all(RunCommand *r) {
  ExplorationPlan plan;
  TRY(read_plan(r, &plan));
  TRY(share_cmd_plan(&r->x, alone_by(r), &plan));
  TRY(explore_cmd_begin(&r->x, &plan));
  recorder_subscribe(&r->x.exploration.recorder, r, on_event);
  TRY(exploration_run(&r->x.exploration));
  bool is_left;
  TRY(share_cmd_settle(&r->x, &is_left));
  explore_cmd_replay(&r->x);
  cleanup(text_free) Text said = {0};
  outdir_keep_error(&r->x.out, explore_cmd_corpus(&r->x, &said));
  if (is_left) share_cmd_print(&r->x, &said);
  print_result(r, &said);
  TRY(write_sarif(r));
  TRY(outdir_error(&r->x.out));
  explore_cmd_set_exit_code(&r->x, true);
  return OK;
}

static void run_done(RunCommand *r) {
  explore_cmd_done(&r->x);
  vec_free(&r->decisions);
  expr_close();
}

/* No exploration: the program as it runs on one test. */
static Err show_output_of(RunCommand *r) {
  cleanup(text_free) Text how = {0};
  ExplorationPlan with;
  TRY(read_plan(r, &with));
  VmConfig config = with.vm;
  const char *test = args_text(r->args, OUTPUT_OF);
  config.output = on_output;
  Rerun plan = {&r->x.target, r->x.target.module, &config, explore_cmd_size(&r->x)};
  TRY(rerun(&plan, test, &how));
  fflush(stdout);
  fprintf(stderr, "%s: %s\n", test, text_c(&how));
  return OK;
}

/* A run that goes on takes the folder of what it found so far; without a path: a new one. */
static Err run_in(const Args *args, const char *server, OutDir *resumed) {
  expr_open();
  cleanup(run_done) RunCommand r = {.args = args, .x = {.args = args, .command = "run"}};
  explore_cmd_go_on(&r.x, server, resumed);
  TRY(explore_cmd_open(&r.x));
  Err err = open_follow(&r);
  if (err != OK && r.x.out.path.n) harness_discard(&r.x.out);
  TRY(err);
  return args_has(args, OUTPUT_OF) ? show_output_of(&r) : explore_all(&r);
}

static Err work(const Args *args, const Guest *guest) {
  expr_open();
  cleanup(run_done) RunCommand r = {.args = args, .x = {.args = args, .command = "run"}};
  ExplorationPlan plan;
  TRY(explore_cmd_open_guest(&r.x, guest));
  TRY(read_plan(&r, &plan));
  return share_cmd_join(&r.x, guest, &plan);
}

static Err run_one(const Args *args) { return share_cmd_run(args, run_in); }

static Err run(const Args *args) { return each_size(args, run_one); }

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
        "instead for one function, with N from --size; 'nadir help worst --all' explains CALL.\n"
        "\n"
        "ARGS are the arguments of the program, which has a file system of its own; nothing that\n"
        "it does reaches the host.  These among ARGS are symbolic (LEN may be N, the --size):\n"
        "    --sym-arg LEN            an argument of up to LEN bytes\n"
        "    --sym-args MIN MAX LEN   MIN to MAX such arguments\n"
        "    --sym-files N LEN        the files A, B, ... of LEN bytes\n"
        "    --sym-stdin LEN          standard input\n"
        "    --sym-stdout             (standard output is a file, not a pipe)\n"
        "    --max-fail N             (as --fail-calls N)\n"
        "    --sym-shape              (what follows, to the next one, is one of several shapes)\n"
        "\n"
        "Each path that finishes or shows an error leaves a test (.ktest) in the output folder.\n"
        "The file ledger there says why every path ended.  Ctrl-C ends the run; everything found\n"
        "so far is kept.\n"
        "\n"
        "Exit code 0: every path was explored and no error was found.  10: an error was found.\n"
        "11: no error was found, but some path was not explored to its end.  1 and 2: the program\n"
        "could not be run.\n",
    .examples = "run harness.c\n"
                "run parse.c --call 'parse(char text[N] string)' --size 6\n"
                "run program.c -- --sym-arg 3 --sym-stdin 8\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = explore_cmd_groups,
    .topic = explore_cmd_topic,
    .is_program = object_is_program,
    .run = run,
    .work = work,
};
