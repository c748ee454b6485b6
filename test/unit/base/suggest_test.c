/* suggest_test.c — distances, and suggestions only where they help. */
#include "base/suggest.h"

#include "unit/unit.h"

static const char *nearest(const char *typed) {
  const char *words[] = {"solve", "help", "size", "max-time", "timeout", "stages"};
  Suggestion s = suggestion_for(typed);
  for (u32 i = 0; i < ARRAY_LEN(words); i++) suggestion_offer(&s, words[i]);
  return s.best;
}

static void test_distance(void **unused) {
  (void)unused;
  assert_int_equal(edit_distance("", ""), 0);
  assert_int_equal(edit_distance("abc", ""), 3);
  assert_int_equal(edit_distance("abc", "abc"), 0);
  assert_int_equal(edit_distance("timout", "timeout"), 1);
  assert_int_equal(edit_distance("sovle", "solve"), 1); /* one swap */
  assert_int_equal(edit_distance("kitten", "sitting"), 3);
  assert_int_equal(edit_distance("sitting", "kitten"), 3);
  assert_int_equal(edit_distance("ca", "abc"), 3); /* the restricted form */
}

static void test_nearest(void **unused) {
  (void)unused;
  assert_string_equal(nearest("slove"), "solve");
  assert_string_equal(nearest("timout"), "timeout");
  assert_string_equal(nearest("stage"), "stages");
  assert_string_equal(nearest("hlep"), "help");
  assert_string_equal(nearest("time"), "max-time"); /* not size */
  assert_null(nearest("xyz"));
  assert_null(nearest("frobnicate"));
  assert_null(nearest(""));
}

static void test_very_long_word(void **unused) {
  (void)unused;
  char word[501] = {0};
  for (u32 i = 0; i < 500; i++) word[i] = 'a';
  assert_null(nearest(word));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distance),
      cmocka_unit_test(test_nearest),
      cmocka_unit_test(test_very_long_word),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
