/* feature_set_test.c — which conditions are core conditions, and that their numbers stay. */
#include "unit/terms.h"

#include "explore/feature_set.h"
#include "expr/input.h"
#include "vm/memory/uninit.h"

static const FeatureRules all_rules = {0}, released = {.only_arguments = true};

static Expr byte_of(const char *name, u32 i) { return expr_var(input_bytes(name, 4), 8 * i, 8); }

static Expr is(Expr byte, u64 value) { return expr_eq(byte, expr_const(expr_width(byte), value)); }

static void assert_core(Expr e, bool by_paper, bool as_released) {
  assert_int_equal(condition_is_core(e, &all_rules), by_paper);
  assert_int_equal(condition_is_core(e, &released), as_released);
}

static void test_language(void **state) {
  (void)state;
  Expr a = byte_of("arg00", 0), b = byte_of("arg00", 1), f = byte_of("A-data", 2);
  Expr word = expr_var(input_bytes("arg00", 4), 0, 32), bit = expr_var(input_bool("arg_bit"), 0, 1);
  assert_core(is(a, 'x'), true, true);
  assert_core(is(word, 77), true, true);
  assert_core(is(f, 'x'), true, false); /* of a file */
  assert_core(expr_not(is(a, 'x')), false, false);
  assert_core(expr_ult(a, expr_const(8, 'x')), false, false);
  assert_core(expr_eq(a, b), false, false);
  assert_core(is(expr_add(a, b), 3), false, false);
  assert_core(expr_or(is(a, 'x'), is(b, 'y')), true, false);
  assert_core(expr_and(is(a, 'x'), is(b, 'y')), true, false);
  assert_core(expr_or(is(a, 'x'), expr_or(is(b, 'y'), is(f, 'z'))), true, false);
  assert_core(expr_or(is(a, 'x'), expr_and(is(b, 'y'), is(f, 'z'))), false, false);
  assert_core(expr_or(is(a, 'x'), expr_ult(b, expr_const(8, 'y'))), false, false);
  assert_core(expr_or(is(a, 'x'), expr_not(is(b, 'y'))), false, false);
  assert_core(bit, true, true);
  assert_core(expr_or(is(a, 'x'), expr_not(bit)), true, false);    /* the bit is 0 */
  assert_core(is(byte_of(UNINIT_PREFIX "1", 0), 5), false, false); /* nobody can choose it */
}

typedef struct Bench {
  Solver *solver;
  Features features;
} Bench;

static Bench *bench_new(const FeatureRules *rules) {
  Bench *b = NEW(Bench);
  SolverConfig config = solver_config_default();
  expr_open();
  b->solver = solver_new(&config);
  features_init(&b->features, rules);
  return b;
}

static void bench_free(Bench *b) {
  features_done(&b->features);
  solver_free(b->solver);
  mem_free(b);
  expr_close();
}

/* A path condition of these. */
static Context *context_of(Bench *b, const Expr *conditions, u32 n) {
  Context *c = context_new(b->solver);
  for (u32 i = 0; i < n; i++) {
    context_extend(&c, conditions[i], NULL);
  }
  return c;
}

typedef void Look(Features *f, const Context *c, U32Vec *ret);

static void assert_numbers(Bench *b, Look *look, const Expr *conditions, u32 n, const u32 *want,
                           u32 n_want) {
  Context *c = context_of(b, conditions, n);
  U32Vec got = {0};
  look(&b->features, c, &got);
  assert_int_equal(got.n, n_want);
  for (u32 i = 0; i < n_want; i++) assert_int_equal(got.at[i], want[i]);
  vec_free(&got);
  context_unref(c);
}

static void test_numbers(void **state) {
  (void)state;
  Bench *b = bench_new(&all_rules);
  Expr x = byte_of("arg00", 0), y = byte_of("arg00", 1);
  Expr first[] = {is(x, 'a'), expr_ult(y, expr_const(8, 9)), expr_or(is(y, 1), is(y, 2))};
  assert_numbers(b, features_learn, first, 3, (u32[]){0, 1}, 2);
  Expr second[] = {is(y, 1), first[2], first[2], is(x, 'a')};
  assert_numbers(b, features_find, second, 4, (u32[]){1, 0}, 2);
  assert_numbers(b, features_learn, second, 4, (u32[]){2, 1, 0}, 3);
  /* Nobody else holds the terms: they are the same after a sweep, and so are their numbers. */
  expr_sweep();
  Expr again[] = {is(byte_of("arg00", 0), 'a'), is(byte_of("arg00", 1), 1)};
  assert_numbers(b, features_find, again, 2, (u32[]){0, 2}, 2);
  bench_free(b);
}

static void test_first_conditions(void **state) {
  (void)state;
  Bench *b = bench_new(&(FeatureRules){.max_conditions = 2});
  Expr x = byte_of("arg00", 0), y = byte_of("arg00", 1);
  Expr path[] = {expr_ult(y, expr_const(8, 9)), is(x, 'a'), is(y, 1)};
  assert_numbers(b, features_learn, path, 3, (u32[]){0}, 1);
  bench_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_language, open_terms, close_terms),
      cmocka_unit_test(test_numbers),
      cmocka_unit_test(test_first_conditions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
