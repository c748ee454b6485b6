/* cmd_check.c — nadir check [FILE or FOLDER...]: do functions cost no more than their contracts say? */
#include "base/folder.h"
#include "base/os.h"
#include "base/worker_pool.h"
#include "build/compile.h"
#include "build/environment.h"
#include "check/find.h"
#include "check/runner.h"
#include "cli/check_print.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "engine/settings.h"
#include "report/check_views.h"
#include "report/outdir.h"
#include "report/sarif.h"
#include "sandbox/sandbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
  SIZE,
  SAVE,
  UPDATE,
  REPLAY_ONLY,
  TOLERANCE,
  KEPT,
  JOBS,
  SEED,
  OUT,
  JSON,
  JUNIT,
  SARIF,
  MARKDOWN,
  VERBOSE,
};

/* clang-format off */
static const Option options[] = {
    [SIZE] = {"size", OPTION_TEXT, "LIST", "1:8,16,32,64,128", "the sizes N of contracts that name none", .is_common = true},
    [SAVE] = {"save", OPTION_FLAG, .help = "keep the worst inputs of contracts that have none kept", .is_common = true},
    [UPDATE] = {"update", OPTION_FLAG, .help = "keep the worst inputs of all contracts, in place of those before", .is_common = true},
    [REPLAY_ONLY] = {"replay-only", OPTION_FLAG, .help = "search nothing: run only the inputs that are kept", .is_common = true},
    [TOLERANCE] = {"tolerance", OPTION_REAL, "PERCENT", "5", "by how much kept inputs may cost more than they did", .is_common = true},
    [KEPT] = {"kept", OPTION_TEXT, "DIR", "nadir-check", "the folder of kept inputs"},
    [JOBS] = {"jobs", OPTION_NUMBER, "N", NULL, "check N contracts at a time (default: one for each core)", .min = 1, .max = 256},
    [SEED] = {"seed", OPTION_NUMBER, "N", "1", "random seed"},
    [OUT] = {"out", OPTION_TEXT, "DIR", "nadir-out", "folder for results; DIR-2 ... if DIR is not empty"},
    [JSON] = {"json", OPTION_FLAG, .help = "print the result as JSON", .is_common = true},
    [JUNIT] = {"junit", OPTION_TEXT, "FILE", NULL, "also write the result to FILE as XML of JUnit, for build servers"},
    [SARIF] = {"sarif", OPTION_TEXT, "FILE", NULL, "also write it as SARIF, for code hosts and editors"},
    [MARKDOWN] = {"markdown", OPTION_TEXT, "FILE", NULL, "also write it as a table of Markdown, for pull requests"},
    [VERBOSE] = {"v", OPTION_FLAG, .help = "also show the inputs of clauses that are not broken", .is_common = true},
};
/* clang-format on */

typedef struct CheckCommand {
  const Args *args; /* borrowed */
  FoundContracts found;
  CompileDb db;
  CheckJobs jobs;
  CheckPlan plan;
  OutDir out;
  CheckReport report;
  bool has_line; /* one that shows progress stands on the terminal */
} CheckCommand;

static void check_done(CheckCommand *c) {
  check_report_done(&c->report);
  check_jobs_done(&c->jobs);
  compile_db_done(&c->db);
  found_done(&c->found);
  outdir_done(&c->out);
}

/* ---- what there is to check ---------------------------------------------------------------------- */

static void add_folder_of(const char *path, Names *io) {
  const char *slash = strrchr(path, '/');
  cleanup(text_free) Text folder = {0};
  text_add_n(&folder, slash ? path : ".", slash ? (size_t)(slash - path) : 1);
  names_add(io, text_c(&folder));
}

/* In what is named, in the folder of a file, and here. */
static Err find_db(CheckCommand *c, const WordList *paths) {
  cleanup(names_free) Names folders = {0};
  for (u32 i = 0; i < paths->n; i++) {
    names_add(&folders, paths->at[i]);
    add_folder_of(paths->at[i], &folders);
  }
  names_add(&folders, ".");
  WordList words = {0};
  for (u32 i = 0; i < folders.n; i++) vec_push(&words, folders.at[i]);
  Err err = compile_db_find(&words, &c->db);
  vec_free(&words);
  return err;
}

static Err find(CheckCommand *c) {
  WordList paths = {0};
  vec_append(&paths, c->args->operands.at, c->args->operands.n);
  if (!paths.n) vec_push(&paths, ".");
  Err err = contracts_find(&paths, &c->found);
  if (err == OK) err = find_db(c, &paths);
  vec_free(&paths);
  TRY(err);
  if (c->found.contracts.n || c->found.faults.n) return OK;
  return err_set(ERR_INPUT,
                 "there is no contract in %u %s; write one beside a function, such as\n"
                 "  // nadir: sort(int a[N], N) <= n log n",
                 c->found.files.n, c->found.files.n == 1 ? "file" : "files");
}

/* ---- progress ------------------------------------------------------------------------------------ */

static void remove_line(CheckCommand *c) {
  if (c->has_line) terminal_command("\r\x1b[K");
  c->has_line = false;
}

static void on_tick(void *user, u32 n_ended, u32 n_all, const Contract *oldest) {
  CheckCommand *c = user;
  if (!isatty(STDERR_FILENO)) return;
  cleanup(text_free) Text t = {0};
  text_addf(&t, "\r\x1b[K%u of %u checked; at %s:%u %s", n_ended, n_all, oldest->place.file,
            oldest->place.line, oldest->function);
  terminal_command(text_c(&t));
  c->has_line = true;
}

static void on_ended(void *user, const CheckContract *contract) {
  CheckCommand *c = user;
  remove_line(c);
  if (args_flag(c->args, JSON)) return;
  cleanup(text_free) Text t = {0};
  check_print_contract(contract, args_flag(c->args, VERBOSE), &t);
  terminal_print(&t);
  fflush(stdout);
}

/* ---- kept inputs --------------------------------------------------------------------------------- */

static Err keep_one(const CheckCommand *c, const CheckJob *j, const char *metric, u32 *io_n) {
  cleanup(text_free) Text from = kept_now_path(&c->plan, j, metric);
  cleanup(text_free) Text to = kept_path(&c->plan, j, metric);
  cleanup(text_free) Text bytes = {0};
  if (access(text_c(&from), F_OK)) return OK; /* it could not be checked */
  if (!access(text_c(&to), F_OK) && !args_flag(c->args, UPDATE)) return OK;
  TRY(folder_make(c->plan.kept_folder));
  TRY(file_read(text_c(&from), &bytes));
  ++*io_n;
  return file_write(text_c(&to), text_c(&bytes), bytes.n);
}

static Err keep_all(const CheckCommand *c) {
  u32 n = 0;
  if (!args_flag(c->args, SAVE) && !args_flag(c->args, UPDATE)) return OK;
  for (u32 i = 0; i < c->jobs.n; i++) {
    WordList metrics = {0};
    contract_metrics(c->jobs.at[i].contract, &metrics);
    Err err = OK;
    for (u32 k = 0; k < metrics.n && err == OK; k++)
      err = keep_one(c, &c->jobs.at[i], metrics.at[k], &n);
    vec_free(&metrics);
    TRY(err);
  }
  if (!args_flag(c->args, JSON))
    printf("%u %s written to %s/\n", n, n == 1 ? "file" : "files", c->plan.kept_folder);
  return OK;
}

/* ---- the command --------------------------------------------------------------------------------- */

static Err plan(CheckCommand *c) {
  const Args *args = c->args;
  cleanup(ladder_done) Ladder sizes = {0};
  TRY(ladder_parse("--size", args_text(args, SIZE), &sizes));
  if (args_flag(args, REPLAY_ONLY) && args_flag(args, SAVE))
    return err_set(ERR_USAGE,
                   "--save keeps what a search finds, and --replay-only searches nothing");
  TRY(outdir_make(args_text(args, OUT), &c->out));
  c->plan = (CheckPlan){.options = args->sets.at,
                        .n_options = args->sets.n,
                        .db = &c->db,
                        .sizes = args_text(args, SIZE),
                        .out = text_c(&c->out.path),
                        .kept_folder = args_text(args, KEPT),
                        .time_ns = limit_time(args_set(args, &limit_options)),
                        .seed = args_number(args, SEED),
                        .tolerance = option_real(&args->sets.at[0], TOLERANCE) / 100,
                        .replay_only = args_flag(args, REPLAY_ONLY),
                        .watch = interrupt_watch};
  return OK;
}

static void describe(CheckCommand *c, double seconds) {
  CheckReport *r = &c->report;
  Text command = text_format("%s check", program_name());
  args_print(c->args, &command);
  r->command = command.at;
  r->out = text_dup(text_c(&c->out.path));
  r->version = text_dup(NADIR_VERSION);
  r->seconds = seconds;
  for (u32 i = 0; i < c->found.faults.n; i++) names_add(&r->faults, c->found.faults.at[i]);
}

typedef void WriteReport(const CheckReport *r, Text *to);

static Err write_report(const CheckCommand *c, u32 option, WriteReport *write) {
  cleanup(text_free) Text t = {0};
  if (!args_has(c->args, option)) return OK;
  write(&c->report, &t);
  return file_write(args_text(c->args, option), text_c(&t), t.n);
}

static Err write_reports(const CheckCommand *c) {
  TRY(write_report(c, JUNIT, check_report_junit));
  TRY(write_report(c, SARIF, check_report_sarif));
  return write_report(c, MARKDOWN, check_report_markdown);
}

/* GitHub's runner reads them in what a step prints. */
static void annotate(const CheckCommand *c, Text *to) {
  const char *runner = getenv("GITHUB_ACTIONS");
  if (runner && !strcmp(runner, "true")) check_report_annotations(&c->report, to);
}

static Err print_all(CheckCommand *c) {
  cleanup(text_free) Text t = {0};
  if (args_flag(c->args, JSON))
    check_report_json(&c->report, &t);
  else if (c->report.contracts.n)
    check_print_sum(&c->report, &t);
  if (!args_flag(c->args, JSON)) annotate(c, &t);
  terminal_print(&t);
  return OK;
}

/* Kept inputs that are as good as they were leave nothing to look at. */
static void remove_folder(const CheckCommand *c) {
  const CheckReport *r = &c->report;
  bool is_wanted = option_is_given(&c->args->sets.at[0], OUT) || args_flag(c->args, VERBOSE) ||
                   args_flag(c->args, JSON); /* which name the tests in it */
  if (!c->plan.replay_only || is_wanted) return;
  if (check_report_count(r, CHECK_OK) < r->contracts.n) return;
  folder_empty(text_c(&c->out.path));
  rmdir(text_c(&c->out.path));
}

static Err verdict(const CheckCommand *c) {
  const CheckReport *r = &c->report;
  bool is_broken = check_report_count(r, CHECK_BROKEN);
  *c->args->exit_code = is_broken                                ? EXIT_ERROR_FOUND
                        : check_report_count(r, CHECK_UNDECIDED) ? EXIT_NOT_COMPLETE
                                                                 : 0;
  if (is_broken || !r->faults.n) return OK;
  return err_set(ERR_INPUT, "%u %s could not be understood", r->faults.n,
                 r->faults.n == 1 ? "contract" : "contracts");
}

static Err check(CheckCommand *c) {
  u64 begin = clock_ns();
  const volatile sig_atomic_t *interrupted = interrupt_watch();
  TRY(find(c));
  for (u32 i = 0; i < c->found.faults.n; i++) fprintf(stderr, "%s\n", c->found.faults.at[i]);
  TRY(plan(c));
  check_jobs_make(&c->found.contracts, &c->jobs);
  u64 n = args_has(c->args, JOBS) ? args_number(c->args, JOBS) : worker_pool_cores();
  CheckRun run = {.plan = &c->plan,
                  .jobs = &c->jobs,
                  .n_processes = (u32)n,
                  .interrupted = interrupted,
                  .watcher = {c, on_ended, on_tick}};
  Err err = check_run(&run, &c->report);
  remove_line(c);
  TRY(err);
  TRY(keep_all(c));
  describe(c, (double)(clock_ns() - begin) / NS_PER_S);
  TRY(print_all(c));
  TRY(write_reports(c));
  remove_folder(c);
  return verdict(c);
}

static Err run(const Args *args) {
  cleanup(check_done) CheckCommand c = {.args = args};
  return check(&c);
}

static void add_groups(GroupList *io) {
  vec_push(io, &native_options);
  vec_push(io, &limit_options);
  vec_push(io, &machine_options);
  vec_push(io, &machine_settings);
  vec_push(io, &environment_options);
  vec_push(io, &solver_options);
  vec_push(io, &compile_options);
}

static const OptionStandard standards[] = {{"max-time", "10s"}, {"max-stack", "64M"}, {0}};

const Command cmd_check = {
    .operands = "[FILE or FOLDER...]",
    .min_operands = 0,
    .max_operands = UINT32_MAX,
    .about =
        "Checks contracts: what a comment beside a function, or a line of a file nadir.check, "
        "says\n"
        "about its costs.  Without FILE or FOLDER those of this folder and all below it.\n"
        "\n"
        "    // nadir: uniq(int a[N], N) <= n^2\n"
        "    // nadir: parse(char s[N] string) <= 40*N + 200 instructions, peak-heap <= 64*N\n"
        "    // nadir: find(int a[N], N, int key) <= log n, no errors for N = 1:8,64\n"
        "\n"
        "A contract is a call as 'nadir worst --call' takes it, and clauses: a bound is a formula\n"
        "in N, or a class of growth in n.  'with FILE...' at the end names what the function "
        "needs\n"
        "besides its own file.  Include paths and macros come from compile_commands.json, if "
        "there\n"
        "is one here, in FOLDER, or in its folder build.\n"
        "\n"
        "nadir runs the kept inputs first, then searches for worse ones, for --max-time at each\n"
        "contract.  A clause is 'broken' if an input shows it, 'ok' if the search found none, and\n"
        "'undecided' if there is no answer.  With --save nadir keeps the worst inputs as text in\n"
        "nadir-check/, to be committed: later runs say what became worse, and --replay-only runs\n"
        "just these.\n"
        "\n"
        "Exit code 0: all contracts are ok.  10: one is broken.  11: none is, but one is\n"
        "undecided.  1 and 2: a contract cannot be understood, or the command line.\n",
    .examples = "check\n"
                "check src --save\n"
                "check --replay-only\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = add_groups,
    .standards = standards,
    .run = run,
};
