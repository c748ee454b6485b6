/* process.c — posix_spawn, with pipes that no other child inherits. */
#define _GNU_SOURCE /* pipe2 */
#include "build/process.h"

#include "base/os.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

Err process_start(const ProcessPlan *plan, Process *ret) {
  posix_spawn_file_actions_t actions;
  pid_t pid;
  posix_spawn_file_actions_init(&actions);
  if (plan->in_path)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, plan->in_path, O_RDONLY, 0);
  if (plan->out_fd >= 0) posix_spawn_file_actions_adddup2(&actions, plan->out_fd, STDOUT_FILENO);
  if (plan->is_silent)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  errno = posix_spawnp(&pid, plan->words[0], &actions, NULL, plan->words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (errno)
    return err_set(ERR_OS, "cannot run '%s', which compiles C for nadir: %s", plan->words[0],
                   strerror(errno));
  *ret = (Process){pid, -1};
  return OK;
}

Err process_start_piped(const ProcessPlan *plan, Process *ret) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC)) return os_error("make a pipe");
  ProcessPlan piped = *plan;
  piped.out_fd = ends[1];
  Err e = process_start(&piped, ret);
  close(ends[1]);
  if (e == OK)
    ret->out = ends[0];
  else
    close(ends[0]);
  return e;
}

Err process_finish(Process *p, Text *output, int *ret_status) {
  Err e = OK;
  if (p->out >= 0) {
    if (!fd_read(p->out, output)) e = os_error("read what the compiler writes");
    close(p->out);
    p->out = -1;
  }
  while (waitpid(p->pid, ret_status, 0) < 0)
    if (errno != EINTR) return os_error("wait for the compiler");
  return e;
}
