/* domains_test.c — what is known of bytes and floats: against counting, on contexts that fork, visited in any order. */
#include "solver/values/lanes.h"

#include "base/rng.h"
#include "expr/float.h"
#include "unit/solver/asking.h"

enum { N_BYTES = 3, N_CONTEXTS = 40 };

typedef struct Known {
  Context *context;
  bool left[N_BYTES][256];
} Known;

/* Of one byte, or, which is to be ignored, of two. */
static Expr random_condition(Rng *rng, Input in, u32 byte) {
  Expr v = expr_var(in, 8 * byte, 8), c = expr_const(8, rng_below(rng, 256));
  Expr other = expr_var(in, 8 * ((byte + 1) % N_BYTES), 8);
  switch (rng_below(rng, 5)) {
  case 0:
    return expr_ult(v, c);
  case 1:
    return expr_ne(v, c);
  case 2:
    return expr_eq(expr_and(v, expr_const(8, 3)), expr_const(8, rng_below(rng, 4)));
  case 3:
    return expr_not(expr_or(expr_eq(v, c), expr_ult(c, v)));
  default:
    return expr_ult(v, other);
  }
}

static void narrow(Known *k, Expr e, u32 byte, u32 cell) {
  Eval *eval = eval_new();
  for (u32 v = 0; v < 256; v++) {
    Model *m = model_new();
    model_set_byte(m, cell, (u8)v);
    k->left[byte][v] &= eval_true(eval, m, e);
    model_unref(m);
  }
  eval_free(eval);
}

static void check(Solver *s, const Known *k, u32 first_cell) {
  for (u32 b = 0; b < N_BYTES; b++) {
    ByteSet left = solver_byte_left(s, k->context, first_cell + b);
    for (u32 v = 0; v < 256; v++) assert_int_equal(byte_set_has(left, v), k->left[b][v]);
  }
}

static void test_counting_agrees(void **state) {
  (void)state;
  expr_open();
  for (u64 seed = 1; seed <= 10; seed++) {
    Rng rng = {seed};
    Solver *s = open_solver("all");
    Input in = input_bytes("in", N_BYTES);
    u32 cell = input_info(in)->first_cell;
    Known known[N_CONTEXTS];
    memset(known[0].left, true, sizeof known[0].left);
    known[0].context = context_new(s);
    for (u32 i = 1; i < N_CONTEXTS; i++) {
      u32 byte = (u32)rng_below(&rng, N_BYTES), n;
      const Known *from = &known[rng_below(&rng, i)];
      Expr e = random_condition(&rng, in, byte);
      known[i] = *from;
      context_ref(known[i].context);
      context_extend(&known[i].context, e, NULL);
      solver_cells(s, e, &n);
      if (n == 1) narrow(&known[i], e, byte, cell + byte);
      check(s, &known[rng_below(&rng, i + 1)], cell);
      if (rng_below(&rng, 4) == 0) /* the trail moves in between */
        (void)asked_whom(s, known[rng_below(&rng, i + 1)].context, e, NULL);
      if (i == N_CONTEXTS / 2) expr_sweep();
    }
    for (u32 i = N_CONTEXTS; i-- > 0;) check(s, &known[i], cell);
    for (u32 i = 0; i < N_CONTEXTS; i++) context_unref(known[i].context);
    solver_free(s);
  }
  expr_close();
}

/* Either half of "is a number", by context; a third look says nothing more. */
static void test_floats(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("all");
  Expr x = expr_var(input_bytes("in", 16), 64, 64), key = float_key(x);
  Expr most = expr_const(64, 0x7ff0000000000000ull);
  Expr low = expr_sge(key, expr_neg(most)), high = expr_sle(key, most);
  Context *root = context_new(s), *half = context_ref(root);
  assert_true(solver_would_narrow(s, root, low));
  context_extend(&half, low, NULL);
  Context *both = context_ref(half);
  context_extend(&both, high, NULL);
  assert_int_equal(solver_float_known(s, both, x), FLOAT_NUMBER);
  assert_int_equal(solver_float_known(s, root, x), 0);
  assert_int_equal(solver_float_known(s, half, x), FLOAT_LOW);
  assert_false(solver_would_narrow(s, half, low));
  assert_true(solver_would_narrow(s, half, high));
  assert_false(solver_would_narrow(s, both, high));
  context_unref(both);
  context_unref(half);
  context_unref(root);
  solver_free(s);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_counting_agrees),
      cmocka_unit_test(test_floats),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
