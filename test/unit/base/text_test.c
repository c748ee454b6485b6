/* text_test.c — the growing string always ends in a zero. */
#include "base/text.h"

#include "unit/unit.h"

#include <string.h>

static void test_empty(void **unused) {
  (void)unused;
  Text t = {0};
  assert_string_equal(text_c(&t), "");
  text_add(&t, "");
  text_add_n(&t, NULL, 0);
  assert_string_equal(text_c(&t), "");
  assert_int_equal(t.n, 0);
  text_free(&t);
  assert_null(t.at);
}

static void test_adding(void **unused) {
  (void)unused;
  Text t = {0};
  text_add(&t, "one");
  text_add_char(&t, ',');
  text_add_n(&t, "two and more", 3);
  text_addf(&t, ",%d%s", 3, "!");
  assert_string_equal(text_c(&t), "one,two,3!");
  assert_int_equal(t.n, strlen("one,two,3!"));
  text_clear(&t);
  assert_string_equal(text_c(&t), "");
  text_add(&t, "again");
  assert_string_equal(text_c(&t), "again");
  text_free(&t);
}

static void test_zero_bytes_count(void **unused) {
  (void)unused;
  Text t = {0};
  text_add_n(&t, "a\0b", 3);
  assert_int_equal(t.n, 3);
  assert_memory_equal(t.at, "a\0b", 4);
  text_free(&t);
}

static void test_grows(void **unused) {
  (void)unused;
  Text t = {0};
  for (u32 i = 0; i < 10000; i++) {
    text_addf(&t, "%04u", i);
    assert_int_equal(t.n, 4 * (i + 1));
    assert_true(t.n < t.cap);
    assert_int_equal(t.at[t.n], 0);
  }
  for (u32 i = 0; i < 10000; i++) {
    u32 digits = 0;
    for (u32 k = 0; k < 4; k++) digits = digits * 10 + (u32)(t.at[4 * i + k] - '0');
    assert_int_equal(digits, i);
  }
  text_free(&t);
}

static void test_words(void **unused) {
  (void)unused;
  static const char *const words[][2] = {
      {"out/a-1.c", "out/a-1.c"},           {"", "''"}, {"a b", "'a b'"}, {"$x", "'$x'"},
      {"f('x', N)", "'f('\\''x'\\'', N)'"},
  };
  for (u32 i = 0; i < ARRAY_LEN(words); i++) {
    Text t = {0};
    text_add_word(&t, words[i][0]);
    assert_string_equal(text_c(&t), words[i][1]);
    text_free(&t);
  }
}

static void test_counts(void **state) {
  (void)state;
  cleanup(text_free) Text t = {0};
  static const u64 counts[] = {0, 999, 1000, 52746, 1000000, 1002003, UINT64_MAX};
  static const double ratios[] = {1.0, 1.456, 999.4, 1234.5, 1e30};
  for (u32 i = 0; i < ARRAY_LEN(counts); i++) {
    text_add_count(&t, counts[i]);
    text_add_char(&t, ' ');
  }
  for (u32 i = 0; i < ARRAY_LEN(ratios); i++) {
    text_add_ratio(&t, ratios[i]);
    text_add_char(&t, ' ');
  }
  assert_string_equal(text_c(&t),
                      "0 999 1,000 52,746 1,000,000 1,002,003 18,446,744,073,709,551,615 "
                      "1 1.46 999 1,235 1e+30 ");
  static const char *const digits[] = {"0",      "4950", "-123456", "49999999995000000000",
                                       "4950/7", "-"};
  text_clear(&t);
  for (u32 i = 0; i < ARRAY_LEN(digits); i++) {
    text_add_digits(&t, digits[i]);
    text_add_char(&t, ' ');
  }
  assert_string_equal(text_c(&t), "0 4,950 -123,456 49,999,999,995,000,000,000 4950/7 - ");
}

static void test_styles(void **state) {
  (void)state;
  cleanup(text_free) Text t = {0};
  text_style(&t, STYLE_WARNING); /* of nothing */
  text_style(&t, STYLE_ERROR);
  text_add(&t, "bad");
  text_style(&t, STYLE_PLAIN);
  text_add(&t, ", but not all");
  assert_string_equal(text_c(&t), "bad, but not all");
  assert_int_equal(t.marks.n, 2);
  assert_true(t.marks.at[0].at == 0 && t.marks.at[0].style == STYLE_ERROR);
  assert_true(t.marks.at[1].at == 3 && t.marks.at[1].style == STYLE_PLAIN);
  text_clear(&t);
  assert_int_equal(t.marks.n, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_adding),
      cmocka_unit_test(test_zero_bytes_count),
      cmocka_unit_test(test_grows),
      cmocka_unit_test(test_words),
      cmocka_unit_test(test_counts),
      cmocka_unit_test(test_styles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
