/* jail_mounts.c — what a sandbox has for files.
 *
 * A program gets a root of its own, in memory: that of the machine (runtime/posix), with its folder, /tmp,
 * some devices and its own /proc, and the libraries of the host if it needs them.  The host's root is
 * detached.  A compiler keeps the host's root, in which nothing can be changed.  What is written goes to
 * memory that the size of its file system limits.
 */
#define _GNU_SOURCE /* open_tree, move_mount */
#include "sandbox/jail.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/mount.h>
#include <nadir/world.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Of <sys/mount.h>, which does not go together with <linux/mount.h>. */
int mount(const char *what, const char *where, const char *kind, unsigned long flags,
          const void *how);
int umount2(const char *where, int flags);

enum { DETACH = 2 }; /* MNT_DETACH */

/* Everything that a run can write, and how many files. */
static const char program_size[] = "mode=755,size=320m,nr_inodes=16k";
static const char compiler_size[] = "mode=700,size=1g,nr_inodes=16k";

static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom"};

/* For programs that are not static: the loader, libraries, and where they are. */
static const char *const libraries[] = {
    "/lib",       "/lib64",     "/lib32",      "/libx32",        "/usr/lib",
    "/usr/lib64", "/usr/lib32", "/usr/libx32", "/usr/local/lib", "/etc/ld.so.cache"};

/* Made here, before it is the root: what is at /x then is at /tmp/x now. */
static const char staging[] = "/tmp";

/* ---- pieces ------------------------------------------------------------------------------------ */

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

/* A copy of a mount, or of a part of it, that nobody sees yet; -1: there is nothing at the path. */
static int take(const char *path) {
  return (int)syscall(SYS_open_tree, AT_FDCWD, path,
                      OPEN_TREE_CLONE | OPEN_TREE_CLOEXEC | AT_RECURSIVE);
}

static bool set_mount(int fd, const char *path, u64 set, unsigned flags) {
  struct mount_attr change = {.attr_set = set};
  return !syscall(SYS_mount_setattr, fd, path, flags, &change, sizeof change);
}

/* Puts what was taken there; the place is made. */
static bool show(int tree, const char *path, u64 attributes) {
  struct stat about;
  bool is_done = !fstat(tree, &about) && make_parents(path) &&
                 set_mount(tree, "", attributes, AT_EMPTY_PATH | AT_RECURSIVE);
  if (is_done && S_ISDIR(about.st_mode)) {
    is_done = !mkdir(path, 0755) || errno == EEXIST;
  } else if (is_done) {
    int made = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
    is_done = made >= 0;
    if (made >= 0) close(made);
  }
  is_done = is_done && !syscall(SYS_move_mount, tree, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH);
  close(tree);
  return is_done;
}

static bool staged(const char *path, char full[static 4096]) {
  return snprintf(full, 4096, "%s%s", staging, path) < 4096;
}

/* ---- a program's root -------------------------------------------------------------------------- */

/* Where /lib leads to /usr/lib, it does here. */
static bool stage_library(const char *path) {
  char full[4096], leads_to[256];
  if (!staged(path, full)) return false;
  ssize_t n = readlink(path, leads_to, sizeof leads_to - 1);
  if (n > 0) {
    leads_to[n] = 0;
    return !symlink(leads_to, full);
  }
  int tree = take(path);
  return tree < 0 || show(tree, full, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV);
}

static bool stage_device(const char *path) {
  char full[4096];
  int tree = staged(path, full) ? take(path) : -1;
  return tree < 0 || show(tree, full, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC);
}

/* It stays writable when the root does not. */
static bool stage_folder(const char *path, mode_t mode) {
  char full[4096];
  return staged(path, full) && !mkdir(full, mode) && !chmod(full, mode) &&
         !mount(full, full, NULL, MS_BIND, NULL);
}

static void stage_proc(const Jail *j, const char *at) {
  if (mkdir(at, 0755) && errno != EEXIST) jail_fail(j, PART_MOUNTS, "make /proc");
  if (!parts_have(j->parts, PART_PROC)) return;
  const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
  if (mount("proc", at, "proc", flags, "subset=pid") && mount("proc", at, "proc", flags, NULL))
    jail_fail(j, PART_PROC, "mount /proc");
}

/* ---- a compiler's ------------------------------------------------------------------------------ */

static bool replace_devices(void) {
  int trees[ARRAY_LEN(devices)];
  for (u32 i = 0; i < ARRAY_LEN(devices); i++) trees[i] = take(devices[i]);
  if (mount("tmpfs", "/dev", "tmpfs", MS_NOSUID, "mode=755,size=4k")) return false;
  for (u32 i = 0; i < ARRAY_LEN(devices); i++)
    if (trees[i] >= 0 && !show(trees[i], devices[i], MOUNT_ATTR_NOSUID | MOUNT_ATTR_NOEXEC))
      return false;
  return set_mount(AT_FDCWD, "/dev", MOUNT_ATTR_RDONLY, 0);
}

void jail_mounts(const Jail *j) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
    jail_fail(j, PART_MOUNTS, "have mounts of its own");
  if (j->kind == SANDBOX_COMPILER) {
    if (!replace_devices() ||
        !set_mount(AT_FDCWD, "/", MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID, AT_RECURSIVE) ||
        (j->results && mount("tmpfs", j->results, "tmpfs", MS_NOSUID | MS_NODEV, compiler_size)))
      jail_fail(j, PART_MOUNTS, "make the files of the host read-only");
    if (parts_have(j->parts, PART_PROC)) stage_proc(j, "/proc");
  } else {
    bool is_done = !mount("tmpfs", staging, "tmpfs", MS_NOSUID | MS_NODEV, program_size) &&
                   stage_folder(NADIR_FOLDER, 0755) && stage_folder("/tmp", 01777);
    for (u32 i = 0; i < ARRAY_LEN(devices) && is_done; i++) is_done = stage_device(devices[i]);
    for (u32 i = 0; i < ARRAY_LEN(libraries) && is_done && j->is_dynamic; i++)
      is_done = stage_library(libraries[i]);
    if (!is_done) jail_fail(j, PART_MOUNTS, "make a root of its own");
    stage_proc(j, "/tmp/proc");
    if (chdir(staging) || syscall(SYS_pivot_root, ".", ".") || umount2(".", DETACH) || chdir("/") ||
        !set_mount(AT_FDCWD, "/", MOUNT_ATTR_RDONLY, 0))
      jail_fail(j, PART_MOUNTS, "change its root");
  }
}

/* ---- files ------------------------------------------------------------------------------------- */

static bool copy_all(int from, int to) {
  off_t at = 0;
  for (ssize_t n; (n = sendfile(to, from, &at, 1 << 30));)
    if (n < 0 && errno != EINTR) return false;
  return true;
}

static bool put_image(const Jail *j) {
  int fd = open(j->program, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0555);
  bool is_done = fd >= 0 && copy_all(j->image, fd);
  if (fd >= 0) close(fd);
  return is_done;
}

static bool put_bytes(int fd, const Text *bytes) {
  size_t at = 0;
  while (at < bytes->n) {
    ssize_t n = write(fd, bytes->at + at, bytes->n - at);
    if (n < 0 && errno != EINTR) return false;
    if (n > 0) at += (size_t)n;
  }
  return true;
}

static bool put_file(const SandboxFile *f) {
  if (!make_parents(f->path)) return false;
  if (S_ISLNK(f->mode)) return !symlink(text_c(&f->bytes), f->path);
  int fd = open(f->path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  bool is_done = put_bytes(fd, &f->bytes) && (!f->has_times || !futimens(fd, f->times)) &&
                 !fchmod(fd, f->mode & 07777);
  close(fd);
  return is_done;
}

static bool make_folder(const char *path) {
  return !path || (make_parents(path) && (!mkdir(path, 0755) || errno == EEXIST));
}

void jail_files(const Jail *j) {
  mode_t before = umask(0);
  bool is_program = j->kind != SANDBOX_COMPILER;
  bool is_done = !is_program || (make_folder(j->folder) && make_folder(j->results) &&
                                 (j->image < 0 || (make_parents(j->program) && put_image(j))));
  if (!is_done) jail_fail(j, PART_COUNT, "make its folders");
  if (j->folder && chdir(j->folder)) jail_fail(j, PART_COUNT, "go to its folder");
  for (u32 i = 0; j->files && i < j->files->n; i++)
    if (!put_file(&j->files->at[i])) jail_fail(j, PART_COUNT, "write its files");
  umask(before);
}
