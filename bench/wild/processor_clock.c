/* processor_clock.c — a library to preload: the clock that only goes forward shows the processor time of this process
 * and its children, so that a time limit means the same on a busy computer.
 *
 * Children that run are asked one by one; those that ended and were waited for are in getrusage.  In a copy of a process
 * the clock goes on where it stood, with the time of both: so a limit that was set before means the same there.
 */
#define _GNU_SOURCE
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

#include <dlfcn.h>
#include <spawn.h>

enum { MAX_CHILDREN = 64 };
static pid_t children[MAX_CHILDREN];
static int n_children;
static const long long ns_per_s = 1000000000;
static pid_t maker;           /* of this copy; 0: it is none */
static long long before_fork; /* what the clock showed, but for the time of the maker itself */

static long long read_clock(clockid_t id) {
  struct timespec t;
  return syscall(SYS_clock_gettime, id, &t) ? -1 : t.tv_sec * ns_per_s + t.tv_nsec;
}

static long long of_process(pid_t pid) {
  clockid_t id;
  return clock_getcpuclockid(pid, &id) ? -1 : read_clock(id);
}

static long long of_maker(void) {
  static long long latest;
  long long ns = maker ? of_process(maker) : -1;
  if (ns >= 0) latest = before_fork + ns;
  return latest;
}

static long long of_ended(void) {
  struct rusage u;
  getrusage(RUSAGE_CHILDREN, &u);
  return (u.ru_utime.tv_sec + u.ru_stime.tv_sec) * ns_per_s +
         (u.ru_utime.tv_usec + u.ru_stime.tv_usec) * 1000LL;
}

static long long of_running(void) {
  long long sum = 0;
  for (int i = 0; i < n_children;) {
    long long ns = of_process(children[i]);
    if (ns < 0) {
      children[i] = children[--n_children];
    } else {
      sum += ns;
      i++;
    }
  }
  return sum;
}

typedef int Clock(clockid_t, struct timespec *);

static long long real_time(struct timespec *t) {
  static Clock *real; /* which needs no system call */
  if (!real) real = (Clock *)dlsym(RTLD_NEXT, "clock_gettime");
  real(CLOCK_MONOTONIC, t);
  return t->tv_sec * ns_per_s + t->tv_nsec;
}

static long long latest; /* what was shown last */

/* The system is asked every half millisecond: it is asked often, and asking takes time. */
int clock_gettime(clockid_t id, struct timespec *t) {
  enum { PERIOD_NS = 500000 };
  static long long asked;
  if (id != CLOCK_MONOTONIC) return (int)syscall(SYS_clock_gettime, id, t);
  long long now = real_time(t);
  if (now - asked > PERIOD_NS) {
    long long ns = read_clock(CLOCK_PROCESS_CPUTIME_ID) + of_running() + of_ended() + of_maker();
    asked = now;
    if (ns > latest) latest = ns; /* a child that ends between the two sums must not turn it back */
  }
  *t = (struct timespec){latest / ns_per_s, latest % ns_per_s};
  return 0;
}

static void add(pid_t pid) {
  if (n_children < MAX_CHILDREN) children[n_children++] = pid;
}

pid_t fork(void) {
  pid_t (*real)(void) = (pid_t(*)(void))dlsym(RTLD_NEXT, "fork");
  pid_t by = getpid();
  long long other = latest - read_clock(CLOCK_PROCESS_CPUTIME_ID);
  pid_t pid = real();
  if (pid > 0) add(pid);
  if (pid == 0) {
    n_children = 0;
    maker = by;
    before_fork = other;
  }
  return pid;
}

typedef int Spawn(pid_t *, const char *, const posix_spawn_file_actions_t *,
                  const posix_spawnattr_t *, char *const *, char *const *);

static int spawn(const char *by, pid_t *pid, const char *file,
                 const posix_spawn_file_actions_t *actions, const posix_spawnattr_t *attributes,
                 char *const *words, char *const *environment) {
  Spawn *real = (Spawn *)dlsym(RTLD_NEXT, by);
  pid_t own;
  int err = real(&own, file, actions, attributes, words, environment);
  if (!err) add(own);
  if (!err && pid) *pid = own;
  return err;
}

int posix_spawn(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const *words, char *const *environment) {
  return spawn("posix_spawn", pid, file, actions, attributes, words, environment);
}

int posix_spawnp(pid_t *pid, const char *file, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const *words,
                 char *const *environment) {
  return spawn("posix_spawnp", pid, file, actions, attributes, words, environment);
}
