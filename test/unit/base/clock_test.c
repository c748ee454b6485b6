/* clock_test.c — time goes on, deadlines come, and never means never. */
#include "base/clock.h"

#include "unit/unit.h"

static void test_monotonic(void **unused) {
  (void)unused;
  u64 first = clock_ns(), last = first;
  for (u32 i = 0; i < 1000; i++) {
    u64 now = clock_ns();
    assert_true(now >= last);
    last = now;
  }
  assert_true(last > first);
}

static void test_deadline_comes(void **unused) {
  (void)unused;
  u64 start = clock_ns(), deadline = clock_after(2 * NS_PER_MS);
  assert_in_range(clock_left(deadline), 0, 2 * NS_PER_MS);
  while (clock_left(deadline)) assert_true(clock_ns() < start + 60 * NS_PER_S);
  assert_true(clock_ns() >= start + 2 * NS_PER_MS);
  assert_int_equal(clock_left(start), 0);
}

static void test_never(void **unused) {
  (void)unused;
  assert_true(clock_after(NEVER_NS) == NEVER_NS);
  assert_true(clock_after(NEVER_NS - 1) == NEVER_NS);
  assert_true(clock_left(NEVER_NS) == NEVER_NS);
  assert_true(clock_after(3600 * NS_PER_S) < NEVER_NS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_monotonic),
      cmocka_unit_test(test_deadline_comes),
      cmocka_unit_test(test_never),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
