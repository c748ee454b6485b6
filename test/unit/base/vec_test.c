/* vec_test.c — growing, cutting, appending; elements survive being moved. */
#include "base/vec.h"

#include "unit/unit.h"

typedef VEC(u32) Numbers;

static void test_push_pop(void **unused) {
  (void)unused;
  Numbers v = {0};
  for (u32 i = 0; i < 1000; i++) {
    vec_push(&v, i * i);
    assert_int_equal(vec_last(&v), i * i);
    assert_true(v.n <= v.cap);
  }
  for (u32 i = 0; i < 1000; i++) assert_int_equal(v.at[i], i * i);
  for (u32 i = 1000; i-- > 0;) assert_int_equal(vec_pop(&v), i * i);
  assert_int_equal(v.n, 0);
  vec_free(&v);
  assert_null(v.at);
  assert_int_equal(v.cap, 0);
}

static void test_append(void **unused) {
  (void)unused;
  Numbers v = {0};
  const u32 some[] = {3, 1, 4, 1, 5};
  vec_append(&v, some, 0u);
  assert_int_equal(v.n, 0);
  for (u32 i = 0; i < 7; i++) vec_append(&v, some, 5u);
  assert_int_equal(v.n, 35);
  for (u32 i = 0; i < 35; i++) assert_int_equal(v.at[i], some[i % 5]);
  vec_free(&v);
}

static void test_resize_zeroes(void **unused) {
  (void)unused;
  Numbers v = {0};
  for (u32 i = 0; i < 10; i++) vec_push(&v, ~0u);
  vec_resize(&v, 3);
  assert_int_equal(v.n, 3);
  vec_resize(&v, 20);
  assert_int_equal(v.n, 20);
  for (u32 i = 0; i < 20; i++) assert_int_equal(v.at[i], i < 3 ? ~0u : 0);
  vec_clear(&v);
  assert_int_equal(v.n, 0);
  assert_true(v.cap >= 20);
  vec_free(&v);
}

static void test_reserve_keeps_contents(void **unused) {
  (void)unused;
  Numbers v = {0};
  vec_push(&v, 42);
  vec_reserve(&v, 5000);
  assert_true(v.cap >= 5001);
  assert_int_equal(v.n, 1);
  assert_int_equal(v.at[0], 42);
  u32 *before = v.at;
  for (u32 i = 0; i < 5000; i++) vec_push(&v, i);
  assert_ptr_equal(v.at, before);
  vec_free(&v);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_push_pop),
      cmocka_unit_test(test_append),
      cmocka_unit_test(test_resize_zeroes),
      cmocka_unit_test(test_reserve_keeps_contents),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
