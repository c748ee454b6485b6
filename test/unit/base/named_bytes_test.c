/* named_bytes_test.c — copies of inputs: they own what they hold, also where there is nothing. */
#include "base/named_bytes.h"

#include "unit/unit.h"

static void test_owns(void **state) {
  (void)state;
  cleanup(named_bytes_free) NamedBytesVec a = {0}, b = {0};
  char name[] = "a";
  u8 bytes[] = {1, 2, 3};
  named_bytes_add(&a, name, bytes, 3);
  named_bytes_add(&a, "zeros", NULL, 2);
  named_bytes_add(&a, "none", NULL, 0);
  name[0] = 'x';
  bytes[0] = 9;
  named_bytes_add_all(&b, &a);
  named_bytes_find(&a, "a")->bytes[1] = 7;
  assert_int_equal(b.n, 3);
  assert_memory_equal(named_bytes_find(&b, "a")->bytes, "\1\2\3", 3);
  assert_memory_equal(named_bytes_find(&b, "zeros")->bytes, "\0\0", 2);
  assert_non_null(named_bytes_find(&b, "none")->bytes);
  assert_null(named_bytes_find(&b, "x"));
  named_bytes_free(&b);
  assert_int_equal(b.n, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_owns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
