/* process.c — the one process that there is: its numbers, its limits, its end; random bytes. */
#include "kernel.h"

#include <linux/random.h>
#include <linux/resource.h>
#include <linux/sysinfo.h>
#include <linux/utsname.h>

enum { PARENT = 1, N_LIMITS = 16 };
/* Of getrlimit, which headers of the kernel do not all name. */
enum {
  RESOURCE_FILE_BYTES = 1,
  RESOURCE_STACK = 3,
  RESOURCE_CORE = 4,
  RESOURCE_FILES = 7,
  RESOURCE_BYTES = 9
};

long sys_exit(const long *a) { nadir_exit((int)(a[0] & 0xff)); }

long sys_exit_group(const long *a) { nadir_exit((int)(a[0] & 0xff)); }

/* ---- numbers ------------------------------------------------------------------------------------- */

#define NUMBER(name, value)        \
  long sys_##name(const long *a) { \
    (void)a;                       \
    return value;                  \
  }

NUMBER(getpid, OWN_PID)
NUMBER(getppid, PARENT)
NUMBER(gettid, OWN_PID)
NUMBER(getuid, OWN_USER)
NUMBER(geteuid, OWN_USER)
NUMBER(getgid, OWN_GROUP)
NUMBER(getegid, OWN_GROUP)
NUMBER(getpgrp, OWN_PID)
NUMBER(setsid, -EPERM)
NUMBER(sched_yield, 0)
NUMBER(set_tid_address, OWN_PID)
NUMBER(set_robust_list, 0)
NUMBER(prctl, 0)
NUMBER(wait4, -ECHILD)
NUMBER(waitid, -ECHILD)
NUMBER(membarrier, 0)
NUMBER(setpriority, 0)
NUMBER(getpriority, 20)

/* The first n arguments are -1 or the number that the process has already. */
static long only_own(const long *a, int n, int own) {
  for (int i = 0; i < n; i++)
    if ((int)a[i] != own && (int)a[i] != -1) return -EPERM;
  return 0;
}

long sys_setuid(const long *a) { return (int)a[0] == OWN_USER ? 0 : -EPERM; }

long sys_setgid(const long *a) { return (int)a[0] == OWN_GROUP ? 0 : -EPERM; }

long sys_setreuid(const long *a) { return only_own(a, 2, OWN_USER); }

long sys_setregid(const long *a) { return only_own(a, 2, OWN_GROUP); }

long sys_setresuid(const long *a) { return only_own(a, 3, OWN_USER); }

long sys_setresgid(const long *a) { return only_own(a, 3, OWN_GROUP); }

static long put_three(const long *a, unsigned own) {
  for (int i = 0; i < 3; i++) *(unsigned *)a[i] = own;
  return 0;
}

long sys_getresuid(const long *a) { return put_three(a, OWN_USER); }

long sys_getresgid(const long *a) { return put_three(a, OWN_GROUP); }

long sys_getgroups(const long *a) {
  if ((int)a[0] < 0) return -EINVAL;
  if (a[0]) *(unsigned *)a[1] = OWN_GROUP;
  return 1;
}

static long only_itself(long pid, long answer) {
  return (int)pid == 0 || (int)pid == OWN_PID ? answer : -ESRCH;
}

long sys_getpgid(const long *a) { return only_itself(a[0], OWN_PID); }

long sys_getsid(const long *a) { return only_itself(a[0], OWN_PID); }

long sys_setpgid(const long *a) { return only_itself(a[0], 0); }

/* ---- the system ---------------------------------------------------------------------------------- */

long sys_uname(const long *a) {
  *(struct new_utsname *)a[0] = (struct new_utsname){.sysname = "Linux",
                                                     .nodename = "nadir",
                                                     .release = "6.1.0",
                                                     .version = "#1",
                                                     .machine = "x86_64",
                                                     .domainname = "(none)"};
  return 0;
}

long sys_sysinfo(const long *a) {
  *(struct sysinfo *)a[0] = (struct sysinfo){
      .uptime = 1000, .totalram = 1ul << 32, .freeram = 1ul << 31, .procs = 1, .mem_unit = 1};
  return 0;
}

long sys_sched_getaffinity(const long *a) {
  if (a[1] < 8 || a[1] % 8) return -EINVAL;
  *(unsigned long *)a[2] = (1ul << NADIR_PROCESSORS) - 1;
  return 8;
}

long sys_getcpu(const long *a) {
  if (a[0]) *(unsigned *)a[0] = 0;
  if (a[1]) *(unsigned *)a[1] = 0;
  return 0;
}

/* ---- other programs ------------------------------------------------------------------------------ */

/* There are none, but a program hears why as it would elsewhere: `env` and `nohup` exit with 127 if there is no such file. */
long sys_execve(const long *a) {
  Place p;
  long error = place_need(AT_FDCWD, (const char *)a[0], FOLLOW, &p);
  if (error) return error;
  if (!S_ISREG(p.node->mode) || !node_may(p.node, 1)) return -EACCES;
  nadir_missing("execve");
  return -ENOSYS;
}

/* ---- limits -------------------------------------------------------------------------------------- */

static struct rlimit64 limits[N_LIMITS];
static bool has_limits;

static struct rlimit64 *limit_of(long resource) {
  if ((int)resource < 0 || (int)resource >= N_LIMITS) return NULL;
  if (!has_limits) {
    for (int i = 0; i < N_LIMITS; i++)
      limits[i] = (struct rlimit64){RLIM64_INFINITY, RLIM64_INFINITY};
    limits[RESOURCE_FILES] = (struct rlimit64){MAX_FILES, MAX_FILES};
    limits[RESOURCE_FILE_BYTES] = (struct rlimit64){NADIR_MAX_FILE_BYTES, NADIR_MAX_FILE_BYTES};
    limits[RESOURCE_CORE] = (struct rlimit64){0, 0};
    limits[RESOURCE_BYTES] = (struct rlimit64){NADIR_MAX_BYTES, NADIR_MAX_BYTES};
    limits[RESOURCE_STACK].rlim_cur = NADIR_STACK_BYTES;
    has_limits = true;
  }
  return &limits[resource];
}

static long get_limit(long resource, struct rlimit64 *to) {
  struct rlimit64 *l = limit_of(resource);
  if (!l) return -EINVAL;
  *to = *l;
  return 0;
}

static long set_limit(long resource, const struct rlimit64 *from) {
  struct rlimit64 *l = limit_of(resource);
  if (!l || from->rlim_cur > from->rlim_max) return -EINVAL;
  if (from->rlim_max > l->rlim_max) return -EPERM;
  *l = *from;
  return 0;
}

long sys_getrlimit(const long *a) { return get_limit(a[0], (struct rlimit64 *)a[1]); }

long sys_setrlimit(const long *a) { return set_limit(a[0], (const struct rlimit64 *)a[1]); }

long sys_prlimit64(const long *a) {
  long error = only_itself(a[0], 0);
  struct rlimit64 before = {0};
  if (!error) error = get_limit(a[1], &before);
  if (!error && a[2]) error = set_limit(a[1], (const struct rlimit64 *)a[2]);
  if (!error && a[3]) *(struct rlimit64 *)a[3] = before;
  return error;
}

long sys_getrusage(const long *a) {
  fill((void *)a[1], 0, sizeof(struct rusage));
  return 0;
}

/* ---- random bytes -------------------------------------------------------------------------------- */

/* splitmix64, the same in every run: what a program finds does not depend on how it is searched */
unsigned long random_word(void) {
  static unsigned long state = 1;
  unsigned long x = state += 0x9e3779b97f4a7c15;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

long sys_getrandom(const long *a) {
  unsigned char *to = (unsigned char *)a[0];
  if (a[2] & ~(long)(GRND_NONBLOCK | GRND_RANDOM | GRND_INSECURE)) return -EINVAL;
  for (long i = 0; i < a[1]; i++) to[i] = (unsigned char)random_word();
  return a[1];
}
