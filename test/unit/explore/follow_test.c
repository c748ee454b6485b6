/* follow_test.c — paths as text: there and back. */
#include "unit/unit.h"

#include "base/rng.h"
#include "explore/follow.h"

static void test_round_trip(void **state) {
  (void)state;
  Rng rng = {11};
  const u8 kinds[] = {CHOICE_BRANCH, CHOICE_SWITCH, CHOICE_ADDRESS, CHOICE_VALUE,
                      CHOICE_CHECK,  CHOICE_SPLIT,  CHOICE_SIZE};
  for (u32 length = 0; length < 300; length += 7) {
    DecisionVec made = {0}, read = {0};
    for (u32 i = 0; i < length; i++) {
      Decision d = {.kind = kinds[rng_below(&rng, ARRAY_LEN(kinds))], .fn = 3, .pc = i};
      d.side = d.kind == CHOICE_BRANCH ? rng_below(&rng, 2) : rng_u64(&rng) >> rng_below(&rng, 64);
      vec_push(&made, d);
    }
    cleanup(text_free) Text t = {0};
    for (u32 i = 0; i < made.n; i++) decision_print(&t, &made.at[i]);
    assert_int_equal(path_parse("path", text_c(&t), &read), OK);
    assert_int_equal(read.n, made.n);
    for (u32 i = 0; i < made.n; i++) {
      assert_int_equal(read.at[i].kind, made.at[i].kind);
      assert_int_equal(read.at[i].side, made.at[i].side);
    }
    vec_free(&made);
    vec_free(&read);
  }
}

static void test_blanks(void **state) {
  (void)state;
  DecisionVec read = {0};
  assert_int_equal(path_parse("path", "# of x.c\n 1 0\n\n#\ts0.\n\t1vff.\n", &read), OK);
  assert_int_equal(read.n, 4);
  assert_int_equal(read.at[3].kind, CHOICE_VALUE);
  assert_int_equal(read.at[3].side, 255);
  vec_free(&read);
}

static void test_errors(void **state) {
  (void)state;
  const struct {
    const char *text, *error;
  } rows[] = {
      {"01x", "p:1: 'x' does not begin a decision"},
      {"01\n\n2", "p:3: '2' does not begin a decision"},
      {"s", "p:1: 's' is not followed by a hexadecimal number and a full stop"},
      {"a.", "p:1: 'a' is not followed by a hexadecimal number and a full stop"},
      {"v12", "p:1: 'v' is not followed by a hexadecimal number and a full stop"},
      {"v11112222333344445.", "p:1: 'v' is not followed by a hexadecimal number and a full stop"},
  };
  for (u32 i = 0; i < ARRAY_LEN(rows); i++) {
    DecisionVec read = {0};
    assert_int_equal(path_parse("p", rows[i].text, &read), ERR_INPUT);
    assert_string_equal(err_text(), rows[i].error);
    assert_int_equal(read.n, 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_blanks),
      cmocka_unit_test(test_errors),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
