/* budget_test.c — each limit fires, and only then. */
#include "unit/unit.h"

#include "base/budget.h"

static void test_unlimited(void **state) {
  (void)state;
  Budget b = budget_unlimited();
  assert_int_equal(budget_spent(&b, (Usage){UINT64_MAX - 1, UINT64_MAX - 1}), LIMIT_NOT);
  assert_int_equal(b.n_asked, 1);
}

static void test_counts(void **state) {
  (void)state;
  Budget b = budget_unlimited();
  b.max_paths = 3;
  assert_int_equal(budget_spent(&b, (Usage){2, 1000}), LIMIT_NOT);
  assert_int_equal(budget_spent(&b, (Usage){3, 1000}), LIMIT_PATHS);
  b = budget_unlimited();
  b.max_instructions = 1000;
  assert_int_equal(budget_spent(&b, (Usage){7, 999}), LIMIT_NOT);
  assert_int_equal(budget_spent(&b, (Usage){7, 1000}), LIMIT_INSTRUCTIONS);
}

static void test_time(void **state) {
  (void)state;
  Budget b = budget_unlimited();
  b.deadline_ns = clock_after(3600 * NS_PER_S);
  assert_int_equal(budget_spent(&b, (Usage){0}), LIMIT_NOT);
  b.deadline_ns = clock_ns();
  assert_int_equal(budget_spent(&b, (Usage){0}), LIMIT_TIME);
}

static void test_interrupt(void **state) {
  (void)state;
  volatile sig_atomic_t flag = 0;
  Budget b = budget_unlimited();
  b.interrupted = &flag;
  assert_int_equal(budget_spent(&b, (Usage){0}), LIMIT_NOT);
  flag = 1;
  assert_int_equal(budget_spent(&b, (Usage){0}), LIMIT_INTERRUPT);
}

static void test_fire(void **state) {
  (void)state;
  Budget b = budget_unlimited();
  b.fire_at = 3;
  for (u32 n = 1; n <= 4; n++)
    assert_int_equal(budget_spent(&b, (Usage){0}), n == 3 ? LIMIT_TEST : LIMIT_NOT);
}

/* Only ever narrowed, and as it was when the scope ends. */
static void test_scopes(void **state) {
  (void)state;
  Budget b = budget_unlimited();
  {
    cleanup(deadline_restore) DeadlineScope none = deadline_part(&b, 3);
    assert_int_equal(b.deadline_ns, NEVER_NS);
    cleanup(deadline_restore) DeadlineScope outer = deadline_narrow(&b, clock_after(90 * NS_PER_S));
    u64 before = b.deadline_ns;
    {
      cleanup(deadline_restore) DeadlineScope inner = deadline_part(&b, 3);
      assert_in_range(clock_left(b.deadline_ns), 20 * NS_PER_S, 30 * NS_PER_S);
      cleanup(deadline_restore) DeadlineScope later = deadline_narrow(&b, NEVER_NS);
      assert_in_range(clock_left(b.deadline_ns), 20 * NS_PER_S, 30 * NS_PER_S);
    }
    assert_int_equal(b.deadline_ns, before);
  }
  assert_int_equal(b.deadline_ns, NEVER_NS);
}

/* A budget of its own: the other one stays what it is, with all that is no time. */
static void test_parts(void **state) {
  (void)state;
  Budget b = budget_unlimited();
  b.max_paths = 7;
  assert_int_equal(budget_part(&b, 3).deadline_ns, NEVER_NS);
  u64 end = b.deadline_ns = clock_after(90 * NS_PER_S);
  Budget part = budget_part(&b, 3);
  assert_in_range(clock_left(part.deadline_ns), 20 * NS_PER_S, 30 * NS_PER_S);
  assert_int_equal(part.max_paths, 7);
  assert_int_equal(b.deadline_ns, end);
  assert_int_equal(clock_left(clock_part(1, 3)), 0); /* over: no time is left of nothing */
}

static void test_names(void **state) {
  (void)state;
  assert_string_equal(limit_name(LIMIT_TIME), "time");
  for (u32 l = 0; l < LIMIT_COUNT; l++) {
    assert_non_null(limit_name((Limit)l));
    assert_non_null(limit_meaning((Limit)l));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unlimited), cmocka_unit_test(test_counts), cmocka_unit_test(test_time),
      cmocka_unit_test(test_interrupt), cmocka_unit_test(test_fire),   cmocka_unit_test(test_names),
      cmocka_unit_test(test_scopes),    cmocka_unit_test(test_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
