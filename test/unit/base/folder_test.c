/* folder_test.c — folders deeper than a path can name are emptied, and nothing outside is touched. */
#include "base/folder.h"

#include "unit/unit.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static u32 n_entries(const char *path) {
  u32 n = 0;
  DIR *d = opendir(path);
  while (readdir(d)) n++;
  closedir(d);
  return n - 2;
}

/* Each level has a file, an empty folder, a link to a folder outside, and the next level, which may be closed. */
static void make_level(int *io_fd, const char *outside, u32 level) {
  close(openat(*io_fd, "file", O_CREAT | O_WRONLY | O_CLOEXEC, 0));
  assert_int_equal(mkdirat(*io_fd, "empty", 0), 0);
  assert_int_equal(symlinkat(outside, *io_fd, "link"), 0);
  assert_int_equal(mkdirat(*io_fd, "next", 0700), 0);
  int next = openat(*io_fd, "next", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (level % 7 == 0) fchmod(*io_fd, 0500);
  close(*io_fd);
  *io_fd = next;
}

static void test_deep(void **state) {
  (void)state;
  enum { DEPTH = 1200 }; /* deeper than a path is long, and than files may be open at a time */
  char folder[] = "/tmp/nadir-folder-XXXXXX", outside[] = "/tmp/nadir-folder-XXXXXX", kept[64];
  assert_non_null(mkdtemp(folder));
  assert_non_null(mkdtemp(outside));
  strcat(strcpy(kept, outside), "/kept");
  close(open(kept, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (u32 i = 1; i <= DEPTH; i++) make_level(&fd, outside, i);
  close(fd);
  folder_empty(folder);
  assert_int_equal(n_entries(folder), 0);
  assert_int_equal(n_entries(outside), 1);
  assert_int_equal(rmdir(folder), 0);
  unlink(kept);
  rmdir(outside);
}

static void test_nothing(void **state) {
  (void)state;
  folder_empty("/nowhere/at-all");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_deep), cmocka_unit_test(test_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
