/* replay_test.c — programs built by the host's compiler and run on tests: ends, counts, time, and tests that
 * do not fit. */
#include "native/replay.h"

#include "base/clock.h"
#include "base/os.h"
#include "report/ktest.h"
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char source[] = "#include <nadir.h>\n"
                             "#include <stdlib.h>\n"
                             "int main(void) {\n"
                             "  int x, a[4] = {0};\n"
                             "  nadir_symbolic(&x, sizeof x, \"x\");\n"
                             "  nadir_cost(3);\n"
                             "  if (x == 1) abort();\n"
                             "  if (x == 2) for (;;) {}\n"
                             "  if (x == 3) nadir_target();\n"
                             "  if (x == 4) { int *p = malloc(8); p[x] = 1; free(p); }\n"
                             "  if (x == 5) nadir_assume(x == 6);\n"
                             "  return a[x & 3] + x;\n"
                             "}\n";

typedef struct Fixture {
  char folder[32], file[48], test[48];
  Recipe recipe;
  Replay replay;
} Fixture;

static void fixture_open(Fixture *f, ReplayBuild how) {
  *f = (Fixture){.folder = "/tmp/nadir-test-XXXXXX"};
  assert_non_null(mkdtemp(f->folder));
  snprintf(f->file, sizeof f->file, "%s/p.c", f->folder);
  snprintf(f->test, sizeof f->test, "%s/t.ktest", f->folder);
  assert_int_equal(file_write(f->file, source, strlen(source)), OK);
  f->recipe.folder = text_dup(f->folder);
  names_add(&f->recipe.files, "p.c");
  Err e = replay_build(&f->recipe, how, "p.c", 60 * NS_PER_S, false, &f->replay);
  if (e != OK) fail_msg("%s", err_text());
}

static void fixture_done(Fixture *f) {
  replay_done(&f->replay);
  recipe_free(&f->recipe);
  unlink(f->file);
  unlink(f->test);
  assert_int_equal(rmdir(f->folder), 0);
}

static ReplayEnd run_named(Fixture *f, const char *name, int x) {
  cleanup(ktest_free) Ktest k = {0};
  ReplayEnd end = {0};
  ktest_add_arg(&k, "p.c");
  named_bytes_add(&k.objects, name, &x, sizeof x);
  assert_int_equal(ktest_write(&k, f->test), OK);
  Err e = replay_run(&f->replay, f->test, NS_PER_S, false, &end);
  if (e != OK) fail_msg("%s", err_text());
  return end;
}

static void test_ends(void **state) {
  (void)state;
  Fixture f;
  fixture_open(&f, REPLAY_PLAIN);
  cleanup(text_free) Text why = {0};
  ReplayEnd end = run_named(&f, "x", 16);
  assert_true(WIFEXITED(end.child.status) && WEXITSTATUS(end.child.status) == 16);
  assert_true(end.has_counts && end.cost == 3 && end.target == 0 &&
              !replay_library_said(&end, &why));
  replay_end_done(&end);
  end = run_named(&f, "x", 3);
  assert_true(end.has_counts && end.target == 1);
  replay_end_done(&end);
  end = run_named(&f, "x", 1);
  assert_true(WIFSIGNALED(end.child.status) && WTERMSIG(end.child.status) == SIGABRT &&
              !end.has_counts);
  replay_end_done(&end);
  end = run_named(&f, "x", 2);
  assert_true(end.child.is_late && !end.has_counts);
  replay_end_done(&end);
  fixture_done(&f);
}

/* The library ends a program whose test does not fit, or breaks an assumption, and says why. */
static void test_does_not_fit(void **state) {
  (void)state;
  Fixture f;
  fixture_open(&f, REPLAY_PLAIN);
  cleanup(text_free) Text why = {0};
  ReplayEnd end = run_named(&f, "y", 0);
  assert_true(replay_library_said(&end, &why) && why.n > 0);
  replay_end_done(&end);
  text_clear(&why);
  end = run_named(&f, "x", 5);
  assert_true(replay_library_said(&end, &why) && why.n > 0);
  replay_end_done(&end);
  fixture_done(&f);
}

static void test_sanitized(void **state) {
  (void)state;
  Fixture f;
  int n = 0;
  fixture_open(&f, REPLAY_SANITIZED);
  ReplayEnd end = run_named(&f, "x", 4);
  assert_true(!WIFEXITED(end.child.status) || WEXITSTATUS(end.child.status) != 4);
  assert_non_null(replay_line(&end, "heap-buffer-overflow", &n));
  assert_true(n > 0);
  assert_null(replay_line(&end, "no such text", &n));
  replay_end_done(&end);
  end = run_named(&f, "x", 0);
  assert_true(WIFEXITED(end.child.status) && WEXITSTATUS(end.child.status) == 0);
  replay_end_done(&end);
  fixture_done(&f);
}

static void test_does_not_compile(void **state) {
  (void)state;
  char folder[] = "/tmp/nadir-test-XXXXXX", file[48];
  assert_non_null(mkdtemp(folder));
  snprintf(file, sizeof file, "%s/p.c", folder);
  assert_int_equal(file_write(file, "int main(void) { return nothing; }", 34), OK);
  cleanup(recipe_free) Recipe recipe = {.folder = text_dup(folder)};
  cleanup(replay_done) Replay replay = {0};
  names_add(&recipe.files, "p.c");
  assert_int_not_equal(replay_build(&recipe, REPLAY_PLAIN, "p.c", 60 * NS_PER_S, false, &replay),
                       OK);
  unlink(file);
  assert_int_equal(rmdir(folder), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_does_not_fit),
      cmocka_unit_test(test_sanitized),
      cmocka_unit_test(test_does_not_compile),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
