/* set_cover_test.c — known covers, and random ones against the definition. */
#include "unit/unit.h"

#include "base/rng.h"
#include "base/set_cover.h"

static void expect(const NumberSet *sets, u32 n, const u32 *chosen, u32 n_chosen) {
  U32Vec got = {0};
  set_cover(sets, n, &got);
  assert_int_equal(got.n, n_chosen);
  for (u32 i = 0; i < n_chosen; i++) assert_int_equal(got.at[i], chosen[i]);
  vec_free(&got);
}

static void test_known(void **state) {
  (void)state;
  u32 a[] = {0, 1, 2, 3}, b[] = {2, 3, 4}, c[] = {5, 4}, d[] = {6};
  NumberSet sets[] = {{d, 1}, {b, 3}, {a, 4}, {c, 2}, {NULL, 0}};
  expect(sets, 5, (u32[]){0, 2, 3}, 3); /* a first, then b has one to add and c two */
  NumberSet same[] = {{b, 3}, {b, 3}};
  expect(same, 2, (u32[]){0}, 1);
  expect(NULL, 0, NULL, 0);
  expect(&sets[4], 1, NULL, 0);
}

enum { MOST_SETS = 12, MOST_ELEMENTS = 40 };

/* The definition, looking at all sets each time. */
static void greedy(const NumberSet *sets, u32 n, bool *ret_chosen) {
  bool has[MOST_ELEMENTS] = {0};
  for (;;) {
    u32 best = 0, most = 0;
    for (u32 i = 0; i < n; i++) {
      u32 gain = 0;
      for (u32 k = 0; k < sets[i].n; k++) gain += !has[sets[i].at[k]];
      if (gain > most) best = i, most = gain;
    }
    if (!most) return;
    ret_chosen[best] = true;
    for (u32 k = 0; k < sets[best].n; k++) has[sets[best].at[k]] = true;
  }
}

static void test_random(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 500; seed++) {
    Rng rng = {seed};
    u32 room[MOST_SETS][MOST_ELEMENTS], n = 1 + (u32)rng_below(&rng, MOST_SETS);
    NumberSet sets[MOST_SETS];
    for (u32 i = 0; i < n; i++) {
      sets[i] = (NumberSet){room[i], 0};
      for (u32 e = 0; e < MOST_ELEMENTS; e++)
        if (rng_chance(&rng, 4)) room[i][sets[i].n++] = e;
    }
    bool chosen[MOST_SETS] = {0};
    U32Vec got = {0};
    greedy(sets, n, chosen);
    set_cover(sets, n, &got);
    for (u32 i = 0, k = 0; i < n; i++) {
      bool is_in = k < got.n && got.at[k] == i;
      assert_int_equal(is_in, chosen[i]);
      k += is_in;
    }
    vec_free(&got);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_known),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
