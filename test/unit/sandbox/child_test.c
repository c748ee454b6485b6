/* child_test.c — runs of nadir in processes of their own: how they end, what is kept, and that nothing of a
 * group survives its time. */
#include "sandbox/child.h"

#include "base/clock.h"
#include "unit/unit.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static Err run(const char *script, u64 limit_ns, const volatile sig_atomic_t *stop, ChildEnd *ret) {
  cleanup(names_free) Names words = {0};
  names_add(&words, "sh");
  names_add(&words, "-c");
  names_add(&words, script);
  names_end(&words);
  return child_run(&(ChildPlan){.words = &words, .limit_ns = limit_ns, .stop = stop}, ret);
}

static void test_ends(void **state) {
  (void)state;
  ChildEnd end = {0};
  assert_int_equal(run("echo dropped; echo kept >&2; exit 7", 0, NULL, &end), OK);
  assert_true(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 7 && !end.is_late);
  assert_string_equal(text_c(&end.errors), "kept\n");
  text_free(&end.errors);
  assert_int_equal(run("kill -TERM $$", 0, NULL, &end), OK);
  assert_true(WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGTERM && !end.is_late);
  text_free(&end.errors);
  assert_int_equal(run("read x && exit 1; exit 0", 0, NULL, &end),
                   OK); /* standard input is empty */
  assert_int_equal(end.status, 0);
  text_free(&end.errors);
}

/* Of much that it says the end is kept. */
static void test_much(void **state) {
  (void)state;
  ChildEnd end = {0};
  assert_int_equal(
      run("i=0; while [ $i -lt 20000 ]; do echo line $i >&2; i=$((i+1)); done", 0, NULL, &end), OK);
  assert_int_equal(end.status, 0);
  assert_true(end.errors.n > 1000 && end.errors.n < 140000);
  assert_non_null(strstr(text_c(&end.errors), "line 19999\n"));
  assert_null(strstr(text_c(&end.errors), "line 1\n"));
  text_free(&end.errors);
}

/* The pid that it printed first. */
static pid_t first_number(const ChildEnd *end) {
  return (pid_t)strtol(text_c(&end->errors), NULL, 10);
}

static bool is_gone(pid_t pid) {
  for (u32 i = 0; i < 500 && !kill(pid, 0); i++) usleep(10000);
  return kill(pid, 0) < 0 && errno == ESRCH;
}

/* What it started ends with it: when time is up, and when it ended by itself. */
static void test_group(void **state) {
  (void)state;
  ChildEnd end = {0};
  assert_int_equal(run("sleep 100 & echo $! >&2; wait", NS_PER_S / 2, NULL, &end), OK);
  assert_true(end.is_late && WIFSIGNALED(end.status));
  assert_true(first_number(&end) > 1 && is_gone(first_number(&end)));
  text_free(&end.errors);
  assert_int_equal(run("sleep 100 >/dev/null 2>&1 & echo $! >&2", 0, NULL, &end), OK);
  assert_false(end.is_late);
  assert_true(first_number(&end) > 1 && is_gone(first_number(&end)));
  text_free(&end.errors);
}

static void test_stop(void **state) {
  (void)state;
  volatile sig_atomic_t stop = 1;
  ChildEnd end = {0};
  assert_int_equal(run("sleep 100", 0, &stop, &end), OK);
  assert_true(end.is_late);
  text_free(&end.errors);
}

static void test_missing(void **state) {
  (void)state;
  cleanup(names_free) Names words = {0};
  names_add(&words, "no-such-program-of-nadir");
  names_end(&words);
  ChildEnd end = {.status = 77};
  assert_int_equal(child_run(&(ChildPlan){.words = &words}, &end), ERR_OS);
  assert_non_null(strstr(err_text(), "no-such-program-of-nadir"));
  assert_int_equal(end.status, 77);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends), cmocka_unit_test(test_much),    cmocka_unit_test(test_group),
      cmocka_unit_test(test_stop), cmocka_unit_test(test_missing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
