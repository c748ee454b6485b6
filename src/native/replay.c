/* replay.c — builds programs natively and runs them on tests.
 *
 * A program is built in a temporary folder, by clang or, with sanitizers, by gcc.  (Executables of
 * `nadir cc` have a heap that notices bad accesses in their place.)  The replay
 * library finds the test through an environment variable.  It reports its counts through a file in
 * memory, so nothing that the program prints can be taken for them.
 */
#define _GNU_SOURCE /* memfd_create */
#include "native/replay.h"

#include "base/clock.h"
#include "base/os.h"
#include "build/cc.h"
#include "build/compile.h"
#include "build/runtime.h"
#include "code/object/objects.h"
#include "native/native_world.h"
#include "report/test_file.h"
#include "sandbox/results.h"
#include "sandbox/tempdir.h"

#include <fcntl.h>
#include <nadir/replay.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* For a compiler that nobody has given a time. */
static const u64 BUILD_NS = 300 * NS_PER_S;

/* ---- building -------------------------------------------------------------------------------- */

static void add_all(Names *w, const Names *names) {
  for (u32 i = 0; i < names->n; i++) names_add(w, names->at[i]);
}

static void add_split(Names *w, const char *text) {
  while (*text) {
    cleanup(text_free) Text word = {0};
    size_t n = strcspn(text, " ");
    text_add_n(&word, text, n);
    names_add(w, text_c(&word));
    text += n + strspn(text + n, " ");
  }
}

static void add_compiler(Names *w, ReplayBuild how) {
  switch (how) {
  case REPLAY_PLAIN:
  case REPLAY_MUSL:
    names_add(w, "clang-19");
    add_split(w, compile_leniently);
    break;
  case REPLAY_GCOV:
    names_add(w, "clang-19");
    add_split(w, compile_leniently);
    names_add(w, "--coverage");
    break;
  case REPLAY_SANITIZED:
    names_add(w, "gcc");
    names_add(w, "-fsanitize=address,undefined");
    names_add(w, "-fno-builtin"); /* gcc's own memcpy looks at nothing */
    break;
  case REPLAY_COUNT:
    break;
  }
  names_add(w, "-g");
  names_add(w, "-w");
}

/* gcc 12 does not know the flags that clang has for traps; what they are about is reported in a
 * build with sanitizers. */
static void add_flags(Names *w, const Names *flags, ReplayBuild how) {
  static const char trap[] = "-fsanitize-trap";
  for (u32 i = 0; i < flags->n; i++)
    if (how != REPLAY_SANITIZED || strncmp(flags->at[i], trap, sizeof trap - 1))
      names_add(w, flags->at[i]);
}

/* A name that begins with a dash or an @ is a file all the same. */
static void add_files(Names *w, const Names *files) {
  for (u32 i = 0; i < files->n; i++) {
    cleanup(text_free) Text name =
        text_format("%s%s", strchr("-@", *files->at[i]) ? "./" : "", files->at[i]);
    names_add(w, text_c(&name));
  }
}

static Err compiler_words(const Replay *r, ReplayBuild how, Names *w) {
  cleanup(text_free) Text include = {0}, library = {0}, counts = {0};
  TRY(runtime_include(&include));
  TRY(runtime_replay_library(&library));
  add_compiler(w, how);
  names_add(w, "-I");
  names_add(w, text_c(&include));
  if (how == REPLAY_GCOV) {
    TRY(runtime_counts_header(&counts));
    names_add(w, "-include");
    names_add(w, text_c(&counts));
  }
  add_flags(w, &r->recipe->flags, how);
  names_add(w, "-o");
  names_add(w, text_c(&r->program));
  add_files(w, &r->recipe->files);
  /* The sanitizer's own reports come before those that the library has for who has no sanitizer. */
  if (how == REPLAY_SANITIZED) names_add(w, "-lubsan");
  names_add(w, text_c(&library));
  names_add(w, "-lm");
  return OK;
}

static Err musl_words(const Replay *r, const Names *files, Names *w) {
  cleanup(names_free) Names inputs = {0}, words = {0};
  cleanup(text_free) Text library = {0};
  TRY(runtime_musl_replay_library(&library));
  for (u32 i = 0; i < files->n; i++) names_add(&inputs, files->at[i]);
  names_add(&inputs, text_c(&library));
  TRY(cc_link_words(&inputs, text_c(&r->program), &words));
  for (u32 i = 0; words.at[i]; i++) names_add(w, words.at[i]);
  names_add(w, "-Wl,--wrap=open"); /* runtime/replay/maps.c */
  return OK;
}

/* A heap that notices bad accesses: runtime/replay/fence.c. */
static void add_fence(Names *w) {
  static const char *const names[] = {
      "malloc",        "calloc",   "realloc",        "free",
      "aligned_alloc", "memalign", "posix_memalign", "malloc_usable_size"};
  for (u32 i = 0; i < ARRAY_LEN(names); i++) {
    cleanup(text_free) Text word = text_format("-Wl,--wrap=%s", names[i]);
    names_add(w, text_c(&word));
  }
}

static Err make_folder(Replay *r) {
  TRY(tempdir_make(&r->folder));
  text_addf(&r->out, "%s/out", text_c(&r->folder));
  text_addf(&r->program, "%s/program", text_c(&r->out));
  return folder_make(text_c(&r->out));
}

/* The last line that is not empty; NULL: nothing was said. */
static const char *last_line(const char *said) {
  const char *last = NULL;
  while (*said) {
    size_t n = strcspn(said, "\n");
    if (n) last = said;
    said += n + (said[n] == '\n');
  }
  return last;
}

/* The compiler's or the linker's first complaint, as far as it was kept; that the linker failed is said
 * behind what it missed.  Where none of these is found, the reason is the last line. */
static Err compiler_failed(const char *from, const char *said) {
  static const char *const marks[] = {"undefined reference", "multiple definition", "cannot find ",
                                      "error: "};
  const char *at = NULL;
  for (u32 i = 0; i < ARRAY_LEN(marks) && !at; i++) at = strstr(said, marks[i]);
  if (at && *at == 'e') at += strlen("error: ");
  if (!at) at = last_line(said);
  if (!at) at = "the compiler failed and did not say why";
  return err_set(ERR_INPUT, "%s: the program does not compile natively: %.*s", from,
                 (int)strcspn(at, "\n"), at);
}

static Err run_compiler(const Replay *r, Names *w, const char *from, u64 limit_ns,
                        bool shows_output) {
  names_end(w);
  SandboxPlan plan = {.kind = SANDBOX_COMPILER,
                      .program = w->at[0],
                      .words = w,
                      .folder = r->recipe->folder,
                      .results = text_c(&r->out),
                      .limit_ns = limit_ns ? limit_ns : BUILD_NS,
                      .shows_output = shows_output,
                      .report = -1};
  SandboxEnd end = {0};
  fflush(stdout);
  TRY(sandbox_run(&plan, &end));
  bool is_built = WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0;
  Err e = end.is_late ? err_set(ERR_INPUT, "%s: the compiler did not end", from)
          : is_built  ? OK
                      : compiler_failed(from, text_c(&end.errors));
  text_free(&end.errors);
  return e;
}

static Err compile(const Replay *r, ReplayBuild how, const char *from, u64 limit_ns,
                   bool shows_output) {
  cleanup(names_free) Names w = {0};
  TRY(how == REPLAY_MUSL ? musl_words(r, &r->recipe->files, &w) : compiler_words(r, how, &w));
  return run_compiler(r, &w, from, limit_ns, shows_output);
}

/* An executable of `nadir cc` again, from its bitcode: what gcc's sanitizers need, musl has not. */
static Err compile_fenced(const Replay *r, const char *program, const char *from, u64 limit_ns,
                          bool shows_output) {
  cleanup(text_free) Text bitcode = {0};
  cleanup(names_free) Names files = {0};
  cleanup(names_free) Names w = {0};
  TRY(cc_bitcode(program, &bitcode));
  cleanup(text_free) Text path = text_format("%s/program.bc", text_c(&r->folder));
  TRY(file_write(text_c(&path), bitcode.at, bitcode.n));
  names_add(&files, text_c(&path));
  TRY(musl_words(r, &files, &w));
  add_fence(&w);
  return run_compiler(r, &w, from, limit_ns, shows_output);
}

/* ---- running --------------------------------------------------------------------------------- */

static void add_variable(Names *w, const char *name, const char *value) {
  cleanup(text_free) Text t = text_format("%s=%s", name, value);
  names_add(w, text_c(&t));
}

/* A program that was ready, and whose inputs are all from outside, finds only what it is given. */
static bool needs_library(const Replay *r, const NativeWorld *world) {
  return !world || world->has_rest || r->folder.n;
}

/* Behind the line that is the report. */
enum { TRACE_AT = 4096 };

/* (malloc gives NULL above a limit in nadir, too.) */
static void add_library_variables(const Replay *r, Names *w) {
  char size[32], report[32], trace[32];
  snprintf(size, sizeof size, "%ju", (uintmax_t)r->recipe->size);
  snprintf(report, sizeof report, "%d", SANDBOX_REPORT);
  add_variable(w, "NADIR_TEST", sandbox_test_path());
  add_variable(w, "NADIR_REPLAY_REPORT", report);
  snprintf(trace, sizeof trace, "%d", TRACE_AT);
  if (r->keeps_trace) add_variable(w, "NADIR_REPLAY_TRACE", trace);
  add_variable(w, "ASAN_OPTIONS",
               "detect_stack_use_after_return=1:allocator_may_return_null=1:print_legend=0");
  if (r->recipe->has_size) add_variable(w, "NADIR_SIZE", size);
}

/* The native world's, and what the replay library and the sanitizers read; nothing of nadir's own, which may
 * hold secrets, and which the machine has not. */
static void add_environment(const Replay *r, const NativeWorld *world, Names *w) {
  if (needs_library(r, world)) add_library_variables(r, w);
  if (r->counts_to) add_variable(w, "GCOV_PREFIX", sandbox_results_path());
  for (u32 i = 0; world && i < world->variables.n; i++) names_add(w, world->variables.at[i]);
  names_end(w);
}

/* What a program prints may contain zeros, which would hide the rest from every search. */
static void drop_zeros(Text *t) {
  for (size_t i = 0; i < t->n; i++)
    if (!t->at[i]) t->at[i] = ' ';
}

/* As the replay library writes them: see nadir/replay.h. */
static void read_counts(int fd, ReplayEnd *e) {
  char line[300] = "";
  unsigned long cost, target, probes, trace, hash, ns;
  if (pread(fd, line, sizeof line - 1, 0) <= 0 ||
      sscanf(line, "cost %lu target %lu objects %*u %*u probes %lu trace %lu %lx ns %lu", &cost,
             &target, &probes, &trace, &hash, &ns) != 6)
    return;
  e->has_counts = true;
  e->cost = cost;
  e->target = target;
  e->probes = probes;
  e->trace = trace;
  e->trace_hash = hash;
  e->own_ns = ns;
}

static void read_trace(int fd, ReplayEnd *e) {
  u64 block[SIZED(4096, 10)], n_left = MIN(e->trace, NADIR_REPLAY_MAX_TRACE);
  off_t at = TRACE_AT;
  for (ssize_t n = 1; n > 0 && n_left; at += n) {
    n = pread(fd, block, MIN(n_left, ARRAY_LEN(block)) * sizeof *block, at);
    u32 n_hashes = n > 0 ? (u32)((size_t)n / sizeof *block) : 0;
    vec_append(&e->hashes, block, n_hashes);
    n_left -= n_hashes;
  }
}

/* A file in memory, as large as it ever gets: a program that makes it larger would fill nadir's memory. */
static Err make_report(bool keeps_trace, int *ret) {
  off_t size = TRACE_AT + (keeps_trace ? 8l * NADIR_REPLAY_MAX_TRACE : 0);
  cleanup(fd_close) int fd = memfd_create("report", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fd < 0 || ftruncate(fd, size) ||
      fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL))
    return os_error("make a file in memory");
  *ret = fd;
  fd = -1;
  return OK;
}

/* What other runs counted is there, and is added to. */
static Err add_counts(const char *folder, SandboxFiles *files) {
  cleanup(names_free) Names names = {0};
  results_list(folder, &names);
  for (u32 i = 0; i < names.n; i++) {
    cleanup(text_free) Text bytes = {0};
    TRY(file_read(names.at[i], &bytes));
    cleanup(text_free) Text inside =
        text_format("%s%s", sandbox_results_path(), names.at[i] + strlen(folder));
    sandbox_file_add(files, text_c(&inside), S_IFREG | 0644, text_c(&bytes), bytes.n);
  }
  return OK;
}

static void add_words(const Replay *r, const NativeWorld *world, Names *w) {
  const char *name = r->name.n ? text_c(&r->name) : r->recipe->files.at[0];
  names_add(w, world ? name : "./program");
  if (!world) add_all(w, &r->recipe->arguments);
  for (u32 i = 0; world && i < world->words.n; i++) names_add(w, world->words.at[i]);
  names_end(w);
}

/* `files` has the test; the native world is NULL if the program has no outside. */
static Err run_test(const Replay *r, SandboxFiles *files, const NativeWorld *world, u64 limit_ns,
                    bool shows_output, ReplayEnd *ret) {
  cleanup(names_free) Names words = {0}, environment = {0};
  cleanup(fd_close) int report = -1;
  add_words(r, world, &words);
  add_environment(r, world, &environment);
  if (r->counts_to) TRY(add_counts(r->counts_to, files));
  TRY(make_report(r->keeps_trace, &report));
  SandboxPlan plan = {.kind = r->is_sanitized ? SANDBOX_SANITIZED : SANDBOX_PROGRAM,
                      .program = text_c(&r->program),
                      .words = &words,
                      .environment = &environment,
                      .files = files,
                      .input = world && world->has_input ? &world->input : NULL,
                      .output_is_file = world && world->output_is_file,
                      .results = r->counts_to,
                      .limit_ns = limit_ns,
                      .shows_output = shows_output,
                      .counts = true,
                      .report = report};
  ReplayEnd end = {.has_failures = world && world->has_failures,
                   .reads_behind = world && world->reads_behind,
                   .lacks_files = world && world->lacks_files};
  fflush(stdout);
  TRY(sandbox_run(&plan, &end.child));
  read_counts(report, &end);
  if (r->keeps_trace) read_trace(report, &end);
  drop_zeros(&end.child.errors);
  *ret = end;
  return OK;
}

/* ---- public ---------------------------------------------------------------------------------- */

bool replay_is_ready(const Recipe *recipe, Text *ret_path) {
  const char *file = recipe->files.at[0];
  text_addf(ret_path, "%s%s%s", *file == '/' ? "" : recipe->folder, *file == '/' ? "" : "/", file);
  return recipe->files.n == 1 && object_is_program(text_c(ret_path));
}

Err replay_build(const Recipe *recipe, ReplayBuild how, const char *from, u64 limit_ns,
                 bool shows_output, Replay *ret) {
  cleanup(replay_done) Replay r = {.recipe = recipe, .is_sanitized = how == REPLAY_SANITIZED};
  cleanup(text_free) Text ready = {0};
  TRY(sandbox_check());
  bool is_ready = replay_is_ready(recipe, &ready);
  if (is_ready && !r.is_sanitized) {
    text_add(&r.program, text_c(&ready));
  } else {
    TRY(make_folder(&r));
    TRY(is_ready ? compile_fenced(&r, text_c(&ready), from, limit_ns, shows_output)
                 : compile(&r, how, from, limit_ns, shows_output));
  }
  *ret = r;
  r = (Replay){0};
  return OK;
}

void replay_done(Replay *r) {
  text_free(&r->program);
  text_free(&r->out);
  text_free(&r->name);
  tempdir_remove(&r->folder);
}

Err replay_run(const Replay *r, const char *test, u64 limit_ns, bool shows_output, ReplayEnd *ret) {
  cleanup(ktest_free) Ktest k = {0};
  TestForm form;
  TRY(sandbox_check());
  TRY(test_file_read(test, &k, &form));
  bool is_needed = native_world_is_needed(r->recipe);
  if (is_needed || form == FORM_RAW || (r->guesses_outside && native_world_is_in(&k))) {
    cleanup(native_world_done) NativeWorld world = {0};
    TRY(native_world_make(r->recipe, &k, r->guesses_outside, &world));
    return run_test(r, &world.files, &world, limit_ns, shows_output, ret);
  }
  cleanup(sandbox_files_free) SandboxFiles files = {0};
  cleanup(text_free) Text bytes = {0};
  ktest_encode(&k, &bytes);
  sandbox_file_add(&files, sandbox_test_path(), S_IFREG | 0444, text_c(&bytes), bytes.n);
  return run_test(r, &files, NULL, limit_ns, shows_output, ret);
}

void replay_end_done(ReplayEnd *e) {
  text_free(&e->child.errors);
  vec_free(&e->hashes);
}

bool replay_library_said(const ReplayEnd *e, Text *t) {
  static const char mark[] = "nadir replay: ";
  if (e->child.is_late || !WIFEXITED(e->child.status)) return false;
  int code = WEXITSTATUS(e->child.status), length = 0;
  if (code < NADIR_REPLAY_NO_TEST || code > NADIR_REPLAY_ERROR) return false;
  const char *why = replay_line(e, mark, &length);
  if (!why) return false;
  const char *start = strstr(why, mark) + strlen(mark);
  text_addf(t, "%.*s", length - (int)(start - why), start);
  return true;
}

const char *replay_line(const ReplayEnd *e, const char *text, int *ret_length) {
  const char *errors = text_c(&e->child.errors);
  const char *at = strstr(errors, text);
  if (!at) return NULL;
  while (at > errors && at[-1] != '\n') at--;
  *ret_length = (int)strcspn(at, "\n");
  return at;
}
