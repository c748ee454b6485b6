/* archive_test.c — members with short, long and BSD names, indexes that are skipped, and damage. */
#include "code/object/archive.h"

#include "base/rng.h"
#include "unit/unit.h"

#include <string.h>

static void add_member(Text *t, const char *name, const char *contents, size_t n) {
  text_addf(t, "%-16s%-12d%-6d%-6d%-8s%-10zu`\n", name, 0, 0, 0, "644", n);
  text_add_n(t, contents, n);
  if (n & 1) text_add_char(t, '\n');
}

static Text sample(void) {
  Text t = {0};
  text_add(&t, "!<arch>\n");
  add_member(&t, "/", "\0\0\0\0index", 9);
  add_member(&t, "//", "a_rather_long_name.o/\nanother_long_name.o/\n", 43);
  add_member(&t, "short.o/", "one", 3);
  add_member(&t, "/22", "two!", 4);
  add_member(&t, "/0", "", 0);
  add_member(&t, "#1/8", "bsd.o\0\0\0four", 12);
  return t;
}

static void test_members(void **unused) {
  (void)unused;
  static const char *const expected[][2] = {{"short.o", "one"},
                                            {"another_long_name.o", "two!"},
                                            {"a_rather_long_name.o", ""},
                                            {"bsd.o", "four"}};
  Text t = sample();
  Archive a;
  ArchiveMember m = {0};
  bool has;
  assert_true(archive_is(text_bytes(&t)));
  assert_int_equal(archive_open("x.a", text_bytes(&t), &a), OK);
  for (u32 i = 0; i < ARRAY_LEN(expected); i++) {
    assert_int_equal(archive_next(&a, &m, &has), OK);
    assert_true(has);
    assert_string_equal(text_c(&m.name), expected[i][0]);
    assert_int_equal(m.contents.n, strlen(expected[i][1]));
    assert_memory_equal(m.contents.at, expected[i][1], m.contents.n);
  }
  assert_int_equal(archive_next(&a, &m, &has), OK);
  assert_false(has);
  text_free(&m.name);
  text_free(&t);
}

static void test_refusals(void **unused) {
  (void)unused;
  Text t = {0};
  Archive a;
  text_add(&t, "!<thin>\n");
  assert_true(archive_is(text_bytes(&t)));
  assert_int_equal(archive_open("x.a", text_bytes(&t), &a), ERR_INPUT);
  assert_non_null(strstr(err_text(), "only names its members"));
  text_free(&t);
}

/* The last of them: OK at the end of the archive. */
static Err walk(const char *at, size_t n) {
  cleanup(freep) u8 *copy = mem_dup(at, n ? n : 1);
  Archive a;
  ArchiveMember m = {0};
  bool has = true;
  Err e = archive_open("x.a", (Bytes){copy, n}, &a);
  while (e == OK && has) {
    e = archive_next(&a, &m, &has);
    if (e == OK && has) assert_true(m.contents.at + m.contents.n <= copy + n);
  }
  text_free(&m.name);
  return e;
}

static void test_damage(void **unused) {
  (void)unused;
  Text t = sample();
  Rng rng = {1};
  assert_int_equal(walk(t.at, t.n), OK);
  assert_int_equal(walk(t.at, t.n - 2), ERR_INPUT);
  assert_string_equal(err_text(), "'x.a' is damaged: its last member is cut off");
  for (size_t n = 0; n < t.n; n++) (void)!walk(t.at, n);
  for (u32 i = 0; i < 20000; i++) {
    cleanup(freep) char *copy = mem_dup(t.at, t.n);
    for (u64 k = rng_below(&rng, 4) + 1; k; k--)
      copy[rng_below(&rng, t.n)] = (char)rng_below(&rng, 256);
    (void)!walk(copy, t.n);
  }
  text_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_members),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_damage),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
