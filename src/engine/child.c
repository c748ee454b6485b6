/* child.c — runs children by posix_spawn.  A pidfd shows their end, so one poll waits for
 * output, end and deadline alike. */
#define _GNU_SOURCE /* pipe2, addchdir_np */
#include "engine/child.h"

#include "base/clock.h"
#include "base/os.h"
#include "engine/confine.h"
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

static void plan_files(posix_spawn_file_actions_t *a, const ChildPlan *plan, int errors) {
  posix_spawn_file_actions_addopen(a, STDIN_FILENO, plan->input ? plan->input : "/dev/null",
                                   O_RDONLY, 0);
  if (!plan->shows_output) {
    posix_spawn_file_actions_addopen(a, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  }
  posix_spawn_file_actions_adddup2(a, errors, STDERR_FILENO);
  if (plan->report_fd >= 0) posix_spawn_file_actions_adddup2(a, plan->report_fd, 3);
  if (plan->folder) posix_spawn_file_actions_addchdir_np(a, plan->folder);
}

/* In a child of our own: confined, then the program.  Descriptors of nadir close by themselves. */
noreturn_fn static void become_confined(const ChildPlan *plan, int errors) {
  int input = open(plan->input ? plan->input : "/dev/null", O_RDONLY);
  int output = plan->shows_output ? STDOUT_FILENO : open("/dev/null", O_WRONLY);
  bool is_ready = input >= 0 && output >= 0 && !setpgid(0, 0) && dup2(input, STDIN_FILENO) >= 0 &&
                  dup2(output, STDOUT_FILENO) >= 0 && dup2(errors, STDERR_FILENO) >= 0 &&
                  (plan->report_fd < 0 || dup2(plan->report_fd, 3) >= 0) &&
                  (!plan->folder || !chdir(plan->folder));
  if (input > 3) close(input);
  if (output > 3) close(output);
  if (is_ready) {
    confine_self(plan->confined_to, plan->also_to, plan->max_bytes);
    execve(plan->program, plan->words->at, plan->environment ? plan->environment->at : environ);
  }
  _exit(127);
}

static Err start_confined(const ChildPlan *plan, int errors, pid_t *ret_pid) {
  if (access(plan->program, X_OK))
    return err_set(ERR_OS, "cannot run '%s': %s", plan->program, strerror(errno));
  pid_t pid = fork();
  if (pid < 0) return os_error("start a process");
  if (pid == 0) become_confined(plan, errors);
  setpgid(pid, pid); /* whoever comes first */
  *ret_pid = pid;
  return OK;
}

/* In a process group of its own, so that all of it can be killed. */
static Err start(const ChildPlan *plan, int errors, pid_t *ret_pid) {
  if (plan->confined_to) return start_confined(plan, errors, ret_pid);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  plan_files(&actions, plan, errors);
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

static ReadOutcome take_errors(int fd, const ChildPlan *plan, Text *errors) {
  char block[SIZED(4096, 100)];
  ssize_t n = read(fd, block, sizeof block);
  if (n == 0) return NO_MORE;
  if (n < 0) return errno == EAGAIN || errno == EINTR ? NONE_YET : NO_MORE;
  if (plan->shows_output && write(STDERR_FILENO, block, (size_t)n) < 0) return NO_MORE;
  text_add_n(errors, block, (size_t)n);
  if (errors->n > 2 * MAX_KEPT) {
    memmove(errors->at, errors->at + errors->n - MAX_KEPT, MAX_KEPT);
    errors->n = MAX_KEPT;
    errors->at[errors->n] = 0;
  }
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
static Err watch(const ChildPlan *plan, int pidfd, int fd, ChildEnd *end) {
  u64 deadline = plan->limit_ns ? clock_after(plan->limit_ns) : NEVER_NS;
  struct pollfd fds[2] = {{pidfd, POLLIN, 0}, {fd, POLLIN, 0}};
  for (;;) {
    if (poll(fds, 2, poll_time(plan, deadline)) < 0 && errno != EINTR) return os_error("wait");
    if (fds[1].revents && take_errors(fd, plan, &end->errors) == NO_MORE) fds[1].fd = -1;
    if (fds[0].revents) return OK;
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

Err child_run(const ChildPlan *plan, ChildEnd *ret) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) return os_error("make a pipe");
  cleanup(fd_close) int fd = ends[0];
  /* The child's side blocks, as programs expect of standard error. */
  fcntl(ends[1], F_SETFL, 0);
  ChildEnd end = {0};
  pid_t pid = 0;
  cleanup(counter_close) Counter counter = plan->counts ? counter_open() : (Counter){-1};
  u64 started = clock_ns();
  Err e = start(plan, ends[1], &pid);
  close(ends[1]);
  TRY(e);
  limit_processor(pid, plan->limit_ns);
  cleanup(fd_close) int pidfd = pidfd_open(pid, 0);
  e = pidfd < 0 ? os_error("watch a child") : watch(plan, pidfd, fd, &end);
  end.ns = clock_ns() - started;
  Err e_finish = finish(pid, &end.status);
  if (e == OK) e = e_finish;
  counter_read(&counter, &end.n_instructions);
  while (e == OK && take_errors(fd, plan, &end.errors) == SOME) {}
  if (e != OK) {
    text_free(&end.errors);
    return e;
  }
  *ret = end;
  return OK;
}
