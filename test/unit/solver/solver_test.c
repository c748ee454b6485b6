/* solver_test.c — each stage answers what it is there for, and the questions mean
 * what solver.h says. */
#include "solver/solver.h"

#include "base/clock.h"
#include "expr/float.h"
#include "expr/input.h"
#include "unit/unit.h"

#include <stdio.h>

/* ---- helpers ------------------------------------------------------------------- */

static Solver *open_solver(const char *stages) {
  expr_open();
  SolverConfig config = solver_config_default();
  assert_int_equal(solver_config_stages(&config, stages), OK);
  return solver_new(&config);
}

static void close_solver(Solver *s, Context *c) {
  context_unref(c);
  solver_free(s);
  expr_close();
}

static Expr word(const char *name, u32 width) {
  return expr_var(input_bits(name, width), 0, width);
}

static Expr numbered(u32 i) {
  char name[16];
  snprintf(name, sizeof name, "x%u", i);
  return word(name, 32);
}

static Expr byte(u32 i) { return expr_var(input_bytes("in", 16), 8 * i, 8); }

static Expr number(u32 width, u64 v) { return expr_const(width, v); }

static Expr at_most(Expr e, u64 limit) { return expr_ule(e, number(expr_width(e), limit)); }

/* Replaces *io by the context with e in it, which must be possible. */
static void take(Solver *s, Context **io, Expr e) {
  Result r = solver_check(s, *io, e);
  assert_int_equal(r.answer, ANSWER_YES);
  Context *next = context_add(*io, e, r.model);
  result_done(&r);
  context_unref(*io);
  *io = next;
}

static void add(Context **io, Expr e) { context_extend(io, e, NULL); }

static void assert_satisfied(const Context *c, const Model *m) {
  Eval *ev = eval_new();
  ExprVec all = {0};
  context_list(c, &all);
  for (u32 i = 0; i < all.n; i++) assert_true(eval_true(ev, m, all.at[i]));
  vec_free(&all);
  eval_free(ev);
}

static u64 value_in(const Model *m, Expr e) {
  Eval *ev = eval_new();
  u64 v = eval(ev, m, e);
  eval_free(ev);
  return v;
}

static void assert_asked(Solver *s, Context *c, Expr e, Answer answer, Stage stage) {
  Result r = solver_check(s, c, e);
  assert_int_equal(r.answer, answer);
  assert_string_equal(stage_name(r.stage), stage_name(stage));
  if (answer == ANSWER_YES) {
    assert_satisfied(c, r.model);
    assert_int_equal(value_in(r.model, e), 1);
  }
  result_done(&r);
}

static bool core_has(const Result *r, Expr e) {
  for (u32 i = 0; i < r->core.n; i++)
    if (expr_same(r->core.at[i], e)) return true;
  return false;
}

/* ---- stages ---------------------------------------------------------------------- */

static void order_answers_a_chain_of_comparisons(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  for (u32 i = 0; i < 20; i++) take(s, &c, expr_slt(numbered(i), numbered(i + 1)));
  assert_asked(s, c, expr_slt(numbered(20), numbered(0)), ANSWER_NO, STAGE_order);
  assert_asked(s, c, expr_slt(numbered(17), numbered(4)), ANSWER_NO, STAGE_order);
  assert_asked(s, c, expr_eq(numbered(3), numbered(9)), ANSWER_NO, STAGE_order);
  assert_asked(s, c, expr_sgt(numbered(3), number(32, 1u << 30)), ANSWER_YES, STAGE_order);
  SolverStats stats = solver_stats(s);
  assert_true(stats.stage[STAGE_order].n_yes > 10);
  close_solver(s, c);
}

static Expr float_less(Expr a, Expr b) {
  return float_compare(a, FLOAT_NUMBER, b, FLOAT_NUMBER, FLOAT_LESS);
}

/* Also with large constants; both zeros are one. */
static void order_answers_a_chain_of_floats(void **state) {
  (void)state;
  Solver *s = open_solver("simplify,model,order");
  Context *c = context_new(s);
  Expr x[5], big = number(64, 0x7fe0000000000000), minus_zero = number(64, 1ull << 63);
  for (u32 i = 0; i < 5; i++) {
    x[i] = word((const char[]){(char)('p' + i), 0}, 64);
    take(s, &c, expr_not(float_is_nan(x[i])));
  }
  for (u32 i = 1; i < 5; i++) take(s, &c, float_less(x[i], x[i - 1]));
  take(s, &c, float_less(big, x[0]));
  take(s, &c, float_less(x[2], minus_zero));
  assert_asked(s, c, float_less(x[0], x[4]), ANSWER_NO, STAGE_order);
  assert_asked(s, c, expr_not(float_less(x[4], x[1])), ANSWER_NO, STAGE_order);
  assert_asked(s, c, float_less(number(64, 0), x[3]), ANSWER_NO, STAGE_order);
  assert_asked(s, c, float_less(x[0], big), ANSWER_NO, STAGE_simplify);
  assert_asked(s, c, float_is_nan(x[3]), ANSWER_NO, STAGE_simplify);
  close_solver(s, c);
}

static void order_does_not_forget_that_sums_wrap(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr x = word("x", 32), y = word("y", 32), x5 = expr_add(x, number(32, 5));
  Context *wraps = context_ref(c);
  take(s, &wraps, expr_ult(x5, y));
  take(s, &wraps, expr_ult(y, x));
  take(s, &c, at_most(x, 100));
  take(s, &c, expr_ult(x5, y));
  assert_asked(s, c, expr_ult(y, x), ANSWER_NO, STAGE_order);
  context_unref(wraps);
  close_solver(s, c);
}

/* Days that are the 13th of a month of 31 days, by divisions; nobody can undo them one by one. */
static void sample_answers_what_many_values_satisfy(void **state) {
  (void)state;
  Solver *s = open_solver("simplify,model,slice,sample");
  Context *c = context_new(s);
  Expr x = word("x", 32), week = expr_urem(x, number(32, 7));
  Expr day = expr_urem(expr_udiv(expr_mul(x, number(32, 5)), number(32, 153)), number(32, 31));
  take(s, &c, at_most(x, 3652425));
  assert_asked(s, c, expr_and(expr_eq(week, number(32, 1)), expr_eq(day, number(32, 13))),
               ANSWER_YES, STAGE_sample);
  close_solver(s, c);
}

static void bytes_answers_a_test_of_one_byte(void **state) {
  (void)state;
  Solver *s = open_solver("-simplify,-order");
  Context *c = context_new(s);
  Expr b = byte(0), lower = expr_or(b, number(8, 0x20));
  take(s, &c, expr_and(expr_uge(lower, number(8, 'a')), at_most(lower, 'z')));
  assert_asked(s, c, expr_and(expr_uge(b, number(8, '0')), at_most(b, '9')), ANSWER_NO,
               STAGE_bytes);
  assert_asked(s, c, expr_eq(b, number(8, 'Q')), ANSWER_YES, STAGE_bytes);
  u64 squares[256];
  for (u32 i = 0; i < 256; i++) squares[i] = i * i & 0xff;
  Expr table = expr_array_table(64, 8, squares, 256);
  Expr square = expr_select(table, expr_zext(b, 64));
  assert_asked(s, c, expr_eq(square, number(8, 25)), ANSWER_NO,
               STAGE_bytes); /* of 5, 123, 133, 251 */
  assert_asked(s, c, expr_eq(square, number(8, 'a' * 'a' & 0xff)), ANSWER_YES, STAGE_bytes);
  close_solver(s, c);
}

/* A switch over all letters, and a table that was written to at other places than the one that is read. */
static void bytes_answers_wide_tests_of_one_byte(void **state) {
  (void)state;
  Solver *s = open_solver("bytes");
  Context *c = context_new(s);
  Expr b = byte(0), any = expr_bool(false);
  for (u32 v = 'A'; v <= 'Z'; v++) any = expr_or(any, expr_eq(b, number(8, v)));
  for (u32 v = 'a'; v <= 'z'; v++) any = expr_or(any, expr_eq(b, number(8, v)));
  assert_asked(s, c, any, ANSWER_YES, STAGE_bytes);
  take(s, &c, expr_not(any));
  assert_asked(s, c, expr_eq(b, number(8, 'q')), ANSWER_NO, STAGE_bytes);
  u64 digits[] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81};
  Expr table = expr_array_table(64, 8, digits, 10);
  table = expr_store(table, expr_zext(b, 64), number(8, 7)); /* hidden at 4 */
  table = expr_store(table, number(64, 4), b);
  Expr read = expr_select(table, expr_zext(b, 64));
  assert_asked(s, c, expr_eq(read, number(8, 4)), ANSWER_YES, STAGE_bytes);
  assert_asked(s, c, expr_eq(read, number(8, 9)), ANSWER_NO, STAGE_bytes);
  assert_asked(s, c, expr_eq(expr_select(table, number(64, 5)), number(8, 25)), ANSWER_YES,
               STAGE_bytes);
  close_solver(s, c);
}

static void pairs_answers_a_test_of_two_bytes(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr product = expr_mul(expr_zext(byte(0), 32), expr_zext(byte(1), 32));
  assert_asked(s, c, expr_eq(product, number(32, 251 * 241)), ANSWER_YES, STAGE_pairs);
  assert_asked(s, c, expr_eq(product, number(32, 257)), ANSWER_NO, STAGE_pairs); /* a prime */
  close_solver(s, c);
}

/* A sparse array has one cell as a byte has, but is none. */
static void pairs_leaves_arrays_alone(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr array = expr_array_input(input_array("sparse", 8, 8));
  Expr e = expr_ult(byte(3), expr_select(array, number(8, 0)));
  assert_asked(s, c, e, ANSWER_YES, STAGE_sat);
  close_solver(s, c);
}

/* Each raise of a sum breaks the comparison with the next one. */
static void words_mends_what_it_breaks(void **state) {
  (void)state;
  enum { N = 12 };
  Solver *s = open_solver("model,words,slice,sat");
  Context *c = context_new(s);
  Expr sums[N], all = word("base", 32);
  take(s, &c, at_most(all, 1000));
  for (u32 i = 0; i < N; i++) {
    take(s, &c, at_most(numbered(i), 40));
    sums[i] = expr_add(all, expr_add(numbered(i), numbered((i + 1) % N)));
  }
  for (u32 i = 1; i < N; i++) take(s, &c, expr_ule(sums[i - 1], sums[i]));
  assert_asked(s, c, expr_ugt(sums[0], number(32, 70)), ANSWER_YES, STAGE_words);
  assert_asked(s, c, expr_ult(sums[0], sums[N - 1]), ANSWER_YES, STAGE_words);
  assert_asked(s, c, expr_ugt(sums[0], expr_add(sums[N - 1], number(32, 1))), ANSWER_NO, STAGE_sat);
  close_solver(s, c);
}

static void sums_may_wrap(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr a = word("a", 16), b = word("b", 16), d = word("d", 16), sum = expr_add(a, b);
  take(s, &c, expr_ult(sum, a));
  take(s, &c, expr_ult(expr_add(sum, d), b));
  assert_asked(s, c, expr_ult(sum, b), ANSWER_YES, STAGE_model);
  close_solver(s, c);
}

/* After a sweep the same handles are other terms. */
static void bytes_forgets_what_was_swept(void **state) {
  (void)state;
  Solver *s = open_solver("bytes,cache");
  Context *c = context_new(s);
  take(s, &c, at_most(byte(0), 99));
  for (u32 round = 0; round < 4; round++) {
    for (u32 i = 0; i < 256; i++) {
      u32 v = round % 2 ? 255 - i : i;
      Answer answer = v <= 99 ? ANSWER_YES : ANSWER_NO;
      assert_asked(s, c, expr_eq(byte(0), number(8, v)), answer, STAGE_bytes);
    }
    expr_sweep();
  }
  close_solver(s, c);
}

static void cache_remembers(void **state) {
  (void)state;
  Solver *s = open_solver("slice,cache,sat");
  Context *c = context_new(s);
  Expr x = word("x", 32), y = word("y", 32);
  Expr hit = expr_eq(expr_mul(x, y), number(32, 77));
  Expr never = expr_eq(expr_mul(x, x), number(32, 3)); /* no square is 3 modulo 4 */
  take(s, &c, expr_ult(x, number(32, 50)));
  assert_asked(s, c, hit, ANSWER_YES, STAGE_sat);
  assert_asked(s, c, hit, ANSWER_YES, STAGE_cache);
  assert_asked(s, c, never, ANSWER_NO, STAGE_sat);
  assert_asked(s, c, never, ANSWER_NO, STAGE_cache);
  take(s, &c, expr_ugt(x, number(32, 7))); /* a superset of an unsatisfiable set */
  assert_asked(s, c, never, ANSWER_NO, STAGE_cache);
  close_solver(s, c);
}

/* A refuted set says nothing of a set that lacks one of its constraints. */
static void cache_tells_sets_apart(void **state) {
  (void)state;
  Solver *s = open_solver("slice,cache,sat");
  Context *c = context_new(s), *inside = context_ref(c);
  Expr x = word("x", 16), wide = expr_zext(x, 32);
  Expr square = expr_eq(expr_mul(wide, wide), number(32, 49));
  take(s, &inside, expr_ugt(x, number(16, 9)));
  assert_asked(s, inside, square, ANSWER_NO, STAGE_sat);
  assert_asked(s, c, square, ANSWER_YES, STAGE_sat);
  assert_asked(s, inside, square, ANSWER_NO, STAGE_cache);
  context_unref(inside);
  close_solver(s, c);
}

static void words_answers_sums(void **state) {
  (void)state;
  Solver *s = open_solver("-pairs");
  Context *c = context_new(s);
  Expr x[6];
  for (u32 i = 0; i < 6; i++) {
    x[i] = numbered(i);
    take(s, &c, at_most(x[i], 1000));
  }
  take(s, &c, expr_ult(expr_add(x[0], x[1]), expr_add(x[2], x[3])));
  assert_asked(s, c, expr_ugt(expr_add(x[4], x[0]), expr_add(x[2], x[5])), ANSWER_YES, STAGE_words);
  close_solver(s, c);
}

static void simplify_knows_the_path(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr x = word("x", 32), y = word("y", 32), z = word("z", 32);
  take(s, &c, expr_ult(x, number(32, 10)));
  take(s, &c, expr_eq(y, number(32, 5)));
  Expr odd = expr_eq(expr_xor(x, expr_mul(z, z)), z);
  take(s, &c, odd);
  assert_asked(s, c, expr_ugt(x, number(32, 20)), ANSWER_NO, STAGE_simplify);
  assert_asked(s, c, expr_not(odd), ANSWER_NO, STAGE_simplify);
  assert_asked(s, c, expr_eq(expr_mul(y, y), number(32, 26)), ANSWER_NO, STAGE_simplify);
  close_solver(s, c);
}

static void every_stage_has_a_name(void **state) {
  (void)state;
  for (u32 i = 0; i < STAGE_COUNT; i++) {
    SolverConfig config = solver_config_default();
    assert_int_equal(solver_config_stages(&config, stage_name((Stage)i)), OK);
    for (u32 k = 0; k < STAGE_COUNT; k++) assert_int_equal(config.enabled[k], k == i);
  }
}

static void lists_of_stages(void **state) {
  (void)state;
  SolverConfig config = solver_config_default();
  assert_int_equal(solver_config_stages(&config, "-order,-sums"), OK);
  for (u32 i = 0; i < STAGE_COUNT; i++)
    assert_int_equal(config.enabled[i], i != STAGE_order && i != STAGE_sums);
  static const char *const wrong[] = {"ordr",      "order,,sat", "-order,sat", "order,-sat",
                                      "order sat", "all,sat",    "-",          ","};
  for (u32 i = 0; i < ARRAY_LEN(wrong); i++) {
    SolverConfig before = config;
    assert_int_equal(solver_config_stages(&config, wrong[i]), ERR_USAGE);
    assert_memory_equal(&config, &before, sizeof config); /* untouched */
  }
}

/* ---- questions -------------------------------------------------------------------- */

static void least_model_is_ranks(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  static const u32 ranks[] = {3, 0, 2, 1};
  for (u32 i = 0; i < 4; i++)
    for (u32 k = 0; k < 4; k++)
      if (ranks[i] < ranks[k]) take(s, &c, expr_ult(numbered(i), numbered(k)));
  Result r = solver_least(s, c);
  assert_int_equal(r.answer, ANSWER_YES);
  for (u32 i = 0; i < 4; i++) assert_int_equal(value_in(r.model, numbered(i)), ranks[i]);
  result_done(&r);
  close_solver(s, c);
}

static void explanation_is_the_cycle(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr x = word("x", 32), y = word("y", 32), z = word("z", 32), p = word("p", 32);
  Expr xy = expr_slt(x, y), yz = expr_slt(y, z);
  take(s, &c, expr_slt(p, x));
  take(s, &c, xy);
  take(s, &c, expr_eq(byte(0), number(8, 'x')));
  take(s, &c, yz);
  take(s, &c, expr_slt(p, z));
  Result r = solver_explain(s, c, expr_slt(z, x));
  assert_int_equal(r.answer, ANSWER_NO);
  assert_int_equal(r.core.n, 2);
  assert_true(core_has(&r, xy) && core_has(&r, yz));
  result_done(&r);
  close_solver(s, c);
}

/* Without x <= 100 the sum could wrap and the rest would be possible. */
static void explanation_has_the_ranges(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr x = word("x", 32), y = word("y", 32);
  Expr range = at_most(x, 100), order = expr_ult(expr_add(x, number(32, 5)), y);
  take(s, &c, range);
  take(s, &c, order);
  Result r = solver_explain(s, c, expr_ult(y, x));
  assert_int_equal(r.answer, ANSWER_NO);
  assert_true(core_has(&r, order) && core_has(&r, range));
  result_done(&r);
  close_solver(s, c);
}

static void explanation_of_a_fixed_word(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr x = word("x", 32), y = word("y", 32), range = at_most(y, 10);
  Expr fixed = expr_eq(x, number(32, 5));
  take(s, &c, fixed);
  take(s, &c, range);
  Expr more = expr_ugt(y, expr_add(expr_mul(x, x), x)); /* 30 */
  Result r = solver_explain(s, c, more);
  assert_int_equal(r.answer, ANSWER_NO);
  assert_true(core_has(&r, fixed) && core_has(&r, range));
  result_done(&r);
  close_solver(s, c);
}

static void must_and_may(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr x = word("x", 32), y = word("y", 32);
  take(s, &c, expr_ult(x, y));
  assert_int_equal(solver_must(s, c, expr_ne(x, y)), ANSWER_YES);
  assert_int_equal(solver_must(s, c, expr_ult(number(32, 0), y)), ANSWER_YES);
  assert_int_equal(solver_must(s, c, expr_ult(number(32, 0), x)), ANSWER_NO);
  close_solver(s, c);
}

static void extremes(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr x = word("x", 16), y = word("y", 16);
  take(s, &c, expr_sgt(x, number(16, (u64)-7)));
  take(s, &c, expr_slt(x, y));
  take(s, &c, expr_slt(y, number(16, 300)));
  static const struct {
    Extreme which;
    u64 value; /* of x in -6 .. 298 */
  } cases[] = {
      {EXTREME_UMIN, 0}, {EXTREME_UMAX, 0xffff}, {EXTREME_SMIN, (u16)-6}, {EXTREME_SMAX, 298}};
  for (u32 i = 0; i < ARRAY_LEN(cases); i++) {
    u64 value = 0;
    assert_int_equal(solver_extreme(s, c, x, cases[i].which, &value), ANSWER_YES);
    assert_int_equal(value, cases[i].value);
  }
  add(&c, expr_slt(y, x));
  u64 value;
  assert_int_equal(solver_extreme(s, c, x, EXTREME_UMIN, &value), ANSWER_NO);
  close_solver(s, c);
}

static void collected_path_is_solved_at_the_end(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  for (u32 i = 0; i < 50; i++) add(&c, expr_slt(numbered(i), numbered(i + 1)));
  for (u32 i = 0; i < 8; i++) add(&c, expr_eq(byte(i), number(8, 'a' + i)));
  add(&c, expr_eq(expr_mul(word("p", 32), word("p", 32)), number(32, 49)));
  assert_null(context_model(c));
  Result r = solver_solve(s, c);
  assert_int_equal(r.answer, ANSWER_YES);
  assert_satisfied(c, r.model);
  assert_ptr_equal(context_model(c), r.model);
  result_done(&r);
  close_solver(s, c);
}

/* In every way a contradiction can be found, the core has it. */
/* A long condition is solved at once; what held before and is no order stays true. */
static void long_collected_path_keeps_the_rest(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr other = word("other", 32), low = expr_and(other, number(32, 7));
  take(s, &c, at_most(other, 100));
  take(s, &c, expr_eq(low, number(32, 5)));
  for (u32 i = 0; i < 2100; i++) add(&c, expr_ult(numbered(i), numbered(i + 1)));
  Result r = solver_solve(s, c);
  assert_int_equal(r.answer, ANSWER_YES);
  Eval *ev = eval_new();
  assert_int_equal(eval(ev, r.model, low), 5);
  for (u32 i = 0; i < 2100; i++)
    assert_true(eval_true(ev, r.model, expr_ult(numbered(i), numbered(i + 1))));
  eval_free(ev);
  result_done(&r);
  close_solver(s, c);
}

static void collected_contradiction_is_explained(void **state) {
  (void)state;
  static const char *const lists[] = {"all", "sat", "order,sat", "-order,-sums", "model,slice,sat"};
  for (u32 i = 0; i < ARRAY_LEN(lists); i++) {
    Solver *s = open_solver(lists[i]);
    Context *c = context_new(s);
    Expr x = word("x", 32), y = word("y", 32);
    Expr xy = expr_ult(x, y), yx = expr_ult(y, x);
    add(&c, expr_eq(byte(0), number(8, 'x')));
    add(&c, xy);
    add(&c, yx);
    Result r = solver_explain(s, c, expr_eq(byte(1), number(8, 'y')));
    assert_int_equal(r.answer, ANSWER_NO);
    assert_true(core_has(&r, xy) && core_has(&r, yx));
    result_done(&r);
    close_solver(s, c);
  }
}

static void false_constraint_is_never_satisfied(void **state) {
  (void)state;
  static const char *const lists[] = {"all", "sat", "slice,cache,sat", "model,sat"};
  for (u32 i = 0; i < ARRAY_LEN(lists); i++) {
    Solver *s = open_solver(lists[i]);
    Context *c = context_new(s);
    add(&c, expr_eq(byte(0), number(8, 'x')));
    add(&c, expr_bool(false));
    Result r = solver_solve(s, c);
    assert_int_equal(r.answer, ANSWER_NO);
    assert_int_equal(r.core.n, 1);
    assert_true(expr_is_value(r.core.at[0], 0));
    result_done(&r);
    assert_int_equal(solver_must(s, c, expr_bool(true)), ANSWER_YES);
    close_solver(s, c);
  }
}

/* ---- contexts ----------------------------------------------------------------------- */

static void contexts_share_and_do_not_disturb(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  Expr x = word("x", 32), small = at_most(x, 10), large = expr_not(small);
  Expr even = expr_not(expr_extract(x, 0, 1));
  take(s, &c, expr_and(even, expr_ne(x, number(32, 4)))); /* taken apart */
  assert_int_equal(context_length(c), 2);
  Context *left = context_ref(c), *right = context_ref(c);
  take(s, &left, small);
  take(s, &right, large);
  assert_int_equal(context_length(c), 2);
  for (u32 i = 0; i < 3; i++) { /* back and forth */
    assert_int_equal(solver_must(s, left, expr_ule(x, number(32, 10))), ANSWER_YES);
    assert_int_equal(solver_must(s, right, expr_ule(x, number(32, 10))), ANSWER_NO);
    assert_int_equal(solver_must(s, c, expr_ne(x, number(32, 4))), ANSWER_YES);
    if (i == 1) expr_sweep();
    x = word("x", 32);
  }
  context_unref(left);
  context_unref(right);
  close_solver(s, c);
}

static void long_paths_are_freed(void **state) {
  (void)state;
  Solver *s = open_solver("all");
  Context *c = context_new(s);
  for (u32 i = 0; i < 100000; i++) add(&c, expr_ne(word("x", 32), number(32, i + 1)));
  assert_int_equal(context_length(c), 100000);
  Result r = solver_solve(s, c);
  assert_int_equal(r.answer, ANSWER_YES);
  result_done(&r);
  close_solver(s, c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_answers_a_chain_of_comparisons),
      cmocka_unit_test(order_answers_a_chain_of_floats),
      cmocka_unit_test(order_does_not_forget_that_sums_wrap),
      cmocka_unit_test(sample_answers_what_many_values_satisfy),
      cmocka_unit_test(bytes_answers_a_test_of_one_byte),
      cmocka_unit_test(bytes_answers_wide_tests_of_one_byte),
      cmocka_unit_test(pairs_answers_a_test_of_two_bytes),
      cmocka_unit_test(pairs_leaves_arrays_alone),
      cmocka_unit_test(words_mends_what_it_breaks),
      cmocka_unit_test(sums_may_wrap),
      cmocka_unit_test(bytes_forgets_what_was_swept),
      cmocka_unit_test(cache_remembers),
      cmocka_unit_test(cache_tells_sets_apart),
      cmocka_unit_test(words_answers_sums),
      cmocka_unit_test(simplify_knows_the_path),
      cmocka_unit_test(every_stage_has_a_name),
      cmocka_unit_test(lists_of_stages),
      cmocka_unit_test(least_model_is_ranks),
      cmocka_unit_test(explanation_is_the_cycle),
      cmocka_unit_test(explanation_has_the_ranges),
      cmocka_unit_test(explanation_of_a_fixed_word),
      cmocka_unit_test(must_and_may),
      cmocka_unit_test(extremes),
      cmocka_unit_test(collected_path_is_solved_at_the_end),
      cmocka_unit_test(long_collected_path_keeps_the_rest),
      cmocka_unit_test(collected_contradiction_is_explained),
      cmocka_unit_test(false_constraint_is_never_satisfied),
      cmocka_unit_test(contexts_share_and_do_not_disturb),
      cmocka_unit_test(long_paths_are_freed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
