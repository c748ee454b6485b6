/* sandbox.c — starts a jail with everything that a plan says, and brings back what came of it. */
#define _GNU_SOURCE /* memfd_create, O_PATH */
#include "sandbox/sandbox.h"

#include "base/clock.h"
#include "base/os.h"
#include "sandbox/counter.h"
#include "sandbox/jail_start.h"
#include "sandbox/level.h"
#include "sandbox/results.h"
#include "sandbox/streams.h"
#include "sandbox/tempdir.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <nadir/world.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

enum { MAX_KEPT = SIZED(65536, 8192) }; /* bytes of standard error: a sanitizer's report */

/* Processes and threads of a run at once. */
enum { MAX_PROCESSES = 64, MAX_COMPILER_PROCESSES = 256 };

/* ---- the level --------------------------------------------------------------------------------- */

typedef enum SandboxWish { SANDBOX_WISH_FULL, SANDBOX_WISH_BEST, SANDBOX_WISH_OFF } SandboxWish;

static SandboxWish wish = SANDBOX_WISH_BEST;

static const OptionChoice choices[] = {
    {"full", NULL, "only in a complete sandbox; an error where the host does not allow one"},
    {"best", NULL, "in a sandbox as complete as the host allows; a warning names what is missing"},
    {"off", NULL, "never"},
    {0}};

enum { NATIVE };

static const Option options[] = {
    [NATIVE] = {"native", OPTION_CHOICE, "LEVEL", "best",
                "how to run programs natively; else NADIR_NATIVE says it", .choices = choices},
};

/* The words are the user's, or those of whoever set up a host for tests. */
static Err choose(const OptionSet *s) {
  const char *usual = getenv("NADIR_NATIVE");
  wish = (SandboxWish)option_choice(s, NATIVE);
  for (u32 i = 0; usual && *usual && !s->values[NATIVE].given; i++) {
    if (!choices[i].name)
      return err_set(ERR_USAGE, "NADIR_NATIVE is '%s': it can be full, best or off", usual);
    wish = (SandboxWish)i;
    if (!strcmp(choices[i].name, usual)) break;
  }
  return wish == SANDBOX_WISH_FULL ? sandbox_check() : OK;
}

const OptionGroup native_options = {"native runs", options, ARRAY_LEN(options), choose};

/* Root's compilers read what root reads: they have no other user, and need none. */
static JailParts missing_parts(void) {
  JailParts compilers = level_parts(SANDBOX_COMPILER) | (level_is_root() ? 1u << PART_USER : 0);
  return all_parts & ~(level_parts(SANDBOX_PROGRAM) & compilers);
}

static void add_missing(Text *to) {
  static const char *const texts[] = {
#define PART(id, clone, text) text,
#include "sandbox/parts.def"
#undef PART
  };
  JailParts missing = missing_parts();
  u32 n = 0;
  for (u32 i = 0; i < PART_COUNT; i++)
    if (parts_have(missing, (JailPart)i)) text_addf(to, "%s%s", n++ ? ", " : "", texts[i]);
}

/* Something must keep a program from the files of the host. */
static bool is_possible(void) {
  JailParts parts = level_parts(SANDBOX_PROGRAM);
  return parts_have(parts, PART_SECCOMP) &&
         (parts_have(parts, PART_MOUNTS) || parts_have(parts, PART_LANDLOCK));
}

bool sandbox_is_full(void) { return !missing_parts(); }

const char *sandbox_said(void) {
  static Text said;
  text_clear(&said);
  text_add(&said, sandbox_is_full() ? "full" : is_possible() ? "best, without " : "off, without ");
  add_missing(&said);
  return text_c(&said);
}

bool sandbox_is_off(void) { return wish == SANDBOX_WISH_OFF; }

/* ---- files ------------------------------------------------------------------------------------- */

void sandbox_file_add(SandboxFiles *files, const char *path, u32 mode, const void *bytes,
                      size_t n) {
  SandboxFile f = {.path = text_dup(path), .mode = mode};
  text_add_n(&f.bytes, bytes, n);
  vec_push(files, f);
}

void sandbox_files_free(SandboxFiles *files) {
  for (u32 i = 0; i < files->n; i++) {
    mem_free(files->at[i].path);
    text_free(&files->at[i].bytes);
  }
  vec_free(files);
}

/* ---- places ------------------------------------------------------------------------------------ */

/* Where a program finds its own things.  Without a root of its own that is a folder of the host: one for all
 * runs, emptied after each. */
typedef struct SandboxPlaces {
  bool has_root;
  Text home; /* on the host; "": it has a root */
  Text test, results, program, folder;
} SandboxPlaces;

static SandboxPlaces places;

static void remove_home(void) { tempdir_remove(&places.home); }

const char *sandbox_test_path(void) { return text_c(&places.test); }

const char *sandbox_results_path(void) { return text_c(&places.results); }

Err sandbox_check(void) {
  cleanup(text_free) Text missing = {0};
  if (wish == SANDBOX_WISH_OFF) return err_set(ERR_USAGE, "native runs are off (--native off)");
  if (is_possible() && (wish == SANDBOX_WISH_BEST || sandbox_is_full())) {
    SandboxPlaces *p = &places;
    if (p->program.n) return OK;
    p->has_root = parts_have(level_parts(SANDBOX_PROGRAM), PART_MOUNTS);
    if (!p->has_root) {
      TRY(tempdir_make(&p->home));
      atexit(remove_home);
      if (level_is_root() && chown(text_c(&p->home), OTHER_USER, OTHER_USER))
        return file_error("give away", text_c(&p->home));
    }
    const char *top = p->has_root ? "/tmp/.nadir" : text_c(&p->home);
    text_addf(&p->test, "%s/test", top);
    text_addf(&p->results, "%s/results", top);
    text_addf(&p->program, "%s/program", top);
    text_addf(&p->folder, "%s%s", p->has_root ? "" : top, NADIR_FOLDER);
    return OK;
  }
  add_missing(&missing);
  if (is_possible())
    return err_set(ERR_OS,
                   "--native full: this host does not let the sandbox have %s; --native best does "
                   "without, --native off runs nothing natively",
                   text_c(&missing));
  return err_set(ERR_OS, "nothing is run natively: this host does not let the sandbox have %s",
                 text_c(&missing));
}

/* ---- starting ------------------------------------------------------------------------------------ */

/* Does it need a loader, and so the host's libraries? */
static bool is_dynamic(int fd) {
  Elf64_Ehdr head;
  Elf64_Phdr part;
  bool fits = pread(fd, &head, sizeof head, 0) == sizeof head &&
              !memcmp(head.e_ident, ELFMAG, SELFMAG) && head.e_phentsize == sizeof part;
  for (u32 i = 0; fits && i < head.e_phnum; i++) {
    off_t at = (off_t)(head.e_phoff + i * sizeof part);
    fits = pread(fd, &part, sizeof part, at) == sizeof part && part.p_type != PT_INTERP;
  }
  return !fits;
}

/* A file in memory, as which programs see a file; it belongs to the program. */
static Err make_file(const Text *bytes, int *ret) {
  cleanup(fd_close) int fd = memfd_create("nadir", MFD_CLOEXEC);
  if (fd < 0 || (bytes && write(fd, text_c(bytes), bytes->n) != (ssize_t)bytes->n))
    return os_error("make a file in memory");
  if (level_is_root()) (void)!fchown(fd, OTHER_USER, OTHER_USER);
  lseek(fd, 0, SEEK_SET);
  *ret = fd;
  fd = -1;
  return OK;
}

/* So that it cannot write it. */
static Err open_input(const Text *bytes, int *ret) {
  cleanup(text_free) Text path = {0};
  cleanup(fd_close) int file = -1;
  if (bytes) TRY(make_file(bytes, &file));
  if (bytes) text_addf(&path, "/proc/self/fd/%d", file);
  *ret = open(bytes ? text_c(&path) : "/dev/null", O_RDONLY | O_CLOEXEC);
  return *ret < 0 ? os_error("open the input of a program") : OK;
}

/* Processes of a user count together where there is no namespace for users. */
static u64 processes_of(uid_t user) {
  u64 n = 0;
  DIR *all = opendir("/proc");
  for (struct dirent *e; all && (e = readdir(all));) {
    struct stat about;
    n += *e->d_name >= '1' && *e->d_name <= '9' && !fstatat(dirfd(all), e->d_name, &about, 0) &&
         about.st_uid == user;
  }
  if (all) closedir(all);
  return n;
}

static u64 most_processes(SandboxKind kind, JailParts parts, bool is_root) {
  u64 most = kind == SANDBOX_COMPILER ? MAX_COMPILER_PROCESSES : MAX_PROCESSES;
  if (parts_have(parts, PART_USER)) return most;
  return most + processes_of(is_root && kind != SANDBOX_COMPILER ? OTHER_USER : geteuid());
}

/* nadir's own, with a place for temporary files that it may write to. */
static void compiler_environment(const SandboxPlan *plan, Names *w) {
  cleanup(text_free) Text tmp =
      text_format("TMPDIR=%s", plan->results ? plan->results : "/nowhere");
  for (char **e = environ; *e; e++)
    if (strncmp(*e, "TMPDIR=", 7) != 0) names_add(w, *e);
  names_add(w, text_c(&tmp));
  names_end(w);
}

/* What a run needs while it lasts. */
typedef struct Run {
  Jail jail;
  Names environment; /* owned; a compiler's */
  int image, input, output, errors;
  Streams streams;
  JailProcess process;
} Run;

static void run_done(Run *r) {
  names_free(&r->environment);
  fd_close(&r->image);
  fd_close(&r->input);
  fd_close(&r->output);
  fd_close(&r->errors);
  fd_close(&r->process.results);
  jail_end(&r->process, r->jail.parts, true);
  streams_done(&r->streams);
}

static Err open_streams(const SandboxPlan *plan, Run *r, SandboxEnd *end) {
  Streams *w = &r->streams;
  w->output = (Stream){
      .fd = -1, .shown = shown_on(plan->shows_output ? STDOUT_FILENO : -1), .kept = plan->output};
  w->errors =
      (Stream){.fd = -1,
               .shown = shown_on(plan->shows_output || plan->shows_errors ? STDERR_FILENO : -1),
               .kept = &end->errors,
               .most = MAX_KEPT};
  w->output_is_file = plan->output_is_file;
  w->limit_ns = plan->limit_ns;
  w->stop = plan->stop;
  TRY(open_input(plan->input, &r->input));
  TRY(streams_pipe(&w->errors.fd, &r->errors));
  if (!plan->output_is_file) return streams_pipe(&w->output.fd, &r->output);
  TRY(make_file(NULL, &r->output));
  cleanup(text_free) Text path = text_format("/proc/self/fd/%d", r->output);
  w->output.fd = open(text_c(&path), O_RDONLY | O_CLOEXEC);
  return w->output.fd < 0 ? os_error("open the output of a program") : OK;
}

static Err plan_program(const SandboxPlan *plan, Run *r) {
  Jail *j = &r->jail;
  r->image = open(plan->program, O_RDONLY | O_CLOEXEC);
  if (r->image < 0) return file_error("run", plan->program);
  j->image = r->image;
  j->is_dynamic = is_dynamic(r->image);
  j->home = places.has_root ? NULL : text_c(&places.home);
  j->folder = text_c(&places.folder);
  j->program = text_c(&places.program);
  j->results = plan->results ? text_c(&places.results) : NULL;
  return OK;
}

static Err plan_jail(const SandboxPlan *plan, Run *r) {
  Jail *j = &r->jail;
  bool is_compiler = plan->kind == SANDBOX_COMPILER;
  JailParts parts = level_parts(plan->kind);
  bool is_root = level_is_root();
  if (!is_compiler) TRY(plan_program(plan, r));
  if (is_compiler) {
    j->program = plan->program;
    j->folder = plan->folder;
    j->results = plan->results;
  }
  if (!plan->environment) compiler_environment(plan, &r->environment);
  j->kind = plan->kind;
  j->parts = parts;
  j->is_root = is_root;
  j->words = plan->words->at;
  j->environment = (plan->environment ? plan->environment : &r->environment)->at;
  j->files = plan->files;
  j->input = r->input;
  j->output = r->output;
  j->errors = r->errors;
  j->report = plan->report;
  /* For the case that nadir itself is killed meanwhile: nothing runs on for ever.  Far above the limit
   * of the plan, as threads spend several seconds of the processor in one. */
  j->cpu_seconds = plan->limit_ns ? (plan->limit_ns / NS_PER_S + 1) * 100 : 0;
  j->most_processes = most_processes(plan->kind, parts, is_root);
  return OK;
}

/* ---- the end ------------------------------------------------------------------------------------- */

static Err failed(const SandboxPlan *plan, const JailWord *news) {
  return err_set(ERR_OS, "cannot run '%s' in the sandbox: cannot %s: %s", plan->program,
                 news->value < 0 ? "start a process" : news->what, strerror(news->error));
}

/* What came of it, as the first process of the jail reports it. */
static Err hear_end(const SandboxPlan *plan, Run *r, SandboxEnd *end) {
  JailWord news;
  int unused = -1;
  if (end->is_late) {
    end->status = SIGKILL;
  } else if (!jail_receive(&r->process, &news, &unused)) {
    return err_set(ERR_OS, "cannot run '%s': its sandbox was ended from outside", plan->program);
  } else if (news.news != JAIL_ENDED) {
    return failed(plan, &news);
  } else {
    end->status = news.value;
  }
  fd_close(&unused);
  return OK;
}

static Err run_jail(const SandboxPlan *plan, Run *r, SandboxEnd *end) {
  JailWord news;
  TRY(jail_start(&r->jail, &r->process, &news));
  fd_close(&r->output);
  fd_close(&r->errors);
  if (news.news == JAIL_FAILED) return failed(plan, &news);
  r->streams.end = r->process.from;
  TRY(streams_wait(&r->streams, &end->is_late));
  TRY(hear_end(plan, r, end));
  jail_end(&r->process, r->jail.parts, end->is_late);
  streams_rest(&r->streams);
  /* Nothing runs any more: nobody changes what is read here. */
  bool has_mounts = parts_have(r->jail.parts, PART_MOUNTS);
  Err err = OK;
  if (plan->results && plan->kind == SANDBOX_COMPILER && !has_mounts)
    results_clean(r->process.results);
  else if (plan->results)
    err = results_copy(r->process.results, plan->results);
  if (plan->kind != SANDBOX_COMPILER && !has_mounts) tempdir_empty(&places.home);
  return err;
}

Err sandbox_run(const SandboxPlan *plan, SandboxEnd *ret) {
  SandboxEnd end = {0};
  cleanup(run_done) Run r = {.image = -1,
                             .input = -1,
                             .output = -1,
                             .errors = -1,
                             .jail = {.image = -1},
                             .streams = {.output = {.fd = -1}, .errors = {.fd = -1}},
                             .process = {.from = -1, .results = -1}};
  if (plan->kind != SANDBOX_COMPILER) TRY(sandbox_check());
  TRY(open_streams(plan, &r, &end));
  TRY(plan_jail(plan, &r));
  cleanup(counter_close) Counter counter = plan->counts ? counter_open() : (Counter){-1};
  u64 started = clock_ns();
  Err err = run_jail(plan, &r, &end);
  end.ns = clock_ns() - started;
  counter_read(&counter, &end.n_instructions);
  if (err != OK) {
    text_free(&end.errors);
    return err;
  }
  *ret = end;
  return OK;
}
