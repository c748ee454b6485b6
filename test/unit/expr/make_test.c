/* make_test.c — the constructors and their table: sharing, normal forms, words
 * cut and put together again, sweeps, depth, inputs. */
#include "expr/input.h"
#include "expr/value.h"
#include "unit/expr/table.h"
#include "unit/random_terms.h"

#include <stdio.h>

static Expr var(const char *name, u32 width) { return expr_var(input_bits(name, width), 0, width); }

static void assert_same(Expr a, Expr b) { assert_int_equal(a.id, b.id); }

/* ---- sharing and normal forms -------------------------------------------- */

static void test_equal_terms_are_one(void **state) {
  (void)state;
  Expr x = var("x", 32), y = var("y", 32);
  static const ExprKind commute[] = {EXPR_ADD, EXPR_MUL, EXPR_AND, EXPR_OR, EXPR_XOR, EXPR_EQ};
  for (u32 i = 0; i < ARRAY_LEN(commute); i++)
    assert_same(expr_binary(commute[i], x, y), expr_binary(commute[i], y, x));
  assert_same(expr_udiv(x, y), expr_udiv(x, y));
  assert_true(expr_udiv(x, y).id != expr_udiv(y, x).id);
  assert_same(expr_const(128, 7), expr_zext(expr_const(8, 7), 128));
  assert_true(expr_const(8, 7).id != expr_const(9, 7).id);
  u32 count = expr_count();
  expr_add(y, x);
  assert_int_equal(expr_count(), count);
}

static void test_sums_have_one_form(void **state) {
  (void)state;
  Expr x = var("x", 32), y = var("y", 32), c = expr_const(32, 5);
  assert_same(expr_sub(expr_add(x, c), c), x);
  assert_same(expr_sub(expr_add(x, y), y), x);
  assert_same(expr_add(expr_add(x, c), y), expr_add(expr_add(x, y), c));
  assert_same(expr_sub(x, y), expr_neg(expr_sub(y, x)));
  assert_same(expr_add(x, x), expr_shl(x, expr_const(32, 1)));
  assert_same(expr_add(expr_not(x), expr_const(32, 1)), expr_neg(x));
  assert_same(expr_eq(expr_sub(x, y), expr_const(32, 0)), expr_eq(x, y));
  assert_same(expr_eq(expr_add(x, c), expr_add(y, c)), expr_eq(x, y));
}

/* What clang -O0 makes of a condition: widened, compared with 0. */
/* What comparators return is an order again wherever it is looked at. */
static void test_comparators_are_orders(void **state) {
  (void)state;
  Expr x = var("x", 32), y = var("y", 32), zero = expr_const(32, 0);
  for (u32 i = 0; i < 2; i++) {
    ExprKind order = i ? EXPR_SLT : EXPR_ULT;
    Expr less = expr_binary(order, x, y), more = expr_binary(order, y, x);
    Expr sign = expr_sub(expr_zext(more, 32), expr_zext(less, 32));
    assert_same(expr_slt(sign, zero), less);
    assert_same(expr_slt(zero, sign), more);
    assert_same(expr_eq(sign, zero), expr_eq(x, y));
    assert_same(expr_slt(expr_sext(sign, 64), expr_const(64, 1)), expr_not(more));
    assert_same(expr_eq(sign, expr_not(zero)), less);
  }
}

static void test_conditions_collapse(void **state) {
  (void)state;
  Expr x = var("x", 32), y = var("y", 32), zero = expr_const(32, 0);
  Expr cond = expr_slt(x, y);
  assert_same(expr_ne(expr_zext(cond, 32), zero), cond);
  assert_same(expr_eq(expr_zext(cond, 32), zero), expr_not(cond));
  assert_same(expr_ne(expr_ite(cond, expr_const(32, 7), zero), zero), cond);
  assert_same(expr_ult(expr_ite(cond, expr_const(32, 7), zero), expr_const(32, 3)), expr_not(cond));
  assert_same(expr_ite(expr_not(cond), x, y), expr_ite(cond, y, x));
  assert_same(expr_ule(x, expr_const(32, 9)), expr_ult(x, expr_const(32, 10)));
  assert_same(expr_ugt(x, expr_const(32, 9)), expr_not(expr_ult(x, expr_const(32, 10))));
  Expr b = expr_zext(var("b", 8), 32), d = expr_zext(var("d", 8), 32);
  assert_same(expr_slt(b, d), expr_ult(var("b", 8), var("d", 8)));
  assert_same(expr_slt(b, expr_const(32, 256)), expr_bool(true));
}

/* ---- words cut and put together ------------------------------------------ */

/* A word from pieces of these widths (low first), added on top one by one, or from
 * the top downwards, or half by half. */
static Expr join_upwards(const Expr *piece, u32 n) {
  Expr e = piece[0];
  for (u32 i = 1; i < n; i++) e = expr_concat(piece[i], e);
  return e;
}

static Expr join_downwards(const Expr *piece, u32 n) {
  Expr e = piece[n - 1];
  for (u32 i = n - 1; i-- > 0;) e = expr_concat(e, piece[i]);
  return e;
}

static Expr join_halves(const Expr *piece, u32 n) {
  if (n == 1) return piece[0];
  return expr_concat(join_halves(piece + n / 2, n - n / 2), join_halves(piece, n / 2));
}

static void check_round_trip(Expr e, u32 step) {
  Expr piece[64] = {0};
  u32 n = 0, width = expr_width(e);
  for (u32 low = 0; low < width; low += step)
    piece[n++] = expr_extract(e, low, MIN(step, width - low));
  Expr joined[] = {join_upwards(piece, n), join_downwards(piece, n), join_halves(piece, n)};
  for (u32 i = 0; i < 3; i++)
    if (!expr_same(joined[i], e))
      fail_msg("kind %d, width %u, pieces of %u bits, order %u: kind %d", (int)expr_kind(e), width,
               step, i, (int)expr_kind(joined[i]));
  if (n < 4) return;
  assert_same(join_upwards(piece + n / 2, n - n / 2),
              expr_extract(e, step * (n / 2), width - step * (n / 2)));
}

static void test_words_survive_bytes(void **state) {
  (void)state;
  for (u32 width = 16; width <= 128; width *= 2) {
    Expr x = var("x", width), y = var("y", width), b = var("b", 8), c = var("c", 1);
    Expr k = expr_const(width, 0x1234), bytes = expr_array_input(input_bytes("bytes", 16));
    Expr read = expr_select(bytes, expr_zext(b, 64));
    const Expr words[] = {
        x,
        expr_add(x, y),
        expr_add(x, k),
        expr_add(expr_zext(b, width), expr_zext(read, width)),
        expr_mul(x, y),
        expr_mul(x, expr_const(width, 256)),
        expr_mul(expr_zext(b, width), k),
        expr_neg(x),
        expr_not(x),
        expr_and(x, y),
        expr_and(x, k),
        expr_and(x, expr_const(width, 0xff00)),
        expr_and(x, expr_not(expr_const(width, 0xff0))),
        expr_or(x, k),
        expr_xor(x, expr_zext(b, width)),
        expr_udiv(x, y),
        expr_lshr(x, expr_const(width, 3)),
        expr_ashr(x, expr_const(width, 9)),
        expr_shl(x, y),
        expr_ite(c, x, y),
        expr_ite(c, k, expr_const(width, 0x4321)),
        expr_ite(c, expr_const(width, 256), expr_const(width, 0)),
        expr_zext(c, width),
        expr_sext(c, width),
        expr_sext(expr_not(c), width),
        expr_zext(b, width),
        expr_sext(b, width),
        expr_sext(expr_extract(x, 0, 12), width),
        expr_zext(read, width),
        expr_concat(expr_extract(y, 0, width - 8), read),
        expr_zext(expr_ult(x, y), width),
    };
    for (u32 i = 0; i < ARRAY_LEN(words); i++) {
      check_round_trip(words[i], 8);
      if (width > 16) check_round_trip(words[i], 16);
      if (width > 32) check_round_trip(words[i], 32);
    }
  }
}

static void test_random_words_survive_bytes(void **state) {
  (void)state;
  static const u32 widths[] = {8, 16, 32, 64};
  RandomTerms r;
  for (u64 seed = 1; seed <= SIZED(20, 4); seed++) {
    expr_close();
    expr_open();
    random_terms_init(&r, seed, widths, ARRAY_LEN(widths));
    for (u32 i = 0; i < 1000; i++) {
      RandomOp op = random_op(&r);
      Expr e = random_apply(&op);
      random_keep(&r, e);
      if (!expr_is_array(e) && expr_width(e) >= 16 && expr_width(e) % 8 == 0)
        check_round_trip(e, 8);
    }
    random_terms_done(&r);
  }
}

/* b0 | b1 << 8 | …, in either order, is the word. */
static void test_shifts_and_ors_make_words(void **state) {
  (void)state;
  Expr up = expr_const(32, 0), down = up, x = var("x", 32);
  for (u32 i = 0; i < 4; i++) {
    Expr low = expr_zext(expr_extract(x, 8 * i, 8), 32);
    Expr high = expr_zext(expr_extract(x, 24 - 8 * i, 8), 32);
    up = expr_or(up, expr_shl(low, expr_const(32, 8 * i)));
    down = expr_or(down, expr_shl(high, expr_const(32, 24 - 8 * i)));
  }
  assert_same(up, x);
  assert_same(down, x);
}

/* ---- arrays -------------------------------------------------------------- */

static void test_reads_pass_writes(void **state) {
  (void)state;
  Expr a = expr_array_input(input_bytes("bytes", 4)), i = var("i", 64), v = var("v", 8);
  Expr at[3];
  for (u32 k = 0; k < 3; k++) at[k] = expr_add(i, expr_const(64, k));
  Expr w = expr_store(expr_store(a, at[0], v), at[1], expr_const(8, 1));
  assert_same(expr_select(w, at[1]), expr_const(8, 1));
  assert_same(expr_select(w, at[0]), v);
  assert_same(expr_select(w, at[2]), expr_select(a, at[2]));
  assert_int_equal(expr_kind(expr_select(w, expr_const(64, 1))), EXPR_SELECT);
  assert_same(expr_select(a, expr_const(64, 1)), expr_var(input_bytes("bytes", 4), 8, 8));
  assert_same(expr_select(a, expr_const(64, 4)), expr_const(8, 0));
  assert_same(expr_store(a, i, expr_select(a, i)), a);
  assert_same(expr_store(w, at[1], v), expr_store(expr_store(a, at[0], v), at[1], v));
}

static void test_long_chains_of_writes(void **state) {
  (void)state;
  Expr a = expr_array_fill(64, expr_const(8, 0)), first = EXPR_NONE;
  for (u32 i = 0; i < SIZED(1000000, 100000); i++) {
    a = expr_store(a, expr_const(64, i), expr_const(8, 1 + i % 7));
    if (i == 0) first = a;
  }
  assert_same(expr_select(a, expr_const(64, 0)), expr_kid(first, 2));
  assert_same(expr_select(a, expr_const(64, UINT32_MAX)), expr_const(8, 0));
}

/* ---- sweeping ------------------------------------------------------------ */

static void mark_expr(void *root) { expr_mark(*(Expr *)root); }

static Expr chain(Expr x, Expr y, u32 n) {
  Expr e = x;
  for (u32 i = 0; i < n; i++) e = i % 2 ? expr_xor(e, y) : expr_mul(e, y);
  return e;
}

static void test_roots_survive_a_sweep(void **state) {
  (void)state;
  Expr x = var("x", 32), y = var("y", 128);
  Expr kept = expr_mul(expr_add(x, expr_const(32, 3)), var("z", 32));
  Expr wide = expr_add(y, expr_not(expr_const(128, 5)));
  expr_roots_add(mark_expr, &kept);
  expr_roots_add(mark_expr, &wide);
  u32 alive = expr_count(), epoch = expr_epoch();
  chain(x, var("z", 32), 1000);
  expr_not(expr_const(256, 77));
  u64 bytes = expr_bytes();
  expr_sweep();
  assert_true(expr_epoch() != epoch);
  assert_true(expr_count() <= alive);
  assert_true(expr_bytes() < bytes); /* the wide constants that died */
  x = var("x", 32);
  assert_same(expr_mul(expr_add(x, expr_const(32, 3)), var("z", 32)), kept);
  assert_same(expr_add(var("y", 128), expr_not(expr_const(128, 5))), wide);
  u32 limit = expr_limit();
  chain(x, var("z", 32), 500);
  assert_int_equal(expr_limit(), limit); /* dead slots are used again */
  expr_roots_remove(mark_expr, &kept);
  expr_roots_remove(mark_expr, &wide);
  expr_sweep();
  assert_int_equal(expr_count(), 0);
}

static void test_deep_chains_are_made_and_swept(void **state) {
  (void)state;
  Expr e = chain(var("x", 64), var("y", 64), 1000000);
  expr_roots_add(mark_expr, &e);
  expr_sweep(); /* marks the whole chain: no recursion */
  assert_true(expr_count() > 1000000);
  assert_same(chain(var("x", 64), var("y", 64), 1000000), e);
  expr_roots_remove(mark_expr, &e);
  expr_sweep();
  assert_int_equal(expr_count(), 0);
}

static void test_memory_stays_bounded(void **state) {
  (void)state;
  u64 bytes = 0;
  u64 table[100] = {0};
  for (u32 round = 0; round < 100; round++) {
    chain(expr_add(var("x", 64), expr_const(64, round)), var("y", 64), SIZED(100000, 5000));
    table[0] = round;
    expr_array_table(8, 8, table, ARRAY_LEN(table));
    expr_not(expr_zext(expr_const(64, round), 128));
    expr_sweep();
    assert_int_equal(expr_count(), 0);
    if (round == 0) bytes = expr_bytes();
    assert_int_equal(expr_bytes(), bytes);
  }
}

/* ---- inputs -------------------------------------------------------------- */

static void test_inputs(void **state) {
  (void)state;
  Input x = input_bits("x", 12), b = input_bytes("x", 3), again = input_bits("x", 12);
  assert_int_equal(x.id, again.id);
  assert_true(x.id != b.id);
  assert_string_equal(input_info(x)->name, "x");
  assert_string_not_equal(input_info(b)->name, "x");
  assert_int_equal(input_info(x)->n_cells, 2);
  assert_int_equal(input_info(b)->n_cells, 3);
  assert_int_equal(input_cells(), 5);
  assert_int_equal(input_of_cell(1).id, x.id);
  assert_int_equal(input_of_cell(2).id, b.id);
  Input a = input_array("a", 16, 32);
  assert_int_equal(expr_index_width(expr_array_input(a)), 16);
  assert_int_equal(expr_width(expr_array_input(a)), 32);
  assert_int_equal(input_count(), 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_table, close_table)
      CASE(test_equal_terms_are_one),
      CASE(test_sums_have_one_form),
      CASE(test_comparators_are_orders),
      CASE(test_conditions_collapse),
      CASE(test_words_survive_bytes),
      CASE(test_random_words_survive_bytes),
      CASE(test_shifts_and_ors_make_words),
      CASE(test_reads_pass_writes),
      CASE(test_long_chains_of_writes),
      CASE(test_roots_survive_a_sweep),
      CASE(test_deep_chains_are_made_and_swept),
      CASE(test_memory_stays_bounded),
      CASE(test_inputs),
#undef CASE
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
