/* environment_test.c — the outside of a program: words of KLEE's, options, lines of recipes, and records. */
#include "build/environment.h"

#include "base/os.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static Err add_words(Environment *e, u32 n, const char *const *words) {
  WordList list = {0};
  vec_append(&list, words, n);
  Err err = environment_add_words(e, &list);
  vec_free(&list);
  return err;
}

#define ADD(e, ...) \
  add_words(e, ARRAY_LEN(((const char *[]){__VA_ARGS__})), (const char *const[]){__VA_ARGS__})

static void test_words(void **state) {
  (void)state;
  cleanup(environment_done) Environment e = {0};
  assert_int_equal(ADD(&e, "-v", "--sym-args", "1", "2", "9", "-sym-stdin", "N", "last"), OK);
  assert_int_equal(e.items.n, 4);
  assert_true(e.items.at[0].kind == NADIR_WORLD_ARG && !strcmp(e.items.at[0].text, "-v"));
  const EnvironmentItem *args = &e.items.at[1];
  assert_int_equal(args->kind, NADIR_WORLD_SYM_ARGS);
  assert_true(args->numbers[0] == 1 && args->numbers[1] == 2 && args->numbers[2] == 9);
  assert_int_equal(e.items.at[2].numbers[0], NADIR_WORLD_SIZE);
  assert_true(environment_is_given(&e) && environment_is_symbolic(&e));
  assert_true(environment_has(&e, NADIR_WORLD_SYM_STDIN) &&
              !environment_has(&e, NADIR_WORLD_SYM_FILES));
  assert_int_equal(environment_word_length("--sym-args"), 4);
  assert_int_equal(environment_word_length("--sym-stdout"), 1);
  assert_int_equal(environment_word_length("sym-args"), 0);
}

static void test_plain_words(void **state) {
  (void)state;
  cleanup(environment_done) Environment e = {0};
  assert_int_equal(ADD(&e, "a", "--sym-what", "-"), OK);
  assert_int_equal(e.items.n, 3);
  assert_false(environment_is_given(&e) || environment_is_symbolic(&e));
}

static void test_refuses(void **state) {
  (void)state;
  Environment e = {0};
  assert_int_equal(ADD(&e, "--sym-arg"), ERR_USAGE);
  assert_int_equal(ADD(&e, "--sym-arg", "x"), ERR_USAGE);
  assert_int_equal(ADD(&e, "--sym-arg", "-1"), ERR_USAGE);
  assert_int_equal(ADD(&e, "--sym-args", "3", "2", "1"), ERR_USAGE);
  assert_int_equal(ADD(&e, "--sym-args", "0", "100", "1"), ERR_USAGE);
  assert_int_equal(ADD(&e, "--sym-files", "27", "1"), ERR_USAGE);
  assert_non_null(strstr(err_text(), "26"));
  for (u32 i = 0; i < NADIR_MOST_SHAPES; i++) assert_int_equal(ADD(&e, "--sym-shape"), OK);
  assert_int_equal(ADD(&e, "--sym-shape"), ERR_USAGE);
  environment_done(&e);
}

/* What stands behind a shape is there only in it. */
static void test_shapes(void **state) {
  (void)state;
  cleanup(environment_done) Environment e = {0};
  assert_int_equal(ADD(&e, "all", "--sym-shape", "--sym-arg", "1", "--sym-shape", "two"), OK);
  assert_int_equal(e.n_shapes, 2);
  assert_int_equal(e.items.n, 3);
  for (u32 i = 0; i < 3; i++) assert_int_equal(e.items.at[i].shape, i);
}

static Err add_options(Environment *e, const char *const *given) {
  OptionSet s = option_set_new(&environment_options);
  Err err = OK;
  for (; *given && err == OK; given += 2)
    for (u32 k = 0; k < environment_options.n_options; k++)
      if (!strcmp(environment_options.options[k].name, given[0]))
        err = option_give(&s, k, given[1]);
  if (err == OK) err = environment_options.check(&s);
  if (err == OK) err = environment_add_options(e, &s);
  option_set_done(&s);
  return err;
}

/* Lines of a recipe say what options said; so a replay has the same outside. */
static void test_lines(void **state) {
  (void)state;
  cleanup(environment_done) Environment e = {0}, back = {0};
  Names lines = {0}, again = {0};
  char path[] = "/tmp/nadir-test-XXXXXX";
  close(mkstemp(path));
  cleanup(text_free) Text file = {0};
  text_addf(&file, "a.txt=%s", path);
  const char *given[] = {"env",     "A=b c", "file",       text_c(&file), "stdin", path,
                         "sym-env", "8",     "fail-calls", "2",           NULL};
  assert_int_equal(add_options(&e, given), OK);
  environment_lines(&e, &lines);
  assert_int_equal(lines.n, 5);
  for (u32 i = 0; i < lines.n; i++) assert_int_equal(environment_add_line(&back, lines.at[i]), OK);
  environment_lines(&back, &again);
  assert_int_equal(again.n, lines.n);
  for (u32 i = 0; i < lines.n; i++) assert_string_equal(again.at[i], lines.at[i]);
  assert_int_equal(back.items.n, e.items.n);
  assert_int_equal(environment_add_line(&back, "nothing known"), ERR_INPUT);
  names_free(&lines);
  names_free(&again);
  unlink(path);
}

static void test_usual(void **state) {
  (void)state;
  cleanup(environment_done) Environment plain = {0}, symbolic = {0};
  const char *given[] = {"env", "HOME=/x", "variables", "usual", "folder", "usual", NULL};
  assert_int_equal(ADD(&symbolic, "--sym-arg", "1"), OK);
  assert_int_equal(add_options(&plain, given), OK);
  assert_int_equal(add_options(&symbolic, given), OK);
  assert_int_equal(plain.items.n, 1); /* nothing is symbolic: only what was said */
  u32 n_home = 0, n_env = 0;
  for (u32 i = 0; i < symbolic.items.n; i++) {
    const EnvironmentItem *item = &symbolic.items.at[i];
    n_env += item->kind == NADIR_WORLD_ENV;
    n_home += item->kind == NADIR_WORLD_ENV && !strncmp(item->text, "HOME=", 5);
  }
  assert_true(n_home == 1 && n_env == 3 && environment_has(&symbolic, NADIR_WORLD_USUAL_FILES));
  const char *bad[] = {"env", "=x", NULL}, *twice[] = {"stdin", "/dev/null", NULL};
  assert_int_equal(add_options(&plain, bad), ERR_USAGE);
  assert_int_equal(ADD(&symbolic, "--sym-stdin", "1"), OK);
  assert_int_equal(add_options(&symbolic, twice), ERR_USAGE);
}

/* Records are multiples of eight bytes, with the file's bytes and permissions, and the last one ends them. */
static void test_records(void **state) {
  (void)state;
  cleanup(environment_done) Environment e = {0};
  char path[] = "/tmp/nadir-test-XXXXXX";
  close(mkstemp(path));
  assert_int_equal(file_write(path, "12345", 5), OK);
  cleanup(text_free) Text file = {0};
  text_addf(&file, "a=%s", path);
  assert_int_equal(ADD(&e, "word"), OK);
  assert_int_equal(add_options(&e, (const char *[]){"file", text_c(&file), NULL}), OK);
  assert_int_equal(environment_encode(&e), OK);
  assert_int_equal(e.records.n % 8, 0);
  NadirWorldRecord first, second, last;
  memcpy(&first, e.records.at, sizeof first);
  assert_true(first.kind == NADIR_WORLD_ARG && first.n_text == 4 && first.n_bytes == 0);
  assert_memory_equal(e.records.at + sizeof first, "word", 5);
  const char *at = e.records.at + sizeof first + 8;
  memcpy(&second, at, sizeof second);
  assert_true(second.kind == NADIR_WORLD_FILE && second.n_text == 1 && second.n_bytes == 5);
  assert_memory_equal(at + sizeof second + 8, "12345", 5);
  memcpy(&last, e.records.at + e.records.n - sizeof last - 8, sizeof last);
  assert_int_equal(last.kind, NADIR_WORLD_END);
  unlink(path);
  assert_int_equal(environment_encode(&e), ERR_FILE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_words),   cmocka_unit_test(test_plain_words),
      cmocka_unit_test(test_refuses), cmocka_unit_test(test_shapes),
      cmocka_unit_test(test_lines),   cmocka_unit_test(test_usual),
      cmocka_unit_test(test_records),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
