/* cmd_replay.c — nadir replay TEST...: what a test does to the program as the machine's own
 * compiler builds it.
 *
 * The program is compiled from the recipe in the test's run.json, once for all tests of a folder,
 * linked with the replay library, and run in a child process that gets the inputs from the test.
 */
#define _GNU_SOURCE /* memfd_create */
#include "cli/child.h"
#include "cli/commands.h"
#include "cli/runtime.h"
#include "report/ktest.h"
#include "report/recipe.h"

#include "base/clock.h"

#include <errno.h>
#include <nadir/replay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { PROGRAM, CFLAGS, SIZE, TIMEOUT, OUTPUT };

static const Option options[] = {
    [PROGRAM] = {"program", OPTION_TEXT, "FILE", NULL,
                 "the program, instead of the one in the test's run.json"},
    [CFLAGS] = {"cflags", OPTION_TEXT, "FLAGS", NULL, "more flags for clang, separated by spaces"},
    [SIZE] = {"size", OPTION_NUMBER, "N", NULL, "what nadir_size() gives"},
    [TIMEOUT] = {"timeout", OPTION_DURATION, "T", "10s", "stop a test after T", .min = 1},
    [OUTPUT] = {"output", OPTION_FLAG, .help = "show what the program prints"},
};

/* A program that was built, and from what. */
typedef struct Build {
  const Args *args; /* borrowed */
  char *from;       /* owned; the run.json or the file, NULL: nothing is built yet */
  Recipe recipe;
  Text folder;  /* temporary; removed at the end */
  Text program; /* in that folder */
} Build;

/* ---- building -------------------------------------------------------------------------------- */

static void build_clear(Build *b) {
  if (b->program.n) unlink(text_c(&b->program));
  if (b->folder.n) rmdir(text_c(&b->folder));
  text_clear(&b->program);
  text_clear(&b->folder);
  recipe_free(&b->recipe);
  b->from = mem_free(b->from);
}

static void build_done(Build *b) {
  build_clear(b);
  text_free(&b->program);
  text_free(&b->folder);
}

static void add_split(Words *w, const char *text) {
  cleanup(freep) char *copy = text_dup(text);
  char *rest = NULL;
  for (char *s = strtok_r(copy, " \t\n", &rest); s; s = strtok_r(NULL, " \t\n", &rest))
    words_add(w, s);
}

static void add_all(Words *w, const Names *names) {
  for (u32 i = 0; i < names->n; i++) words_add(w, names->at[i]);
}

static Err compiler_words(const Build *b, Words *w) {
  cleanup(text_free) Text include = {0}, library = {0};
  TRY(runtime_include(&include));
  TRY(runtime_replay_library(&library));
  add_split(w, "clang-19 -g -w -I");
  words_add(w, text_c(&include));
  add_all(w, &b->recipe.flags);
  if (args_has(b->args, CFLAGS)) add_split(w, args_text(b->args, CFLAGS));
  add_split(w, "-o");
  words_add(w, text_c(&b->program));
  add_all(w, &b->recipe.files);
  words_add(w, text_c(&library));
  add_split(w, "-lm");
  words_end(w);
  return OK;
}

static Err make_folder(Build *b) {
  char name[] = "/tmp/nadir-replay-XXXXXX";
  if (!mkdtemp(name)) return err_set(ERR_FILE, "cannot make '%s': %s", name, strerror(errno));
  text_add(&b->folder, name);
  text_addf(&b->program, "%s/program", name);
  return OK;
}

static Err compile(Build *b) {
  TRY(make_folder(b));
  cleanup(words_free) Words w = {0};
  TRY(compiler_words(b, &w));
  ChildPlan plan = {.words = &w, .folder = b->recipe.folder, .shows_output = true, .report_fd = -1};
  ChildEnd end = {0};
  fflush(stdout);
  TRY(child_run(&plan, &end));
  text_free(&end.errors);
  if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0) return OK;
  return err_set(ERR_INPUT, "%s: the program does not compile natively", b->from);
}

/* ---- from a test to its program -------------------------------------------------------------- */

static void add_run_file(Text *t, const char *test) {
  const char *slash = strrchr(test, '/');
  if (slash) text_add_n(t, test, (size_t)(slash - test) + 1);
  text_add(t, "run.json");
}

static Err read_recipe(const Args *args, const char *from, Recipe *ret) {
  if (!args_has(args, PROGRAM)) return recipe_read(from, ret);
  if (access(from, R_OK)) return err_set(ERR_FILE, "cannot read '%s': %s", from, strerror(errno));
  *ret = (Recipe){.folder = text_dup(".")};
  names_add(&ret->files, from);
  return OK;
}

/* The program of this test, built unless the last one was the same. */
static Err build_for(Build *b, const char *test) {
  cleanup(text_free) Text from = {0};
  if (args_has(b->args, PROGRAM))
    text_add(&from, args_text(b->args, PROGRAM));
  else
    add_run_file(&from, test);
  if (b->from && !strcmp(b->from, text_c(&from))) return OK;
  build_clear(b);
  Recipe recipe;
  TRY(read_recipe(b->args, text_c(&from), &recipe));
  b->recipe = recipe;
  b->from = text_dup(text_c(&from));
  return compile(b);
}

/* ---- running --------------------------------------------------------------------------------- */

static void add_variable(Words *w, const char *name, const char *value) {
  cleanup(text_free) Text t = {0};
  text_addf(&t, "%s=%s", name, value);
  words_add(w, text_c(&t));
}

/* nadir's own environment, with what the replay library reads instead of what is there. */
static void add_environment(const Build *b, const char *test, Words *w) {
  char size[32];
  bool has_size = args_has(b->args, SIZE) || b->recipe.has_size;
  snprintf(
      size, sizeof size, "%llu",
      (unsigned long long)(args_has(b->args, SIZE) ? args_number(b->args, SIZE) : b->recipe.size));
  add_variable(w, "NADIR_TEST", test);
  add_variable(w, "NADIR_REPLAY_REPORT", "3");
  if (has_size) add_variable(w, "NADIR_SIZE", size);
  for (char **e = environ; *e; e++) {
    if (!strncmp(*e, "NADIR_TEST=", 11) || !strncmp(*e, "NADIR_REPLAY_REPORT=", 20)) continue;
    if (has_size && !strncmp(*e, "NADIR_SIZE=", 11)) continue;
    words_add(w, *e);
  }
  words_end(w);
}

typedef struct Counts {
  unsigned long cost, target;
} Counts;

static Counts read_counts(int fd) {
  char line[200] = "";
  Counts c = {0};
  if (pread(fd, line, sizeof line - 1, 0) > 0 &&
      sscanf(line, "cost %lu target %lu", &c.cost, &c.target) != 2)
    c = (Counts){0};
  return c;
}

/* Runs the test at an absolute path. */
static Err run_test(const Build *b, const char *test, ChildEnd *ret_end, Counts *ret_counts) {
  cleanup(words_free) Words words = {0}, environment = {0};
  words_add(&words, text_c(&b->program));
  add_all(&words, &b->recipe.arguments);
  words_end(&words);
  add_environment(b, test, &environment);
  int report = memfd_create("report", MFD_CLOEXEC);
  if (report < 0) return err_set(ERR_OS, "cannot make a file in memory: %s", strerror(errno));
  ChildPlan plan = {.words = &words,
                    .environment = &environment,
                    .limit_ns = args_number(b->args, TIMEOUT),
                    .shows_output = args_flag(b->args, OUTPUT),
                    .report_fd = report};
  fflush(stdout);
  Err e = child_run(&plan, ret_end);
  if (e == OK) *ret_counts = read_counts(report);
  close(report);
  return e;
}

/* ---- what happened --------------------------------------------------------------------------- */

/* The line of standard error that contains the text, or NULL. */
static const char *line_with(const Text *errors, const char *text, int *ret_length) {
  const char *at = strstr(text_c(errors), text);
  if (!at) return NULL;
  while (at > errors->at && at[-1] != '\n') at--;
  *ret_length = (int)strcspn(at, "\n");
  return at;
}

/* The replay library ended the program: says why, and whether the test was the wrong one for it. */
static bool describe_library(const ChildEnd *end, Text *t) {
  static const char mark[] = "nadir replay: ";
  int length = 0;
  const char *why = line_with(&end->errors, mark, &length);
  if (!why) return false;
  const char *start = strstr(why, mark) + strlen(mark);
  text_addf(t, "%.*s", length - (int)(start - why), start);
  return true;
}

static void describe_signal(const ChildEnd *end, Text *t) {
  int number = WTERMSIG(end->status), length = 0;
  const char *line = line_with(&end->errors, "Assertion", &length);
  if (number == SIGABRT && line)
    text_addf(t, "assertion failed: %.*s", length, line);
  else
    text_addf(t, "killed by signal %d (%s)", number, strsignal(number));
}

/* False if the test does not fit the program. */
static bool describe(const ChildEnd *end, Text *t) {
  if (end->is_late) {
    text_addf(t, "did not end");
    return true;
  }
  if (WIFSIGNALED(end->status)) {
    describe_signal(end, t);
    return true;
  }
  int code = WEXITSTATUS(end->status);
  bool is_library = code >= NADIR_REPLAY_NO_TEST && code <= NADIR_REPLAY_ERROR;
  if (is_library && describe_library(end, t)) return code == NADIR_REPLAY_ERROR;
  text_addf(t, "exit code %d", code);
  return true;
}

static Err replay(Build *b, const char *test) {
  cleanup(ktest_free) Ktest ktest = {0};
  TRY(ktest_read(test, &ktest)); /* a clear message before anything is compiled */
  TRY(build_for(b, test));
  cleanup(freep) char *path = realpath(test, NULL);
  if (!path) return err_set(ERR_FILE, "cannot read '%s': %s", test, strerror(errno));
  ChildEnd end = {0};
  Counts counts = {0};
  TRY(run_test(b, path, &end, &counts));
  cleanup(text_free) Text t = {0};
  bool fits = describe(&end, &t);
  text_free(&end.errors);
  printf("%s: %s, %.3f s", test, text_c(&t), (double)end.ns / (double)NS_PER_S);
  if (counts.cost) printf(", cost %lu", counts.cost);
  if (counts.target) printf(", target %lu", counts.target);
  printf("\n");
  return fits ? OK : err_set(ERR_INPUT, "%s: the test does not fit the program", test);
}

static Err run(const Args *args) {
  cleanup(build_done) Build b = {.args = args};
  for (u32 i = 0; i < args->operands.n; i++) TRY(replay(&b, args->operands.at[i]));
  return OK;
}

const Command cmd_replay = {
    .operands = "TEST...",
    .min_operands = 1,
    .max_operands = UINT32_MAX,
    .about =
        "Compiles the program natively, runs it on each test in a process of its own, and says "
        "what\n"
        "happened: how it ended, how long it took, and what nadir_cost and nadir_target counted.\n"
        "How the program is compiled is in the run.json beside a test; --program names another.\n"
        "\n"
        "Exit code 1 if a test does not fit the program: another input is asked for, or an\n"
        "assumption does not hold.\n",
    .options = options,
    .n_options = ARRAY_LEN(options),
    .run = run,
};
