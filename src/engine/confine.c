/* confine.c — Landlock for files, a namespace without network, limits of the process.
 *
 * Landlock (Linux 5.13) needs no privileges, and the program ends by its own signals, which a
 * wrapper would turn into exit codes.
 */
#define _GNU_SOURCE /* unshare, O_PATH */
#include "engine/confine.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MAX_FILE_BYTES = 256 << 20 };

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

static void confine_files(const char *folder, const char *also) {
  struct landlock_ruleset_attr all = {.handled_access_fs = writing};
  int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
  if (rules < 0) return;
  allow(rules, folder, writing);
  if (also) allow(rules, also, writing);
  allow(rules, "/dev", LANDLOCK_ACCESS_FS_WRITE_FILE);
  if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
}

static void limit(int resource, u64 most) {
  struct rlimit l = {most, most};
  setrlimit((__rlimit_resource_t)resource, &l);
}

void confine_self(const char *folder, const char *also, u64 memory_bytes) {
  limit(RLIMIT_FSIZE, MAX_FILE_BYTES);
  limit(RLIMIT_CORE, 0);
  if (memory_bytes) limit(RLIMIT_AS, memory_bytes);
  unshare(CLONE_NEWUSER | CLONE_NEWNET);
  confine_files(folder, also);
}
