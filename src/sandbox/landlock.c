/* landlock.c — everything that the kernel's version of Landlock can forbid is forbidden, and some allowed again.
 *
 * The headers of the host may be older than its kernel, so the numbers stand here.
 */
#define _GNU_SOURCE /* O_PATH */
#include "sandbox/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* struct landlock_ruleset_attr of version 6. */
typedef struct Handled {
  u64 files, network, scopes;
} Handled;

/* Rights on files by version: how many of the lowest bits it knows (make, remove, read, execute; refer;
 * truncate; -; ioctl on devices). */
static const u32 n_rights[] = {0, 13, 14, 15, 15, 16};

static const u64 reading =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
static const u64 devices = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;
static const u64 of_files = LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE |
                            LANDLOCK_ACCESS_FS_WRITE_FILE | 1ull << 14 /* truncate */ |
                            1ull << 15 /* ioctl */;

bool landlock_open(LandlockRules *ret) {
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  *ret = (LandlockRules){.fd = -1};
  if (version < 1) return false;
  u32 n = n_rights[MIN((u32)version, (u32)ARRAY_LEN(n_rights) - 1)];
  Handled all = {(1ull << n) - 1, version >= 4 ? 3 : 0, version >= 6 ? 3 : 0};
  size_t size = version >= 6 ? sizeof all : version >= 4 ? 2 * sizeof(u64) : sizeof(u64);
  ret->files = all.files;
  ret->fd = (int)syscall(SYS_landlock_create_ruleset, &all, size, 0);
  return ret->fd >= 0;
}

void landlock_allow(const LandlockRules *r, const char *path, LandlockAccess access) {
  u64 rights = access == LANDLOCK_READ ? reading
               : access == LANDLOCK_DEVICE
                   ? LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE
                   : ~devices;
  struct stat about;
  int fd = open(path, O_PATH | O_CLOEXEC);
  if (fd < 0) return;
  if (!fstat(fd, &about) && !S_ISDIR(about.st_mode)) rights &= of_files;
  struct landlock_path_beneath_attr rule = {.allowed_access = rights & r->files, .parent_fd = fd};
  syscall(SYS_landlock_add_rule, r->fd, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
  close(fd);
}

bool landlock_self(LandlockRules *r) {
  bool is_done = !syscall(SYS_landlock_restrict_self, r->fd, 0);
  close(r->fd);
  r->fd = -1;
  return is_done;
}
