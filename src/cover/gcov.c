/* gcov.c — native runs of tests in a build with --coverage, read by `llvm-cov gcov`.
 *
 * Each run adds to the counts in a temporary folder (GCOV_PREFIX); one that is killed by a signal adds
 * nothing.  clang makes the same branches for gcov as for us: a conditional jump has two sides, a switch
 * one for each place that it goes to.  A ?: of constants is a `select` there, which gcov does not count.
 * What is in a header counts once for each object that has code of it.
 */
#define _GNU_SOURCE /* memmem */
#include "cover/gcov.h"

#include "base/clock.h"
#include "base/os.h"
#include "native/replay.h"
#include "sandbox/results.h"
#include "sandbox/tempdir.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const u64 BUILD_NS = 300 * NS_PER_S, TEST_NS = 10 * NS_PER_S;

/* ---- names --------------------------------------------------------------------------------------- */

static bool ends_in(const char *path, const char *end) {
  size_t n = strlen(path), n_end = strlen(end);
  if (n_end > n || strcmp(path + n - n_end, end)) return false;
  return n == n_end || path[n - n_end - 1] == '/' || *end == '/';
}

/* What we call a file that gcov knows by its name seen from where the compiler ran: in the folder of the
 * object, or above it, or where we built it from C sources.  The longest that fits. */
static const char *our_name(const CoverReport *r, const char *object_folder, const char *name) {
  const char *best = NULL;
  cleanup(text_free) Text beside = text_format("%s/%s", object_folder, name);
  cleanup(text_free) Text here = text_format("%s/%s", r->run->recipe.folder, name);
  for (u32 i = 0; i < r->files.n; i++) {
    const char *ours = r->files.at[i].name;
    bool fits = ends_in(text_c(&beside), ours) || !strcmp(text_c(&here), ours);
    if (fits && (!best || strlen(ours) > strlen(best))) best = ours;
  }
  return best ? best : name;
}

/* ---- reading ------------------------------------------------------------------------------------- */

typedef struct GcovReading {
  CoverReport *report; /* borrowed; its gcov is filled */
  CoverScope *scope;   /* borrowed */
  Text object_folder;  /* owned */
} GcovReading;

/* NULL: it does not count. */
static GcovFile *file_of(GcovReading *r, const char *text, size_t n) {
  GcovFileVec *files = &r->report->gcov;
  cleanup(text_free) Text t = {0};
  text_add_n(&t, text, n);
  const char *name = our_name(r->report, text_c(&r->object_folder), text_c(&t));
  if (!cover_scope_has(r->scope, name)) return NULL;
  for (u32 i = 0; i < files->n; i++)
    if (!strcmp(files->at[i].name, name)) return &files->at[i];
  vec_push(files, ((GcovFile){.name = text_dup(name)}));
  return &vec_last(files);
}

static GcovLine *line_of(GcovFile *f, u32 line) {
  u32 at = 0;
  while (at < f->lines.n && f->lines.at[at].line < line) at++;
  if (at < f->lines.n && f->lines.at[at].line == line) return &f->lines.at[at];
  vec_push(&f->lines, ((GcovLine){0}));
  memmove(f->lines.at + at + 1, f->lines.at + at, (f->lines.n - 1 - at) * sizeof *f->lines.at);
  f->lines.at[at] = (GcovLine){.line = line};
  return &f->lines.at[at];
}

/* LINE,COUNT,NAME. */
static void add_fn(GcovFile *f, const char *text, size_t n) {
  unsigned line;
  unsigned long count;
  int at = 0;
  if (sscanf(text, "%u,%lu,%n", &line, &count, &at) < 2 || !at || (size_t)at > n) return;
  cleanup(text_free) Text name = {0};
  text_add_n(&name, text + at, n - (size_t)at);
  vec_push(&f->fns, ((GcovFn){text_dup(text_c(&name)), line, count}));
}

/* gcov's intermediate format: file:NAME, function:LINE,COUNT,NAME, lcount:LINE,COUNT,
 * branch:LINE,taken|nottaken|notexec. */
static void read_text(GcovReading *r, const char *text) {
  GcovFile *file = NULL;
  for (const char *at = text; *at; at += *at == '\n') {
    size_t n = strcspn(at, "\n");
    unsigned line;
    unsigned long count;
    char word[16] = "";
    if (!strncmp(at, "file:", 5)) {
      file = file_of(r, at + 5, n - 5);
    } else if (file && !strncmp(at, "function:", 9)) {
      add_fn(file, at + 9, n - 9);
    } else if (file && sscanf(at, "lcount:%u,%lu", &line, &count) == 2) {
      line_of(file, line)->n += count;
    } else if (file && sscanf(at, "branch:%u,%15[a-z]", &line, word) == 2) {
      GcovLine *l = line_of(file, line);
      l->n_sides++;
      l->n_taken += !strcmp(word, "taken");
    }
    at += n;
  }
}

/* Runs gcov on counts and notes, which lie side by side under these names, in a folder of its own. */
static Err run_gcov(const char *name, const SandboxFiles *files, Text *ret) {
  cleanup(tempdir_remove) Text folder = {0};
  cleanup(names_free) Names w = {0};
  static const char *const command[] = {"llvm-cov-19", "gcov", "-b", "-i"};
  for (u32 i = 0; i < ARRAY_LEN(command); i++) names_add(&w, command[i]);
  names_add(&w, name);
  names_end(&w);
  TRY(tempdir_make(&folder));
  SandboxPlan plan = {.kind = SANDBOX_COMPILER,
                      .program = command[0],
                      .words = &w,
                      .files = files,
                      .folder = text_c(&folder),
                      .results = text_c(&folder),
                      .limit_ns = BUILD_NS,
                      .report = -1};
  SandboxEnd end = {0};
  TRY(sandbox_run(&plan, &end));
  text_free(&end.errors);
  cleanup(text_free) Text result = text_format("%s/%s.gcov", text_c(&folder), name);
  return file_read(text_c(&result), ret);
}

/* The notes lie where the compiler put them, the counts at the same path below the folder. */
static Err read_object(GcovReading *r, const char *counts, size_t n_prefix) {
  cleanup(text_free) Text bytes = {0}, text = {0};
  cleanup(sandbox_files_free) SandboxFiles files = {0};
  size_t n_stem = strlen(counts) - strlen(".gcda");
  const char *name = strrchr(counts, '/') + 1;
  cleanup(text_free) Text notes =
      text_format("%.*s.gcno", (int)(n_stem - n_prefix), counts + n_prefix);
  cleanup(text_free) Text notes_name =
      text_format("%.*s.gcno", (int)(n_stem - (size_t)(name - counts)), name);
  text_clear(&r->object_folder);
  text_add_n(&r->object_folder, counts + n_prefix, (size_t)(name - counts) - 1 - n_prefix);
  if (access(text_c(&notes), R_OK))
    return err_set(ERR_INPUT, "--gcov: %s is not there any more, which 'nadir cc --coverage' wrote",
                   text_c(&notes));
  TRY(file_read(text_c(&notes), &bytes));
  sandbox_file_add(&files, text_c(&notes_name), S_IFREG | 0644, text_c(&bytes), bytes.n);
  text_free(&bytes);
  TRY(file_read(counts, &bytes));
  sandbox_file_add(&files, name, S_IFREG | 0644, text_c(&bytes), bytes.n);
  TRY(run_gcov(name, &files, &text));
  read_text(r, text_c(&text));
  return OK;
}

static Err read_counts(GcovReading *r, const Text *folder) {
  cleanup(names_free) Names objects = {0};
  Err err = OK;
  u32 n = 0;
  results_list(text_c(folder), &objects);
  for (u32 i = 0; err == OK && i < objects.n; i++) {
    size_t length = strlen(objects.at[i]);
    if (length < 6 || strcmp(objects.at[i] + length - 5, ".gcda")) continue;
    n++;
    err = read_object(r, objects.at[i], folder->n);
  }
  if (err == OK && !n)
    err = err_set(ERR_INPUT, "--gcov: no native run left counts%s",
                  "; a program must be built with --coverage, and come to an end");
  return err;
}

/* ---- public -------------------------------------------------------------------------------------- */

static int name_order(const void *a, const void *b) {
  return strcmp(((const GcovFile *)a)->name, ((const GcovFile *)b)->name);
}

Err gcov_check(const Recipe *recipe) {
  cleanup(text_free) Text path = {0}, bytes = {0};
  static const char mark[] = ".gcda";
  if (!replay_is_ready(recipe, &path)) return OK;
  TRY(file_read(text_c(&path), &bytes));
  if (memmem(text_c(&bytes), bytes.n, mark, sizeof mark)) return OK;
  return err_set(ERR_INPUT,
                 "--gcov: '%s' counts nothing when it runs; build it with 'nadir cc --coverage'",
                 recipe->files.at[0]);
}

Err gcov_count(CoverReport *io, const OutDir *tests, CoverScope *scope) {
  cleanup(replay_done) Replay replay = {0};
  cleanup(tempdir_remove) Text folder = {0};
  TRY(tempdir_make(&folder));
  const char *from = io->run->recipe.files.at[0];
  TRY(replay_build(&io->run->recipe, REPLAY_GCOV, from, BUILD_NS, false, &replay));
  replay.counts_to = text_c(&folder);
  for (u32 i = 0; i < io->tests.n; i++) {
    cleanup(replay_end_done) ReplayEnd end = {0};
    cleanup(text_free) Text path = text_format("%s/%s", text_c(&tests->path), io->tests.at[i].file);
    TRY(replay_run(&replay, text_c(&path), TEST_NS, false, &end));
    io->n_gcov_lost += end.child.is_late || WIFSIGNALED(end.child.status);
  }
  GcovReading reading = {.report = io, .scope = scope};
  Err err = read_counts(&reading, &folder);
  text_free(&reading.object_folder);
  if (err != OK) return err;
  if (io->gcov.n) qsort(io->gcov.at, io->gcov.n, sizeof *io->gcov.at, name_order);
  cover_report_count(io);
  return OK;
}
