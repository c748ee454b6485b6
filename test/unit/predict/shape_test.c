/* shape_test.c — terms taken apart into a shape and its numbers, and put together again. */
#include "unit/terms.h"

#include "predict/shape.h"
#include "unit/random_terms.h"

enum { N_TERMS = 4000 };

static Input a; /* the input of the tests by hand: 16 words */

static Expr word(u32 at) { return expr_var(a, 32 * at, 32); }

static Expr number(u64 n) { return expr_const(32, n); }

static const ExprVec nothing_named;

/* The term of the shape with other numbers. */
static Expr filled(const ShapeSet *set, u32 shape, const i64 *numbers, u32 n) {
  return shape_fill(set, shape, &a, 1, &nothing_named, numbers, n);
}

/* ---- by hand --------------------------------------------------------------------------------------- */

typedef struct Fixture {
  ShapeSet set;
  Map names;
  NumberVec numbers;
} Fixture;

static u32 shape_of(Fixture *f, Expr e) {
  ShapeContext c = {.inputs = &a, .n_inputs = 1, .names = &f->names};
  u32 shape = UINT32_MAX;
  vec_clear(&f->numbers);
  assert_true(shape_of_term(&f->set, &c, e, &shape, &f->numbers));
  return shape;
}

static void assert_numbers(const Fixture *f, const i64 *numbers, u32 n) {
  assert_int_equal(f->numbers.n, n);
  for (u32 i = 0; i < n; i++) assert_int_equal(f->numbers.at[i], numbers[i]);
}

static void fixture_done(Fixture *f) {
  shapes_free(&f->set);
  map_done(&f->names);
  vec_free(&f->numbers);
}

/* The same condition in another round of a loop has the same shape, and only that one. */
static void test_rounds(void **state) {
  (void)state;
  Fixture f = {0};
  u32 less = shape_of(&f, expr_slt(word(2), word(5)));
  assert_numbers(&f, (i64[]){64, 160}, 2);
  assert_int_equal(shape_of(&f, expr_slt(word(7), word(0))), less);
  assert_numbers(&f, (i64[]){224, 0}, 2);
  assert_int_not_equal(shape_of(&f, expr_not(expr_slt(word(2), word(5)))), less);
  assert_int_not_equal(shape_of(&f, expr_ult(word(2), word(5))), less);
  assert_int_not_equal(shape_of(&f, expr_slt(expr_var(a, 64, 16), expr_var(a, 160, 16))), less);
  u32 constant = shape_of(&f, expr_slt(word(2), number((u64)-3)));
  assert_int_not_equal(constant, less);
  assert_numbers(&f, (i64[]){64, -3}, 2);
  assert_true(expr_same(filled(&f.set, less, (i64[]){96, 128}, 2), expr_slt(word(3), word(4))));
  assert_true(
      expr_same(filled(&f.set, constant, (i64[]){0, 1000}, 2), expr_slt(word(0), number(1000))));
  fixture_done(&f);
}

/* The order of operands that the table of terms has chosen does not show. */
static void test_order_of_operands(void **state) {
  (void)state;
  Fixture f = {0};
  (void)expr_add(word(9), word(1)); /* made in an order of its own */
  u32 sum = shape_of(&f, expr_eq(expr_add(word(1), word(9)), number(4)));
  for (u32 i = 0; i < 15; i++) {
    assert_int_equal(shape_of(&f, expr_eq(expr_add(word(i + 1), word(i)), number(i))), sum);
    assert_int_equal(f.numbers.n, 3);
    i64 places = f.numbers.at[0] + f.numbers.at[1] + f.numbers.at[2];
    assert_int_equal(places, 32 * (2 * (i64)i + 1) + i);
    Expr same = filled(&f.set, sum, f.numbers.at, f.numbers.n);
    assert_true(expr_same(same, expr_eq(expr_add(word(i), word(i + 1)), number(i))));
  }
  fixture_done(&f);
}

/* What is outside the input cannot be filled in. */
static void test_outside(void **state) {
  (void)state;
  Fixture f = {0};
  u32 less = shape_of(&f, expr_slt(word(2), word(5)));
  static const i64 outside[][2] = {{0, 512}, {-32, 0}, {0, 481}, {INT64_MAX, 0}, {0, INT64_MIN}};
  for (u32 i = 0; i < ARRAY_LEN(outside); i++)
    assert_true(expr_is_none(filled(&f.set, less, outside[i], 2)));
  assert_false(expr_is_none(filled(&f.set, less, (i64[]){480, 0}, 2)));
  Expr alone = shape_fill(&f.set, less, &a, 0, &nothing_named, (i64[]){0, 32}, 2);
  assert_true(expr_is_none(alone)); /* there is no such input */
  fixture_done(&f);
}

/* A term that has a name is one number, however large it is. */
static void test_names(void **state) {
  (void)state;
  Fixture f = {0};
  Expr first = expr_add(word(0), word(1)), second = expr_add(first, word(2));
  map_put(&f.names, first.id, 0);
  u32 shape = shape_of(&f, expr_slt(second, word(3)));
  i64 sum = 0;
  for (u32 i = 0; i < f.numbers.n; i++) sum += f.numbers.at[i];
  assert_int_equal(f.numbers.n, 3);
  assert_int_equal(sum, 0 + 64 + 96);
  map_put(&f.names, second.id, 1);
  Expr third = expr_add(second, word(4));
  assert_int_equal(shape_of(&f, expr_slt(third, word(5))), shape);
  ExprVec named = {0};
  vec_push(&named, first);
  vec_push(&named, second);
  Expr same = shape_fill(&f.set, shape, &a, 1, &named, f.numbers.at, f.numbers.n);
  assert_true(expr_same(same, expr_slt(third, word(5))));
  named.n = 1; /* the second name is not given yet */
  same = shape_fill(&f.set, shape, &a, 1, &named, f.numbers.at, f.numbers.n);
  assert_true(expr_is_none(same));
  vec_free(&named);
  fixture_done(&f);
}

/* ---- random ---------------------------------------------------------------------------------------- */

/* All inputs there are, by their number. */
static void list_inputs(Input **ret, u32 *ret_n) {
  *ret_n = input_count();
  *ret = mem_new(*ret_n * sizeof **ret);
  for (u32 i = 0; i < *ret_n; i++) (*ret)[i] = (Input){.id = i + 1};
}

/* Terms of all kinds; those that have no shape are few, and are refused. */
static void test_there_and_back(void **state) {
  (void)state;
  static const u32 widths[] = {1, 8, 13, 32, 64};
  RandomTerms r;
  random_terms_init(&r, 5, widths, ARRAY_LEN(widths));
  Input *inputs;
  u32 n_inputs, n_shaped = 0;
  list_inputs(&inputs, &n_inputs);
  ShapeSet set = {0};
  Map names = {0};
  NumberVec numbers = {0};
  ShapeContext c = {.inputs = inputs, .n_inputs = n_inputs, .names = &names};
  for (u32 i = 0; i < N_TERMS; i++) {
    RandomOp op = random_op(&r);
    Expr e = random_apply(&op);
    if (expr_is_array(e)) continue;
    random_keep(&r, e);
    u32 shape;
    vec_clear(&numbers);
    if (!shape_of_term(&set, &c, e, &shape, &numbers)) continue;
    n_shaped++;
    Expr same = shape_fill(&set, shape, inputs, n_inputs, &nothing_named, numbers.at, numbers.n);
    if (!expr_same(same, e)) fail_msg("term %u does not come back", i);
  }
  assert_true(n_shaped > N_TERMS / 3);
  shapes_free(&set);
  map_done(&names);
  vec_free(&numbers);
  mem_free(inputs);
  random_terms_done(&r);
}

static int open_input(void **state) {
  open_terms(state);
  a = input_bytes("a", 64);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_rounds, open_input, close_terms),
      cmocka_unit_test_setup_teardown(test_order_of_operands, open_input, close_terms),
      cmocka_unit_test_setup_teardown(test_outside, open_input, close_terms),
      cmocka_unit_test_setup_teardown(test_names, open_input, close_terms),
      cmocka_unit_test_setup_teardown(test_there_and_back, open_input, close_terms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
