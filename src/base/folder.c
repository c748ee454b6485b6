/* folder.c — removes everything in a folder.
 *
 * A program that is run natively may leave thousands of folders in each other: a path to the
 * innermost is longer than paths may be, and a descriptor for each is more than there are.  So only
 * the current folder is open, and the one above it is found by "..".  We check that it is the
 * folder we came from, because another process may have moved it.
 */
#define _GNU_SOURCE /* O_DIRECTORY, fdopendir */
#include "base/folder.h"

#include "base/os.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct FolderId {
  dev_t device;
  ino_t node;
} FolderId;

typedef VEC(FolderId) FolderIds;

static bool is_dots(const char *name) {
  return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

static int open_folder(int at, const char *name) {
  return openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

static bool id_of(int fd, FolderId *ret) {
  struct stat about;
  if (fstat(fd, &about)) return false;
  *ret = (FolderId){about.st_dev, about.st_ino};
  return true;
}

/* Removes what it can of what is in the folder; a descriptor of the first folder in it that is not empty, or -1. */
static int empty(int fd) {
  int inner = -1;
  DIR *d = fdopendir(dup(fd));
  if (!d) return -1;
  rewinddir(d);
  for (struct dirent *e; inner < 0 && (e = readdir(d));) {
    if (is_dots(e->d_name) || !unlinkat(fd, e->d_name, 0)) continue;
    if (errno != EISDIR && errno != EPERM) continue;
    if (!unlinkat(fd, e->d_name, AT_REMOVEDIR)) continue;
    fchmodat(fd, e->d_name, 0700, 0); /* the program may have closed it */
    inner = open_folder(fd, e->d_name);
  }
  closedir(d);
  return inner;
}

/* To the folder above; false: it is not the one that we came from. */
static bool climb(int *io_fd, FolderIds *above) {
  FolderId id, wanted = vec_pop(above);
  int up = open_folder(*io_fd, "..");
  fd_close(io_fd);
  *io_fd = up;
  return up >= 0 && id_of(up, &id) && id.device == wanted.device && id.node == wanted.node;
}

void folder_empty(const char *path) {
  FolderIds above = {0};
  FolderId id, last = {0};
  chmod(path, 0700);
  cleanup(fd_close) int fd = open_folder(AT_FDCWD, path);
  while (fd >= 0 && id_of(fd, &id)) {
    int inner = empty(fd);
    FolderId below;
    bool is_stuck = inner >= 0 && id_of(inner, &below) && below.device == last.device &&
                    below.node == last.node;
    if (inner >= 0 && !is_stuck) {
      vec_push(&above, id);
      fd_close(&fd);
      fd = inner;
      continue;
    }
    fd_close(&inner);
    last = id;
    if (!above.n || !climb(&fd, &above)) break;
  }
  vec_free(&above);
}
