/* os.c — files by system calls, so that each error is seen and named. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "base/os.h"

#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Err file_error(const char *verb, const char *path) {
  return err_set(ERR_FILE, "cannot %s '%s': %s", verb, path, strerror(errno));
}

Err os_error(const char *what) { return err_set(ERR_OS, "cannot %s: %s", what, strerror(errno)); }

void fd_close(int *fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

bool fd_read(int fd, Text *to) {
  char block[SIZED(65536, 7)];
  for (;;) {
    ssize_t n = read(fd, block, sizeof block);
    if (n == 0) return true;
    if (n > 0)
      text_add_n(to, block, (size_t)n);
    else if (errno != EINTR)
      return false;
  }
}

bool fd_write(int fd, const void *bytes, size_t n_bytes) {
  for (const char *at = bytes, *end = at + n_bytes; at < end;) {
    ssize_t n = write(fd, at, (size_t)(end - at));
    if (n < 0 && errno != EINTR) return false;
    at += MAX(n, 0);
  }
  return true;
}

Err file_read(const char *path, Text *ret_text) {
  cleanup(fd_close) int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return file_error("read", path);
  cleanup(text_free) Text t = {0};
  text_add(&t, ""); /* the closing zero, also of an empty file */
  if (!fd_read(fd, &t)) return file_error("read", path);
  *ret_text = t;
  t = (Text){0};
  return OK;
}

/* Network file systems report a full disk only when the file is closed. */
static Err fill(int fd, const char *path, const void *bytes, size_t n_bytes) {
  Err err = fd_write(fd, bytes, n_bytes) ? OK : file_error("write", path);
  if (close(fd) && err == OK) err = file_error("write", path);
  return err;
}

/* A file takes the place of a file, but not of a link, a pipe or a device. */
static bool is_replaceable(const char *path, mode_t *ret_mode) {
  struct stat about;
  if (lstat(path, &about)) return errno == ENOENT;
  *ret_mode = about.st_mode & 07777;
  return S_ISREG(about.st_mode) && !access(path, W_OK);
}

/* Opens a temporary file in the folder of `path`.  Its name is short, because the name of `path`
 * may already have the maximal length.  Negative: the folder takes no new files. */
static int open_beside(const char *path, mode_t mode, Text *ret_path) {
  enum { TRIES = 100 }; /* a process that was killed left one behind */
  const char *slash = strrchr(path, '/');
  for (u32 i = 0; i < TRIES; i++) {
    text_clear(ret_path);
    text_add_n(ret_path, path, slash ? (size_t)(slash - path) + 1 : 0);
    text_addf(ret_path, ".nadir-%d-%u", (int)getpid(), i);
    int fd = open(text_c(ret_path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ? 0600 : 0666);
    if (fd >= 0 && mode) fchmod(fd, mode);
    if (fd >= 0 || errno != EEXIST) return fd;
  }
  return -1;
}

static Err write_in_place(const char *path, const void *bytes, size_t n_bytes) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return fd < 0 ? file_error("write", path) : fill(fd, path, bytes, n_bytes);
}

Err file_write(const char *path, const void *bytes, size_t n_bytes) {
  cleanup(text_free) Text beside = {0};
  mode_t mode = 0; /* of a file that is there */
  int fd = is_replaceable(path, &mode) ? open_beside(path, mode, &beside) : -1;
  if (fd < 0) return write_in_place(path, bytes, n_bytes);
  Err err = fill(fd, path, bytes, n_bytes);
  if (err == OK && rename(text_c(&beside), path)) err = file_error("write", path);
  if (err != OK) unlink(text_c(&beside));
  return err;
}

static Err make_one_folder(const char *path) {
  if (!mkdir(path, 0777) || errno == EEXIST) return OK;
  return file_error("make the folder", path);
}

Err folder_make(const char *path) {
  cleanup(freep) char *part = text_dup(path);
  for (char *s = *part ? strchr(part + 1, '/') : NULL; s; s = strchr(s + 1, '/')) {
    *s = 0;
    TRY(make_one_folder(part));
    *s = '/';
  }
  return make_one_folder(part);
}

const char *path_plain(const char *path) {
  while (path[0] == '.' && path[1] == '/') {
    path += 2;
    while (*path == '/') path++;
  }
  return path;
}

static const char *own_name = "nadir";

const char *program_name(void) { return own_name; }

void program_name_set(const char *name) { own_name = name; }

/* The first object is the program; the linker gives it a note with a hash of all its parts. */
static int read_build(struct dl_phdr_info *info, size_t size, void *ret) {
  (void)size;
  for (u32 i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &info->dlpi_phdr[i];
    const u8 *at = (const u8 *)(info->dlpi_addr + part->p_vaddr), *end = at + part->p_memsz;
    while (part->p_type == PT_NOTE && (size_t)(end - at) >= sizeof(ElfW(Nhdr))) {
      const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)at;
      const u8 *bytes = at + sizeof *note + (note->n_namesz + 3) / 4 * 4;
      if (note->n_type == NT_GNU_BUILD_ID) *(u64 *)ret = hash_bytes(bytes, note->n_descsz);
      at = bytes + (note->n_descsz + 3) / 4 * 4;
    }
  }
  return 1;
}

u64 program_build(void) {
  u64 build = hash_bytes(NADIR_VERSION NADIR_VARIANT, strlen(NADIR_VERSION NADIR_VARIANT));
  dl_iterate_phdr(read_build, &build);
  return build;
}

u64 os_resident_bytes(u64 *ret_mapped) {
  unsigned long mapped = 0, resident = 0;
  u64 page = (u64)sysconf(_SC_PAGESIZE);
  FILE *f = fopen("/proc/self/statm", "re");
  if (f && fscanf(f, "%lu %lu", &mapped, &resident) != 2) mapped = resident = 0;
  if (f) fclose(f);
  if (ret_mapped) *ret_mapped = mapped * page;
  return resident * page;
}

u64 os_half_memory(void) {
  long n_pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return n_pages > 0 && page > 0 ? (u64)n_pages * (u64)page / 2 : UINT64_MAX;
}
