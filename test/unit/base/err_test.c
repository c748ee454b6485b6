/* err_test.c — errors keep their text, belong to their thread, and bugs end
 * the process.
 */
#include "base/base.h"

#include "unit/unit.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void test_text_and_code(void **unused) {
  (void)unused;
  assert_int_equal(err_set(ERR_FILE, "no %s, %d times", "luck", 3), ERR_FILE);
  assert_string_equal(err_text(), "no luck, 3 times");
  assert_int_equal(err_exit_code(OK), 0);
  assert_int_equal(err_exit_code(ERR_USAGE), 2);
  for (Err e = OK; e < ERR_COUNT; e++) {
    assert_int_equal(err_exit_code(e) == 0, e == OK);
  }
}

static void test_long_text_is_cut(void **unused) {
  (void)unused;
  char *longer = mem_new(100001);
  memset(longer, 'x', 100000);
  assert_int_equal(err_set(ERR_OS, "%s", longer), ERR_OS);
  assert_in_range(strlen(err_text()), 500, 99999);
  mem_free(longer);
}

static void *other_thread(void *ret_seen) {
  *(size_t *)ret_seen = strlen(err_text());
  return (void *)(uintptr_t)err_set(ERR_OS, "from the other thread");
}

static void test_text_is_per_thread(void **unused) {
  (void)unused;
  pthread_t thread;
  size_t n_seen = 99;
  void *err;
  assert_int_equal(err_set(ERR_FILE, "mine"), ERR_FILE);
  assert_int_equal(pthread_create(&thread, NULL, other_thread, &n_seen), 0);
  assert_int_equal(pthread_join(thread, &err), 0);
  assert_int_equal((uintptr_t)err, ERR_OS);
  assert_int_equal(n_seen, 0);
  assert_string_equal(err_text(), "mine");
}

static Err fails_at(int step, int *ret_steps) {
  for (int i = 0; i < 3; i++) {
    TRY(i == step ? err_set(ERR_INPUT, "step %d", i) : OK);
    *ret_steps = i + 1;
  }
  return OK;
}

static void test_try(void **unused) {
  (void)unused;
  int n_steps = 0;
  assert_int_equal(fails_at(1, &n_steps), ERR_INPUT);
  assert_int_equal(n_steps, 1);
  assert_string_equal(err_text(), "step 1");
  assert_int_equal(fails_at(9, &n_steps), OK);
  assert_int_equal(n_steps, 3);
}

static void test_take(void **unused) {
  (void)unused;
  char *from = text_dup("moved");
  cleanup(freep) char *to = TAKE(from);
  assert_null(from);
  assert_string_equal(to, "moved");
}

static void check_one_is_two(void) {
  CHECK(1 + 1 == 2, "not reached");
  CHECK(1 == 2, "one is not %s", "two");
}

/* Runs f in a child; returns its wait status and what it said. */
static int run_child(void (*f)(void), char *said, size_t n_said) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t pid = fork();
  if (pid == 0) {
    dup2(ends[1], STDERR_FILENO);
    signal(SIGABRT, SIG_DFL);
    f();
    _exit(0);
  }
  close(ends[1]);
  size_t n = 0;
  for (ssize_t got; n + 1 < n_said && (got = read(ends[0], said + n, n_said - 1 - n)) > 0;)
    n += (size_t)got;
  said[n] = 0;
  close(ends[0]);
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return status;
}

static void test_check_aborts(void **unused) {
  (void)unused;
  char said[4096];
  int status = run_child(check_one_is_two, said, sizeof said);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
  assert_non_null(strstr(said, "internal error"));
  assert_non_null(strstr(said, "err_test.c"));
  assert_non_null(strstr(said, "one is not two"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_text_and_code),
      cmocka_unit_test(test_long_text_is_cut),
      cmocka_unit_test(test_text_is_per_thread),
      cmocka_unit_test(test_try),
      cmocka_unit_test(test_take),
      cmocka_unit_test(test_check_aborts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
