/* sandbox_test.c — what a program in the sandbox sees of the host, what it can do to it, and that its files,
 * input and end are those that were asked for. */
#include "sandbox/sandbox.h"

#include "base/clock.h"
#include "base/os.h"
#include "sandbox/tempdir.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* A shell in it; appends what it prints. */
static SandboxEnd run(SandboxPlan plan, const char *script, Text *output) {
  cleanup(names_free) Names words = {0}, environment = {0};
  names_add(&words, "sh");
  names_add(&words, "-c");
  names_add(&words, script);
  names_end(&words);
  names_add(&environment, "ONLY=this");
  names_end(&environment);
  bool is_compiler = plan.kind == SANDBOX_COMPILER;
  plan.program = is_compiler ? "sh" : "/bin/sh";
  plan.words = &words;
  plan.environment = is_compiler ? NULL : &environment;
  plan.output = output;
  plan.report = -1;
  SandboxEnd end = {0};
  Err e = sandbox_run(&plan, &end);
  if (e != OK) fail_msg("%s", err_text());
  text_free(&end.errors);
  return end;
}

static void assert_prints(SandboxPlan plan, const char *script, const char *wanted) {
  cleanup(text_free) Text output = {0};
  run(plan, script, &output);
  assert_string_equal(text_c(&output), wanted);
}

static void test_ends(void **state) {
  (void)state;
  SandboxPlan program = {.kind = SANDBOX_PROGRAM}, late = {.limit_ns = NS_PER_S / 2};
  SandboxEnd end = run(program, "exit 5", NULL);
  assert_true(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 5 && !end.is_late);
  end = run(program, "kill -SEGV $$", NULL);
  assert_true(WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGSEGV && !end.is_late);
  u64 began = clock_ns();
  end = run(late, "while :; do :; done", NULL);
  assert_true(end.is_late && clock_ns() - began < 60 * NS_PER_S);
}

/* A program has a root of its own: of the host only what it needs to start. */
static void test_sees_nothing(void **state) {
  (void)state;
  if (!sandbox_is_full()) skip();
  SandboxPlan program = {.kind = SANDBOX_PROGRAM};
  char script[200];
  cleanup(tempdir_remove) Text folder = {0};
  assert_int_equal(tempdir_make(&folder), OK);
  snprintf(script, sizeof script,
           "[ -e %s ] && echo seen; [ -e /etc/passwd ] && echo seen; echo done", text_c(&folder));
  assert_prints(program, script, "done\n");
  snprintf(script, sizeof script, "kill -0 %d 2>/dev/null && echo alive; echo done", (int)getpid());
  assert_prints(program, script, "done\n");
  setenv("NADIR_TEST_SECRET", "1", 1);
  assert_prints(program, "echo $NADIR_TEST_SECRET$ONLY", "this\n");
}

/* What is given to it, and only as it was given. */
static void test_is_given(void **state) {
  (void)state;
  cleanup(sandbox_files_free) SandboxFiles files = {0};
  cleanup(text_free) Text input = {0};
  sandbox_file_add(&files, "data", S_IFREG | 0644, "one\n", 4);
  sandbox_file_add(&files, "locked", S_IFREG, "x", 1);
  text_add(&input, "typed\n");
  SandboxPlan plan = {.kind = SANDBOX_PROGRAM, .files = &files, .input = &input};
  assert_prints(plan, "read a < data; read b; echo $a $b", "one typed\n");
  assert_prints(
      plan, "(read a < locked) 2>/dev/null && echo open; echo two > data; read a < data; echo $a",
      "two\n");
  assert_prints(plan, "read a < data; echo $a", "one\n"); /* the next run begins anew */
}

/* A compiler reads the host's files and leaves results in one folder; nothing else changes. */
static void test_compiler(void **state) {
  (void)state;
  if (!sandbox_is_full()) skip();
  cleanup(tempdir_remove) Text results = {0}, other = {0};
  cleanup(text_free) Text kept = {0}, bytes = {0};
  char script[300];
  assert_int_equal(tempdir_make(&results), OK);
  assert_int_equal(tempdir_make(&other), OK);
  snprintf(script, sizeof script,
           "read x < /etc/passwd && echo read; echo made > %s/a.o; (echo bad > %s/b) 2>/dev/null",
           text_c(&results), text_c(&other));
  assert_prints((SandboxPlan){.kind = SANDBOX_COMPILER, .results = text_c(&results)}, script,
                "read\n");
  text_addf(&kept, "%s/a.o", text_c(&results));
  assert_int_equal(file_read(text_c(&kept), &bytes), OK);
  assert_string_equal(text_c(&bytes), "made\n");
  text_clear(&kept);
  text_addf(&kept, "%s/b", text_c(&other));
  assert_int_not_equal(access(text_c(&kept), F_OK), 0);
}

static int check(void **state) {
  (void)state;
  if (sandbox_check() != OK) fail_msg("%s", err_text());
  print_message("# sandbox %s\n", sandbox_said());
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_sees_nothing),
      cmocka_unit_test(test_is_given),
      cmocka_unit_test(test_compiler),
  };
  return cmocka_run_group_tests(tests, check, NULL);
}
