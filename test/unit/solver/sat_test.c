/* sat_test.c — circuits mean what terms mean.
 *
 * Inputs are fixed to a random model; then a condition that holds there must be satisfiable and one
 * that does not must be refuted, for terms of all kinds.  Clauses are kept over many questions, so
 * what one of them leaves behind would show in the next.
 */
#include "base/clock.h"
#include "expr/nodes.h"
#include "solver/bits/bit_solver.h"
#include "unit/solver/terms.h"
#include "unit/unit.h"

static const SatLimit no_limit = {.deadline_ns = NEVER_NS};

static bool reads_sparse(Expr e) {
  ExprVec leaves = {0};
  expr_leaves(e, &leaves);
  bool found = false;
  for (u32 i = 0; i < leaves.n; i++)
    found |= input_info(expr_input(leaves.at[i]))->shape == INPUT_ARRAY;
  vec_free(&leaves);
  return found;
}

static void fix_inputs(const Terms *t, const Model *m, ExprVec *ret) {
  for (u32 i = 0; i < t->inputs.n; i++) {
    u32 n_bits = input_info(t->inputs.at[i])->n_bits;
    u64 words[4] = {0};
    if (!n_bits) continue;
    model_get_bits(m, t->inputs.at[i], 0, n_bits, words);
    vec_push(ret, expr_eq(expr_var(t->inputs.at[i], 0, n_bits), expr_const_words(n_bits, words)));
  }
}

/* Checks the answer for the terms; `holds` in *m, which is a model of the rest.  False: the circuit
 * would be larger than a tiny build allows. */
static bool ask(BitSolver *s, Eval *ev, const ExprVec *terms, bool holds) {
  Model *found = model_new();
  Reason reason;
  Answer a = bit_solver_check(s, terms->at, terms->n, no_limit, found, NULL, &reason);
  bool is_too_large = SIZED(0, 1) && a == ANSWER_UNKNOWN && reason == REASON_INCOMPLETE;
  if (holds && !is_too_large) assert_int_equal(a, ANSWER_YES);
  if (!holds && !is_too_large && !reads_sparse(vec_last(terms))) assert_int_equal(a, ANSWER_NO);
  for (u32 i = 0; a == ANSWER_YES && i < terms->n; i++)
    assert_true(eval_true(ev, found, terms->at[i]));
  model_unref(found);
  return !is_too_large;
}

static void circuits_mean_what_terms_mean(void **state) {
  (void)state;
  u32 n_yes = 0, n_no = 0;
  for (u32 round = 0; round < SIZED(60, 15); round++) {
    expr_open();
    Terms t = {.rng = {round}};
    terms_open_wide(&t);
    BitSolver *s = bit_solver_new();
    Eval *ev = eval_new();
    for (u32 i = 0; i < 12; i++) {
      terms_grow(&t, 4);
      Model *m = terms_model_new(&t);
      ExprVec terms = {0};
      fix_inputs(&t, m, &terms);
      Expr e = terms_condition(&t);
      bool holds = eval_true(ev, m, e);
      vec_push(&terms, e);
      if (ask(s, ev, &terms, holds)) *(holds ? &n_yes : &n_no) += 1;
      vec_free(&terms);
      model_unref(m);
      if (i == 8) expr_sweep(), vec_clear(&t.words), vec_clear(&t.arrays), terms_open_wide(&t);
    }
    eval_free(ev);
    bit_solver_free(s);
    terms_done(&t);
    expr_close();
  }
  assert_true(n_yes > 50 && n_no > 50);
}

/* ---- arrays ----------------------------------------------------------------------------------------- */

static Answer check(BitSolver *s, const Expr *terms, u32 n) {
  Model *m = model_new();
  Eval *ev = eval_new();
  Reason reason;
  Answer a = bit_solver_check(s, terms, n, no_limit, m, NULL, &reason);
  for (u32 i = 0; a == ANSWER_YES && i < n; i++) assert_true(eval_true(ev, m, terms[i]));
  eval_free(ev);
  model_unref(m);
  return a;
}

static Expr word(const char *name, u32 width) {
  return expr_var(input_bits(name, width), 0, width);
}

static void arrays_get_the_lemmas_they_need(void **state) {
  (void)state;
  expr_open();
  BitSolver *s = bit_solver_new();
  Expr i = word("i", 64), j = word("j", 64), v = word("v", 8);
  Expr sparse = expr_array_input(input_array("sparse", 64, 8));
  Expr object = expr_array_input(input_bytes("object", 100));
  Expr both[] = {expr_eq(i, j), expr_ne(expr_select(sparse, i), expr_select(sparse, j))};
  assert_int_equal(check(s, both, 2), ANSWER_NO);
  assert_int_equal(check(s, both + 1, 1), ANSWER_YES);
  Expr stored = expr_store(expr_store(object, i, v), j, expr_const(8, 3));
  Expr at_i = expr_select(stored, i);
  Expr hidden[] = {expr_ne(i, j), expr_ne(at_i, v)};
  assert_int_equal(check(s, hidden, 2), ANSWER_NO);
  Expr over[] = {expr_ne(at_i, v), expr_ne(at_i, expr_const(8, 3))};
  assert_int_equal(check(s, over, 2), ANSWER_NO);
  assert_int_equal(check(s, over, 1), ANSWER_YES);
  Expr past[] = {expr_ugt(i, expr_const(64, 99)),
                 expr_ne(expr_select(object, i), expr_const(8, 0))};
  assert_int_equal(check(s, past, 2), ANSWER_NO);
  ExprVec low = {0}; /* no byte is above 9, so none that is read */
  for (u32 k = 0; k < 100; k++)
    vec_push(&low, expr_ult(expr_select(object, expr_const(64, k)), expr_const(8, 10)));
  vec_push(&low, expr_ugt(expr_select(object, i), expr_const(8, 9)));
  assert_int_equal(check(s, low.at, low.n), ANSWER_NO);
  assert_int_equal(check(s, low.at + 1, low.n - 1), ANSWER_YES);
  vec_free(&low);
  bit_solver_free(s);
  expr_close();
}

/* Each value has its index, and outside the table there are zeros only; also of tables that are nearly permutations,
 * and of two reads at once. */
static void permutations_have_their_indices(void **state) {
  (void)state;
  enum { MAX_WIDTH = 5 };
  Rng rng = {7};
  for (u32 round = 0; round < ROUNDS(80); round++) {
    expr_open();
    BitSolver *s = bit_solver_new();
    u32 width = 1 + (u32)rng_below(&rng, MAX_WIDTH), n = 1u << width;
    u32 index_width = width + (u32)rng_below(&rng, 3);
    u64 entries[1 << MAX_WIDTH];
    for (u32 i = 0; i < n; i++) {
      u32 k = (u32)rng_below(&rng, i + 1);
      entries[i] = entries[k];
      entries[k] = i;
    }
    if (round % 3 == 0) entries[rng_below(&rng, n)] = rng_below(&rng, n);
    Expr table = expr_array_table(index_width, width, entries, n);
    Expr x = word("x", index_width), y = word("y", index_width);
    Expr at_x = expr_select(table, x), at_y = expr_select(table, y);
    for (u32 value = 0; value < n; value++) {
      bool is_there = !value && index_width > width;
      for (u32 i = 0; i < n; i++) is_there |= entries[i] == value;
      Expr both[] = {expr_eq(at_x, expr_const(width, value)),
                     expr_eq(expr_xor(at_x, at_y), expr_const(width, value))};
      assert_int_equal(check(s, both, 1), is_there ? ANSWER_YES : ANSWER_NO);
      bool has_zero = index_width > width;
      for (u32 i = 0; i < n; i++) has_zero |= !entries[i];
      assert_int_equal(check(s, both, 2), is_there && has_zero ? ANSWER_YES : ANSWER_NO);
    }
    bit_solver_free(s);
    expr_close();
  }
}

static void core_leaves_out_what_does_not_matter(void **state) {
  (void)state;
  expr_open();
  BitSolver *s = bit_solver_new();
  Expr x = word("x", 16), y = word("y", 16), square = expr_mul(x, x);
  Expr terms[] = {expr_ult(y, expr_const(16, 5)),
                  expr_eq(expr_and(square, expr_const(16, 3)), expr_const(16, 2)),
                  expr_ult(expr_const(16, 2), y)};
  bool in_core[3] = {false};
  Model *m = model_new();
  Reason reason;
  assert_int_equal(bit_solver_check(s, terms, 3, no_limit, m, in_core, &reason), ANSWER_NO);
  assert_true(!in_core[0] && in_core[1] && !in_core[2]);
  model_unref(m);
  bit_solver_free(s);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(circuits_mean_what_terms_mean),
      cmocka_unit_test(arrays_get_the_lemmas_they_need),
      cmocka_unit_test(permutations_have_their_indices),
      cmocka_unit_test(core_leaves_out_what_does_not_matter),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
