/* recipe_test.c — recipes are read as they were printed, and what is missing or wrong is named. */
#include "report/recipe.h"

#include "base/os.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/nadir-recipe-XXXXXX";

static int make_file(void **unused) {
  (void)unused;
  int fd = mkstemp(path);
  return fd < 0 ? -1 : close(fd);
}

static int remove_file(void **unused) {
  (void)unused;
  return unlink(path);
}

static void write_file(const char *text) {
  assert_int_equal(file_write(path, text, strlen(text)), OK);
}

static void test_round_trip(void **unused) {
  (void)unused;
  Recipe r = {.folder = text_dup("/a \"b\""), .has_size = true, .size = 12345678901ull}, back;
  names_add(&r.files, "x.c");
  names_add(&r.files, "y \n.c");
  names_add(&r.flags, "-Dä");
  names_add(&r.arguments, "\xff\x7f"); /* not UTF-8 */
  Text t = {0};
  text_add(&t, "{\"other\": [1], \"program\": ");
  recipe_print(&r, &t);
  text_add(&t, "}\n");
  write_file(text_c(&t));
  assert_int_equal(recipe_read(path, &back), OK);
  assert_string_equal(back.folder, r.folder);
  assert_int_equal(back.files.n, 2);
  assert_string_equal(back.files.at[1], "y \n.c");
  assert_string_equal(back.flags.at[0], "-Dä");
  assert_string_equal(back.arguments.at[0], "ÿ\x7f");
  assert_true(back.has_size);
  assert_int_equal(back.size, r.size);
  text_free(&t);
  recipe_free(&r);
  recipe_free(&back);
}

static void test_least(void **unused) {
  (void)unused;
  Recipe r;
  write_file("{\"program\": {\"folder\": \"/\", \"files\": [\"a.c\"]}}");
  assert_int_equal(recipe_read(path, &r), OK);
  assert_false(r.has_size);
  assert_int_equal(r.flags.n + r.arguments.n, 0);
  recipe_free(&r);
}

static void test_refuses(void **unused) {
  (void)unused;
  static const char *const bad[][2] = {
      {"", ":1:"},
      {"{", ":1:"},
      {"[]", "'program'"},
      {"{}", "'program'"},
      {"{\"program\": {\"files\": [\"a\"]}}", "'folder'"},
      {"{\"program\": {\"folder\": \"/\"}}", "'files'"},
      {"{\"program\": {\"folder\": \"/\", \"files\": []}}", "'files'"},
      {"{\"program\": {\"folder\": \"/\", \"files\": \"a\"}}", "'files'"},
      {"{\"program\": {\"folder\": \"/\", \"files\": [\"a\"], \"flags\": [1]}}", "'flags'"},
      {"{\"program\": {\"folder\": \"/\", \"files\": [\"a\"], \"size\": -1}}", "'size'"},
      {"{\"program\": {\"folder\": \"/\", \"files\": [\"a\"], \"size\": \"1\"}}", "'size'"},
  };
  for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
    Recipe r = {.size = 77};
    write_file(bad[i][0]);
    assert_int_equal(recipe_read(path, &r), ERR_INPUT);
    assert_int_equal(r.size, 77);
    assert_non_null(strstr(err_text(), path));
    assert_non_null(strstr(err_text(), bad[i][1]));
  }
  Recipe r;
  assert_int_equal(recipe_read("/nowhere/run.json", &r), ERR_FILE);
}

static void test_sizes(void **unused) {
  (void)unused;
  Recipe r = {.has_size = true, .size = 5};
  write_file("{\"program\": {}}");
  assert_int_equal(recipe_read_size(path, "a.ktest", &r), OK);
  assert_true(r.has_size && r.size == 5);
  write_file("{\"sizes\": [1, {\"size\": 2}, {\"size\": 3, \"test\": \"a.ktest\"},"
             " {\"size\": 4, \"test\": \"b.ktest\"}, {\"size\": -1, \"test\": \"c\"}]}");
  assert_int_equal(recipe_read_size(path, "b.ktest", &r), OK);
  assert_true(r.has_size && r.size == 4);
  assert_int_equal(recipe_read_size(path, "a.ktest", &r), OK);
  assert_true(r.has_size && r.size == 3);
  assert_int_equal(recipe_read_size(path, "x/a.ktest", &r), OK);
  assert_false(r.has_size);
  assert_int_equal(recipe_read_size(path, "c", &r), ERR_INPUT);
  assert_int_equal(recipe_read_size("/nowhere/worst.json", "a", &r), ERR_FILE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_least),
      cmocka_unit_test(test_refuses),
      cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
