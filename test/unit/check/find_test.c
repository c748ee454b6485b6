/* find_test.c — contracts in comments, in lists and in folders. */
#include "check/find.h"

#include "base/folder.h"
#include "base/os.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/nadir-find-XXXXXX";

static int make_folder(void **unused) {
  (void)unused;
  return mkdtemp(folder) ? 0 : 1;
}

static int remove_folder(void **unused) {
  (void)unused;
  folder_empty(folder);
  return rmdir(folder);
}

static void put(const char *name, const char *text) {
  cleanup(text_free) Text path = text_format("%s/%s", folder, name);
  assert_int_equal(file_write(text_c(&path), text, strlen(text)), OK);
}

/* FILE:LINE:COLUMN CALL CLAUSES of each, then the faults. */
static void expect(const char *name, const char *wanted) {
  cleanup(found_done) FoundContracts f = {0};
  cleanup(text_free) Text path = text_format("%s%s%s", folder, *name ? "/" : "", name), t = {0};
  WordList paths = {0};
  vec_push(&paths, text_c(&path));
  Err err = contracts_find(&paths, &f);
  vec_free(&paths);
  if (err != OK) fail_msg("%s", err_text());
  size_t n = strlen(folder) + 1;
  for (u32 i = 0; i < f.contracts.n; i++) {
    const Contract *c = &f.contracts.at[i];
    text_addf(&t, "%s:%u:%u %s %s: %u\n", c->place.file + n, c->place.line, c->place.column,
              c->source + n, text_c(&c->call), c->clauses.n);
  }
  for (u32 i = 0; i < f.faults.n; i++)
    text_addf(&t, "fault %.*s\n", (int)strcspn(f.faults.at[i] + n, " "), f.faults.at[i] + n);
  assert_string_equal(text_c(&t), wanted);
}

static void test_comments(void **unused) {
  (void)unused;
  put("a.c", "// nadir: f(N) <= n\n"
             "int f(int n); /* nadir: g(N) <= n */\n"
             "/* nadir: h(int a[N],\n"
             " *          N) <= n,\n"
             " *        no errors */\n"
             "//nadir: i(N) <= n,\n"
             "//   no errors\n"
             "const char *s = \"// nadir: no(N) <= n\"; char c = '\"'; // nadir: j(N) <= n\n"
             "// not nadir: no(N) <= n\n"
             "/* what\n"
             "   nadir: k(N) <= n */\n"
             "// nadir: broken(N\n"
             "// nadir: l(N) <= n\n");
  expect("a.c", "a.c:1:11 a.c f(N): 1\n"
                "a.c:2:25 a.c g(N): 1\n"
                "a.c:3:11 a.c h(int a[N], N): 2\n"
                "a.c:6:10 a.c i(N): 2\n"
                "a.c:8:65 a.c j(N): 1\n"
                "a.c:11:11 a.c k(N): 1\n"
                "a.c:13:11 a.c l(N): 1\n"
                "fault a.c:12:17:\n");
}

static void test_ends_of_files(void **unused) {
  (void)unused;
  put("b.c", "");
  expect("b.c", "");
  put("b.c", "// nadir: f(N) <= n");
  expect("b.c", "b.c:1:11 b.c f(N): 1\n");
  put("b.c", "/* nadir: f(N) <= n");
  expect("b.c", "b.c:1:11 b.c f(N): 1\n");
  put("b.c", "\"a string without an end // nadir: f(N) <= n\n// nadir: g(N) <= n,");
  expect("b.c", "fault b.c:2:21:\n");
  put("b.c", "// nadir: f(N) <= n\r\n");
  expect("b.c", "b.c:1:11 b.c f(N): 1\n");
  put("b.c", "char *s = \"a\\\nb\"; // nadir: f(N) <= n\n");
  expect("b.c", "b.c:2:15 b.c f(N): 1\n");
}

static void test_lists(void **unused) {
  (void)unused;
  put("c.c", "int f(int n);\n");
  put("nadir.check", "# a comment\n"
                     "\n"
                     "c.c: f(N) <= n\n"
                     "  c.c:   f(N) <= n, no errors\n"
                     "none.c: f(N) <= n\n"
                     "c.c\n"
                     "c.c: f(N) <= \n");
  expect("nadir.check", "nadir.check:3:6 c.c f(N): 1\n"
                        "nadir.check:4:10 c.c f(N): 2\n"
                        "fault nadir.check:5:1:\n"
                        "fault nadir.check:6:1:\n"
                        "fault nadir.check:7:13:\n");
}

static void test_folders(void **unused) {
  (void)unused;
  cleanup(text_free) Text below = text_format("%s/sub/.git", folder);
  cleanup(text_free) Text out = text_format("%s/nadir-out", folder);
  folder_empty(folder);
  assert_int_equal(folder_make(text_c(&below)), OK);
  assert_int_equal(folder_make(text_c(&out)), OK);
  put("z.c", "// nadir: z(N) <= n\n");
  put("b.h", "// nadir: b(N) <= n\n");
  put("b.txt", "// nadir: no(N) <= n\n");
  put("sub/a.c", "// nadir: a(N) <= n\n");
  put("sub/.git/a.c", "// nadir: no(N) <= n\n");
  put("nadir-out/a.c", "// nadir: no(N) <= n\n");
  expect("", "b.h:1:11 b.h b(N): 1\n"
             "sub/a.c:1:11 sub/a.c a(N): 1\n"
             "z.c:1:11 z.c z(N): 1\n");
  WordList paths = {0};
  cleanup(found_done) FoundContracts f = {0};
  vec_push(&paths, "/no/such/file.c");
  assert_int_equal(contracts_find(&paths, &f), ERR_FILE);
  vec_free(&paths);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_comments),
      cmocka_unit_test(test_ends_of_files),
      cmocka_unit_test(test_lists),
      cmocka_unit_test(test_folders),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
