/* library_test.c — which members of archives of bitcode are linked, and whose definition wins. */
#include "unit/code/compile.h"

#include "base/os.h"

enum { MAX_MEMBERS = 12 };

static void run(const char *command) { assert_int_equal(system(command), 0); }

/* From the sources of its members; the last is NULL. */
static Text make_archive(const char *const *sources) {
  char folder[] = "/tmp/nadir-test-XXXXXX";
  Text archive = {0}, command = {0}, path = {0};
  assert_non_null(mkdtemp(folder));
  text_addf(&command, "cd %s && llvm-ar-19 rcsD lib.a", folder);
  for (u32 i = 0; sources[i]; i++) {
    Text bitcode = compile_bitcode(sources[i], 0);
    text_clear(&path);
    text_addf(&path, "%s/%u.bc", folder, i);
    FILE *f = fopen(text_c(&path), "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(text_c(&bitcode), 1, bitcode.n, f), bitcode.n);
    fclose(f);
    text_addf(&command, " %u.bc", i);
    text_free(&bitcode);
  }
  run(text_c(&command));
  text_clear(&path);
  text_addf(&path, "%s/lib.a", folder);
  assert_int_equal(file_read(text_c(&path), &archive), OK);
  text_clear(&command);
  text_addf(&command, "rm -r %s", folder);
  run(text_c(&command));
  text_free(&command);
  text_free(&path);
  return archive;
}

static Library library_of(const Text *archive) {
  return (Library){"test", (const u8 *)archive->at, archive->n};
}

/* The program linked with the libraries, in their order; the caller owns the module. */
static Module *link_with(const char *program, const Library *libraries, u32 n) {
  Text bitcode = compile_bitcode(program, 0);
  Program *p = program_new();
  Module *m = NULL;
  LowerOptions options = {.select_branches = true};
  assert_int_equal(program_read_bytes(p, "test.c", text_c(&bitcode), bitcode.n), OK);
  if (program_link(p, libraries, n) != OK) fail_msg("%s", err_text());
  assert_int_equal(program_prepare(p), OK);
  if (program_lower(p, &options, &m) != OK) fail_msg("%s", err_text());
  program_free(p);
  text_free(&bitcode);
  return m;
}

static Module *link_one(const char *program, const char *const *sources) {
  Text archive = make_archive(sources);
  Library library = library_of(&archive);
  Module *m = link_with(program, &library, 1);
  text_free(&archive);
  return m;
}

static bool has(const Module *m, const char *name) {
  u32 fn = module_find_fn(m, name);
  return fn && m->fns.at[fn].is_defined;
}

/* Definitions are told apart by what they return. */
static void assert_returns(const Module *m, const char *name, const char *value) {
  Text t = {0};
  assert_true(has(m, name));
  fn_print(m, module_find_fn(m, name), NULL, &t);
  if (!strstr(text_c(&t), value)) fail_msg("%s does not return %s:\n%s", name, value, text_c(&t));
  text_free(&t);
}

/* Members that nobody needs are not read: this one could not be linked. */
static void test_only_what_is_missing(void **state) {
  (void)state;
  static const char *const members[] = {
      "int b(void); int a(void) { return b(); }", "int b(void) { return 1234; }",
      "int c(void) { return 1; } int main(void) { return 2; }", NULL};
  Module *m = link_one("int a(void); int main(void) { return a(); }", members);
  assert_true(has(m, "a"));
  assert_returns(m, "b", "1234");
  assert_false(has(m, "c"));
  module_free(m);
}

static void test_main_is_missing(void **state) {
  (void)state;
  static const char *const members[] = {"int f(void); int main(void) { return f(); }", NULL};
  Module *m = link_one("int f(void) { return 1234; }", members);
  assert_true(has(m, "main"));
  assert_returns(m, "f", "1234");
  module_free(m);
}

/* A member that is needed for `other` also defines what the program has, weak or not. */
static void test_program_wins(void **state) {
  (void)state;
  static const char *const members[] = {
      "int own(void) { return 9; } int weak(void) { return 8; } int number = 7;\n"
      "int other(void) { return own() + weak() + number; }",
      NULL};
  Module *m = link_one("int number = 5; int own(void) { return 1234; }\n"
                       "__attribute__((weak)) int weak(void) { return 4321; } int other(void);\n"
                       "int main(void) { return other() + own() + weak() + number; }",
                       members);
  assert_true(has(m, "other"));
  assert_returns(m, "own", "1234");
  assert_returns(m, "weak", "4321");
  module_free(m);
}

/* As libraries have parts that do nothing unless somebody needs them: whichever is linked first. */
static void test_strong_wins_over_weak(void **state) {
  (void)state;
  static const char *const members[] = {
      "__attribute__((weak)) int part(void) { return 1; } int ends(void) { return part(); }",
      "int part(void) { return 1234; } int begins(void) { return 2; }", NULL};
  static const char *const programs[] = {
      "int ends(void), begins(void); int main(void) { return ends() + begins(); }",
      "int ends(void), begins(void); int main(void) { return begins() + ends(); }"};
  for (u32 i = 0; i < ARRAY_LEN(programs); i++) {
    Module *m = link_one(programs[i], members);
    assert_returns(m, "part", "1234");
    module_free(m);
  }
  Module *m = link_one("int ends(void); int main(void) { return ends(); }", members);
  assert_false(has(m, "begins"));
  module_free(m);
}

/* Two archives have the name, and both members are needed in the same round. */
static void test_first_archive_wins(void **state) {
  (void)state;
  static const char *const ours[] = {
      "int both(void) { return 1234; } int a(void) { return both(); }", NULL};
  static const char *const theirs[] = {
      "int both(void) { return 1; } int b(void) { return both(); }", NULL};
  Text first = make_archive(ours), second = make_archive(theirs);
  Library libraries[] = {library_of(&first), library_of(&second)};
  Module *m = link_with("int a(void), b(void); int main(void) { return a() + b(); }", libraries, 2);
  assert_true(has(m, "b"));
  assert_returns(m, "both", "1234");
  module_free(m);
  text_free(&first);
  text_free(&second);
}

/* What the machine does itself stays out of archives behind its place in the list, not before it. */
static void test_builtins(void **state) {
  (void)state;
  static const char *const members[] = {"double sin(double x) { return 1234; }", NULL};
  Text archive = make_archive(members);
  Library behind[] = {{.name = "builtins"}, library_of(&archive)};
  Library before[] = {library_of(&archive), {.name = "builtins"}};
  static const char program[] = "double sin(double); int main(void) { return (int)sin(1); }";
  Module *m = link_with(program, behind, 2);
  assert_false(has(m, "sin"));
  module_free(m);
  m = link_with(program, before, 2);
  assert_true(has(m, "sin"));
  module_free(m);
  text_free(&archive);
}

/* A weak reference takes what is there and asks for nothing. */
static void test_weak_reference(void **state) {
  (void)state;
  static const char *const members[] = {"int maybe(void) { return 1; }", NULL};
  Module *m = link_one("__attribute__((weak)) int maybe(void);\n"
                       "int main(void) { return maybe ? maybe() : 1234; }",
                       members);
  assert_false(has(m, "maybe"));
  module_free(m);
}

/* Many members at once: they are linked to each other before they are linked to the program. */
static void test_many(void **state) {
  (void)state;
  static char texts[MAX_MEMBERS][200];
  const char *members[MAX_MEMBERS + 1] = {0};
  Text program = {0}, calls = {0};
  for (u32 i = 0; i < MAX_MEMBERS; i++) {
    snprintf(texts[i], sizeof texts[i],
             "static int own = %u; __attribute__((weak)) int shared(void) { return %u; }\n"
             "int f%u(void) { return own + shared(); }",
             i, 1000 + i, i);
    members[i] = texts[i];
    text_addf(&program, "int f%u(void);\n", i);
    text_addf(&calls, " + f%u()", i);
  }
  text_addf(&program, "int main(void) { return 0%s; }", text_c(&calls));
  Module *m = link_one(text_c(&program), members);
  for (u32 i = 0; i < MAX_MEMBERS; i++) {
    char name[20];
    snprintf(name, sizeof name, "f%u", i);
    assert_true(has(m, name));
  }
  assert_returns(m, "shared", "1000"); /* the first of equals */
  module_free(m);
  text_free(&program);
  text_free(&calls);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_only_what_is_missing), cmocka_unit_test(test_main_is_missing),
      cmocka_unit_test(test_program_wins),         cmocka_unit_test(test_strong_wins_over_weak),
      cmocka_unit_test(test_first_archive_wins),   cmocka_unit_test(test_builtins),
      cmocka_unit_test(test_weak_reference),       cmocka_unit_test(test_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
