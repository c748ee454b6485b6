/* runner.c — forks a process for each contract, and collects what they write.
 *
 * What a compiler prints goes to a file, whose first lines are shown where a contract could not be checked.
 */
#include "check/runner.h"

#include "base/helper.h"
#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Beyond its time a contract has so long to compile, and to run what it found again. */
static const u64 patience_ns = 60 * NS_PER_S, end_ns = 10 * NS_PER_S;

typedef struct RunnerSlot {
  pid_t pid; /* 0: not begun yet; -1: ended */
  u64 deadline_ns;
  CheckContract result; /* owned, once it ended */
} RunnerSlot;

/* ---- names --------------------------------------------------------------------------------------- */

/* Relative to the current folder where it lies below it, so that it is the same wherever a project lies. */
static const char *relative(const char *path) {
  static char here[PATH_MAX];
  size_t n = getcwd(here, sizeof here) ? strlen(here) : 0;
  if (n && !strncmp(path, here, n) && path[n] == '/') path += n + 1;
  while (*path == '/') path++;
  return path;
}

static bool is_taken(const CheckJobs *jobs, const char *name) {
  for (u32 i = 0; i < jobs->n; i++)
    if (!strcmp(text_c(&jobs->at[i].name), name)) return true;
  return false;
}

void check_jobs_make(const ContractVec *contracts, CheckJobs *ret) {
  for (u32 i = 0; i < contracts->n; i++) {
    const Contract *c = &contracts->at[i];
    CheckJob j = {.contract = c};
    for (const char *s = relative(c->source); *s; s++) text_add_char(&j.name, *s == '/' ? '-' : *s);
    text_addf(&j.name, ".%s", c->function);
    size_t n = j.name.n;
    for (u32 k = 2; is_taken(ret, text_c(&j.name)); k++) {
      j.name.n = n;
      text_addf(&j.name, ".%u", k);
    }
    vec_push(ret, j);
  }
}

void check_jobs_done(CheckJobs *jobs) {
  for (u32 i = 0; i < jobs->n; i++) text_free(&jobs->at[i].name);
  vec_free(jobs);
}

/* ---- one process --------------------------------------------------------------------------------- */

static Text file_of(const CheckRun *r, u32 i, const char *name) {
  return text_format("%s/%s/%s", r->plan->out, text_c(&r->jobs->at[i].name), name);
}

/* What compilers print. */
static void redirect(const char *path) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0) return;
  dup2(fd, 1);
  dup2(fd, 2);
}

noreturn_fn static void work(const CheckRun *r, u32 i) {
  cleanup(text_free) Text log = file_of(r, i, "log.txt");
  cleanup(text_free) Text path = file_of(r, i, "contract.json");
  cleanup(text_free) Text json = {0};
  CheckContract c = {0};
  redirect(text_c(&log));
  check_contract(r->plan, &r->jobs->at[i], &c);
  check_contract_json(&c, &json);
  check_contract_done(&c);
  Err err = file_write(text_c(&path), text_c(&json), json.n);
  exit(err == OK ? 0 : 1);
}

static Err begin(const CheckRun *r, u32 i, RunnerSlot *io) {
  cleanup(text_free) Text folder = file_of(r, i, "");
  TRY(folder_make(text_c(&folder)));
  u64 time_ns = r->plan->time_ns;
  io->deadline_ns = time_ns > NEVER_NS / 4 ? NEVER_NS : clock_after(2 * time_ns + patience_ns);
  io->pid = helper_fork(NULL, 0);
  if (io->pid < 0) return os_error("start a process");
  if (!io->pid) work(r, i);
  return OK;
}

/* ---- results ------------------------------------------------------------------------------------- */

/* What the compiler said, where there is no verdict. */
static void add_log(const CheckRun *r, u32 i, CheckContract *io) {
  enum { LINES = 12 };
  cleanup(text_free) Text path = file_of(r, i, "log.txt");
  cleanup(text_free) Text log = {0};
  if (file_read(text_c(&path), &log) != OK) return;
  const char *at = text_c(&log);
  for (u32 k = 0; *at && k < LINES; k++) {
    size_t n = strcspn(at, "\n");
    cleanup(text_free) Text line = {0};
    text_add_n(&line, at, n);
    names_add(&io->notes, text_c(&line));
    at += n + (at[n] == '\n');
  }
  if (*at) names_add(&io->notes, text_c(&path));
}

static void take_result(const CheckRun *r, u32 i, const char *died, RunnerSlot *io) {
  cleanup(text_free) Text path = file_of(r, i, "contract.json");
  if (access(text_c(&path), F_OK) || check_contract_read(text_c(&path), &io->result) != OK)
    check_contract_undecided(r->jobs->at[i].contract, died, &io->result);
  if (io->result.verdict == CHECK_UNDECIDED) add_log(r, i, &io->result);
  io->pid = -1;
}

static bool is_over(const CheckRun *r) { return r->interrupted && *r->interrupted; }

/* Takes the result if the process has ended, or ends it if it is late. */
static void look_at(const CheckRun *r, u32 i, RunnerSlot *io) {
  int status = 0;
  pid_t pid = waitpid(io->pid, &status, WNOHANG);
  if (pid == 0 && !clock_left(io->deadline_ns)) {
    helper_end(io->pid);
    take_result(r, i, is_over(r) ? "interrupted" : "it did not come to an end in time", io);
  } else if (pid) {
    cleanup(text_free) Text died = {0};
    if (WIFSIGNALED(status))
      text_addf(&died, "the process that checked it was killed by signal %d", WTERMSIG(status));
    else
      text_addf(&died, "the process that checked it ended with %d", WEXITSTATUS(status));
    take_result(r, i, text_c(&died), io);
  }
}

/* ---- the loop ------------------------------------------------------------------------------------ */

typedef struct RunnerLoop {
  const CheckRun *r;
  RunnerSlot *slots; /* one for each job */
  u32 n_begun, n_ended, n_told;
  bool is_interrupted;
} RunnerLoop;

static void interrupt_all(RunnerLoop *l) {
  l->is_interrupted = true;
  for (u32 i = 0; i < l->n_begun; i++) {
    RunnerSlot *s = &l->slots[i];
    if (s->pid <= 0) continue;
    kill(s->pid, SIGTERM);
    s->deadline_ns = MIN(s->deadline_ns, clock_after(end_ns));
  }
}

static Err begin_some(RunnerLoop *l) {
  while (l->n_begun < l->r->jobs->n && l->n_begun - l->n_ended < MAX(l->r->n_processes, 1u)) {
    TRY(begin(l->r, l->n_begun, &l->slots[l->n_begun]));
    l->n_begun++;
  }
  return OK;
}

static void tell(RunnerLoop *l) {
  const CheckWatcher *w = &l->r->watcher;
  while (l->n_told < l->n_begun && l->slots[l->n_told].pid < 0) {
    if (w->ended) w->ended(w->user, &l->slots[l->n_told].result);
    l->n_told++;
  }
  if (w->tick && l->n_told < l->r->jobs->n)
    w->tick(w->user, l->n_ended, l->r->jobs->n, l->r->jobs->at[l->n_told].contract);
}

static Err run_all(RunnerLoop *l) {
  const struct timespec nap = {.tv_nsec = 10 * (long)NS_PER_MS};
  while (l->n_ended < (l->is_interrupted ? l->n_begun : l->r->jobs->n)) {
    if (is_over(l->r) && !l->is_interrupted) interrupt_all(l);
    if (!l->is_interrupted) TRY(begin_some(l));
    for (u32 i = 0; i < l->n_begun; i++) {
      if (l->slots[i].pid <= 0) continue;
      look_at(l->r, i, &l->slots[i]);
      l->n_ended += l->slots[i].pid < 0;
    }
    tell(l);
    nanosleep(&nap, NULL);
  }
  return OK;
}

Err check_run(const CheckRun *r, CheckReport *io) {
  RunnerLoop l = {.r = r, .slots = mem_new(MAX(r->jobs->n, 1u) * sizeof(RunnerSlot))};
  Err err = run_all(&l);
  for (u32 i = 0; i < r->jobs->n; i++) {
    RunnerSlot *s = &l.slots[i];
    if (s->pid > 0) helper_end(s->pid);
    if (s->pid >= 0) check_contract_undecided(r->jobs->at[i].contract, "interrupted", &s->result);
    if (i >= l.n_told && r->watcher.ended) r->watcher.ended(r->watcher.user, &s->result);
    vec_push(&io->contracts, s->result);
  }
  mem_free(l.slots);
  return err;
}
