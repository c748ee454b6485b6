/* quantity_test.c — numbers, durations and sizes: the exact value or an error. */
#include "base/quantity.h"

#include "unit/unit.h"

typedef Err Parse(const char *text, u64 *ret);

static void check(Parse *parse, const char *text, u64 expected) {
  u64 got = 0;
  assert_int_equal(parse(text, &got), OK);
  assert_true(got == expected);
}

static void check_refused(Parse *parse, const char *text) {
  u64 untouched = 77;
  assert_int_equal(parse(text, &untouched), ERR_USAGE);
  assert_int_equal(untouched, 77);
}

static void test_numbers(void **unused) {
  (void)unused;
  check(number_parse, "0", 0);
  check(number_parse, "0017", 17);
  check(number_parse, "18446744073709551615", UINT64_MAX);
  const char *bad[] = {"",
                       "-1",
                       "+1",
                       " 1",
                       "1 ",
                       "1x",
                       "0x10",
                       "1.5",
                       "18446744073709551616",
                       "99999999999999999999999"};
  for (u32 i = 0; i < ARRAY_LEN(bad); i++) check_refused(number_parse, bad[i]);
}

static void test_durations(void **unused) {
  (void)unused;
  check(duration_parse, "0s", 0);
  check(duration_parse, "7ns", 7);
  check(duration_parse, "3us", 3000);
  check(duration_parse, "50ms", 50000000);
  check(duration_parse, "2s", 2000000000);
  check(duration_parse, "5", 5000000000);
  check(duration_parse, "0.25", 250000000);
  check(duration_parse, "1m", 60000000000);
  check(duration_parse, "2h", 7200000000000);
  check(duration_parse, "0.1s", 100000000);
  check(duration_parse, "1.5m", 90000000000);
  check(duration_parse, "18446744073.709551615s", UINT64_MAX);
  const char *bad[] = {"",

                       "s",
                       ".5s",
                       "5.s",
                       "5x",
                       "5 s",
                       "-5s",
                       "5sm",
                       "1.5ns",
                       "5S",
                       "18446744074s",
                       "99999999999999999999s",
                       "1..5s",
                       "1.2.3s"};
  for (u32 i = 0; i < ARRAY_LEN(bad); i++) check_refused(duration_parse, bad[i]);
}

static void test_sizes(void **unused) {
  (void)unused;
  check(size_parse, "4096", 4096);
  check(size_parse, "64K", 65536);
  check(size_parse, "1.5M", 1572864);
  check(size_parse, "2G", 2147483648);
  check(size_parse, "1T", 1099511627776);
  const char *bad[] = {"", "K", "1k", "1KB", "0.1K", "16777216T", "1.5"};
  for (u32 i = 0; i < ARRAY_LEN(bad); i++) check_refused(size_parse, bad[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_durations),
      cmocka_unit_test(test_sizes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
