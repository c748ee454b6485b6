/* values_test.c — lists of values: nothing is missing from one, whatever the model; cores say all
 * about their terms; and precision where the machine relies on it. */
#include "expr/substitute.h"
#include "expr/values.h"
#include "unit/expr/table.h"
#include "unit/expr/terms.h"

static bool has(const u64 *values, u32 n, u64 value) {
  for (u32 k = 0; k < n; k++)
    if (values[k] == value) return true;
  return false;
}

static Expr with(Expr e, Expr from, Expr to) {
  Substitution s = {0};
  substitution_put(&s, from, to);
  Expr made = substitute(&s, e);
  substitution_done(&s);
  return made;
}

/* A choice between terms and numbers, so that there are terms of few values. */
static Expr few(Terms *t) {
  u32 width = 1 + (u32)rng_below(&t->rng, 64);
  Expr e = expr_const(width, rng_below(&t->rng, 8));
  for (u64 n = rng_below(&t->rng, 4); n > 0; n--)
    e = expr_ite(terms_pick(t, 1), expr_const(width, rng_below(&t->rng, 8)), e);
  return e;
}

static void check_term(Terms *t, Eval *ev, Model *const *models, Expr e, u32 *io_listed) {
  u64 values[MAX_VALUES_LISTED];
  u32 n = expr_values(e, 1 + (u32)rng_below(&t->rng, MAX_VALUES_LISTED), values);
  for (u32 k = 1; k < n; k++) assert_true(values[k - 1] < values[k]);
  for (u32 k = 0; n && k < 8; k++) assert_true(has(values, n, eval(ev, models[k], e)));
  *io_listed += n > 1;
}

static void check_core(Eval *ev, Model *const *models, Expr e) {
  Expr core = expr_core(e);
  if (expr_is_const(core) || expr_width(core) > 64 || expr_width(e) > 64) return;
  for (u32 k = 0; k < 8; k++) {
    u64 value = eval(ev, models[k], core);
    Expr made = with(e, core, expr_const(expr_width(core), value));
    assert_true(expr_is_value(made, eval(ev, models[k], e)));
  }
}

static void test_random_terms(void **state) {
  (void)state;
  u32 n_listed = 0;
  for (u64 seed = 1; seed <= 20; seed++) {
    Terms t;
    terms_init(&t, seed);
    for (u32 i = 0; i < 400; i++) {
      Expr e = few(&t);
      if (i % 4 == 0) vec_push(&t.pool, e);
      terms_grow(&t);
    }
    Model *models[8];
    for (u32 k = 0; k < 8; k++) models[k] = terms_model_new(&t);
    Eval *ev = eval_new();
    for (u32 i = 0; i < t.pool.n; i++) {
      if (expr_width(t.pool.at[i]) > 64) continue;
      check_term(&t, ev, models, t.pool.at[i], &n_listed);
      check_core(ev, models, t.pool.at[i]);
    }
    eval_free(ev);
    for (u32 k = 0; k < 8; k++) model_unref(models[k]);
    terms_done(&t);
  }
  assert_true(n_listed > 500);
}

/* ---- precision ------------------------------------------------------------------------------------ */

static Expr byte(const char *name) { return expr_var(input_bytes(name, 1), 0, 8); }

static void lists(Expr e, u32 max, u32 n, const u64 *expected) {
  u64 values[MAX_VALUES_LISTED];
  assert_int_equal(expr_values(e, max, values), n);
  for (u32 k = 0; k < n; k++) assert_int_equal(values[k], expected[k]);
}

static void test_table(void **state) {
  (void)state;
  u64 steps[256];
  for (u32 k = 0; k < 256; k++) steps[k] = 3;
  steps['a'] = 2, steps['b'] = 1, steps['c'] = 0;
  Expr table = expr_array_table(64, 64, steps, 256);
  Expr step = expr_select(table, expr_zext(byte("x"), 64));
  lists(step, 4, 4, (u64[]){0, 1, 2, 3});
  lists(step, 3, 0, NULL);
  lists(expr_select(table, expr_zext(expr_extract(byte("x"), 0, 6), 64)), 1, 1, (u64[]){3});
  Expr shorter = expr_array_table(64, 64, steps, 100); /* what is past the end counts */
  lists(expr_select(shorter, expr_zext(byte("x"), 64)), 4, 4, (u64[]){0, 1, 2, 3});
}

static void test_choice_and_sum(void **state) {
  (void)state;
  Expr is_a = expr_eq(byte("x"), expr_const(8, 'a')), is_b = expr_eq(byte("y"), expr_const(8, 'b'));
  Expr x = expr_ite(is_a, expr_const(32, 2), expr_const(32, 9));
  Expr y = expr_ite(is_b, expr_const(32, 100), expr_const(32, 0));
  lists(x, 2, 2, (u64[]){2, 9});
  lists(expr_add(x, y), 4, 4, (u64[]){2, 9, 102, 109});
  lists(expr_add(x, y), 3, 0, NULL);
  lists(expr_zext(expr_extract(byte("x"), 3, 2), 64), 4, 4, (u64[]){0, 1, 2, 3});
  lists(byte("x"), MAX_VALUES_LISTED, 0, NULL);
}

static void test_core(void **state) {
  (void)state;
  Expr x = expr_extract(byte("x"), 0, 3), e = expr_zext(x, 32);
  e = expr_sext(expr_add(e, expr_const(32, 0xfffffff0)), 64);
  e = expr_add(expr_mul(e, expr_const(64, 12)), expr_const(64, 0x1000));
  assert_true(expr_same(expr_core(e), x));
  Expr both = expr_add(expr_zext(x, 64), expr_zext(byte("y"), 64));
  assert_true(expr_same(expr_core(expr_add(both, expr_const(64, 7))), both));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_random_terms, open_table, close_table),
      cmocka_unit_test_setup_teardown(test_table, open_table, close_table),
      cmocka_unit_test_setup_teardown(test_choice_and_sum, open_table, close_table),
      cmocka_unit_test_setup_teardown(test_core, open_table, close_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
