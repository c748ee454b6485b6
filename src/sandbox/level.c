/* level.c — tries to make a sandbox, and again without what failed.
 *
 * What a host says that it has (sysctl, /proc) is not what it lets a process do: containers, security
 * modules and old kernels refuse at different places.
 */
#define _GNU_SOURCE /* clone flags */
#include "sandbox/level.h"

#include "base/os.h"
#include "sandbox/jail_start.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- what nadir is ------------------------------------------------------------------------------- */

u64 level_capabilities(void) {
  struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct data[2] = {0};
  if (syscall(SYS_capget, &head, data)) return 0;
  return data[0].effective | (u64)data[1].effective << 32;
}

bool level_is_root(void) {
  const u64 needed = 1ull << CAP_SYS_ADMIN | 1ull << CAP_SETUID | 1ull << CAP_SETGID;
  return (level_capabilities() & needed) == needed;
}

/* ---- what the host has ----------------------------------------------------------------------------- */

static JailParts namespaces(void) {
  JailParts all = 0;
#define PART(id, clone, text) all |= (clone) ? 1u << PART_##id : 0;
#include "sandbox/parts.def"
#undef PART
  return all;
}

/* Without a user namespace only root gets the others. */
static JailParts without_user(JailParts parts, bool is_root) {
  JailParts rest = parts_without(parts, PART_USER);
  return is_root ? rest : rest & ~namespaces();
}

/* What depends on it is missing, too. */
static JailParts without(JailParts parts, int failed, bool is_root) {
  if (failed == PART_USER) return without_user(parts, is_root);
  if (failed < 0) /* the process itself: some namespace */
    return parts_have(parts, PART_USER) ? without_user(parts, is_root) : parts & ~namespaces();
  return parts_without(parts, (JailPart)failed);
}

static JailParts with_needs(JailParts parts) {
  bool has_both = parts_have(parts, PART_MOUNTS) && parts_have(parts, PART_PROCESSES);
  return has_both ? parts : parts_without(parts, PART_PROC);
}

/* A namespace at a time, where all together are refused: one of them may be the reason. */
static JailParts find_namespaces(JailParts parts, bool is_root) {
  JailParts found = parts & ~namespaces();
  static const u64 flags[] = {
#define PART(id, clone, text) clone,
#include "sandbox/parts.def"
#undef PART
  };
  u64 user = parts_have(parts, PART_USER) ? CLONE_NEWUSER : 0;
  for (u32 i = 0; i < PART_COUNT; i++) {
    if (!parts_have(parts, (JailPart)i) || !flags[i] || (!user && !is_root)) continue;
    pid_t pid = (pid_t)syscall(SYS_clone, flags[i] | user | SIGCHLD, NULL, NULL, NULL, NULL);
    if (!pid) _exit(0);
    while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    if (pid > 0) found |= 1u << i;
  }
  return found;
}

static JailParts reduce(JailParts parts, int failed, bool is_root) {
  JailParts found = failed < 0 ? find_namespaces(parts, is_root) : parts;
  bool loses_user = parts_have(parts, PART_USER) && !parts_have(found, PART_USER);
  if (loses_user) found = without_user(parts, is_root);
  return with_needs(found != parts ? found : without(parts, failed, is_root));
}

static JailParts find_parts(SandboxKind kind) {
  bool is_root = level_is_root();
  JailParts parts = all_parts;
  if (kind == SANDBOX_COMPILER && is_root) parts = parts_without(parts, PART_USER);
  static char *const nothing[] = {NULL};
  for (u32 i = 0; parts && i <= PART_COUNT; i++) {
    bool has_mounts = parts_have(parts, PART_MOUNTS);
    Jail j = {.kind = kind,
              .parts = parts,
              .is_root = is_root,
              .is_dynamic = true,
              .home = has_mounts ? NULL : "/",
              .program = jail_nothing,
              .image = -1,
              .words = nothing,
              .environment = nothing,
              .input = -1,
              .output = -1,
              .errors = -1,
              .report = -1};
    JailProcess p;
    JailWord news;
    int unused = -1;
    if (jail_start(&j, &p, &news) != OK) return 0;
    if (news.news == JAIL_IS_READY && !jail_receive(&p, &news, &unused))
      news = (JailWord){.news = JAIL_FAILED, .value = PART_COUNT};
    jail_end(&p, parts, false);
    if (news.news == JAIL_ENDED) return parts;
    if (news.value >= PART_COUNT) return 0;
    parts = reduce(parts, news.value, is_root);
  }
  return parts;
}

JailParts level_parts(SandboxKind kind) {
  static bool is_known[2];
  static JailParts known[2];
  u32 i = kind == SANDBOX_COMPILER;
  if (!is_known[i]) {
    known[i] = find_parts(i ? SANDBOX_COMPILER : SANDBOX_PROGRAM);
    is_known[i] = true;
  }
  return known[i];
}
