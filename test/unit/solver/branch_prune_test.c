/* branch_prune_test.c — the stage of boxes: products and quotients decided by ranges, narrowed and halved,
 * without a circuit and without Z3; and that it never refutes what has a model. */
#include "base/rng.h"
#include "expr/value.h"
#include "solver/values/narrow.h"
#include "unit/solver/asking.h"

static Answer asked(Solver *s, Context *c, Expr e) {
  Stage stage;
  Answer a = asked_whom(s, c, e, &stage);
  if (a == ANSWER_NO) assert_int_equal(stage, STAGE_branch_prune);
  return a;
}

static void between(Context **io, Expr e, u64 low, u64 high) {
  add(io, expr_ule(number(low), e));
  add(io, expr_ule(e, number(high)));
}

static void products_of_symbols_have_bounds(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("order,slice,branch_prune");
  Context *c = context_new(s);
  Expr a = word(0), b = word(1), product = expr_mul(a, b);
  between(&c, a, 100, 20000);
  between(&c, b, 300, 40000);
  assert_int_equal(asked(s, c, expr_ult(product, number(30000))), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_ult(product, number(30001))), ANSWER_YES);
  assert_int_equal(asked(s, c, expr_ult(number(800000000), product)), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_eq(product, number(30100))), ANSWER_YES);
  add(&c, expr_ule(product, number(600000)));
  assert_int_equal(asked(s, c, expr_ult(number(2000), a)), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_ult(number(6000), b)), ANSWER_NO);
  context_unref(c);
  solver_free(s);
  expr_close();
}

static void quotients_of_symbols_are_monotone(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("order,slice,branch_prune");
  Context *c = context_new(s);
  Expr a = word(0), b = word(1), q = expr_udiv(a, b), r = expr_urem(a, b);
  between(&c, a, 1000, 2000);
  between(&c, b, 7, 90);
  assert_int_equal(asked(s, c, expr_ult(q, number(11))), ANSWER_NO); /* 1000 / 90 */
  assert_int_equal(asked(s, c, expr_ult(number(285), q)), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_eq(q, number(285))), ANSWER_YES);
  assert_int_equal(asked(s, c, expr_eq(r, number(90))), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_eq(r, number(89))), ANSWER_YES);
  add(&c, expr_eq(q, number(100)));
  assert_int_equal(asked(s, c, expr_ult(number(20), b)), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_ult(b, number(10))), ANSWER_NO); /* 1000 / 9 is 111 */
  assert_int_equal(asked(s, c, expr_ult(b, number(11))), ANSWER_YES);
  assert_int_equal(asked(s, c, expr_eq(expr_add(expr_mul(q, b), r), expr_add(a, number(1)))),
                   ANSWER_NO);
  context_unref(c);
  solver_free(s);
  expr_close();
}

/* The 29th of February of a year that ends in two zeros is a Tuesday, if it is at all. */
static void days_of_the_week_follow_the_calendar(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("order,slice,branch_prune");
  Context *c = context_new(s);
  Expr days = word(0), z = expr_add(days, number(719468)), era = expr_udiv(z, number(146097));
  Expr doe = expr_sub(z, expr_mul(era, number(146097)));
  Expr leap = expr_sub(expr_udiv(doe, number(36524)), expr_udiv(doe, number(1460)));
  Expr yoe = expr_sub(expr_add(doe, leap), expr_udiv(doe, number(146096)));
  yoe = expr_udiv(yoe, number(365));
  Expr before = expr_sub(expr_add(expr_mul(yoe, number(365)), expr_udiv(yoe, number(4))),
                         expr_udiv(yoe, number(100)));
  Expr doy = expr_sub(doe, before), year = expr_add(yoe, expr_mul(era, number(400)));
  add(&c, expr_ult(days, number(3652425)));
  add(&c, expr_eq(doy, number(365))); /* the year begins in March */
  add(&c, expr_eq(expr_urem(year, number(100)), number(99)));
  for (u32 weekday = 0; weekday < 7; weekday++) {
    Expr is = expr_eq(expr_urem(expr_add(days, number(4)), number(7)), number(weekday));
    Answer a = asked(s, c, is);
    if (SIZED(0, 1) && a == ANSWER_UNKNOWN) continue; /* more steps than a tiny build takes */
    assert_int_equal(a, weekday == 2 ? ANSWER_YES : ANSWER_NO);
  }
  context_unref(c);
  solver_free(s);
  expr_close();
}

/* ---- all points ---------------------------------------------------------------- */

/* x to the power of 2^n, modulo the prime 65537. */
static Expr squared(Expr x, u32 n) {
  Expr wide = expr_zext(x, 64), prime = expr_const(64, 65537);
  for (u32 i = 0; i < n; i++) wide = expr_urem(expr_mul(wide, wide), prime);
  return wide;
}

static void all_values_of_a_word_are_tried(void **state) {
  (void)state;
  expr_open();
  Solver *s = open_solver("order,slice,branch_prune");
  Context *c = context_new(s);
  add(&c, expr_ult(word(0), number(65537)));
  /* 3 generates all numbers but 0, so it is no square, and only 1 and 0 are 2^16th powers */
  assert_int_equal(asked(s, c, expr_eq(squared(word(0), 1), expr_const(64, 3))), ANSWER_NO);
  assert_int_equal(asked(s, c, expr_eq(squared(word(0), 1), expr_const(64, 2))), ANSWER_YES);
  if (SIZED(1, 0)) {
    assert_int_equal(asked(s, c, expr_eq(squared(word(0), 16), expr_const(64, 2))), ANSWER_NO);
    assert_int_equal(asked(s, c, expr_eq(squared(word(0), 15), expr_const(64, 65536))), ANSWER_YES);
  }
  context_unref(c);
  solver_free(s);
  expr_close();
}

static Expr part_of(Input in, u32 low, u32 width) {
  return expr_zext(expr_var(in, low, width), 32);
}

/* Words that share bytes, or bits, or begin within a byte: each answer is that of all 2^12 inputs. */
static void words_may_share_bits(void **state) {
  (void)state;
  static const u32 parts[][2] = {{0, 12}, {0, 4}, {4, 8}, {3, 7}, {8, 4}, {0, 9}, {5, 7}};
  expr_open();
  Solver *s = open_solver("order,slice,branch_prune");
  Context *c = context_new(s);
  Rng rng = {7};
  Eval *ev = eval_new();
  Input in = input_bits("twelve", 12);
  u32 n_answers[3] = {0};
  for (u32 round = 0; round < 600; round++) {
    Expr t[3];
    for (u32 i = 0; i < 3; i++) {
      const u32 *part = parts[rng_below(&rng, ARRAY_LEN(parts))];
      t[i] = part_of(in, part[0], part[1]);
    }
    Expr product = expr_mul(expr_add(t[0], number(rng_below(&rng, 9))), t[1]);
    Expr e = expr_urem(product, number(1000 + rng_below(&rng, 4000)));
    e = expr_eq(expr_xor(e, t[2]), number(rng_below(&rng, 4000)));
    Answer a = asked(s, c, e);
    Model *m = model_new();
    bool has_model = false;
    for (u64 v = 0; v < 1 << 12 && !has_model; v++) {
      model_set_bits(m, in, 0, 12, &v);
      has_model = eval_true(ev, m, e);
    }
    model_unref(m);
    if (a != ANSWER_UNKNOWN) assert_int_equal(a, has_model ? ANSWER_YES : ANSWER_NO);
    n_answers[a]++;
  }
  assert_true(n_answers[ANSWER_YES] > 30 && n_answers[ANSWER_NO] > 200);
  eval_free(ev);
  context_unref(c);
  solver_free(s);
  expr_close();
}

/* What is a shift in disguise is no reason to halve ranges: clauses are quicker. */
static void divisions_by_powers_of_two_are_not_hard(void **state) {
  (void)state;
  expr_open();
  Narrow n = {0};
  Expr x = word(0), y = word(1), zero = number(0);
  Expr easy[] = {expr_eq(expr_sdiv(x, number(8)), y), expr_eq(expr_srem(x, number(2)), zero),
                 expr_eq(expr_mul(x, number(10)), y)};
  assert_true(narrow_begin(&n, easy, ARRAY_LEN(easy), 1000));
  assert_int_equal(n.n_hard, 0);
  Expr hard[] = {expr_eq(expr_sdiv(x, number(10)), y), expr_eq(expr_srem(x, y), zero),
                 expr_eq(expr_mul(x, y), number(8))};
  assert_true(narrow_begin(&n, hard, ARRAY_LEN(hard), 1000));
  assert_int_equal(n.n_hard, 3);
  narrow_done(&n);
  expr_close();
}

/* ---- never a wrong refutation ------------------------------------------------ */

static Expr random_term(Rng *rng, u32 width, u32 depth) {
  Expr var = expr_var(input_bits(rng_chance(rng, 2) ? "x" : "y", width), 0, width);
  if (depth == 0 || rng_chance(rng, 6))
    return rng_chance(rng, 2) ? var : expr_const(width, rng_below(rng, 1u << width));
  ExprKind kind = (ExprKind)(EXPR_ADD + rng_below(rng, EXPR_XOR - EXPR_ADD + 1));
  return expr_binary(kind, random_term(rng, width, depth - 1), random_term(rng, width, depth - 1));
}

/* Two words of 4 bits: every model is tried, and stays in the box that is left. */
static void boxes_keep_every_model(void **state) {
  (void)state;
  enum { WIDTH = 4 };
  expr_open();
  Rng rng = {5};
  Eval *ev = eval_new();
  Expr x = expr_var(input_bits("x", WIDTH), 0, WIDTH),
       y = expr_var(input_bits("y", WIDTH), 0, WIDTH);
  u32 n_refuted = 0, n_narrowed = 0;
  for (u32 round = 0; round < 3000; round++) {
    Expr terms[2];
    for (u32 i = 0; i < 2; i++) {
      Expr a = random_term(&rng, WIDTH, 3), b = random_term(&rng, WIDTH, 1);
      terms[i] = expr_binary((ExprKind)(EXPR_EQ + rng_below(&rng, 3)), a, b);
      if (rng_chance(&rng, 4)) terms[i] = expr_not(terms[i]);
    }
    Narrow n = {0};
    Model *m = model_new();
    assert_true(narrow_begin(&n, terms, 2, 1000));
    Facts *box = mem_new(n.nodes.n * sizeof *box);
    narrow_init(&n, box);
    bool is_left = narrow_run(&n, box);
    n_refuted += !is_left;
    for (u64 v = 0; v < 1 << 2 * WIDTH; v++) {
      u64 of_x = v & 15, of_y = v >> WIDTH;
      model_set_bits(m, expr_input(x), 0, WIDTH, &of_x);
      model_set_bits(m, expr_input(y), 0, WIDTH, &of_y);
      if (!eval_true(ev, m, terms[0]) || !eval_true(ev, m, terms[1])) continue;
      assert_true(is_left);
      for (u32 i = 0; i < n.nodes.n; i++) {
        u64 value = eval(ev, m, n.nodes.at[i].e);
        assert_true(box[i].umin <= value && value <= box[i].umax);
        assert_false(value & box[i].zeros);
        assert_false(~value & box[i].ones);
      }
    }
    for (u32 i = 0; i < n.words.n && is_left; i++)
      n_narrowed += box[n.words.at[i]].umax - box[n.words.at[i]].umin < 15;
    mem_free(box);
    model_unref(m);
    narrow_done(&n);
  }
  assert_true(n_refuted > 100 && n_narrowed > 500); /* else this tested nothing */
  eval_free(ev);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(products_of_symbols_have_bounds),
      cmocka_unit_test(quotients_of_symbols_are_monotone),
      cmocka_unit_test(days_of_the_week_follow_the_calendar),
      cmocka_unit_test(all_values_of_a_word_are_tried),
      cmocka_unit_test(words_may_share_bits),
      cmocka_unit_test(divisions_by_powers_of_two_are_not_hard),
      cmocka_unit_test(boxes_keep_every_model),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
