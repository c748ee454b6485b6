/* child.c — runs children by posix_spawn.  A pidfd shows their end. */
#define _GNU_SOURCE /* pidfd_open */
#include "sandbox/child.h"

#include "base/clock.h"
#include "base/os.h"
#include "sandbox/streams.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MAX_KEPT = SIZED(65536, 8192) }; /* bytes of standard error */

/* In a process group of its own, so that all of it can be killed. */
static Err start(const ChildPlan *plan, int output, int errors, pid_t *ret_pid) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  errno =
      posix_spawnp(ret_pid, plan->words->at[0], &actions, &attributes, plan->words->at, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (!errno) return OK;
  return err_set(ERR_OS, "cannot run '%s': %s", plan->words->at[0], strerror(errno));
}

/* The group goes with its leader, also when the leader ended by itself. */
static Err finish(pid_t pid, int *ret_status) {
  kill(-pid, SIGKILL);
  while (waitpid(pid, ret_status, 0) < 0)
    if (errno != EINTR) return os_error("wait for a child");
  return OK;
}

Err child_run(const ChildPlan *plan, ChildEnd *ret) {
  ChildEnd end = {0};
  cleanup(fd_close) int output = -1, errors = -1;
  cleanup(streams_done)
      Streams w = {.output = {.fd = -1, .shown = {.fd = -1}},
                   .errors = {.fd = -1, .shown = {.fd = -1}, .kept = &end.errors, .most = MAX_KEPT},
                   .limit_ns = plan->limit_ns,
                   .stop = plan->stop};
  pid_t pid = 0;
  TRY(streams_pipe(&w.output.fd, &output));
  TRY(streams_pipe(&w.errors.fd, &errors));
  u64 started = clock_ns();
  Err e = start(plan, output, errors, &pid);
  fd_close(&output);
  fd_close(&errors);
  TRY(e);
  cleanup(fd_close) int pidfd = pidfd_open(pid, 0);
  w.end = pidfd;
  e = pidfd < 0 ? os_error("watch a child") : streams_wait(&w, &end.is_late);
  end.ns = clock_ns() - started;
  Err e_finish = finish(pid, &end.status);
  if (e == OK) e = e_finish;
  if (e == OK) streams_rest(&w);
  if (e != OK) {
    text_free(&end.errors);
    return e;
  }
  *ret = end;
  return OK;
}
