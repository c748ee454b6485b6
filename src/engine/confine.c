/* confine.c — Landlock for files, namespaces without network and with mounts of its own, a filter for signals, limits of the process.
 *
 * Landlock (Linux 5.13) needs no privileges, and the program ends by its own signals, which a
 * wrapper would turn into exit codes.  What a program can find out about its process is as in the
 * machine (runtime/posix), as far as the host allows: else `sort`, which asks for processors and for
 * memory, would take another path than the one that is to be confirmed.
 */
#define _GNU_SOURCE /* unshare, O_PATH */
#include "engine/confine.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <nadir/world.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const u64 writing = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                           LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                           LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                           LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                           LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;

static void allow(int rules, const char *path, u64 access) {
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return;
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = fd};
  syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(fd);
}

static void confine_files(const Confines *c, const char *folder, bool has_tmp) {
  struct landlock_ruleset_attr all = {.handled_access_fs = writing};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
  if (rules < 0) return;
  allow(rules, folder, writing);
  if (c->also) allow(rules, c->also, writing);
  if (has_tmp) allow(rules, "/tmp", writing);
  allow(rules, "/dev", LANDLOCK_ACCESS_FS_WRITE_FILE);
  if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

/* ---- mounts of its own --------------------------------------------------------------------------- */

enum { N_PLACES = 4 };

static bool make_parents(const char *path) {
  char part[4096];
  for (const char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
    size_t n = (size_t)(at - path);
    if (n >= sizeof part) return false;
    memcpy(part, path, n);
    part[n] = '\0';
    if (mkdir(part, 0755) && errno != EEXIST) return false;
  }
  return true;
}

/* What is open as `fd` is at its place, also in the new /tmp. */
static bool show(int fd, const char *path) {
  struct stat about;
  char from[40];
  if (fstat(fd, &about) || !make_parents(path)) return false;
  if (S_ISDIR(about.st_mode)) {
    if (mkdir(path, 0755) && errno != EEXIST) return false;
  } else {
    int made = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    if (made < 0) return false;
    close(made);
  }
  snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
  return !mount(from, path, NULL, MS_BIND, NULL);
}

static bool is_in_tmp(const char *path) {
  return path && !strncmp(path, "/tmp/", 5);
}

/* Landlock lets a program change the permissions, owners and times of files; a mount that is only read does not. */
static bool set_mount(const char *path, u64 set, u64 clear, unsigned flags) {
  struct mount_attr change = {.attr_set = set, .attr_clr = clear};
  return !syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &change, sizeof change);
}

static bool show_for_writing(int fd, const char *path) {
  return show(fd, path) && set_mount(path, 0, MOUNT_ATTR_RDONLY, 0);
}

/* In a namespace of mounts: everything can only be read but the folders, and /tmp, where programs make files
 * (tmpfile), is its own; false where the host's remains. */
static bool take_mounts(const Confines *c) {
  const char *places[N_PLACES] = {c->folder, c->also, c->test, c->program};
  enum { N_WRITABLE = 2 };
  int fds[N_PLACES];
  for (u32 i = 0; i < N_PLACES; i++) fds[i] = places[i] ? open(places[i], O_PATH | O_CLOEXEC) : -1;
  bool is_guarded = set_mount("/", MOUNT_ATTR_RDONLY, 0, AT_RECURSIVE);
  bool is_done = !mount("tmpfs", "/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=64m");
  for (u32 i = 0; i < N_PLACES; i++) {
    if (fds[i] < 0 || !is_done) continue;
    if (i < N_WRITABLE && is_guarded)
      is_done &= show_for_writing(fds[i], places[i]);
    else if (is_in_tmp(places[i]))
      is_done &= show(fds[i], places[i]);
  }
  if (is_done) return true;
  umount2("/tmp", MNT_DETACH);
  if (is_guarded) set_mount("/", 0, MOUNT_ATTR_RDONLY, AT_RECURSIVE);
  return false;
}

/* ---- a root of its own --------------------------------------------------------------------------- */

/* Made here, before it is the root: what is at /x then is at /tmp/x now. */
static const char staging[] = "/tmp";

/* Does it need no loader, and so none of the host's libraries? */
static bool is_static(const char *program) {
  Elf64_Ehdr head;
  Elf64_Phdr part;
  int fd = open(program, O_RDONLY | O_CLOEXEC);
  bool fits = fd >= 0 && pread(fd, &head, sizeof head, 0) == sizeof head &&
              !memcmp(head.e_ident, ELFMAG, SELFMAG) && head.e_phentsize == sizeof part;
  for (u32 i = 0; fits && i < head.e_phnum; i++) {
    off_t at = (off_t)(head.e_phoff + i * sizeof part);
    fits = pread(fd, &part, sizeof part, at) == sizeof part && part.p_type != PT_INTERP;
  }
  if (fd >= 0) close(fd);
  return fits;
}

/* What is open as `fd` will be at `path`, with permissions that nobody changes unless it can be written. */
static bool stage(int fd, const char *path, bool is_writable) {
  char full[4096];
  return snprintf(full, sizeof full, "%s%s", staging, path) < (int)sizeof full && show(fd, full) &&
         set_mount(full, is_writable ? 0 : MOUNT_ATTR_RDONLY, is_writable ? MOUNT_ATTR_RDONLY : 0,
                   0);
}

static bool stage_tmp(void) {
  return !mkdir("/tmp/tmp", 0755) &&
         !mount("tmpfs", "/tmp/tmp", "tmpfs", MS_NOSUID | MS_NODEV, "mode=1777,size=64m");
}

/* The root that a program finds in the machine (runtime/posix); what it writes outside of its folders and /tmp
 * fails there, too.  False: nothing has changed. */
static bool take_root(const Confines *c) {
  const char *places[] = {c->folder,   c->also,     c->test,     c->program,    "/proc/self/maps",
                          "/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
  enum { N_WRITABLE = 2 };
  int fds[ARRAY_LEN(places)];
  if (!is_static(c->program)) return false;
  for (u32 i = 0; i < ARRAY_LEN(places); i++)
    fds[i] = places[i] ? open(places[i], O_PATH | O_CLOEXEC) : -1;
  if (mount("tmpfs", staging, "tmpfs", MS_NOSUID, "mode=755,size=1m")) return false;
  bool is_done = stage_tmp();
  for (u32 i = 0; i < ARRAY_LEN(places) && is_done; i++)
    is_done = fds[i] < 0 || stage(fds[i], i ? places[i] : NADIR_FOLDER, i < N_WRITABLE);
  if (is_done && set_mount(staging, MOUNT_ATTR_RDONLY, 0, 0) && !chroot(staging)) return true;
  umount2(staging, MNT_DETACH);
  return false;
}

/* ---- signals ------------------------------------------------------------------------------------- */

/* A program may only send signals to itself and, with 0, to its own group; others are not there, as in the machine.
 * (`kill -9 -1` would end all that the user runs.)  Filters outlive the exec. */
static void confine_signals(void) {
  const u32 self = (u32)getpid(), not_there = SECCOMP_RET_ERRNO | ESRCH;
  const u32 number_at = offsetof(struct seccomp_data, nr),
            whom_at = offsetof(struct seccomp_data, args);
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number_at),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_kill, 5, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tkill, 4, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_tgkill, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_sigqueueinfo, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_rt_tgsigqueueinfo, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, whom_at),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, self, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, not_there),
  };
  struct sock_fprog filter = {ARRAY_LEN(rules), rules};
  if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

/* ---- the same as in the machine ------------------------------------------------------------------ */

static void limit(int resource, u64 most) {
  struct rlimit l = {most, most};
  setrlimit((__rlimit_resource_t)resource, &l);
}

static void limit_all(u64 memory_bytes) {
  struct rlimit stack;
  limit(RLIMIT_FSIZE, NADIR_MAX_FILE_BYTES);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, NADIR_MAX_FILES);
  if (memory_bytes) limit(RLIMIT_AS, memory_bytes);
  if (getrlimit(RLIMIT_STACK, &stack)) return;
  stack.rlim_cur = MIN(stack.rlim_max, NADIR_STACK_BYTES);
  setrlimit(RLIMIT_STACK, &stack);
}

/* Nothing is ignored or held back that a shell or a nohup left so; only that a file is too large is an error like
 * others, as the limit is not the program's. */
static void reset_signals(void) {
  sigset_t none;
  sigemptyset(&none);
  for (int k = 1; k < NSIG; k++) signal(k, k == SIGXFSZ ? SIG_IGN : SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void take_processors(void) {
  cpu_set_t all, some;
  CPU_ZERO(&some);
  if (sched_getaffinity(0, sizeof all, &all)) return;
  for (int k = 0; k < CPU_SETSIZE && CPU_COUNT(&some) < NADIR_PROCESSORS; k++)
    if (CPU_ISSET(k, &all)) CPU_SET(k, &some);
  sched_setaffinity(0, sizeof some, &some);
}

static void put_line(const char *path, const char *line, int n) {
  int fd = open(path, O_WRONLY | O_CLOEXEC);
  if (fd < 0) return;
  (void)!write(fd, line, (size_t)n);
  close(fd);
}

/* In a namespace of its own; also where nadir runs as root, a program is an ordinary user there. */
static void take_user(uid_t user, gid_t group) {
  char line[64];
  put_line("/proc/self/setgroups", "deny", 4);
  put_line("/proc/self/uid_map", line,
           snprintf(line, sizeof line, "%d %u 1", NADIR_USER, (unsigned)user));
  put_line("/proc/self/gid_map", line,
           snprintf(line, sizeof line, "%d %u 1", NADIR_GROUP, (unsigned)group));
}

/* ---- public -------------------------------------------------------------------------------------- */

const char *confine_self(const Confines *c) {
  uid_t user = geteuid();
  gid_t group = getegid();
  bool has_root = false, has_tmp = false;
  limit_all(c->memory_bytes);
  reset_signals();
  take_processors();
  umask(NADIR_UMASK);
  if (!unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS)) {
    take_user(user, group);
    bool is_private = !mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
    has_root = is_private && take_root(c);
    has_tmp = has_root || (is_private && take_mounts(c));
  } else if (!unshare(CLONE_NEWUSER | CLONE_NEWNET)) {
    take_user(user, group);
  }
  const char *folder = has_root ? NADIR_FOLDER : c->folder;
  confine_files(c, folder, has_tmp);
  confine_signals();
  return folder;
}
