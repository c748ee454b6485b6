/* eval_test.c — evaluation against values computed eagerly from the leaves up,
 * the life of the memo, and depth. */
#include "unit/expr/table.h"
#include "unit/expr/terms.h"

/* ---- random terms -------------------------------------------------------- */

static void check_term(Eval *ev, const Model *m, const Wide *values, Expr e) {
  u32 width = expr_width(e);
  u64 got[TERMS_WORDS];
  const u64 *expected = values[e.id].at;
  eval_words(ev, m, e, got);
  if (!value_is_equal(got, expected, width))
    fail_msg("term %u of kind %d, width %u: low word %lx, expected %lx", e.id, (int)expr_kind(e),
             width, got[0], expected[0]);
  if (width <= 64) assert_true(eval(ev, m, e) == expected[0]);
  if (width == 1) assert_true(eval_true(ev, m, e) == (expected[0] == 1));
}

static void check_models(Terms *t, Eval *ev) {
  for (u32 k = 0; k < 6; k++) {
    Model *m = terms_model_new(t);
    Wide *values = terms_values_new(m);
    for (u32 i = 0; i < t->pool.n; i++) check_term(ev, m, values, terms_any(t));
    for (u32 id = 1; id < expr_limit(); id++)
      if (!expr_is_array((Expr){id})) check_term(ev, m, values, (Expr){id});
    mem_free(values);
    model_unref(m);
  }
}

static void test_random_terms_agree_with_eager_values(void **state) {
  (void)state;
  Eval *ev = eval_new();
  for (u64 seed = 1; seed <= 12; seed++) {
    Terms t;
    expr_close();
    expr_open();
    terms_init(&t, seed);
    for (u32 i = 0; i < 600; i++) terms_grow(&t);
    check_models(&t, ev);
    terms_done(&t);
  }
  eval_free(ev);
}

/* ---- the memo ------------------------------------------------------------ */

/* Deep enough that it is not computed without the memo. */
static Expr deep_term(Expr x, Expr y) {
  Expr e = x;
  for (u32 i = 0; i < 10; i++) e = expr_xor(expr_add(e, y), expr_mul(e, x));
  return e;
}

static u64 deep_value(u64 x, u64 y) {
  u64 v = x;
  for (u32 i = 0; i < 10; i++) v = ((v + y) ^ (v * x)) & 0xffffffff;
  return v;
}

static Expr var(const char *name, u32 width) { return expr_var(input_bits(name, width), 0, width); }

static void set(Model *m, const char *name, u32 width, u64 value) {
  model_set_bits(m, input_bits(name, width), 0, width, &value);
}

static void test_memo_follows_the_model(void **state) {
  (void)state;
  Expr e = deep_term(var("x", 32), var("y", 32));
  Model *m = model_new();
  Eval *ev = eval_new();
  for (u64 v = 1; v < 20; v++) {
    set(m, "x", 32, v);
    set(m, "y", 32, v * v);
    assert_true(eval(ev, m, e) == deep_value(v, v * v));
    Model *copy = model_copy(m);
    set(copy, "y", 32, 7);
    assert_true(eval(ev, copy, e) == deep_value(v, 7));
    assert_true(eval(ev, m, e) == deep_value(v, v * v));
    model_unref(copy);
  }
  eval_free(ev);
  model_unref(m);
}

static void test_memo_is_dropped_by_a_sweep(void **state) {
  (void)state;
  Model *m = model_new();
  Eval *ev = eval_new();
  set(m, "x", 32, 3);
  set(m, "y", 32, 5);
  expr_sweep(); /* no roots: handles are handed out again from the first */
  Expr before = deep_term(var("x", 32), var("y", 32));
  assert_true(eval(ev, m, before) == deep_value(3, 5));
  expr_sweep();
  Expr after = deep_term(var("y", 32), var("x", 32));
  assert_true(expr_same(before, after)); /* the same handle, but another term */
  assert_true(eval(ev, m, after) == deep_value(5, 3));
  eval_free(ev);
  model_unref(m);
}

static void test_one_memo_serves_terms_made_later(void **state) {
  (void)state;
  Model *m = model_new();
  Eval *ev = eval_new();
  Expr x = var("x", 32), y = var("y", 32), e = x;
  u64 v = 77;
  set(m, "x", 32, 77);
  set(m, "y", 32, 5);
  for (u32 i = 0; i < 20000; i++) {
    e = i % 2 ? expr_xor(e, x) : expr_mul(expr_add(e, y), y);
    v = (i % 2 ? v ^ 77 : (v + 5) * 5) & 0xffffffff;
    assert_true(eval(ev, m, e) == v);
  }
  eval_free(ev);
  model_unref(m);
}

/* ---- laziness: eager evaluation would run into the time limit of the test ------ */

static void test_what_does_not_matter_costs_nothing(void **state) {
  (void)state;
  Expr x = var("x", 32), y = var("y", 32), z = var("z", 32), chain = x;
  for (u32 i = 0; i < 100000; i++) chain = expr_xor(expr_add(chain, y), z);
  Expr is_small = expr_ult(expr_mul(x, y), expr_const(32, 1000)), odd = expr_extract(chain, 0, 1);
  Expr fill = expr_array_fill(32, chain), stored = expr_store(fill, x, z);
  Model *m = model_new();
  Eval *ev = eval_new();
  for (u32 i = 0; i < 20000; i++) {
    set(m, "z", 32, i);
    assert_int_equal(eval(ev, m, expr_ite(is_small, expr_mul(z, z), chain)), i * i);
    assert_int_equal(eval(ev, m, expr_or(is_small, odd)), 1);
    assert_int_equal(eval(ev, m, expr_and(expr_not(is_small), odd)), 0);
    assert_int_equal(eval(ev, m, expr_select(stored, expr_mul(x, y))), i);
    assert_int_equal(eval(ev, m, expr_select(expr_ite(is_small, stored, fill), y)), i);
  }
  eval_free(ev);
  model_unref(m);
}

/* ---- arrays -------------------------------------------------------------- */

static void test_latest_store_wins(void **state) {
  (void)state;
  Expr array = expr_array_fill(32, expr_const(8, 9)), i = var("i", 32), j = var("j", 32);
  array = expr_store(array, i, var("p", 8));
  array = expr_store(array, j, var("q", 8));
  Expr read = expr_select(array, var("k", 32));
  Model *m = model_new();
  Eval *ev = eval_new();
  set(m, "p", 8, 1);
  set(m, "q", 8, 2);
  assert_int_equal(eval(ev, m, read), 2); /* i = j = k = 0 */
  set(m, "j", 32, 5);
  assert_int_equal(eval(ev, m, read), 1);
  set(m, "i", 32, 6);
  assert_int_equal(eval(ev, m, read), 9);
  eval_free(ev);
  model_unref(m);
}

/* Every store has an index that must be evaluated first: the walk must go on
 * where it stopped, or this takes hours. */
static void test_long_chain_of_symbolic_stores(void **state) {
  (void)state;
  enum { N_STORES = 100000 };
  Expr array = expr_array_fill(32, expr_const(8, 9)), x = var("x", 32), y = var("y", 32);
  for (u32 i = 0; i < N_STORES; i++) {
    Expr index = expr_add(expr_mul(x, y), expr_const(32, i));
    array = expr_store(array, index, expr_const(8, i));
  }
  Model *m = model_new();
  Eval *ev = eval_new();
  set(m, "x", 32, 1000);
  set(m, "y", 32, 3);
  assert_int_equal(eval(ev, m, expr_select(array, expr_add(x, y))), 9);
  assert_int_equal(eval(ev, m, expr_select(array, expr_mul(y, expr_const(32, 1001)))), 3);
  eval_free(ev);
  model_unref(m);
}

/* ---- depth --------------------------------------------------------------- */

static void test_a_million_nodes(void **state) {
  (void)state;
  Expr e = var("x", 32), y = var("y", 32), z = var("z", 32);
  Model *m = model_new();
  Eval *ev = eval_new();
  u64 v = 123, more = 0x9e3779b9, flip = 0x55aa1234;
  set(m, "x", 32, v);
  set(m, "y", 32, more);
  set(m, "z", 32, flip);
  for (u32 i = 0; i < 500000; i++) {
    e = expr_xor(expr_add(e, y), z);
    v = ((v + more) & 0xffffffff) ^ flip;
  }
  assert_true(expr_limit() > 1000000);
  assert_true(eval(ev, m, e) == v);
  set(m, "x", 32, v);
  assert_true(eval(ev, m, e) != v);
  eval_free(ev);
  model_unref(m);
}

static void test_a_million_wide_nodes(void **state) {
  (void)state;
  Expr e = var("w", 128), y = var("u", 128);
  Model *m = model_new();
  Eval *ev = eval_new();
  unsigned __int128 v = 5, more = ((unsigned __int128)0x123456789abcdef << 64) + ~0ull;
  u64 words[2] = {(u64)more, (u64)(more >> 64)};
  model_set_bits(m, input_bits("w", 128), 0, 64, &(u64){5});
  model_set_bits(m, input_bits("u", 128), 0, 128, words);
  for (u32 i = 0; i < 500000; i++) {
    e = expr_not(expr_add(e, y));
    v = ~(v + more);
  }
  eval_words(ev, m, e, words);
  assert_true(words[0] == (u64)v && words[1] == (u64)(v >> 64));
  eval_free(ev);
  model_unref(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_terms_agree_with_eager_values),
      cmocka_unit_test(test_memo_follows_the_model),
      cmocka_unit_test(test_memo_is_dropped_by_a_sweep),
      cmocka_unit_test(test_one_memo_serves_terms_made_later),
      cmocka_unit_test(test_what_does_not_matter_costs_nothing),
      cmocka_unit_test(test_latest_store_wins),
      cmocka_unit_test(test_long_chain_of_symbolic_stores),
      cmocka_unit_test(test_a_million_nodes),
      cmocka_unit_test(test_a_million_wide_nodes),
  };
  return cmocka_run_group_tests(tests, open_table, close_table);
}
