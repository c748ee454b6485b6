/* helper_test.c — what a helper inherits, what it does not, and when it is gone. */
#define _GNU_SOURCE /* pipe2 */
#include "base/helper.h"

#include "unit/unit.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What is buffered is written once, also if the helper exits as any program does. */
static void test_buffers(void **state) {
  (void)state;
  char path[] = "/tmp/nadir-helper-XXXXXX", line[32] = "";
  int fd = mkstemp(path), status;
  FILE *f = fdopen(fd, "w+");
  assert_non_null(f);
  fputs("once", f);
  pid_t pid = helper_fork(&fd, 1);
  if (!pid) exit(7);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_int_equal(WEXITSTATUS(status), 7);
  fclose(f);
  f = fopen(path, "re");
  assert_non_null(fgets(line, sizeof line, f));
  assert_string_equal(line, "once");
  fclose(f);
  unlink(path);
}

static void handler(int number) { (void)number; }

static bool is_open(int fd) { return fcntl(fd, F_GETFD) >= 0; }

static void test_inherits(void **state) {
  (void)state;
  int ends[2], others[2], status;
  assert_int_equal(pipe2(others, O_CLOEXEC), 0);
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  signal(SIGUSR1, handler);
  pid_t pid = helper_fork(&ends[1], 1);
  if (!pid) {
    struct sigaction user, keyboard;
    sigaction(SIGUSR1, NULL, &user);
    sigaction(SIGINT, NULL, &keyboard);
    _exit(is_open(ends[1]) + 2 * is_open(ends[0]) + 4 * is_open(others[0]) +
          8 * (user.sa_handler != SIG_DFL) + 16 * (keyboard.sa_handler != SIG_IGN));
  }
  assert_int_equal(waitpid(pid, &status, 0), pid);
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 1);
  for (u32 i = 0; i < 2; i++) close(ends[i]), close(others[i]);
}

/* The helper of a process that dies at once closes its end of a pipe by dying, too: the read here comes to an end, whoever
 * was faster. */
static void test_dies_with_maker(void **state) {
  (void)state;
  for (u32 round = 0; round < 20; round++) {
    int ends[2];
    char byte;
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    pid_t maker = helper_fork(&ends[1], 1);
    if (!maker) {
      if (!helper_fork(&ends[1], 1))
        for (;;) pause();
      _exit(0);
    }
    close(ends[1]);
    assert_int_equal(read(ends[0], &byte, 1), 0);
    waitpid(maker, NULL, 0);
    close(ends[0]);
  }
}

static void test_end(void **state) {
  (void)state;
  pid_t pid = helper_fork(NULL, 0);
  if (!pid)
    for (;;) pause();
  helper_end(pid);
  assert_int_equal(kill(pid, 0), -1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_buffers), cmocka_unit_test(test_inherits),
      cmocka_unit_test(test_dies_with_maker), cmocka_unit_test(test_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
