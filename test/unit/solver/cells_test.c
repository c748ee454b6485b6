/* cells_test.c — which cells a term reads: against a plain walk, and shared terms are walked once. */
#include "solver/cells.h"

#include "base/rng.h"
#include "expr/input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { N_BYTES = 40 };

/* Terms made of earlier ones, the latest preferred: deep, and much of each is shared. */
static void make_terms(Rng *rng, Input in, ExprVec *ret, u32 n) {
  for (u32 i = 0; i < N_BYTES; i++) vec_push(ret, expr_var(in, 8 * i, 8));
  for (u32 i = 0; i < n; i++) {
    Expr a = ret->at[ret->n - 1 - rng_below(rng, MIN(ret->n, 4u))];
    Expr b = ret->at[rng_below(rng, ret->n)];
    vec_push(ret, rng_below(rng, 2) ? expr_ite(expr_ult(a, b), b, a) : expr_add(a, b));
  }
}

static void mark_plainly(Expr e, Map *seen, bool *cells, u32 first) {
  bool fresh;
  map_at(seen, e.id, &fresh);
  if (!fresh) return;
  if (expr_kind(e) == EXPR_VAR)
    for (u32 i = 0; i < (expr_width(e) + 7) / 8; i++)
      cells[input_info(expr_input(e))->first_cell - first + expr_var_low(e) / 8 + i] = true;
  for (u32 i = 0; i < expr_arity(e); i++) mark_plainly(expr_kid(e, i), seen, cells, first);
}

static void check(Cells *c, Expr e, u32 first) {
  Map seen = {0};
  bool expected[N_BYTES] = {0};
  u32 n, n_expected = 0;
  mark_plainly(e, &seen, expected, first);
  const u32 *cells = cells_of(c, e, &n);
  for (u32 i = 0; i < N_BYTES; i++) {
    if (!expected[i]) continue;
    assert_true(n_expected < n);
    assert_int_equal(cells[n_expected++], first + i);
  }
  assert_int_equal(n, n_expected);
  map_done(&seen);
}

static void test_plain_walk_agrees(void **state) {
  (void)state;
  expr_open();
  for (u64 seed = 1; seed <= 20; seed++) {
    Rng rng = {seed};
    Cells c = {0};
    ExprVec terms = {0};
    Input in = input_bytes("cells", N_BYTES);
    make_terms(&rng, in, &terms, 300);
    for (u32 i = 0; i < 200; i++)
      check(&c, terms.at[rng_below(&rng, terms.n)], input_info(in)->first_cell);
    cells_done(&c);
    vec_free(&terms);
  }
  expr_close();
}

/* However many conditions have a part in common, it is walked once: none is walked by itself. */
static void test_shared_terms(void **state) {
  (void)state;
  expr_open();
  Rng rng = {1};
  Cells c = {0};
  ExprVec terms = {0};
  u32 n;
  Input in = input_bytes("shared", N_BYTES);
  make_terms(&rng, in, &terms, 3000);
  bool was_plain = false; /* then parts get no set */
  for (u32 i = terms.n; i-- > 0;) {
    cells_of(&c, terms.at[i], &n);
    for (u32 k = 0; k < expr_arity(terms.at[i]); k++) {
      Expr kid = expr_kid(terms.at[i], k);
      was_plain |= !expr_is_const(kid) && !map_find(&c.set_of, kid.id);
    }
  }
  assert_int_equal(was_plain, SIZED(false, true)); /* small tables have no room for parts */
  assert_true(c.sets.n < SIZED(1000, UINT32_MAX));
  cells_done(&c);
  vec_free(&terms);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_plain_walk_agrees),
      cmocka_unit_test(test_shared_terms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
