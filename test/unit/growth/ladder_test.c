/* ladder_test.c — lists of sizes: what they mean, and what is wrong with the others. */
#include "growth/ladder.h"

#include "unit/unit.h"

#include "base/text.h"

static void expect_sizes(const char *text, const char *sizes) {
  Ladder l;
  cleanup(text_free) Text found = {0};
  if (ladder_parse("--size", text, &l) != OK) fail_msg("%s: %s", text, err_text());
  for (u32 i = 0; i < l.n; i++) text_addf(&found, i ? " %u" : "%u", l.at[i]);
  assert_string_equal(text_c(&found), sizes);
  ladder_done(&l);
}

static void test_sizes(void **unused) {
  (void)unused;
  expect_sizes("100", "100");
  expect_sizes("1:8", "1 2 3 4 5 6 7 8");
  expect_sizes("1:8,100", "1 2 3 4 5 6 7 8 100");
  expect_sizes("10:100:10", "10 20 30 40 50 60 70 80 90 100");
  expect_sizes("1:10:4", "1 5 9");
  expect_sizes("7:7", "7");
  expect_sizes("7:7:5", "7");
  expect_sizes("1:2:100000000", "1");
  expect_sizes("100000000", "100000000");
  expect_sizes("007", "7");
}

static void test_any_order_each_once(void **unused) {
  (void)unused;
  expect_sizes("100,1:3", "1 2 3 100");
  expect_sizes("5,3,5,4,3", "3 4 5");
  expect_sizes("2:6:2,1:5", "1 2 3 4 5 6");
}

static void test_as_many_as_allowed(void **unused) {
  (void)unused;
  Ladder l;
  assert_int_equal(ladder_parse("--size", "1:10000", &l), OK);
  assert_int_equal(l.n, 10000);
  assert_int_equal(l.at[9999], 10000);
  ladder_done(&l);
  assert_int_equal(ladder_parse("--size", "20000,1:9999", &l), OK);
  assert_int_equal(l.n, 10000);
  ladder_done(&l);
}

static void expect_halves(const char *text, const char *sizes) {
  Ladder l;
  cleanup(text_free) Text found = {0};
  assert_int_equal(ladder_parse("--size", text, &l), OK);
  ladder_add_halves(&l);
  for (u32 i = 0; i < l.n; i++) text_addf(&found, i ? " %u" : "%u", l.at[i]);
  assert_string_equal(text_c(&found), sizes);
  ladder_done(&l);
}

/* So that three sizes double, with a list that has one large size only. */
static void test_halves(void **unused) {
  (void)unused;
  expect_halves("100", "25 50 100");
  expect_halves("1:3,100", "1 2 3 25 50 100");
  expect_halves("1:2,10", "1 2 5 10");
  expect_halves("8", "2 4 8");
  expect_halves("7", "7");
}

static void expect_error(const char *text, const char *message) {
  Ladder l = {.n = 77};
  assert_int_equal(ladder_parse("--size", text, &l), ERR_USAGE);
  assert_string_equal(err_text(), message);
  assert_int_equal(l.n, 77);
}

#define NO_SIZE " is not a size (write 100, 1:8, 10:100:10 or 1:8,100)"
#define NO_RANGE " is not a size from 1 to 100000000"

static void test_errors_name_the_part(void **unused) {
  (void)unused;
  expect_error("", "--size: no size");
  expect_error("1,,2", "--size: a size is missing beside a comma in '1,,2'");
  expect_error(",1", "--size: a size is missing beside a comma in ',1'");
  expect_error("1,", "--size: a size is missing beside a comma in '1,'");
  expect_error("1,x", "--size: 'x'" NO_SIZE);
  expect_error("1,2x,3", "--size: '2x'" NO_SIZE);
  expect_error("-5", "--size: '-5'" NO_SIZE);
  expect_error("1.5", "--size: '1.5'" NO_SIZE);
  expect_error("3, 4", "--size: ' 4'" NO_SIZE);
  expect_error("1:", "--size: '1:'" NO_SIZE);
  expect_error(":8", "--size: ':8'" NO_SIZE);
  expect_error("1::8", "--size: '1::8'" NO_SIZE);
  expect_error("0", "--size: '0'" NO_RANGE);
  expect_error("1:8:0", "--size: '0'" NO_RANGE);
  expect_error("1000000000", "--size: '1000000000'" NO_RANGE);
  expect_error("100000001", "--size: '100000001'" NO_RANGE);
  expect_error("18446744073709551617", "--size: '18446744073709551617'" NO_RANGE);
  expect_error("1:2:3:4", "--size: '1:2:3:4' has more than FROM:TO:STEP");
  expect_error("2,8:1", "--size: '8:1' ends before it begins");
  expect_error("1:10001", "--size: with '1:10001' there are more than 10000 sizes");
  expect_error("7,1:10000", "--size: with '1:10000' there are more than 10000 sizes");
  expect_error("1:10000,7", "--size: with '7' there are more than 10000 sizes");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_any_order_each_once),
      cmocka_unit_test(test_as_many_as_allowed),
      cmocka_unit_test(test_halves),
      cmocka_unit_test(test_errors_name_the_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
