/* native_world_test.c — the outside of a program made real from a test: arguments, variables, files, standard
 * input, and what a test lacks. */
#include "native/native_world.h"

#include "base/os.h"
#include "report/ktest.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Fixture {
  char test[32];
  Recipe recipe;
  Ktest k;
} Fixture;

static Fixture fixture(u32 n, const char *const *words) {
  Fixture f = {.test = "/tmp/nadir-test-XXXXXX"};
  close(mkstemp(f.test));
  f.recipe.folder = text_dup("/");
  for (u32 i = 0; i < n; i++) names_add(&f.recipe.arguments, words[i]);
  return f;
}

#define FIXTURE(...) \
  fixture(ARRAY_LEN(((const char *[]){__VA_ARGS__})), (const char *const[]){__VA_ARGS__})

static void give(Fixture *f, const char *name, const void *bytes, u32 n) {
  named_bytes_add(&f->k.objects, name, bytes, n);
}

static Err make(Fixture *f, NativeWorld *ret) {
  return native_world_make(&f->recipe, &f->k, false, ret);
}

static void done(Fixture *f) {
  ktest_free(&f->k);
  recipe_free(&f->recipe);
  unlink(f->test);
}

static const SandboxFile *file_of(const NativeWorld *w, const char *path) {
  for (u32 i = 0; i < w->files.n; i++)
    if (!strcmp(w->files.at[i].path, path)) return &w->files.at[i];
  return NULL;
}

static void test_arguments(void **state) {
  (void)state;
  Fixture f = FIXTURE("-v", "--sym-arg", "3", "--sym-args", "0", "2", "2", "last");
  u32 two = 2;
  give(&f, "arg00", "ab\0\0", 4);
  give(&f, "n_args", &two, sizeof two);
  give(&f, "arg01", "\0\0\0", 3);
  give(&f, "arg02", "xy\0", 3);
  cleanup(native_world_done) NativeWorld w = {0};
  assert_int_equal(make(&f, &w), OK);
  static const char *const wanted[] = {"-v", "ab", "", "xy", "last"};
  assert_int_equal(w.words.n, ARRAY_LEN(wanted));
  for (u32 i = 0; i < w.words.n; i++) assert_string_equal(w.words.at[i], wanted[i]);
  assert_false(w.reads_behind || w.has_rest || w.has_input || w.has_failures || w.lacks_files);
  done(&f);
}

/* What stands behind the end of an argument is not there natively. */
static void test_behind(void **state) {
  (void)state;
  Fixture f = FIXTURE("--sym-arg", "3");
  give(&f, "arg00", "a\0b\0", 4);
  cleanup(native_world_done) NativeWorld w = {0};
  assert_int_equal(make(&f, &w), OK);
  assert_string_equal(w.words.at[0], "a");
  assert_true(w.reads_behind);
  done(&f);
}

static void test_files(void **state) {
  (void)state;
  Fixture f = FIXTURE("--sym-files", "2", "3", "--sym-stdin", "4", "--sym-stdout");
  struct stat s = {.st_mode = S_IFREG | 0600, .st_mtim.tv_sec = 99};
  give(&f, "A_data", "abc", 3);
  give(&f, "A_data_stat", &s, sizeof s);
  give(&f, "B_data", "d\0e", 3);
  give(&f, "stdin", "in\0t", 4);
  give(&f, "mine", "1", 1); /* the program's own: for the replay library */
  cleanup(native_world_done) NativeWorld w = {0};
  assert_int_equal(make(&f, &w), OK);
  const SandboxFile *a = file_of(&w, "A"), *b = file_of(&w, "B");
  assert_true(a && a->mode == (S_IFREG | 0600) && a->has_times && a->times[1].tv_sec == 99);
  assert_true(b && b->bytes.n == 3 && !memcmp(b->bytes.at, "d\0e", 3) && !b->has_times);
  assert_true(w.has_input && w.input.n == 4 && w.output_is_file && w.has_rest);
  const SandboxFile *rest = file_of(&w, sandbox_test_path());
  cleanup(ktest_free) Ktest k = {0};
  assert_non_null(rest);
  assert_int_equal(ktest_decode("rest", text_c(&rest->bytes), rest->bytes.n, &k), OK);
  assert_true(k.objects.n == 1 && !strcmp(k.objects.at[0].name, "mine"));
  done(&f);
}

static void test_lines(void **state) {
  (void)state;
  Fixture f = FIXTURE("a");
  char path[] = "/tmp/nadir-test-XXXXXX";
  close(mkstemp(path));
  assert_int_equal(file_write(path, "host", 4), OK);
  assert_int_equal(chmod(path, 0640), 0);
  cleanup(text_free) Text line = {0};
  text_addf(&line, "file data/x=%s", path);
  names_add(&f.recipe.outside, text_c(&line));
  text_clear(&line);
  text_addf(&line, "file /etc/x=%s", path);
  names_add(&f.recipe.outside, text_c(&line));
  names_add(&f.recipe.outside, "env MODE=fast");
  names_add(&f.recipe.outside, "sym-env");
  give(&f, "env_HOME", "/h\0\0", 4);
  assert_true(native_world_is_needed(&f.recipe));
  cleanup(native_world_done) NativeWorld w = {0};
  assert_int_equal(make(&f, &w), OK);
  const SandboxFile *x = file_of(&w, "data/x");
  assert_true(x && x->mode == (S_IFREG | 0640) && !strcmp(text_c(&x->bytes), "host"));
  assert_true(w.lacks_files && !file_of(&w, "/etc/x")); /* the host keeps that place for itself */
  assert_int_equal(w.variables.n, 2);
  assert_string_equal(w.variables.at[0], "MODE=fast");
  assert_string_equal(w.variables.at[1], "HOME=/h");
  unlink(path);
  done(&f);
}

static void test_shapes(void **state) {
  (void)state;
  for (u8 shape = 0; shape < 2; shape++) {
    Fixture f = FIXTURE("--sym-shape", "one", "--sym-shape", "two", "three");
    give(&f, NADIR_SHAPE_INPUT, &shape, 1);
    cleanup(native_world_done) NativeWorld w = {0};
    assert_int_equal(make(&f, &w), OK);
    assert_int_equal(w.words.n, 1u + shape);
    assert_string_equal(w.words.at[0], shape ? "two" : "one");
    done(&f);
  }
}

/* A test that lacks what the arguments ask for is refused by name; failures are noted. */
static void test_lacks(void **state) {
  (void)state;
  static const char *const cases[][3] = {{"--sym-arg", "1", "'arg00'"},
                                         {"--sym-stdin", "1", "'stdin'"}};
  for (u32 i = 0; i < ARRAY_LEN(cases); i++) {
    Fixture f = fixture(2, cases[i]);
    NativeWorld w = {0};
    assert_int_equal(make(&f, &w), ERR_INPUT);
    assert_non_null(strstr(err_text(), cases[i][2]));
    done(&f);
  }
  Fixture f = FIXTURE("a");
  give(&f, "fail_read", "\1", 1);
  cleanup(native_world_done) NativeWorld w = {0};
  assert_int_equal(make(&f, &w), OK);
  assert_true(w.has_failures && !w.has_rest);
  assert_false(native_world_is_needed(&f.recipe));
  done(&f);
}

static void test_names(void **state) {
  (void)state;
  assert_true(native_world_is_bytes("arg00") && native_world_is_bytes("A_data"));
  assert_true(native_world_is_bytes("stdin") && native_world_is_bytes("env_X"));
  assert_false(native_world_is_bytes("argument") || native_world_is_bytes("a_data"));
  assert_int_equal(native_world_length("arg01", "ab\0c", 4), 2);
  assert_int_equal(native_world_length("arg01", "abcd", 4), 3); /* the machine has a 0 at the end */
  assert_int_equal(native_world_length("stdin", "a\0bc", 4), 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arguments), cmocka_unit_test(test_behind), cmocka_unit_test(test_files),
      cmocka_unit_test(test_lines),     cmocka_unit_test(test_shapes), cmocka_unit_test(test_lacks),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
