/* helper.c — fork, and everything that is to be let go of.
 *
 * The maker may die between the fork and the request to be killed with it; then the helper has another parent.
 */
#define _GNU_SOURCE /* close_range, on_exit */
#include "base/helper.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FIRST_OWN_FD = 3 };

/* Registered last, so it runs before the handlers and the flushing that the maker is responsible for. */
static void leave(int status, void *unused) {
  (void)unused;
  _exit(status);
}

static void close_all_but(const int *kept, u32 n_kept) {
  int from = FIRST_OWN_FD;
  for (;;) {
    int next = -1;
    for (u32 i = 0; i < n_kept; i++)
      if (kept[i] >= from && (next < 0 || kept[i] < next)) next = kept[i];
    if (next < 0) break;
    if (next > from) close_range((unsigned)from, (unsigned)next - 1, 0);
    from = next + 1;
  }
  close_range((unsigned)from, ~0u, 0);
}

static void detach(pid_t maker, const int *kept, u32 n_kept) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != maker) _exit(0);
  for (int i = 1; i < NSIG; i++) signal(i, SIG_DFL);
  signal(SIGINT, SIG_IGN);
  on_exit(leave, NULL);
  close_all_but(kept, n_kept);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

pid_t helper_fork(const int *kept, u32 n_kept) {
  pid_t maker = getpid();
  fflush(NULL); /* what is buffered now must not be written by both */
  pid_t pid = fork();
  if (!pid) detach(maker, kept, n_kept);
  return pid;
}

void helper_end(pid_t pid) {
  kill(pid, SIGKILL);
  while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
}
