/* counter_test.c — instructions of children, on machines that count them and on others. */
#include "sandbox/counter.h"
#include "sandbox/sandbox.h"
#include "unit/unit.h"

#include <stdio.h>

static u64 count(const char *script, bool counts) {
  Names words = {0};
  names_add(&words, "sh");
  names_add(&words, "-c");
  names_add(&words, script);
  names_end(&words);
  SandboxPlan plan = {
      .kind = SANDBOX_COMPILER, .program = "sh", .words = &words, .counts = counts, .report = -1};
  SandboxEnd end = {0};
  assert_int_equal(sandbox_run(&plan, &end), OK);
  assert_int_equal(end.status, 0);
  text_free(&end.errors);
  names_free(&words);
  return end.n_instructions;
}

static const char long_script[] = "i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done";

/* What a child and its children execute; nadir's own is not in it. */
static void test_children(void **state) {
  (void)state;
  Counter c = counter_open();
  bool has_counter = c.fd >= 0;
  counter_close(&c);
  u64 few = count("exit 0", true), many = count(long_script, true);
  u64 below = count("sh -c \"i=0; while [ \\$i -lt 30000 ]; do i=\\$((i+1)); done\"; exit 0", true);
  print_message("# a counter: %s; %ju and %ju instructions\n", has_counter ? "yes" : "no",
                (uintmax_t)few, (uintmax_t)many);
  if (has_counter && few) { /* else it had to be shared */
    assert_true(many > few + 100000);
    assert_true(below > few + 100000);
  }
  if (!has_counter) assert_true(few == 0 && many == 0 && below == 0);
  assert_int_equal(count("exit 0", false), 0);
}

static void test_none(void **state) {
  (void)state;
  Counter none = {-1};
  u64 n = 7;
  assert_false(counter_read(&none, &n));
  assert_int_equal(n, 7);
  counter_close(&none);
  Counter c = counter_open();
  if (c.fd >= 0) assert_false(counter_read(&c, &n)); /* no child has run */
  counter_close(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_children),
      cmocka_unit_test(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
