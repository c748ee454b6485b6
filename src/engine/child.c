/* child.c — runs children by posix_spawn.  A pidfd shows their end, so one poll waits for
 * output, end and deadline alike.
 *
 * Standard output is a pipe that is drained, as in the machine: programs look at it, and grep prints
 * nothing, and stops early, where it is /dev/null. */
#define _GNU_SOURCE /* pipe2, addchdir_np */
#include "engine/child.h"

#include "base/clock.h"
#include "base/os.h"
#include "engine/counter.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MAX_KEPT = SIZED(65536, 8192) }; /* bytes of standard error: a sanitizer's report */

/* ---- start ----------------------------------------------------------------------------------- */

/* What the child writes to. */
typedef struct Sinks {
  int output, errors;
} Sinks;

static void plan_files(posix_spawn_file_actions_t *a, const ChildPlan *plan, Sinks to) {
  posix_spawn_file_actions_addopen(a, STDIN_FILENO, plan->input ? plan->input : "/dev/null",
                                   O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(a, to.output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(a, to.errors, STDERR_FILENO);
  if (plan->report_fd >= 0) posix_spawn_file_actions_adddup2(a, plan->report_fd, CHILD_REPORT);
  if (plan->folder) posix_spawn_file_actions_addchdir_np(a, plan->folder);
}

/* In a child of our own: confined, then the program.  Descriptors of nadir close by themselves. */
noreturn_fn static void become_confined(const ChildPlan *plan, Sinks to) {
  int input = open(plan->input ? plan->input : "/dev/null", O_RDONLY | O_CLOEXEC);
  bool is_ready = input >= 0 && !setpgid(0, 0) && dup2(input, STDIN_FILENO) >= 0 &&
                  dup2(to.output, STDOUT_FILENO) >= 0 && dup2(to.errors, STDERR_FILENO) >= 0 &&
                  (plan->report_fd < 0 || dup2(plan->report_fd, CHILD_REPORT) >= 0);
  const char *folder = is_ready ? confine_self(plan->confines) : NULL;
  if (folder && !chdir(folder))
    execve(plan->program, plan->words->at, plan->environment ? plan->environment->at : environ);
  _exit(127);
}

static Err start_confined(const ChildPlan *plan, Sinks to, pid_t *ret_pid) {
  if (access(plan->program, X_OK))
    return err_set(ERR_OS, "cannot run '%s': %s", plan->program, strerror(errno));
  pid_t pid = fork();
  if (pid < 0) return os_error("start a process");
  if (pid == 0) become_confined(plan, to);
  setpgid(pid, pid); /* whoever comes first */
  *ret_pid = pid;
  return OK;
}

/* In a process group of its own, so that all of it can be killed. */
static Err start(const ChildPlan *plan, Sinks to, pid_t *ret_pid) {
  if (plan->confines) return start_confined(plan, to, ret_pid);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  plan_files(&actions, plan, to);
  char **environment = plan->environment ? plan->environment->at : environ;
  errno = posix_spawnp(ret_pid, plan->words->at[0], &actions, &attributes, plan->words->at,
                       environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (!errno) return OK;
  return err_set(ERR_OS, "cannot run '%s'%s%s: %s", plan->words->at[0], plan->folder ? " in " : "",
                 plan->folder ? plan->folder : "", strerror(errno));
}

/* For the case that nadir itself is killed meanwhile: no child runs on for ever.  Far above the
 * limit of the plan, as threads spend several seconds of the processor in one. */
static void limit_processor(pid_t pid, u64 limit_ns) {
  if (!limit_ns) return;
  rlim_t seconds = (rlim_t)(limit_ns / NS_PER_S + 1) * 100;
  struct rlimit limit = {seconds, seconds};
  prlimit(pid, RLIMIT_CPU, &limit, NULL);
}

/* ---- wait ------------------------------------------------------------------------------------ */

typedef enum ReadOutcome { SOME, NONE_YET, NO_MORE } ReadOutcome;

/* Our end of a pipe. */
typedef struct Stream {
  int fd;
  int shown_on; /* a descriptor of nadir; -1: nowhere */
  Text *kept;   /* borrowed; the last of it; NULL: it is dropped */
} Stream;

static void keep(Text *t, const char *bytes, size_t n) {
  text_add_n(t, bytes, n);
  if (t->n <= 2 * MAX_KEPT) return;
  memmove(t->at, t->at + t->n - MAX_KEPT, MAX_KEPT);
  t->n = MAX_KEPT;
  t->at[t->n] = 0;
}

/* Nobody may be listening any more; the child must not wait for that. */
static void show(int fd, const char *at, size_t n_left) {
  while (n_left) {
    ssize_t n = write(fd, at, n_left);
    if (n < 0 && errno != EINTR) return;
    if (n > 0) at += n, n_left -= (size_t)n;
  }
}

static ReadOutcome take(const Stream *s) {
  char block[SIZED(16384, 100)];
  ssize_t n = read(s->fd, block, sizeof block);
  if (n == 0) return NO_MORE;
  if (n < 0) return errno == EAGAIN || errno == EINTR ? NONE_YET : NO_MORE;
  if (s->shown_on >= 0) show(s->shown_on, block, (size_t)n);
  if (s->kept) keep(s->kept, block, (size_t)n);
  return SOME;
}

/* Whoever asks to stop need not wait long: the signal may come just before the poll. */
static int poll_time(const ChildPlan *plan, u64 deadline) {
  int longest = plan->stop ? 100 : 3600000;
  if (deadline == NEVER_NS) return plan->stop ? longest : -1;
  u64 ms = (clock_left(deadline) + NS_PER_MS - 1) / NS_PER_MS;
  return ms > (u64)longest ? longest : (int)ms;
}

/* Until the child has ended or its time has. */
static Err watch(const ChildPlan *plan, int pidfd, const Stream *streams, ChildEnd *end) {
  u64 deadline = plan->limit_ns ? clock_after(plan->limit_ns) : NEVER_NS;
  struct pollfd fds[] = {{plan->output ? -1 : streams[0].fd, POLLIN, 0},
                         {streams[1].fd, POLLIN, 0},
                         {pidfd, POLLIN, 0}};
  for (;;) {
    if (poll(fds, 3, poll_time(plan, deadline)) < 0 && errno != EINTR) return os_error("wait");
    for (int k = 0; k < 2; k++)
      if (fds[k].revents && take(&streams[k]) == NO_MORE) fds[k].fd = -1;
    if (fds[2].revents) return OK;
    if (clock_left(deadline) == 0 || (plan->stop && *plan->stop)) {
      end->is_late = true;
      return OK;
    }
  }
}

/* The group goes with its leader, also when the leader ended by itself. */
static Err finish(pid_t pid, int *ret_status) {
  kill(-pid, SIGKILL);
  while (waitpid(pid, ret_status, 0) < 0)
    if (errno != EINTR) return os_error("wait for a child");
  return OK;
}

/* ---- public ---------------------------------------------------------------------------------- */

void words_add(Words *w, const char *word) {
  vec_push(w, text_dup(word));
}

void words_end(Words *w) {
  vec_push(w, NULL);
}

void words_free(Words *w) {
  for (u32 i = 0; i < w->n; i++) mem_free(w->at[i]);
  vec_free(w);
}

/* The child's side blocks, as programs expect of their output. */
static Err make_pipe(int *ret_ours, int *ret_childs) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return os_error("make a pipe");
  fcntl(ends[1], F_SETFL, 0);
  *ret_ours = ends[0];
  *ret_childs = ends[1];
  return OK;
}

/* A pipe, or the file that the plan names, which is read at the end. */
static Err make_output(const ChildPlan *plan, int *ret_ours, int *ret_childs) {
  if (!plan->output) return make_pipe(ret_ours, ret_childs);
  *ret_childs = open(plan->output, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  *ret_ours = open(plan->output, O_RDONLY | O_CLOEXEC);
  return *ret_childs < 0 || *ret_ours < 0 ? os_error("make a file for the output") : OK;
}

Err child_run(const ChildPlan *plan, ChildEnd *ret) {
  cleanup(fd_close) int output = -1, errors = -1, output_end = -1, errors_end = -1;
  TRY(make_output(plan, &output, &output_end));
  TRY(make_pipe(&errors, &errors_end));
  ChildEnd end = {0};
  pid_t pid = 0;
  const Stream streams[] = {{output, plan->shows_output ? STDOUT_FILENO : -1, NULL},
                            {errors, plan->shows_output ? STDERR_FILENO : -1, &end.errors}};
  cleanup(counter_close) Counter counter = plan->counts ? counter_open() : (Counter){-1};
  u64 started = clock_ns();
  Err e = start(plan, (Sinks){output_end, errors_end}, &pid);
  fd_close(&output_end);
  fd_close(&errors_end);
  TRY(e);
  limit_processor(pid, plan->limit_ns);
  cleanup(fd_close) int pidfd = pidfd_open(pid, 0);
  e = pidfd < 0 ? os_error("watch a child") : watch(plan, pidfd, streams, &end);
  end.ns = clock_ns() - started;
  Err e_finish = finish(pid, &end.status);
  if (e == OK) e = e_finish;
  counter_read(&counter, &end.n_instructions);
  for (int k = 0; k < 2; k++)
    while (e == OK && take(&streams[k]) == SOME) {}
  if (e != OK) {
    text_free(&end.errors);
    return e;
  }
  *ret = end;
  return OK;
}
