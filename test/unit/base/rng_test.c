/* rng_test.c — the published sequence, and bounds that are reached but not left. */
#include "base/rng.h"

#include "unit/unit.h"

/* First outputs of splitmix64 from the states 0 and 1234567. */
static void test_known_sequence(void **unused) {
  (void)unused;
  Rng zero = {0}, other = {1234567};
  assert_true(rng_u64(&zero) == 0xe220a8397b1dcdafull);
  assert_true(rng_u64(&zero) == 0x6e789e6aa1b965f4ull);
  assert_true(rng_u64(&zero) == 0x06c45d188009454full);
  assert_true(rng_u64(&other) == 6457827717110365317ull);
  assert_true(rng_u64(&other) == 3203168211198807973ull);
}

static void test_below(void **unused) {
  (void)unused;
  Rng r = {2};
  u32 count[7] = {0};
  for (u32 i = 0; i < 70000; i++) {
    u64 x = rng_below(&r, 7);
    assert_true(x < 7);
    count[x]++;
  }
  /* 10000 expected, standard deviation 93: this is more than five of them. */
  for (u32 i = 0; i < 7; i++) assert_in_range(count[i], 9500, 10500);
  assert_int_equal(rng_below(&r, 1), 0);
  bool high = false;
  for (u32 i = 0; i < 100; i++) high |= rng_below(&r, UINT64_MAX) >> 63;
  assert_true(high);
}

static void test_chance(void **unused) {
  (void)unused;
  Rng r = {3};
  u32 n_hits = 0;
  for (u32 i = 0; i < 40000; i++) {
    n_hits += rng_chance(&r, 4);
    assert_true(rng_chance(&r, 1));
  }
  assert_in_range(n_hits, 9500, 10500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known_sequence),
      cmocka_unit_test(test_below),
      cmocka_unit_test(test_chance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
