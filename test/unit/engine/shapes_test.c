/* shapes_test.c — shapes that are chosen for a program, and those within what somebody gave. */
#include "unit/unit.h"

#include "build/environment.h"
#include "engine/shapes.h"
#include "unit/vm/machine.h"

#include <string.h>

static void join(const Names *words, Text *ret) {
  text_clear(ret);
  for (u32 i = 0; i < words->n; i++) text_addf(ret, "%s%s", i ? " " : "", words->at[i]);
}

static u32 n_shapes(const Names *words) {
  WordList list = {0};
  Environment w = {0};
  for (u32 i = 0; i < words->n; i++) vec_push(&list, words->at[i]);
  assert_int_equal(environment_add_words(&w, &list), OK);
  u32 n = w.n_shapes;
  vec_free(&list);
  environment_done(&w);
  return n;
}

static void varied(const char *const *words, u32 n, const char *expected) {
  WordList list = {0};
  cleanup(names_free) Names shapes = {0};
  cleanup(text_free) Text text = {0};
  vec_append(&list, words, n);
  shapes_vary(&list, &shapes);
  join(&shapes, &text);
  assert_string_equal(text_c(&text), expected);
  vec_free(&list);
}

/* Lengths and numbers are smaller, never larger; what has no length stays; nothing comes twice. */
static void test_varied(void **state) {
  (void)state;
  static const char *const args[] = {"-v", "--sym-args",   "1",          "4",
                                     "8",  "--sym-stdout", "--max-fail", "4"};
  varied(args, ARRAY_LEN(args),
         "--sym-shape -v --sym-args 1 4 8 --sym-stdout --max-fail 4 "
         "--sym-shape -v --sym-args 1 4 4 --sym-stdout --max-fail 4 "
         "--sym-shape -v --sym-args 1 4 2 --sym-stdout --max-fail 4 "
         "--sym-shape -v --sym-args 1 2 8 --sym-stdout --max-fail 4 "
         "--sym-shape -v --sym-args 1 2 2 --sym-stdout --max-fail 4 "
         "--sym-shape -v --sym-args 4 4 8 --sym-stdout --max-fail 4 "
         "--sym-shape -v --sym-args 4 4 2 --sym-stdout --max-fail 4");
  static const char *const files[] = {"--sym-files", "2", "2", "--sym-arg", "N"};
  varied(files, ARRAY_LEN(files),
         "--sym-shape --sym-files 2 2 --sym-arg N --sym-shape --sym-files 2 1 --sym-arg N");
  static const char *const smallest[] = {"--sym-arg", "1", "--sym-stdin", "0"};
  varied(smallest, ARRAY_LEN(smallest), "");
  static const char *const plain[] = {"-v", "sym-arg"};
  varied(plain, ARRAY_LEN(plain), "");
  static const char *const shaped[] = {"--sym-shape", "--sym-arg", "8",
                                       "--sym-shape", "--sym-arg", "4"};
  varied(shaped, ARRAY_LEN(shaped), "");
}

static void chosen(const char *code, bool matters, bool has_args, bool has_input) {
  Machine m;
  cleanup(names_free) Names shapes = {0};
  cleanup(text_free) Text text = {0};
  machine_init(&m, code, NULL);
  assert_int_equal(shapes_can_matter(m.module), matters);
  if (matters) {
    shapes_choose(m.module, false, &shapes);
    join(&shapes, &text);
    assert_true(n_shapes(&shapes) > 1);
    assert_int_equal(strstr(text_c(&text), "--sym-args") != NULL, has_args);
    assert_int_equal(strstr(text_c(&text), "--sym-stdin") != NULL, has_input);
    assert_int_equal(strstr(text_c(&text), "--sym-files") != NULL, has_args && has_input);
  }
  machine_done(&m);
}

/* Only of what the program reads. */
static void test_chosen(void **state) {
  (void)state;
  chosen("int main(void) { return 3; }", false, false, false);
  chosen("int main(int argc, char **argv) { (void)argv; return argc > 7; }", false, false, false);
  chosen("int main(int argc, char **argv) { return argc > 1 && argv[1][0] == 'x'; }", true, true,
         false);
  chosen("long read(int fd, void *to, unsigned long n) { (void)fd, (void)to; return (long)n; }"
         "int main(void) { char c; return read(0, &c, 1) == 1 && c == 'x'; }",
         true, false, true);
  chosen("long read(int fd, void *to, unsigned long n) { (void)fd, (void)to; return (long)n; }"
         "int main(int argc, char **argv) { char c; return read(0, &c, 1) == 1 && argv[1][0] == "
         "'x'; }",
         true, true, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_varied),
      cmocka_unit_test(test_chosen),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
