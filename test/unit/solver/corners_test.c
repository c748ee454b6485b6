/* corners_test.c — questions that a small mistake in one stage answers wrongly, each to that stage
 * alone.  They come from mistakes that were made on purpose and that no other test noticed. */
#include "unit/solver/asking.h"

/* Is c ∧ e satisfiable, says a solver of these stages? */
static Answer answer_of(const char *stages, const Expr *path, u32 n, Expr e) {
  Solver *s = open_solver(stages);
  Context *c = context_new(s);
  for (u32 i = 0; i < n; i++) add(&c, path[i]);
  Answer a = asked_whom(s, c, e, NULL);
  context_unref(c);
  solver_free(s);
  return a;
}

static int setup(void **state) {
  (void)state;
  expr_open();
  return 0;
}

static int teardown(void **state) {
  (void)state;
  expr_close();
  return 0;
}

static Expr bits(const char *name, u32 width) {
  return expr_var(input_bits(name, width), 0, width);
}

/* ---- tables ------------------------------------------------------------------------------- */

/* The value 6 stands at two places, and 7 at none: nothing follows backwards. */
static void table_with_a_value_twice(void **state) {
  (void)state;
  static const u64 entries[] = {3, 0, 2, 5, 1, 4, 6, 6};
  Expr x = bits("x", 3), table = expr_array_table(3, 3, entries, 8);
  Expr is_six = expr_eq(expr_select(table, x), expr_const(3, 6));
  for (u32 at = 6; at < 8; at++) {
    Expr here = expr_eq(x, expr_const(3, at));
    assert_int_equal(answer_of("sat", &is_six, 1, here), ANSWER_YES);
    assert_int_equal(answer_of("solve_eqs", NULL, 0, expr_and(is_six, here)), ANSWER_YES);
  }
  assert_int_equal(answer_of("sat", &is_six, 1, expr_eq(x, expr_const(3, 5))), ANSWER_NO);
}

/* Past the end there are zeros, wherever else the zero stands. */
static void permutation_with_a_wide_index(void **state) {
  (void)state;
  static const u64 entries[] = {3, 7, 2, 0, 1, 4, 6, 5};
  Expr x = bits("x", 8), table = expr_array_table(8, 3, entries, 8);
  Expr is_zero = expr_eq(expr_select(table, x), expr_const(3, 0));
  Expr places[] = {expr_const(8, 200), expr_const(8, 8), expr_const(8, 3)};
  for (u32 i = 0; i < ARRAY_LEN(places); i++) {
    Expr here = expr_eq(x, places[i]);
    assert_int_equal(answer_of("sat", &is_zero, 1, here), ANSWER_YES);
    assert_int_equal(answer_of("solve_eqs", NULL, 0, expr_and(is_zero, here)), ANSWER_YES);
  }
  assert_int_equal(answer_of("sat", &is_zero, 1, expr_eq(x, expr_const(8, 7))), ANSWER_NO);
}

/* ---- bytes, bits -------------------------------------------------------------------------- */

/* Of an input of three bits, 8 to 255 are no values. */
static void pairs_with_few_bits(void **state) {
  (void)state;
  Expr a = expr_zext(bits("a", 3), 8), b = bits("b", 8);
  Expr path[] = {expr_not(expr_ult(a, b)), expr_not(expr_ult(b, a))};
  assert_int_equal(answer_of("pairs", path, 2, expr_ne(a, b)), ANSWER_NO);
}

/* Exclusive ors over ands are no linear system. */
static void sums_of_products_of_bits(void **state) {
  (void)state;
  Expr mixed = expr_xor(expr_and(word(0), word(1)), word(2));
  assert_int_equal(answer_of("xors", NULL, 0, expr_eq(mixed, number(0x55))), ANSWER_UNKNOWN);
}

/* Bits that a range fixes are known to reads of the same bytes, too. */
static void known_bits_of_an_object(void **state) {
  (void)state;
  Expr at = expr_zext(bits("at", 2), 64), object = expr_array_input(input_bytes("in", 64));
  Expr path[] = {expr_ule(word(0), number(15)), expr_ult(expr_const(64, 0), at)};
  Expr read = expr_select(object, at);
  assert_int_equal(answer_of("sat", path, 2, expr_eq(read, expr_const(8, 255))), ANSWER_NO);
  assert_int_equal(answer_of("sat", path, 2, expr_eq(at, expr_const(64, 2))), ANSWER_YES);
}

/* ---- boxes -------------------------------------------------------------------------------- */

static bool is_sum_of_squares(u32 n) {
  for (u32 a = 3; a < 32; a++)
    for (u32 b = a + 1; b < 32; b++)
      if (a * a + b * b == n) return true;
  return false;
}

/* No point of a range is lost when it is halved. */
static void branch_prune_find_all_squares(void **state) {
  (void)state;
  Expr a = expr_zext(bits("a", 5), 16), b = expr_zext(bits("b", 5), 16);
  Expr path[] = {expr_ule(expr_const(16, 3), a), expr_ult(a, b)};
  Expr sum = expr_add(expr_mul(a, a), expr_mul(b, b));
  for (u32 n = 25; n < 400; n++) {
    Expr is_n = expr_eq(sum, expr_const(16, n));
    assert_int_equal(answer_of("order,slice,branch_prune", path, 2, is_n),
                     is_sum_of_squares(n) ? ANSWER_YES : ANSWER_NO);
  }
}

/* What an array holds is not known when all words are. */
static void branch_prune_leave_arrays(void **state) {
  (void)state;
  Expr read = expr_select(expr_array_input(input_array("sparse", 8, 8)), bits("at", 8));
  Expr y = bits("y", 16), product = expr_mul(expr_zext(read, 16), y);
  Expr path[] = {expr_ule(expr_const(16, 5), y), expr_ule(y, expr_const(16, 7))};
  Expr is_35 = expr_eq(product, expr_const(16, 35));
  assert_int_equal(answer_of("order,slice,branch_prune", path, 2, is_35), ANSWER_UNKNOWN);
}

/* ---- integers ----------------------------------------------------------------------------- */

/* The model is below the sum that is excluded, and the question above it. */
static void other_side_of_a_disequality(void **state) {
  (void)state;
  Expr sum = expr_add(word(0), word(1)), ten = number(10);
  Expr path[] = {expr_ule(word(0), number(100)), expr_ule(word(1), number(100)), expr_ne(sum, ten)};
  assert_int_equal(answer_of("slice,sums", path, 3, expr_ule(ten, sum)), ANSWER_YES);
}

/* Two disequalities of one question may want different sides. */
static void two_disequalities_at_once(void **state) {
  (void)state;
  Expr a = word(0), s = expr_add(a, word(1)), t = expr_add(a, word(2));
  Expr five = number(5), six = number(6);
  Expr path[] = {expr_ule(a, six),  expr_ule(word(1), six), expr_ule(word(2), six),
                 expr_ule(five, s), expr_ule(s, six),       expr_ule(five, t),
                 expr_ule(t, six)};
  Expr both = expr_and(expr_ne(s, five), expr_ne(t, six));
  assert_true(answer_of("slice,sums", path, ARRAY_LEN(path), both) != ANSWER_NO);
}

/* Numbers from 128 to 255 are negative as signed bytes. */
static void low_part_as_a_signed_number(void **state) {
  (void)state;
  Expr a = word(0), b = word(1), low = expr_extract(a, 0, 8);
  Expr path[] = {expr_ule(number(128), a), expr_ule(a, number(255)), expr_ule(b, number(100))};
  Expr is_less = expr_slt(low, expr_extract(b, 0, 8));
  assert_int_equal(answer_of("slice,sat", path, 3, is_less), ANSWER_YES);
  assert_int_equal(answer_of("slice,sat", path, 3, expr_not(is_less)), ANSWER_NO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(table_with_a_value_twice, setup, teardown),
      cmocka_unit_test_setup_teardown(permutation_with_a_wide_index, setup, teardown),
      cmocka_unit_test_setup_teardown(pairs_with_few_bits, setup, teardown),
      cmocka_unit_test_setup_teardown(sums_of_products_of_bits, setup, teardown),
      cmocka_unit_test_setup_teardown(known_bits_of_an_object, setup, teardown),
      cmocka_unit_test_setup_teardown(branch_prune_find_all_squares, setup, teardown),
      cmocka_unit_test_setup_teardown(branch_prune_leave_arrays, setup, teardown),
      cmocka_unit_test_setup_teardown(other_side_of_a_disequality, setup, teardown),
      cmocka_unit_test_setup_teardown(two_disequalities_at_once, setup, teardown),
      cmocka_unit_test_setup_teardown(low_part_as_a_signed_number, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
