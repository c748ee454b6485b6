/* os_test.c — files of all kinds come back as they were written, and errors
 * name the file.
 */
#include "base/os.h"

#include "base/helper.h"
#include "base/rng.h"
#include "unit/unit.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/nadir-os-XXXXXX";
static char path[64];

static int make_folder(void **unused) {
  (void)unused;
  if (!mkdtemp(folder)) return -1;
  strcat(strcpy(path, folder), "/file");
  return 0;
}

static int remove_folder(void **unused) {
  (void)unused;
  unlink(path);
  return rmdir(folder);
}

static void check_round_trip(const char *bytes, size_t n) {
  Text t = {0};
  assert_int_equal(file_write(path, bytes, n), OK);
  assert_int_equal(file_read(path, &t), OK);
  assert_int_equal(t.n, n);
  assert_memory_equal(t.at, bytes, n);
  assert_int_equal(t.at[n], 0);
  text_free(&t);
}

static void test_round_trip(void **unused) {
  (void)unused;
  Rng rng = {5};
  size_t n = 300001;
  cleanup(freep) char *bytes = mem_new(n);
  for (size_t i = 0; i < n; i++) bytes[i] = (char)rng_u64(&rng);
  check_round_trip(bytes, n);
  check_round_trip(bytes, 65536);
  check_round_trip("\0\0", 2); /* also shows that the longer file was cut */
  check_round_trip("", 0);
}

static void test_missing_file(void **unused) {
  (void)unused;
  Text t = {.n = 77};
  assert_int_equal(file_read("/nowhere/at-all", &t), ERR_FILE);
  assert_int_equal(t.n, 77);
  assert_string_equal(err_text(), "cannot read '/nowhere/at-all': No such file or directory");
  assert_int_equal(file_write("/nowhere/at-all", "x", 1), ERR_FILE);
  assert_string_equal(err_text(), "cannot write '/nowhere/at-all': No such file or directory");
}

static void test_folder_is_no_file(void **unused) {
  (void)unused;
  Text t = {.n = 77};
  assert_int_equal(file_read(folder, &t), ERR_FILE);
  assert_int_equal(t.n, 77);
  assert_non_null(strstr(err_text(), folder));
  assert_non_null(strstr(err_text(), "Is a directory"));
}

static void test_full_disk(void **unused) {
  (void)unused;
  assert_int_equal(file_write("/dev/full", "x", 1), ERR_FILE);
  assert_non_null(strstr(err_text(), "'/dev/full': No space left on device"));
}

static u32 n_files(void) {
  u32 n = 0;
  DIR *d = opendir(folder);
  while (readdir(d)) n++;
  closedir(d);
  return n - 2;
}

/* There is no room for the new file: the old one stays, and nothing lies beside it. */
static void test_no_room(void **unused) {
  (void)unused;
  check_round_trip("old", 3);
  struct rlimit before, small = {.rlim_cur = 2};
  getrlimit(RLIMIT_FSIZE, &before);
  small.rlim_max = before.rlim_max;
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &small);
  Err err = file_write(path, "newer", 5);
  setrlimit(RLIMIT_FSIZE, &before);
  Text t = {0};
  assert_int_equal(err, ERR_FILE);
  assert_int_equal(file_read(path, &t), OK);
  assert_string_equal(text_c(&t), "old");
  assert_int_equal(n_files(), 1);
  text_free(&t);
}

noreturn_fn static void write_for_ever(char *bytes, u32 n) {
  for (u32 i = 0;; i++) {
    memset(bytes, 'a' + (int)(i % 26), n);
    if (file_write(path, bytes, n) != OK) _exit(1);
  }
}

/* Whenever it is killed, a process that writes leaves one of its files, whole. */
static void test_killed(void **unused) {
  (void)unused;
  enum { SIZE = 1 << 18 };
  cleanup(freep) char *bytes = mem_new(SIZE);
  for (u32 round = 0; round < 20; round++) {
    check_round_trip("", 0);
    pid_t pid = helper_fork(NULL, 0);
    if (!pid) write_for_ever(bytes, SIZE);
    usleep(round * 317);
    helper_end(pid);
    Text t = {0};
    assert_int_equal(file_read(path, &t), OK);
    assert_true(t.n == 0 || t.n == SIZE);
    for (u32 i = 1; i < t.n; i++) assert_true(t.at[i] == t.at[0]);
    text_free(&t);
  }
  DIR *d = opendir(folder); /* what was not finished lies aside, and is hidden */
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] != '.') assert_string_equal(e->d_name, "file");
    if (!strncmp(e->d_name, ".nadir-", 7)) unlinkat(dirfd(d), e->d_name, 0);
  }
  closedir(d);
}

/* A link stays a link, and a file keeps its permissions. */
static void test_kept(void **unused) {
  (void)unused;
  cleanup(text_free) Text link = {0}, t = {0};
  struct stat about;
  check_round_trip("old", 3);
  assert_int_equal(chmod(path, 0640), 0);
  text_addf(&link, "%s/link", folder);
  assert_int_equal(symlink(path, text_c(&link)), 0);
  assert_int_equal(file_write(text_c(&link), "through", 7), OK);
  assert_int_equal(lstat(text_c(&link), &about), 0);
  assert_true(S_ISLNK(about.st_mode));
  check_round_trip("new", 3);
  assert_int_equal(stat(path, &about), 0);
  assert_int_equal(about.st_mode & 0777, 0640);
  unlink(text_c(&link));
}

static void test_no_folder(void **unused) {
  (void)unused;
  assert_int_equal(folder_make(""), ERR_FILE);
  assert_int_equal(folder_make("/"), OK);
  assert_int_equal(folder_make(folder), OK);
}

static void test_device_without_size(void **unused) {
  (void)unused;
  Text t = {0};
  assert_int_equal(file_read("/proc/self/stat", &t), OK); /* stat() says 0 bytes */
  assert_true(t.n > 10);
  text_free(&t);
}

static void test_plain_names(void **unused) {
  (void)unused;
  static const char *const names[][2] = {
      {"a.c", "a.c"},   {"./a.c", "a.c"},     {"././b/./a.c", "b/./a.c"}, {".//a.c", "a.c"},
      {"/a.c", "/a.c"}, {"../a.c", "../a.c"}, {".a/b.c", ".a/b.c"},       {"", ""},
  };
  for (u32 i = 0; i < ARRAY_LEN(names); i++)
    assert_string_equal(path_plain(names[i][0]), names[i][1]);
}

static void test_memory(void **unused) {
  (void)unused;
  u64 half = os_half_memory();
  assert_true(half > 1u << 20);
  assert_true(half == os_half_memory());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_missing_file),
      cmocka_unit_test(test_folder_is_no_file),
      cmocka_unit_test(test_full_disk),
      cmocka_unit_test(test_no_room),
      cmocka_unit_test(test_killed),
      cmocka_unit_test(test_kept),
      cmocka_unit_test(test_no_folder),
      cmocka_unit_test(test_device_without_size),
      cmocka_unit_test(test_plain_names),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
