/* cases_test.c — the stage that splits questions by what single bytes choose. */
#include "base/rng.h"
#include "expr/input.h"
#include "solver/solver.h"
#include "unit/unit.h"

static Solver *open_solver(const char *stages) {
  SolverConfig config = solver_config_default();
  assert_int_equal(solver_config_stages(&config, stages), OK);
  return solver_new(&config);
}

static Expr byte(u32 i) { return expr_var(input_bytes("in", 16), 8 * i, 8); }

static Expr number(u32 width, u64 v) { return expr_const(width, v); }

/* Replaces *io by the context with e in it, which must be possible. */
static void take(Solver *s, Context **io, Expr e) {
  Result r = solver_check(s, *io, e);
  assert_int_equal(r.answer, ANSWER_YES);
  Context *next = context_add(*io, e, r.model);
  result_done(&r);
  context_unref(*io);
  *io = next;
}

static void assert_asked(Solver *s, Context *c, Expr e, Answer answer, Stage stage) {
  Result r = solver_check(s, c, e);
  assert_int_equal(r.answer, answer);
  assert_int_equal(r.stage, stage);
  result_done(&r);
}

/* One of three bytes, by what another one is. */
static Expr chosen_byte(Expr by) {
  Expr is_a = expr_eq(by, number(8, 'a')), is_b = expr_eq(by, number(8, 'b'));
  return expr_ite(is_a, byte(4), expr_ite(is_b, byte(3), byte(5)));
}

static void cases_follows_what_a_byte_chooses(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("slice,cases,sat");
  Context *c = context_new(s);
  Expr is_c = expr_eq(chosen_byte(byte(2)), number(8, 'c'));
  assert_asked(s, c, is_c, ANSWER_YES, STAGE_cases);
  take(s, &c, is_c);
  take(s, &c, expr_not(expr_eq(byte(5), number(8, 'c'))));
  take(s, &c, expr_not(expr_eq(byte(3), number(8, 'c'))));
  assert_asked(s, c, expr_eq(byte(2), number(8, 'b')), ANSWER_NO, STAGE_cases);
  assert_asked(s, c, expr_eq(byte(2), number(8, 'a')), ANSWER_YES, STAGE_cases);
  assert_asked(s, c, expr_eq(byte(4), number(8, 'd')), ANSWER_NO, STAGE_cases);
  /* A comparison of two bytes is left to others, and so is its refutation. */
  take(s, &c, expr_eq(byte(4), byte(6)));
  assert_asked(s, c, expr_eq(byte(6), number(8, 'd')), ANSWER_NO, STAGE_sat);
  context_unref(c);
  solver_free(s);
  expr_close();
}

/* Small numbers, so that terms have to do with each other. */
static Expr random_choice(Rng *rng, u32 depth) {
  if (!depth || rng_below(rng, 4) == 0)
    return rng_below(rng, 3) ? byte((u32)rng_below(rng, 5)) : number(8, rng_below(rng, 4));
  Expr a = random_choice(rng, depth - 1), b = random_choice(rng, depth - 1);
  Expr by = byte((u32)rng_below(rng, 5)), k = number(8, rng_below(rng, 4));
  switch (rng_below(rng, 4)) {
  case 0:
    return expr_add(a, number(8, rng_below(rng, 4)));
  case 1:
    return expr_ite(expr_ult(by, k), a, b);
  default:
    return expr_ite(expr_eq(by, k), a, b);
  }
}

static Expr random_condition(Rng *rng) {
  Expr a = random_choice(rng, 3), k = number(8, rng_below(rng, 4));
  Expr e = rng_below(rng, 2) ? expr_eq(a, k) : expr_ult(a, k);
  return rng_below(rng, 2) ? e : expr_not(e);
}

static void cases_agrees_with_z3(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("slice,cases,sat");
  Solver *plain = open_solver("slice,sat");
  Rng rng = {11};
  for (u32 round = 0; round < 60; round++) {
    Context *c = context_new(s), *c2 = context_new(plain);
    for (u32 i = 0; i < 8; i++) {
      Expr e = random_condition(&rng);
      Result r = solver_check(s, c, e), r2 = solver_check(plain, c2, e);
      assert_int_equal(r.answer, r2.answer);
      if (r.answer == ANSWER_YES) {
        take(s, &c, e);
        take(plain, &c2, e);
      }
      result_done(&r);
      result_done(&r2);
    }
    context_unref(c);
    context_unref(c2);
  }
  StageStats stats = solver_stats(s).stage[STAGE_cases];
  assert_true(stats.n_yes > 50 && stats.n_no > 50);
  solver_free(plain);
  solver_free(s);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cases_follows_what_a_byte_chooses),
      cmocka_unit_test(cases_agrees_with_z3),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
