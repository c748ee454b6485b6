/* sums_test.c — stages that decide without Z3: sums of several words, and what a path says of two
 * bytes. */
#include "unit/solver/asking.h"

static Answer asked(Solver *s, Context *c, Expr e) { return asked_whom(s, c, e, NULL); }

/* Four words from 0 to 1000. */
static Context *small_words(Solver *s) {
  Context *c = context_new(s);
  for (u32 i = 0; i < 4; i++) add(&c, expr_ule(word(i), number(1000)));
  return c;
}

static void sums_are_decided_both_ways(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("simplify,slice,sums");
  Context *c = small_words(s);
  Expr a = word(0), b = word(1), d = word(2), e = word(3);
  add(&c, expr_ule(expr_add(a, b), d));
  add(&c, expr_ule(expr_add(d, e), expr_add(a, number(7))));
  assert_int_equal(asked(s, c, expr_ult(number(7), expr_add(b, e))), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_eq(expr_add(b, e), number(7))), ANSWER_YES);
  assert_int_equal(asked(s, c, expr_ult(expr_add(d, number(7)), expr_add(a, b))), ANSWER_NO);
  add(&c, expr_eq(expr_add(b, e), number(7)));
  /* Both sides of a disequality are excluded, then one of them is not. */
  assert_int_equal(asked(s, c, expr_ne(expr_add(a, b), d)), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_ne(expr_add(a, e), d)), ANSWER_YES);
  context_unref(c);
  solver_free(s);
  expr_close();
}

/* x is 0, 1 or 2, but not 1. */
static void add_even(Context **io, Expr x) {
  add(io, expr_ule(x, number(2)));
  add(io, expr_ne(x, number(1)));
}

/* A path with disequalities is refuted by trying both sides of each, and satisfied by the right ones. */
static void disequalities_are_tried_on_both_sides(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("simplify,slice,sums");
  Context *c = small_words(s);
  Expr x = expr_add(word(0), word(1)), y = expr_add(word(2), word(3)), sum = expr_add(x, y);
  add_even(&c, x);
  add_even(&c, y);
  for (u32 i = 0; i <= 5; i++)
    assert_int_equal(asked(s, c, expr_eq(sum, number(i))),
                     i == 0 || i == 2 || i == 4 ? ANSWER_YES : ANSWER_NO);
  context_unref(c);
  solver_free(s);
  expr_close();
}

/* Integers that do not exist are seen where a division of the numbers shows it; otherwise that
 * rational values exist refutes nothing. */
static void fractions_refute_nothing(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("simplify,slice,sums");
  Context *c = small_words(s);
  Expr a = word(0), b = word(1), d = word(2);
  Expr twice_a = expr_add(a, a), twice_b = expr_add(b, b);
  assert_int_equal(asked(s, c, expr_eq(twice_a, expr_add(twice_b, number(1)))), ANSWER_NO);
  add(&c, expr_eq(expr_add(a, b), d));
  Expr odd = expr_eq(expr_add(a, number(1)), expr_add(b, expr_mul(d, number(2))));
  assert_int_equal(asked(s, c, expr_and(odd, expr_ult(a, number(500)))) == ANSWER_NO, false);
  context_unref(c);
  solver_free(s);
  expr_close();
}

/* The path alone leaves few pairs of values, and the question none of them. */
static void two_bytes_by_what_the_path_says(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("simplify,model,bytes,pairs");
  Context *c = context_new(s);
  Expr a = expr_zext(expr_var(input_bits("a", 8), 0, 8), 32);
  Expr b = expr_zext(expr_var(input_bits("b", 8), 0, 8), 32), zero = number(0);
  u32 n_steps = 0;
  for (; asked(s, c, expr_ne(b, zero)) == ANSWER_YES; n_steps++) { /* Euclid's algorithm */
    Expr rest = expr_urem(a, b);
    add(&c, expr_ne(b, zero));
    a = b;
    b = rest;
  }
  assert_int_equal(n_steps, 12); /* 233 and 144 take the most */
  assert_int_equal(asked(s, c, expr_ne(b, zero)), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_eq(a, number(1))), ANSWER_YES);
  assert_int_equal(asked(s, c, expr_eq(a, number(2))), ANSWER_NO);
  context_unref(c);
  solver_free(s);
  expr_close();
}

/* A question larger than `cases` takes is passed on at once: to look at it took half a minute. */
static void cases_leaves_huge_terms(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("slice,cases");
  Context *c = context_new(s);
  Expr sum = number(0);
  for (u32 i = 0; i < 20000; i++) {
    Expr byte = expr_zext(expr_var(input_bytes("in", 64), 8 * (i % 8), 8), 32);
    Expr by = expr_zext(expr_var(input_bytes("in", 64), 8 * ((3 * i + 1) % 8), 8), 32);
    sum = expr_add(sum, expr_udiv(expr_add(byte, number(i)), expr_add(by, number(3 + i % 7))));
  }
  Expr low = expr_extract(sum, 0, 14);
  assert_int_equal(asked(s, c, expr_eq(low, expr_const(14, 5000))), ANSWER_UNKNOWN);
  context_unref(c);
  solver_free(s);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_are_decided_both_ways),
      cmocka_unit_test(disequalities_are_tried_on_both_sides),
      cmocka_unit_test(fractions_refute_nothing),
      cmocka_unit_test(two_bytes_by_what_the_path_says),
      cmocka_unit_test(cases_leaves_huge_terms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
