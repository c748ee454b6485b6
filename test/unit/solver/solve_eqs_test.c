/* solve_eqs_test.c — what is left of a conjunction has a model iff the conjunction has, and steps
 * are undone rightly. */
#include "base/clock.h"
#include "expr/input.h"
#include "expr/value.h"
#include "solver/bits/bit_solver.h"
#include "solver/bits/congruence.h"
#include "solver/linear/solve_eqs.h"
#include "unit/solver/terms.h"
#include "unit/unit.h"

static Expr word(const char *name, u32 width) {
  return expr_var(input_bits(name, width), 0, width);
}

static Expr number(u64 v) { return expr_const(32, v); }

static void assert_holds(Eval *ev, const Model *m, const Expr *terms, u32 n) {
  for (u32 i = 0; i < n; i++) assert_true(eval_true(ev, m, terms[i]));
}

/* Solved to the end, without a look at bits. */
static void assert_solved(const Expr *terms, u32 n) {
  Equations s = {0};
  Eval *ev = eval_new();
  Model *m = model_new();
  assert_true(equations_solve(&s, terms, n, NEVER_NS));
  assert_int_equal(s.terms.n, 0);
  equations_complete(&s, ev, m);
  assert_holds(ev, m, terms, n);
  model_unref(m);
  eval_free(ev);
  equations_done(&s);
}

static void rounds_of_a_cipher_come_off(void **state) {
  (void)state;
  expr_open();
  Expr a = word("a", 32), b = word("b", 32);
  for (u32 i = 0; i < 8; i++) {
    Expr mixed = expr_xor(expr_add(expr_shl(b, number(4)), number(i)), expr_lshr(b, number(5)));
    a = expr_add(a, mixed);
    b = expr_add(b, expr_xor(expr_mul(a, a), number(77 * i)));
  }
  Expr both[] = {expr_eq(a, number(0xcafebabe)), expr_eq(b, number(0x8badf00d))};
  assert_solved(both, 2);
  assert_solved(both, 1);
  expr_close();
}

static void invertible_operations_are_undone(void **state) {
  (void)state;
  expr_open();
  u64 permutation[256];
  for (u32 i = 0; i < 256; i++) permutation[i] = (i * 167 + 13) & 255;
  Expr table = expr_array_table(8, 8, permutation, 256), x = word("x", 8), y = word("y", 32);
  Expr looked_up = expr_select(table, expr_xor(expr_select(table, x), expr_const(8, 0x5a)));
  Expr first[] = {expr_eq(looked_up, expr_const(8, 0x42))};
  assert_solved(first, 1);
  Expr wide = expr_concat(expr_neg(expr_mul(y, number(12345))), expr_not(word("z", 32)));
  Expr second[] = {expr_eq(wide, expr_const(64, 0x0123456789abcdefull))};
  assert_solved(second, 1);
  Equations s = {0};
  Expr never[] = {expr_eq(expr_zext(x, 32), number(256)), expr_ult(y, number(5))};
  assert_true(equations_solve(&s, never, 2, NEVER_NS));
  assert_true(equations_is_false(&s));
  equations_done(&s);
  expr_close();
}

/* Views of the same bytes are not words of their own. */
static void overlapping_words_are_left_alone(void **state) {
  (void)state;
  expr_open();
  Input in = input_bytes("in", 8);
  Expr low = expr_var(in, 0, 32), middle = expr_var(in, 16, 32);
  Expr terms[] = {expr_eq(expr_add(low, number(3)), number(0x12345678)),
                  expr_eq(expr_extract(middle, 0, 16), expr_const(16, 0x4321))};
  Equations s = {0};
  BitSolver *bits = bit_solver_new();
  Model *m = model_new();
  Reason reason;
  assert_true(equations_solve(&s, terms, 2, NEVER_NS));
  Answer a = bit_solver_check(bits, s.terms.at, s.terms.n, (SatLimit){.deadline_ns = NEVER_NS}, m,
                              NULL, &reason);
  assert_int_equal(a, ANSWER_NO);
  model_unref(m);
  bit_solver_free(bits);
  equations_done(&s);
  expr_close();
}

/* Keys of a hash table that collide: no product is left, and what was compared still is. */
static void products_with_odd_numbers_are_named(void **state) {
  (void)state;
  expr_open();
  Expr hash[3], key[3] = {word("k0", 32), word("k1", 32), word("k2", 32)};
  for (u32 i = 0; i < 3; i++)
    hash[i] = expr_lshr(expr_mul(key[i], number(2654435769u)), number(24));
  Expr found = expr_ite(expr_eq(hash[2], hash[1]), key[1], number(7));
  Expr terms[] = {expr_eq(hash[0], hash[1]), expr_ne(key[0], key[1]), expr_ne(key[2], found),
                  expr_eq(hash[2], number(9)), expr_eq(hash[1], number(9))};
  Equations s = {0};
  BitSolver *bits = bit_solver_new();
  Eval *ev = eval_new();
  Model *m = model_new();
  Reason reason;
  assert_true(equations_solve(&s, terms, ARRAY_LEN(terms), NEVER_NS));
  assert_int_equal(s.n_products, 3);
  for (u32 i = 0; i < s.nodes.n; i++) assert_int_not_equal(expr_kind(s.nodes.at[i]), EXPR_MUL);
  SatLimit limit = {.deadline_ns = NEVER_NS};
  assert_int_equal(bit_solver_check(bits, s.terms.at, s.terms.n, limit, m, NULL, &reason),
                   ANSWER_YES);
  equations_complete(&s, ev, m);
  assert_holds(ev, m, terms, ARRAY_LEN(terms));
  model_unref(m);
  eval_free(ev);
  bit_solver_free(bits);
  equations_done(&s);
  expr_close();
}

/* Bits `low` and up of x * factor + plus are those of `of` * factor + plus. */
static Expr shown(Expr x, u64 of, u64 factor, u64 plus, u32 low, u32 n) {
  u32 width = expr_width(x);
  Expr number = expr_add(expr_mul(x, expr_const(width, factor)), expr_const(width, plus));
  return expr_eq(expr_extract(number, low, n),
                 expr_const(n, (of * factor + plus) >> low & value_mask(n)));
}

/* Is there a word of 8 bits?  By trying all. */
static bool has_solution(Eval *ev, Expr x, const Expr *terms, u32 n) {
  bool found = false;
  Model *m = model_new();
  for (u64 v = 0; v < 256 && !found; v++) {
    model_set_bits(m, expr_input(x), 0, 8, &v);
    found = true;
    for (u32 i = 0; i < n; i++) found &= eval_true(ev, m, terms[i]);
  }
  model_unref(m);
  return found;
}

/* The seed of a generator of which some bits are shown: these are no question any more. */
static void shown_bits_are_taken_out(void **state) {
  (void)state;
  expr_open();
  BitSolver *bits = bit_solver_new();
  Eval *ev = eval_new();
  Rng rng = {12};
  u32 n_taken = 0, n_answers[3] = {0};
  for (u32 round = 0; round < 200; round++) {
    Expr x = word("x", 8), terms[2];
    u64 seed = rng_below(&rng, 256);
    for (u32 i = 0; i < 2; i++) {
      u32 low = (u32)rng_below(&rng, 7), n = 1 + (u32)rng_below(&rng, 8 - low);
      u64 of = rng_chance(&rng, 2) ? seed : rng_below(&rng, 256);
      terms[i] = shown(x, of, rng_below(&rng, 256) | 1, rng_below(&rng, 256), low, n);
    }
    Equations s = {0};
    Model *m = model_new();
    Reason reason;
    SatLimit limit = {.deadline_ns = NEVER_NS};
    assert_true(equations_solve(&s, terms, 2, NEVER_NS));
    n_taken += s.n_products;
    Answer a = bit_solver_check(bits, s.terms.at, s.terms.n, limit, m, NULL, &reason);
    assert_int_equal(a, has_solution(ev, x, terms, 2) ? ANSWER_YES : ANSWER_NO);
    if (a == ANSWER_YES) equations_complete(&s, ev, m);
    if (a == ANSWER_YES) assert_holds(ev, m, terms, 2);
    n_answers[a]++;
    model_unref(m);
    equations_done(&s);
  }
  assert_true(n_taken > 50 && n_answers[ANSWER_YES] > 20 && n_answers[ANSWER_NO] > 20);
  eval_free(ev);
  bit_solver_free(bits);
  expr_close();
}

static void a_generator_keeps_what_it_does_not_show(void **state) {
  (void)state;
  expr_open();
  Expr x = word("x", 32);
  Expr terms[] = {shown(x, 20231117, 1103515245, 12345, 16, 15),
                  shown(x, 20231117, 3265436265, 3554416254, 16, 15)};
  Equations s = {0};
  assert_true(equations_solve(&s, terms, 2, NEVER_NS));
  assert_int_equal(s.terms.n, 1);
  assert_int_equal(s.n_products, 1);
  for (u32 i = 0; i < s.nodes.n; i++)
    if (expr_kind(s.nodes.at[i]) == EXPR_VAR) assert_true(expr_width(s.nodes.at[i]) <= 16);
  equations_done(&s);
  expr_close();
}

/* k % 211 of keys that are not negative: no signs are left, and equal keys have equal remainders. */
static void remainders_lose_their_signs(void **state) {
  (void)state;
  expr_open();
  Expr k = word("k", 32), j = word("j", 32), zero = number(0), size = number(211);
  Expr terms[] = {expr_not(expr_slt(k, zero)), expr_not(expr_slt(j, zero)),
                  expr_ne(expr_srem(k, size), expr_srem(j, size)),
                  expr_ult(expr_xor(k, j), number(2)), expr_ult(expr_xor(j, k), number(1))};
  Equations s = {0};
  ExprVec lemmas = {0};
  BitSolver *bits = bit_solver_new();
  Model *m = model_new();
  Reason reason;
  assert_true(equations_solve(&s, terms, ARRAY_LEN(terms), NEVER_NS));
  assert_int_equal(s.n_unsigned, 2);
  Expr open[] = {expr_ne(expr_urem(k, size), expr_urem(j, size)), expr_ult(k, expr_add(j, k))};
  congruence_lemmas(open, ARRAY_LEN(open), &lemmas);
  assert_int_equal(lemmas.n, 1); /* that they are below 211 is known by their facts */
  Expr same = expr_eq(k, j);
  vec_push(&lemmas, open[0]);
  vec_push(&lemmas, same);
  SatLimit limit = {.deadline_ns = NEVER_NS, .n_conflicts = 10};
  assert_int_equal(bit_solver_check(bits, lemmas.at, lemmas.n, limit, m, NULL, &reason), ANSWER_NO);
  model_unref(m);
  bit_solver_free(bits);
  vec_free(&lemmas);
  equations_done(&s);
  expr_close();
}

/* Whatever the conditions: what is left is as satisfiable as they are. */
static void random_conjunctions_stay_what_they_are(void **state) {
  (void)state;
  u32 n_solved = 0, n_answers[3] = {0};
  for (u32 round = 0; round < SIZED(150, 30); round++) {
    expr_open();
    Terms t = {.rng = {round}};
    terms_open_tiny(&t);
    BitSolver *bits = bit_solver_new();
    Eval *ev = eval_new();
    for (u32 i = 0; i < 8; i++) {
      Expr terms[3];
      Reason reason;
      SatLimit limit = {.deadline_ns = NEVER_NS};
      terms_grow(&t, 3);
      for (u32 k = 0; k < 3; k++) terms[k] = terms_condition(&t);
      Model *m = model_new(), *whole = model_new();
      Equations s = {0};
      assert_true(equations_solve(&s, terms, 3, NEVER_NS));
      Answer a = bit_solver_check(bits, s.terms.at, s.terms.n, limit, m, NULL, &reason);
      assert_int_equal(a, bit_solver_check(bits, terms, 3, limit, whole, NULL, &reason));
      if (a == ANSWER_YES) equations_complete(&s, ev, m);
      if (a == ANSWER_YES) assert_holds(ev, m, terms, 3);
      n_solved += s.solved.n;
      n_answers[a]++;
      equations_done(&s);
      model_unref(m);
      model_unref(whole);
    }
    eval_free(ev);
    bit_solver_free(bits);
    terms_done(&t);
    expr_close();
  }
  assert_true(n_solved > 20 && n_answers[ANSWER_YES] > 20 && n_answers[ANSWER_NO] > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rounds_of_a_cipher_come_off),
      cmocka_unit_test(invertible_operations_are_undone),
      cmocka_unit_test(overlapping_words_are_left_alone),
      cmocka_unit_test(products_with_odd_numbers_are_named),
      cmocka_unit_test(shown_bits_are_taken_out),
      cmocka_unit_test(a_generator_keeps_what_it_does_not_show),
      cmocka_unit_test(remainders_lose_their_signs),
      cmocka_unit_test(random_conjunctions_stay_what_they_are),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
