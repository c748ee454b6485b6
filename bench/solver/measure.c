/* measure.c — see measure.h.
 *
 * A process per measurement: the peak of memory is its own, and Z3 can be
 * stopped for real.  Peak memory counts the process and those it started (the
 * chain keeps Z3 in one) as if they peaked together; of a process that was killed
 * it is its own alone. */
#include "bench/solver/measure.h"

#include "base/clock.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static u64 peak_of(int who) {
  struct rusage usage;
  getrusage(who, &usage);
  return (u64)usage.ru_maxrss * 1024;
}

static noreturn_fn void run_child(const Job *job, int fd) {
  setpgid(0, 0);
  Measured m = {0};
  Path path;
  expr_open();
  job->workload->run(&path, job->n);
  m.n_branches = path.n_branches;
  job->backend->follow(&path, job->stages, &m);
  path_done(&path);
  expr_close();
  m.peak_bytes = peak_of(RUSAGE_SELF) + peak_of(RUSAGE_CHILDREN);
  bool is_written = write(fd, &m, sizeof m) == sizeof m;
  _exit(is_written ? 0 : 1);
}

/* Waits for the child's report, then for its end; kills it at the limit. */
static Outcome await(const Job *job, pid_t pid, int fd, Measured *out) {
  u64 deadline = clock_after(job->limit_ns);
  struct pollfd p = {.fd = fd, .events = POLLIN};
  int ready = 0;
  while (ready <= 0 && clock_left(deadline)) {
    u64 left_ms = clock_left(deadline) / NS_PER_MS;
    ready = poll(&p, 1, (int)MIN(left_ms, 1000) + 1);
  }
  Measured m = {0};
  bool is_read = ready > 0 && read(fd, &m, sizeof m) == sizeof m;
  if (ready <= 0) kill(-pid, SIGKILL);
  struct rusage usage;
  CHECK(wait4(pid, NULL, 0, &usage) == pid, "a child is lost");
  if (!is_read) m.peak_bytes = (u64)usage.ru_maxrss * 1024;
  *out = m;
  if (ready <= 0) return OUTCOME_TOO_SLOW;
  if (!is_read) return OUTCOME_FAILED;
  return m.applies ? OUTCOME_DONE : OUTCOME_NO_SENSE;
}

Outcome measure(const Job *job, Measured *out) {
  int fds[2];
  CHECK(pipe(fds) == 0, "no pipe");
  fflush(stdout);
  pid_t pid = fork();
  CHECK(pid >= 0, "no process");
  if (pid == 0) {
    close(fds[0]);
    run_child(job, fds[1]);
  }
  setpgid(pid, pid); /* also here: whoever comes first */
  close(fds[1]);
  Outcome o = await(job, pid, fds[0], out);
  close(fds[0]);
  return o;
}
