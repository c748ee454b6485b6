/* experience_test.c — the set of experiences: none twice, the oldest go first. */
#include "unit/unit.h"

#include "base/rng.h"
#include "learn/experience.h"

#include <string.h>

static void test_unique(void **unused) {
  (void)unused;
  Experience e = experience_new(2, 4);
  assert_true(experience_add(&e, (i32[]){1, 2}));
  assert_false(experience_add(&e, (i32[]){1, 2}));
  assert_true(experience_add(&e, (i32[]){2, 1}));
  assert_int_equal(e.n, 2);
  experience_done(&e);
}

static void test_oldest_first(void **unused) {
  (void)unused;
  Experience e = experience_new(1, 2);
  for (i32 i = 0; i < 3; i++) assert_true(experience_add(&e, &i));
  assert_int_equal(e.n, 2);
  assert_false(experience_add(&e, (i32[]){1})); /* still there */
  assert_true(experience_add(&e, (i32[]){0}));  /* gone, so it is new, and 1 goes */
  assert_true(experience_add(&e, (i32[]){1}));
  assert_true(experience_is_sound(&e));
  experience_done(&e);
}

/* Against a model of it: a plain list. */
static void test_random(void **unused) {
  (void)unused;
  enum { MAX = 5, VALUES = 40 }; /* so many that the index is made anew */
  Experience e = experience_new(1, MAX);
  i32 list[MAX];
  u32 n = 0;
  Rng rng = {5};
  for (u32 round = 0; round < 20000; round++) {
    i32 x = (i32)rng_below(&rng, VALUES);
    bool is_there = false;
    for (u32 i = 0; i < n; i++) is_there |= list[i] == x;
    assert_int_equal(experience_add(&e, &x), !is_there);
    if (!is_there) {
      if (n == MAX) memmove(list, list + 1, --n * sizeof *list);
      list[n++] = x;
    }
    assert_int_equal(e.n, n);
    assert_true(experience_is_sound(&e));
  }
  experience_done(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_unique),
      cmocka_unit_test(test_oldest_first),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
