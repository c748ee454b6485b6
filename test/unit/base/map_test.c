/* map_test.c — the table against a plain array, across growth and clearing. */
#include "base/map.h"

#include "base/rng.h"
#include "unit/unit.h"

static void test_empty(void **unused) {
  (void)unused;
  Map m = {0};
  u64 value = 7;
  assert_null(map_find(&m, 0));
  assert_false(map_get(&m, 0, &value));
  assert_int_equal(value, 7);
  map_clear(&m);
  assert_null(map_find(&m, 0));
  map_done(&m);
}

static void test_extreme_keys(void **unused) {
  (void)unused;
  Map m = {0};
  u64 value = 0;
  map_put(&m, 0, 1);
  map_put(&m, UINT64_MAX, 2);
  assert_true(map_get(&m, 0, &value));
  assert_int_equal(value, 1);
  assert_true(map_get(&m, UINT64_MAX, &value));
  assert_int_equal(value, 2);
  map_put(&m, 0, 3);
  assert_int_equal(m.n, 2);
  assert_int_equal(*map_find(&m, 0), 3);
  map_done(&m);
}

static void test_fresh(void **unused) {
  (void)unused;
  Map m = {0};
  bool fresh = false;
  u64 *value = map_at(&m, 5, &fresh);
  assert_true(fresh);
  assert_int_equal(*value, 0);
  *value = 9;
  assert_int_equal(*map_at(&m, 5, &fresh), 9);
  assert_false(fresh);
  map_clear(&m);
  assert_int_equal(*map_at(&m, 5, &fresh), 0);
  assert_true(fresh);
  map_done(&m);
}

/* When the counter of generations wraps, what was written under its first
 * values must not come back. */
static void test_generation_wraps(void **unused) {
  (void)unused;
  Map m = {0};
  map_put(&m, 1, 1);
  assert_int_equal(m.generation, 1);
  m.generation = UINT32_MAX;
  m.n = 0;
  map_put(&m, 2, 2);
  map_clear(&m);
  assert_int_equal(m.generation, 1);
  assert_null(map_find(&m, 1));
  map_put(&m, 3, 3);
  assert_null(map_find(&m, 1));
  assert_null(map_find(&m, 2));
  map_done(&m);
}

enum { N_KEYS = 3000, N_STEPS = 100000 };

static void test_random_against_array(void **unused) {
  (void)unused;
  Rng rng = {1};
  Map m = {0};
  static u64 expected[N_KEYS]; /* 0: absent; values put are never 0 */
  for (u32 step = 0; step < N_STEPS; step++) {
    u64 key = rng_below(&rng, N_KEYS), value = 0;
    if (rng_chance(&rng, 20000)) {
      map_clear(&m);
      for (u32 i = 0; i < N_KEYS; i++) expected[i] = 0;
    } else if (rng_chance(&rng, 2)) {
      expected[key] = step + 1;
      map_put(&m, key << 32, expected[key]);
    } else {
      assert_int_equal(map_get(&m, key << 32, &value), expected[key] != 0);
      assert_int_equal(value, expected[key]);
    }
  }
  u32 n_expected = 0;
  for (u32 i = 0; i < N_KEYS; i++) n_expected += expected[i] != 0;
  assert_int_equal(m.n, n_expected);
  assert_true(n_expected > N_KEYS / 2);
  map_done(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_extreme_keys),
      cmocka_unit_test(test_fresh),
      cmocka_unit_test(test_generation_wraps),
      cmocka_unit_test(test_random_against_array),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
