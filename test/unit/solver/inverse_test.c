/* inverse_test.c — hashes: questions that operations backwards, draws or sums of bits answer. */
#include "expr/input.h"
#include "expr/value.h"
#include "solver/solver.h"
#include "unit/unit.h"

static void odd_numbers_have_inverses(void **state) {
  (void)state;
  for (u64 v = 1; v < 1000; v += 2) assert_true(value_inverse_of_odd(v) * v == 1);
}

static Expr word(const char *name, u32 width) {
  return expr_var(input_bits(name, width), 0, width);
}

static Expr number(u64 v) { return expr_const(32, v); }

static void assert_answer(const char *stages, Expr e, Answer answer, Stage stage) {
  SolverConfig config = solver_config_default();
  assert_int_equal(solver_config_stages(&config, stages), OK);
  Solver *s = solver_new(&config);
  Context *c = context_new(s);
  Result r = solver_check(s, c, e);
  assert_int_equal(r.answer, answer);
  if (answer != ANSWER_UNKNOWN) assert_string_equal(stage_name(r.stage), stage_name(stage));
  result_done(&r);
  context_unref(c);
  solver_free(s);
}

/* Words meet again and again, so that nothing can be undone. */
static void mixed(u32 rounds, Expr *ret_a, Expr *ret_b) {
  Expr a = word("x", 32), b = word("y", 32);
  for (u32 i = 0; i < rounds; i++) {
    a = expr_add(expr_mul(a, number(2654435769u + 2 * i)), expr_xor(b, number(77 * i)));
    b = expr_xor(expr_concat(expr_extract(b, 0, 13), expr_extract(b, 13, 19)), expr_add(a, b));
  }
  *ret_a = a;
  *ret_b = b;
}

/* The bits that are asked decide, not how long the hash is. */
static void sample_finds_few_bits_of_a_hash(void **state) {
  (void)state;
  static const u32 rounds[] = {6, SIZED(40, 6)};
  expr_open();
  for (u32 i = 0; i < ARRAY_LEN(rounds); i++) {
    Expr a, b;
    mixed(rounds[i], &a, &b);
    Expr bits = expr_extract(expr_add(a, b), 5, 12);
    assert_answer("slice,sample", expr_eq(bits, expr_const(12, 0xbad)), ANSWER_YES, STAGE_sample);
    assert_answer("slice,sample", expr_eq(a, number(0xbad)), ANSWER_UNKNOWN, STAGE_sample);
  }
  expr_close();
}

static void a_hash_is_inverted(void **state) {
  (void)state;
  expr_open();
  Expr h = word("x", 32);
  for (u32 i = 0; i < 6; i++) { /* no step loses a bit, and none has the word twice */
    h = expr_add(expr_mul(h, number(2654435769u + 2 * i)), number(77 * i));
    h = expr_xor(h, number(0x5bd1e995 * i));
    h = expr_concat(expr_extract(h, 0, 13), expr_extract(h, 13, 19));
  }
  assert_answer("solve_eqs,sat", expr_eq(h, number(0xdeadbeef)), ANSWER_YES, STAGE_sat);
  u64 permutation[256];
  for (u32 i = 0; i < 256; i++) permutation[i] = (i * 167 + 13) & 255;
  Expr table = expr_array_table(8, 8, permutation, 256), b = word("b", 8);
  for (u32 i = 0; i < 4; i++) b = expr_select(table, expr_xor(b, expr_const(8, 0x5a + i)));
  assert_answer("solve_eqs", expr_eq(b, expr_const(8, 0x42)), ANSWER_YES, STAGE_solve_eqs);
  Expr never = expr_eq(expr_mul(h, number(4)), number(2));
  assert_answer("sat", never, ANSWER_NO, STAGE_sat);
  expr_close();
}

/* A shift register of which every bit is a sum of the bits of its seed. */
static Expr shifted(Expr x) {
  x = expr_xor(x, expr_shl(x, number(13)));
  x = expr_xor(x, expr_lshr(x, number(17)));
  return expr_xor(x, expr_shl(x, number(5)));
}

static void xors_solves_sums_of_bits(void **state) {
  (void)state;
  expr_open();
  Expr x = word("x", 32), y = word("y", 32), a = shifted(shifted(x));
  assert_answer("xors", expr_eq(a, number(0x12345678)), ANSWER_YES, STAGE_xors);
  Expr both = expr_xor(a, shifted(y)), zero = number(0);
  assert_answer("xors", expr_eq(both, number(99)), ANSWER_YES, STAGE_xors);
  /* the number of bits that are set is even */
  Expr parity = number(0), p = a;
  for (u32 i = 0; i < 32; i++) {
    parity = expr_xor(parity, expr_and(p, number(1)));
    p = expr_lshr(p, number(1));
  }
  Expr odd = expr_and(expr_eq(parity, number(1)), expr_eq(a, number(3)));
  assert_answer("xors", odd, ANSWER_NO, STAGE_xors);
  Expr product = expr_eq(expr_mul(x, y), number(15)); /* no sum at all */
  assert_answer("xors", product, ANSWER_UNKNOWN, STAGE_xors);
  Expr mixed = expr_and(expr_eq(a, zero), expr_eq(expr_mul(x, y), number(15)));
  assert_answer("sat", mixed, ANSWER_NO, STAGE_sat);
  expr_close();
}

/* That a function is linear, and that another undoes it: no sum may differ in any bit. */
static void xors_proves_that_sums_are_equal(void **state) {
  (void)state;
  expr_open();
  Expr x = word("x", 32), y = word("y", 32);
  Expr apart = expr_xor(shifted(x), shifted(y)), together = shifted(expr_xor(x, y));
  assert_answer("xors", expr_ne(apart, together), ANSWER_NO, STAGE_xors);
  Expr gray = expr_xor(x, expr_lshr(x, number(1)));
  for (u32 step = 16; step; step /= 2) gray = expr_xor(gray, expr_lshr(gray, number(step)));
  assert_answer("xors", expr_ne(gray, x), ANSWER_NO, STAGE_xors);
  /* one bit differs and two do; the rest is the same */
  Expr few = expr_xor(together, expr_and(y, number(1)));
  assert_answer("xors", expr_ne(apart, few), ANSWER_UNKNOWN, STAGE_xors);
  assert_answer("sat", expr_ne(apart, few), ANSWER_YES, STAGE_sat);
  /* where a path fixes what could differ */
  Expr fixed = expr_and(expr_eq(shifted(shifted(y)), number(0)), expr_ne(apart, few));
  assert_answer("xors", fixed, ANSWER_NO, STAGE_xors);
  /* what must differ is in the bit that is left, and that is fixed by another sum */
  Expr last = expr_and(expr_ne(apart, few), expr_eq(expr_and(shifted(y), number(1)), number(0)));
  assert_answer("xors,sat", last, ANSWER_YES, STAGE_sat);
  expr_close();
}

static void sat_knows_what_ranges_say(void **state) {
  (void)state;
  expr_open();
  SolverConfig config = solver_config_default();
  assert_int_equal(solver_config_stages(&config, "slice,sat"), OK);
  Solver *s = solver_new(&config);
  Context *c = context_new(s);
  Expr x = word("x", 32), quotient = expr_udiv(x, number(10));
  Expr steps[] = {expr_ult(x, number(1000)), expr_ugt(x, number(900)),
                  expr_eq(expr_urem(x, number(7)), number(3))};
  for (u32 i = 0; i < ARRAY_LEN(steps); i++) {
    Result r = solver_check(s, c, steps[i]);
    assert_int_equal(r.answer, ANSWER_YES);
    Context *next = context_add(c, steps[i], r.model);
    result_done(&r);
    context_unref(c);
    c = next;
  }
  Result r = solver_check(s, c, expr_eq(quotient, number(95)));
  assert_int_equal(r.answer, ANSWER_YES);
  result_done(&r);
  r = solver_check(s, c, expr_ult(quotient, number(90)));
  assert_int_equal(r.answer, ANSWER_NO);
  result_done(&r);
  context_unref(c);
  solver_free(s);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(odd_numbers_have_inverses),
      cmocka_unit_test(sample_finds_few_bits_of_a_hash),
      cmocka_unit_test(a_hash_is_inverted),
      cmocka_unit_test(xors_solves_sums_of_bits),
      cmocka_unit_test(xors_proves_that_sums_are_equal),
      cmocka_unit_test(sat_knows_what_ranges_say),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
