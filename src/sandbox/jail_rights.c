/* jail_rights.c — who a program in the sandbox is, what it may and how much of it there may be.
 *
 * What a program can find out about its process is as in the machine (runtime/posix), as far as the host
 * allows: else `sort`, which asks for processors and for memory, would take another path than the one that
 * is to be confirmed.
 */
#define _GNU_SOURCE /* setresuid, sched_getaffinity */
#include "sandbox/jail.h"

#include "base/clock.h"
#include "base/os.h"
#include "sandbox/filter.h"
#include "sandbox/landlock.h"
#include "sandbox/level.h"

#include <dirent.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <nadir/world.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- who it is --------------------------------------------------------------------------------- */

static bool set_capabilities(u64 capabilities) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  u32 low = (u32)capabilities, high = (u32)(capabilities >> 32);
  struct __user_cap_data_struct data[2] = {{low, low, 0}, {high, high, 0}};
  return !syscall(SYS_capset, &head, data);
}

static bool become(uid_t user, gid_t group) {
  return !setresgid(group, group, group) && !setresuid(user, user, user);
}

/* In a user namespace the user of the machine, who on the host is an ordinary one, also where nadir runs as
 * root.  A compiler reads the files of whoever runs nadir. */
void jail_identity(const Jail *j) {
  const u64 to_mount = 1ull << CAP_SYS_ADMIN | 1ull << CAP_SYS_CHROOT | 1ull << CAP_SETPCAP;
  if (parts_have(j->parts, PART_USER)) {
    if (!become(NADIR_USER, NADIR_GROUP)) jail_fail(j, PART_USER, "be an ordinary user");
  } else if (j->is_root && j->kind != SANDBOX_COMPILER) {
    if (setgroups(0, NULL) || prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0) ||
        !become(OTHER_USER, OTHER_USER) || !set_capabilities(to_mount))
      jail_fail(j, PART_COUNT, "be an ordinary user");
  }
}

/* A compiler of root reads what root reads, and that is all. */
void jail_drop(const Jail *j) {
  bool reads_all = j->kind == SANDBOX_COMPILER && j->is_root && !parts_have(j->parts, PART_USER);
  u64 kept = reads_all ? level_capabilities() & 1ull << CAP_DAC_READ_SEARCH : 0;
  for (int c = 0; c <= CAP_LAST_CAP; c++)
    if (!(kept >> c & 1)) prctl(PR_CAPBSET_DROP, c, 0, 0, 0); /* where it has none, it fails */
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (!set_capabilities(kept)) jail_fail(j, PART_COUNT, "drop its capabilities");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) jail_fail(j, PART_COUNT, "set no_new_privs");
}

/* ---- borders ----------------------------------------------------------------------------------- */

static void take_landlock(const Jail *j) {
  LandlockRules r;
  if (!landlock_open(&r)) jail_fail(j, PART_LANDLOCK, "use Landlock");
  if (j->kind == SANDBOX_COMPILER) {
    landlock_allow(&r, "/", LANDLOCK_READ);
    landlock_allow(&r, "/dev/null", LANDLOCK_DEVICE);
    if (j->results) landlock_allow(&r, j->results, LANDLOCK_CHANGE);
  } else if (parts_have(j->parts, PART_MOUNTS)) {
    landlock_allow(&r, "/", LANDLOCK_READ);
    landlock_allow(&r, "/dev", LANDLOCK_DEVICE);
    landlock_allow(&r, "/tmp", LANDLOCK_CHANGE);
    landlock_allow(&r, NADIR_FOLDER, LANDLOCK_CHANGE);
  } else {
    /* Where it has no root of its own: what there would be. */
    static const char *const read[] = {"/lib",           "/lib64",          "/lib32",
                                       "/usr/lib",       "/usr/lib64",      "/usr/lib32",
                                       "/usr/local/lib", "/etc/ld.so.cache"};
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                          "/dev/urandom"};
    char self[64];
    snprintf(self, sizeof self, "/proc/%d", (int)getpid());
    landlock_allow(&r, self, LANDLOCK_READ); /* sanitizers look at /proc/self/maps */
    for (u32 i = 0; i < ARRAY_LEN(read); i++) landlock_allow(&r, read[i], LANDLOCK_READ);
    for (u32 i = 0; i < ARRAY_LEN(devices); i++) landlock_allow(&r, devices[i], LANDLOCK_DEVICE);
    landlock_allow(&r, j->home, LANDLOCK_CHANGE);
  }
  if (!landlock_self(&r)) jail_fail(j, PART_LANDLOCK, "use Landlock");
}

void jail_borders(const Jail *j) {
  if (parts_have(j->parts, PART_LANDLOCK)) take_landlock(j);
  if (parts_have(j->parts, PART_SECCOMP) && !filter_self(j->parts, j->kind == SANDBOX_SANITIZED))
    jail_fail(j, PART_SECCOMP, "filter its system calls");
}

/* ---- how much ---------------------------------------------------------------------------------- */

static void limit(int resource, u64 most) {
  struct rlimit l = {most, most};
  setrlimit((__rlimit_resource_t)resource, &l);
}

static void take_processors(void) {
  cpu_set_t all, some;
  CPU_ZERO(&some);
  if (sched_getaffinity(0, sizeof all, &all)) return;
  for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&some) < NADIR_PROCESSORS; k++)
    if (CPU_ISSET(k, &all)) CPU_SET(k, &some);
  sched_setaffinity(0, sizeof some, &some);
}

static void limit_program(const Jail *j) {
  struct rlimit stack;
  limit(RLIMIT_FSIZE, NADIR_MAX_FILE_BYTES);
  limit(RLIMIT_NOFILE, NADIR_MAX_FILES);
  if (j->kind == SANDBOX_PROGRAM) limit(RLIMIT_AS, NADIR_MAX_BYTES);
  take_processors();
  umask(NADIR_UMASK);
  if (getrlimit(RLIMIT_STACK, &stack)) return;
  stack.rlim_cur = MIN(stack.rlim_max, NADIR_STACK_BYTES);
  setrlimit(RLIMIT_STACK, &stack);
}

void jail_limits(const Jail *j) {
  const u64 compiler_bytes = 8ull << 30, compiler_file = 1ull << 30;
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NPROC, j->most_processes);
  if (j->cpu_seconds) limit(RLIMIT_CPU, j->cpu_seconds);
  if (j->kind != SANDBOX_COMPILER) {
    limit_program(j);
    return;
  }
  limit(RLIMIT_FSIZE, compiler_file);
  limit(RLIMIT_AS, compiler_bytes);
}

/* Nothing is ignored or held back that a shell or a nohup left so; only that a file is too large is an error like
 * others, as the limit is not the program's. */
void jail_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  for (int k = 1; k < NSIG; k++) signal(k, k == SIGXFSZ ? SIG_IGN : SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

/* ---- memory of all processes ------------------------------------------------------------------- */

static u64 resident_bytes(const char *number) {
  char path[64], text[64] = "";
  unsigned long pages = 0;
  snprintf(path, sizeof path, "/proc/%.20s/statm", number);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return 0;
  if (read(fd, text, sizeof text - 1) > 0) sscanf(text, "%*u %lu", &pages);
  close(fd);
  return pages * (u64)sysconf(_SC_PAGESIZE);
}

/* RLIMIT_AS counts for one process, and sanitizers have none.  (The first process, 1, is a copy of nadir.) */
bool jail_is_full(const Jail *j, u64 *io_next_ns) {
  if (!parts_have(j->parts, PART_PROC) || j->kind == SANDBOX_COMPILER) return false;
  u64 now = clock_ns(), sum = 0;
  if (now < *io_next_ns) return false;
  *io_next_ns = now + 40 * NS_PER_MS;
  DIR *all = opendir("/proc");
  for (struct dirent *e; all && (e = readdir(all));)
    if (*e->d_name >= '0' && *e->d_name <= '9' && strcmp(e->d_name, "1"))
      sum += resident_bytes(e->d_name);
  if (all) closedir(all);
  return sum > MIN(2ull * NADIR_MAX_BYTES, os_half_memory());
}
