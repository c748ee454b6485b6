/* processor_clock.c — a library to preload: the clock that only goes forward shows the processor time of this process
 * and its children, so that a time limit means the same on a busy computer.
 *
 * Children that run are asked one by one; those that ended and were waited for are in getrusage.
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

static long long read_clock(clockid_t id) {
  struct timespec t;
  return syscall(SYS_clock_gettime, id, &t) ? -1 : t.tv_sec * ns_per_s + t.tv_nsec;
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
    clockid_t id;
    long long ns = clock_getcpuclockid(children[i], &id) ? -1 : read_clock(id);
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

/* The system is asked every half millisecond: it is asked often, and asking takes time. */
int clock_gettime(clockid_t id, struct timespec *t) {
  enum { PERIOD_NS = 500000 };
  static long long latest, asked;
  if (id != CLOCK_MONOTONIC) return (int)syscall(SYS_clock_gettime, id, t);
  long long now = real_time(t);
  if (now - asked > PERIOD_NS) {
    long long ns = read_clock(CLOCK_PROCESS_CPUTIME_ID) + of_running() + of_ended();
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
  pid_t pid = real();
  if (pid > 0) add(pid);
  if (pid == 0) n_children = 0;
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
