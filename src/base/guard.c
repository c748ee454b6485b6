/* guard.c — runs a function in a forked child under limits, and turns its end into an error.
 *
 * The child limits its own address space (on top of what is mapped already) and its processor time;
 * an alarm ends it if it only waits.  The text of an error comes back through a pipe, its code as
 * the exit status.  Exit statuses start at EXIT_BASE, so that the parent can tell any other exit
 * from a return.
 */
#define _GNU_SOURCE /* pipe2, sigabbrev_np */
#include "base/guard.h"

#include "base/helper.h"
#include "base/os.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of a child whose function returned; whatever else it exits with is a way to die. */
enum { EXIT_BASE = 64 };

/* ---- the child ------------------------------------------------------------------------------- */

static void limit(int resource, u64 n) {
  struct rlimit r = {n, n};
  setrlimit(resource, &r);
}

static noreturn_fn void try_it(GuardFn *fn, void *user, int to, const GuardLimits *limits) {
  int null =
      open("/dev/null", O_RDWR | O_CLOEXEC); /* nothing that dies here says so on the terminal */
  for (int fd = 0; null >= 0 && fd <= 2; fd++) dup2(null, fd);
  u64 mapped; /* a sanitizer's shadow is much, and it counts */
  os_resident_bytes(&mapped);
  limit(RLIMIT_AS, mapped + limits->bytes);
  limit(RLIMIT_CPU, limits->cpu_seconds);
  alarm(limits->seconds); /* it may also wait for what never comes */
  Err e = fn(user);
  const char *text = e == OK ? "" : err_text();
  ssize_t n = write(to, text, strlen(text));
  _exit(n < 0 ? EXIT_BASE + ERR_OS : EXIT_BASE + (int)e);
}

/* ---- the parent ------------------------------------------------------------------------------ */

static Err verdict(int status, const Text *said, const char *what) {
  if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_BASE + OK) return OK;
  if (WIFEXITED(status) && WEXITSTATUS(status) > EXIT_BASE)
    return err_set((Err)(WEXITSTATUS(status) - EXIT_BASE), "%s", text_c(said));
  if (WIFEXITED(status)) return err_set(ERR_INPUT, "%s needs too much memory", what);
  int signal = WTERMSIG(status);
  if (signal == SIGXCPU || signal == SIGKILL || signal == SIGALRM)
    return err_set(ERR_INPUT, "%s takes too long", what);
  return err_set(ERR_INPUT, "%s fails (SIG%s)", what, sigabbrev_np(signal));
}

Err guard_try(GuardFn *fn, void *user, const char *what, const GuardLimits *limits) {
  int ends[2];
  cleanup(text_free) Text said = {0};
  if (pipe2(ends, O_CLOEXEC)) return os_error("make a pipe");
  pid_t pid = helper_fork(&ends[1], 1);
  if (!pid) try_it(fn, user, ends[1], limits);
  close(ends[1]);
  if (pid > 0 && !fd_read(ends[0], &said)) text_clear(&said);
  close(ends[0]);
  if (pid < 0) return os_error("start a process");
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return os_error("wait for a process");
  return verdict(status, &said, what);
}
