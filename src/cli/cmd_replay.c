/* cmd_replay.c — nadir replay TEST...: what a test does to the program as the host's own compiler
 * builds it.
 *
 * The program is compiled from the recipe in the test's run.json or worst.json, once for all tests
 * of a folder.
 */
#include "base/clock.h"
#include "base/os.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "cli/test_recipe.h"
#include "cli/times_print.h"
#include "native/sanitizer.h"
#include "record/native_times.h"
#include "report/test_file.h"
#include "vm/memory/uninit.h"

#include <nadir/replay.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PROGRAM, CFLAGS, SIZE, TIMEOUT, OUTPUT, SANITIZE, PLAIN, TIME };

static const Option options[] = {
    [PROGRAM] = {"program", OPTION_TEXT, "FILE", NULL,
                 "run this program, not the one that run.json beside the test names"},
    [CFLAGS] = {"cflags", OPTION_TEXT, "FLAGS", NULL, "more flags for clang, separated by spaces"},
    [SIZE] = {"size", OPTION_NUMBER, "N", NULL, "the size N, which nadir_size() returns"},
    [TIMEOUT] = {"timeout", OPTION_DURATION, "T", "10s", "stop a test after T", .min = 1},
    [OUTPUT] = {"output", OPTION_FLAG, .help = "show what the program prints"},
    [SANITIZE] = {"sanitize", OPTION_FLAG,
                  .help = "compile with gcc's sanitizers (default: only if the error needs them)"},
    [PLAIN] = {"no-sanitize", OPTION_FLAG, .help = "never compile with sanitizers"},
    [TIME] =
        {"time", OPTION_FLAG,
         .help =
             "of worst inputs: time them and random ones as N doubles, until a run takes 50 ms"},
};

/* The program that was built last, and from what. */
typedef struct Built {
  const Args *args; /* borrowed */
  char *from;       /* owned; the run.json or the file, NULL: nothing is built yet */
  ReplayBuild how;
  Recipe recipe; /* owned */
  Replay replay; /* owned */
} Built;

static void built_done(Built *b) {
  replay_done(&b->replay);
  recipe_free(&b->recipe);
  b->from = mem_free(b->from);
}

/* ---- from a test to its program -------------------------------------------------------------- */

static Err read_recipe(const Args *args, const char *from, Recipe *ret) {
  if (!args_has(args, PROGRAM)) {
    if (!access(from, F_OK)) return test_recipe_read(from, ret);
    return err_set(ERR_FILE,
                   "cannot read '%s', which says how to build the program; --program names one",
                   from);
  }
  if (access(from, R_OK)) return file_error("read", from);
  *ret = (Recipe){.folder = text_dup(".")};
  names_add(&ret->files, from);
  return OK;
}

static void add_flags(const Args *args, Recipe *r) {
  if (!args_has(args, CFLAGS)) return;
  cleanup(freep) char *flags = text_dup(args_text(args, CFLAGS));
  char *rest = NULL;
  for (char *s = strtok_r(flags, " \t\n", &rest); s; s = strtok_r(NULL, " \t\n", &rest))
    names_add(&r->flags, s);
}

/* What another program is given besides: as the run that wrote the test gave it, if that is known. */
static Err find_outside(Built *b, const char *test) {
  cleanup(text_free) Text from = {0};
  cleanup(recipe_free) Recipe r = {0};
  if (!args_has(b->args, PROGRAM)) return OK;
  test_record_path(test, &from);
  b->replay.guesses_outside = access(text_c(&from), F_OK) != 0;
  if (!b->replay.guesses_outside) TRY(recipe_read(text_c(&from), &r));
  names_free(&b->recipe.arguments);
  names_free(&b->recipe.outside);
  b->recipe.arguments = r.arguments;
  b->recipe.outside = r.outside;
  r.arguments = r.outside = (Names){0};
  return OK;
}

/* What the command line says goes over the recipe, which may have a size for each test. */
static Err find_size(const Args *args, const char *from, const char *test, Recipe *r) {
  if (!args_has(args, SIZE))
    return args_has(args, PROGRAM) ? OK : recipe_read_size(from, path_name(test), r);
  r->has_size = true;
  r->size = args_number(args, SIZE);
  return OK;
}

/* An error that was confirmed with sanitizers is shown with them: without, it often does nothing that
 * could be seen. */
static ReplayBuild build_of(const Args *args, const char *from, const char *test) {
  if (args_flag(args, PLAIN)) return REPLAY_PLAIN;
  bool is_sanitized = args_flag(args, SANITIZE) ||
                      (!args_has(args, PROGRAM) && recipe_is_sanitized(from, path_name(test)));
  return is_sanitized ? REPLAY_SANITIZED : REPLAY_PLAIN;
}

/* The program of this test, built unless the last one was the same. */
static Err build_for(Built *b, const char *test) {
  cleanup(text_free) Text from = {0};
  if (args_has(b->args, PROGRAM))
    text_add(&from, args_text(b->args, PROGRAM));
  else
    test_record_path(test, &from);
  ReplayBuild how = build_of(b->args, text_c(&from), test);
  if (b->from && b->how == how && !strcmp(b->from, text_c(&from)))
    return find_size(b->args, b->from, test, &b->recipe);
  built_done(b);
  Recipe recipe;
  TRY(read_recipe(b->args, text_c(&from), &recipe));
  add_flags(b->args, &recipe);
  b->recipe = recipe;
  b->from = text_dup(text_c(&from));
  b->how = how;
  TRY(find_size(b->args, b->from, test, &b->recipe));
  return replay_build(&b->recipe, how, b->from, 0, true, &b->replay);
}

/* ---- what happened --------------------------------------------------------------------------- */

static void describe_signal(const ReplayEnd *end, Text *t) {
  int number = WTERMSIG(end->child.status), length = 0;
  const char *line = replay_line(end, "Assertion", &length);
  if (number == SIGABRT && line)
    text_addf(t, "assertion failed: %.*s", length, line);
  else
    text_addf(t, "killed by signal %d (%s)", number, strsignal(number));
}

/* False if the test does not fit the program. */
static bool describe(const Built *b, const ReplayEnd *end, Text *t) {
  if (end->child.is_late) {
    text_add(t, "did not end");
    return true;
  }
  if (b->how == REPLAY_SANITIZED && sanitizer_said(end, b->recipe.folder, t)) return true;
  if (WIFSIGNALED(end->child.status)) {
    describe_signal(end, t);
    return true;
  }
  int code = WEXITSTATUS(end->child.status);
  if (replay_library_said(end, t)) return code == NADIR_REPLAY_ERROR;
  text_addf(t, "exit code %d", code);
  return true;
}

static bool has_uninit(const Ktest *k) {
  for (u32 i = 0; i < k->objects.n; i++)
    if (!strncmp(k->objects.at[i].name, UNINIT_PREFIX, strlen(UNINIT_PREFIX))) return true;
  return false;
}

static void add_counted(Text *t, const char *what, u64 n) {
  if (!n) return;
  text_addf(t, ", %s ", what);
  text_add_count(t, n);
}

static Err replay(Built *b, const char *test) {
  cleanup(ktest_free) Ktest ktest = {0};
  TestForm form;
  TRY(test_file_read(test, &ktest, &form)); /* a clear message before anything is compiled */
  TRY(build_for(b, test));
  TRY(find_outside(b, test));
  cleanup(replay_end_done) ReplayEnd end = {0};
  TRY(replay_run(&b->replay, test, args_number(b->args, TIMEOUT), args_flag(b->args, OUTPUT),
                 &end));
  cleanup(text_free) Text t = {0};
  bool fits = describe(b, &end, &t);
  text_addf(&t, ", %.3f s", (double)end.child.ns / (double)NS_PER_S);
  if (end.child.n_instructions) {
    text_add(&t, ", ");
    text_add_count(&t, end.child.n_instructions);
    text_add(&t, " instructions");
  }
  add_counted(&t, "cost", end.cost);
  add_counted(&t, "target", end.target);
  printf("%s: %s\n", test, text_c(&t));
  if (end.has_failures)
    printf("%s: in it a call fails (fail_...), which a native run does not do\n", test);
  if (end.reads_behind)
    printf("%s: its path reads behind the end of an argument: natively other bytes are there\n",
           test);
  if (end.lacks_files) printf("%s: files at absolute paths are not there in a native run\n", test);
  if (has_uninit(&ktest))
    printf("%s: its path reads memory that nobody wrote: natively it may hold something else\n",
           test);
  return fits ? OK : err_set(ERR_INPUT, "%s: the test does not fit the program", test);
}

/* ---- times --------------------------------------------------------------------------------------- */

/* The largest size of which the test was given. */
static const WorstSize *find_base(const Args *args, const WorstReport *r) {
  for (u32 i = r->sizes.n; i-- > 0;) {
    const WorstSize *s = &r->sizes.at[i];
    for (u32 k = 0; k < args->operands.n; k++)
      if (s->has_cost && s->test && !strcmp(s->test, path_name(args->operands.at[k]))) return s;
  }
  return NULL;
}

/* All tests are of one search: that of the first. */
static Err measure_times(Built *b) {
  enum { ALL_SECONDS = 60 };
  const char *test = b->args->operands.at[0];
  cleanup(text_free) Text from = {0}, t = {0};
  cleanup(worst_report_done) WorstReport report = {0};
  test_record_path(test, &from);
  if (args_has(b->args, PROGRAM) || strcmp(path_name(text_c(&from)), "worst.json") != 0)
    return err_set(ERR_USAGE, "--time: '%s' is not in the folder of a search for worst cases",
                   test);
  TRY(worst_report_read(text_c(&from), &report));
  TRY(build_for(b, test));
  TimesConfig config = {.report = &report,
                        .base = find_base(b->args, &report),
                        .recipe = &b->recipe,
                        .replay = &b->replay,
                        .run_ns = args_number(b->args, TIMEOUT),
                        .deadline_ns = clock_after(ALL_SECONDS * NS_PER_S),
                        .seed = report.seed};
  TRY(native_times_find(&config, &report, &report.times));
  times_print(&t, &report.times, &b->recipe.flags);
  terminal_print(&t);
  return OK;
}

static Err run(const Args *args) {
  cleanup(built_done) Built b = {.args = args};
  TRY(sandbox_check());
  if (!sandbox_is_full()) fprintf(stderr, "nadir: native runs: sandbox %s\n", sandbox_said());
  if (args_flag(args, TIME)) return measure_times(&b);
  for (u32 i = 0; i < args->operands.n; i++) TRY(replay(&b, args->operands.at[i]));
  return OK;
}

static void add_groups(GroupList *io) { vec_push(io, &native_options); }

const Command cmd_replay = {
    .operands = "TEST...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .about =
        "Compiles a program natively and runs it on each test, in a process of its own.  Prints\n"
        "how it ended, how long it took, how many instructions it executed (where the processor\n"
        "can count them), and what nadir_cost and nadir_target counted.\n"
        "If only sanitizers show the error of a test, the program is compiled with sanitizers.\n"
        "The run.json or worst.json beside a test says how to compile the program, and what\n"
        "else it is given; --program names another program.\n"
        "A TEST may also be KLEE's, of Test-Comp (.xml), or any other file: its bytes are then\n"
        "the data of a fuzz target, or standard input.\n"
        "With --time the worst input that 'nadir worst' found, extended until runs take long\n"
        "enough, is measured beside random inputs, at sizes that double.\n"
        "\n"
        "The exit code is 1 if a test does not fit the program: it asks for another input, or an\n"
        "assumption does not hold.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .add_groups = add_groups,
    .run = run,
};
