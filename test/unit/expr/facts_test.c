/* facts_test.c — soundness of ranges and known bits: every transfer function, there and
 * back, at width 4 over all values that random operand facts allow, random terms under
 * random models; and precision where later layers rely on it. */
#include "expr/facts.h"
#include "unit/expr/table.h"
#include "unit/expr/terms.h"

static bool allows(const Facts *f, u64 v, u32 width) {
  i64 s = value_signed(v, width);
  return f->umin <= v && v <= f->umax && f->smin <= s && s <= f->smax && !(v & f->zeros) &&
         !(~v & f->ones);
}

/* ---- the domain, at width 4 ---------------------------------------------- */

enum { NARROW = 4, N_NARROW = 1 << NARROW };

/* Each part alone is random, or says nothing, or all are the tightest for a
 * random set of values; some are empty on purpose. */
static Facts random_facts(Rng *rng, u32 width) {
  Facts f = facts_top(width);
  u64 mask = value_mask(width), choice = rng_below(rng, 8);
  if (choice < 2) { /* the tightest for a small set */
    f = facts_exact(width, rng_u64(rng) & mask);
    for (u64 more = rng_below(rng, 4); more > 0; more--) {
      Facts one = facts_exact(width, rng_u64(rng) & mask);
      f = (Facts){MIN(f.umin, one.umin), MAX(f.umax, one.umax), MIN(f.smin, one.smin),
                  MAX(f.smax, one.smax), f.zeros & one.zeros,   f.ones & one.ones};
    }
    return f;
  }
  if (rng_chance(rng, 2)) {
    f.umin = rng_u64(rng) & mask;
    f.umax = f.umin + rng_below(rng, mask - f.umin + 1);
  }
  if (rng_chance(rng, 2)) {
    i64 a = value_signed(rng_u64(rng) & mask, width), b = value_signed(rng_u64(rng) & mask, width);
    f.smin = MIN(a, b);
    f.smax = MAX(a, b);
  }
  if (rng_chance(rng, 2)) {
    f.zeros = rng_u64(rng) & rng_u64(rng) & mask;
    f.ones = rng_u64(rng) & rng_u64(rng) & mask & ~f.zeros;
  }
  return choice < 5 ? facts_close(f, width) : f;
}

static void test_close_keeps_exactly_the_values(void **state) {
  (void)state;
  Rng rng = {21};
  for (u32 width = 1; width <= NARROW; width++) {
    for (u32 round = 0; round < 20000; round++) {
      Facts f = random_facts(&rng, width), closed = facts_close(f, width);
      for (u64 v = 0; v <= value_mask(width); v++)
        assert_int_equal(allows(&f, v, width), allows(&closed, v, width));
    }
  }
}

static void test_meet_is_intersection(void **state) {
  (void)state;
  Rng rng = {22};
  for (u32 round = 0; round < 50000; round++) {
    Facts a = random_facts(&rng, NARROW), b = random_facts(&rng, NARROW);
    Facts both = facts_meet(a, b, NARROW);
    for (u64 v = 0; v < N_NARROW; v++)
      assert_int_equal(allows(&both, v, NARROW), allows(&a, v, NARROW) && allows(&b, v, NARROW));
  }
}

/* ---- transfer functions, at width 4 -------------------------------------- */

static Expr narrow(const char *name) { return expr_var(input_bits(name, NARROW), 0, NARROW); }

/* Checks one term against its value for all values its kids may have; `value`
 * gets them in the order of the kids. */
typedef u64 ValueOf(Expr e, const u64 *kids);

static void check_step(Rng *rng, Expr e, ValueOf *value) {
  u32 arity = expr_arity(e);
  for (u32 round = 0; round < 600; round++) {
    Facts kids[3] = {{0}};
    u64 n_cases[3] = {1, 1, 1}, v[3];
    for (u32 i = 0; i < arity; i++) {
      u32 width = expr_width(expr_kid(e, i));
      kids[i] = random_facts(rng, width);
      n_cases[i] = value_mask(width) + 1;
    }
    Facts f = facts_step(e, kids), result = random_facts(rng, expr_width(e)), narrowed[3];
    memcpy(narrowed, kids, sizeof kids);
    facts_back(e, &result, narrowed);
    for (u64 k = 0; k < n_cases[0] * n_cases[1] * n_cases[2]; k++) {
      bool is_allowed = true;
      v[0] = k % n_cases[0];
      v[1] = k / n_cases[0] % n_cases[1];
      v[2] = k / n_cases[0] / n_cases[1];
      for (u32 i = 0; i < arity; i++)
        is_allowed &= allows(&kids[i], v[i], expr_width(expr_kid(e, i)));
      if (is_allowed && !allows(&f, value(e, v), expr_width(e)))
        fail_msg("kind %d on %lu %lu %lu: not %lu", (int)expr_kind(e), v[0], v[1], v[2],
                 value(e, v));
      if (is_allowed && allows(&result, value(e, v), expr_width(e)))
        for (u32 i = 0; i < arity; i++)
          if (!allows(&narrowed[i], v[i], expr_width(expr_kid(e, i))))
            fail_msg("kind %d on %lu %lu %lu: operand %u lost", (int)expr_kind(e), v[0], v[1], v[2],
                     i);
    }
  }
}

static u64 value_of_binary(Expr e, const u64 *kids) {
  return value_binary(expr_kind(e), NARROW, kids[0], kids[1]);
}

static u64 value_of_unary(Expr e, const u64 *kids) {
  return value_unary(expr_kind(e), NARROW, kids[0]);
}

static u64 value_of_slice(Expr e, const u64 *kids) {
  u64 mask = value_mask(expr_width(e));
  if (expr_kind(e) == EXPR_EXTRACT) return kids[0] >> expr_extract_low(e) & mask;
  if (expr_kind(e) == EXPR_ZEXT) return kids[0];
  if (expr_kind(e) == EXPR_SEXT) return (u64)value_signed(kids[0], NARROW) & mask;
  return kids[0] << NARROW | kids[1];
}

static u64 value_of_ite(Expr e, const u64 *kids) {
  (void)e;
  return kids[0] ? kids[1] : kids[2];
}

static void test_binary_steps_are_sound(void **state) {
  (void)state;
  Rng rng = {23};
  Expr x = narrow("x"), y = narrow("y");
  for (ExprKind kind = EXPR_ADD; kind <= EXPR_SLT; kind++) {
    Expr e = expr_binary(kind, x, y);
    assert_int_equal(expr_kind(e), kind);
    check_step(&rng, e, value_of_binary);
  }
}

static void test_unary_steps_are_sound(void **state) {
  (void)state;
  Rng rng = {24};
  check_step(&rng, expr_not(narrow("x")), value_of_unary);
  check_step(&rng, expr_neg(narrow("x")), value_of_unary);
}

static void test_slice_steps_are_sound(void **state) {
  (void)state;
  Rng rng = {25};
  Expr x = narrow("x"), y = narrow("y"), sum = expr_add(x, y);
  check_step(&rng, expr_zext(sum, 7), value_of_slice);
  check_step(&rng, expr_sext(sum, 7), value_of_slice);
  check_step(&rng, expr_sext(sum, 64), value_of_slice);
  check_step(&rng, expr_concat(sum, expr_mul(x, y)), value_of_slice);
  Expr product = expr_udiv(x, y);
  for (u32 low = 0; low < NARROW; low++)
    for (u32 width = 1; low + width <= NARROW; width++)
      if (width < NARROW) check_step(&rng, expr_extract(product, low, width), value_of_slice);
}

static void test_ite_step_is_sound(void **state) {
  (void)state;
  Rng rng = {26};
  Expr cond = expr_var(input_bits("cond", 1), 0, 1);
  check_step(&rng, expr_ite(cond, narrow("x"), narrow("y")), value_of_ite);
}

static u64 table_at(u64 i) {
  static const u8 elements[] = {7, 1, 9, 9, 14, 3, 8, 2, 6, 6};
  return i < ARRAY_LEN(elements) ? elements[i] : 0;
}

static u64 value_of_select(Expr e, const u64 *kids) {
  (void)e;
  return table_at(kids[1]);
}

static void test_table_step_is_sound(void **state) {
  (void)state;
  Rng rng = {27};
  u64 elements[10];
  for (u32 i = 0; i < 10; i++) elements[i] = table_at(i);
  Expr e = expr_select(expr_array_table(NARROW, NARROW, elements, 10), narrow("x"));
  for (u32 round = 0; round < 2000; round++) {
    Facts kids[2] = {facts_top(NARROW), random_facts(&rng, NARROW)};
    Facts f = facts_step(e, kids), result = random_facts(&rng, NARROW);
    Facts narrowed[2] = {kids[0], kids[1]};
    facts_back(e, &result, narrowed);
    for (u64 i = 0; i < N_NARROW; i++) {
      u64 v = value_of_select(e, (u64[]){0, i});
      if (!allows(&kids[1], i, NARROW)) continue;
      assert_true(allows(&f, v, NARROW));
      if (allows(&result, v, NARROW)) assert_true(allows(&narrowed[1], i, NARROW));
    }
  }
}

/* ---- the same at real widths --------------------------------------------- */

/* A value that the facts allow, found by tightening; false if none was found. */
static bool value_in(Rng *rng, const Facts *f, u32 width, u64 *ret) {
  for (u32 attempt = 0; attempt < 20; attempt++) {
    u64 span = f->umax - f->umin;
    u64 v = f->umin + (span == ~0ull ? rng_u64(rng) : rng_below(rng, span + 1));
    if (rng_chance(rng, 4)) v = rng_chance(rng, 2) ? f->umin : f->umax;
    if (rng_chance(rng, 2)) v = (v | f->ones) & ~f->zeros;
    *ret = v;
    if (allows(f, v, width)) return true;
  }
  return false;
}

/* A result with this value among others leaves the operands that gave it. */
static void check_wide_back(Rng *rng, Expr e, const Facts *kids, u64 v, const u64 *operands) {
  u32 width = expr_width(e);
  Facts result = facts_exact(width, v), narrowed[2] = {kids[0], kids[1]};
  if (rng_chance(rng, 2)) {
    result.umin -= rng_below(rng, MIN(v, 1000) + 1);
    result.umax += rng_below(rng, MIN(value_mask(width) - v, 1000) + 1);
    result = (Facts){.umin = result.umin, .umax = result.umax};
    result.smin = facts_top(width).smin;
    result.smax = facts_top(width).smax;
  }
  facts_back(e, &result, narrowed);
  for (u32 i = 0; i < 2; i++)
    if (!allows(&narrowed[i], operands[i], expr_width(expr_kid(e, i))))
      fail_msg("kind %d, width %u, %lx of %lx %lx: operand %u lost", (int)expr_kind(e), width, v,
               operands[0], operands[1], i);
}

static void check_wide_step(Rng *rng, Expr e, u32 width) {
  Facts kids[2] = {random_facts(rng, width), random_facts(rng, width)};
  if (rng_chance(rng, 2)) kids[1] = facts_exact(width, rng_below(rng, width + 3));
  Facts f = facts_step(e, kids);
  for (u32 i = 0; i < 10; i++) {
    u64 a, b;
    if (!value_in(rng, &kids[0], width, &a) || !value_in(rng, &kids[1], width, &b)) return;
    u64 v = value_binary(expr_kind(e), width, a, b);
    if (!allows(&f, v, expr_width(e)))
      fail_msg("kind %d, width %u, on %lx %lx: not %lx", (int)expr_kind(e), width, a, b, v);
    check_wide_back(rng, e, kids, v, (u64[]){a, b});
  }
}

static void test_binary_steps_are_sound_at_real_widths(void **state) {
  (void)state;
  static const u32 widths[] = {8, 31, 32, 63, 64};
  Rng rng = {28};
  for (u32 i = 0; i < ARRAY_LEN(widths); i++) {
    u32 width = widths[i];
    Expr x = expr_var(input_bits("p", width), 0, width);
    Expr y = expr_var(input_bits("q", width), 0, width);
    for (ExprKind kind = EXPR_ADD; kind <= EXPR_SLT; kind++)
      for (u32 round = 0; round < 1000; round++)
        check_wide_step(&rng, expr_binary(kind, x, y), width);
  }
}

static void check_values(const Wide *values) {
  for (u32 id = 1; id < expr_limit(); id++) {
    Expr e = {id};
    if (expr_is_array(e) || expr_width(e) > 64) continue;
    Facts f = expr_facts(e);
    if (!allows(&f, values[id].at[0], expr_width(e)))
      fail_msg("term %u of kind %d: not %lx", id, (int)expr_kind(e), values[id].at[0]);
  }
}

static void test_random_terms_stay_within_their_facts(void **state) {
  (void)state;
  for (u64 seed = 1; seed <= 12; seed++) {
    Terms t;
    expr_close();
    expr_open();
    terms_init(&t, seed);
    for (u32 i = 0; i < 600; i++) terms_grow(&t);
    for (u32 k = 0; k < 10; k++) {
      Model *m = terms_model_new(&t);
      Wide *values = terms_values_new(m);
      check_values(values);
      mem_free(values);
      model_unref(m);
    }
    terms_done(&t);
  }
}

/* x, or something that is never more than x. */
static Expr any_part(Rng *rng, Expr x) {
  u32 width = expr_width(x);
  Expr by = expr_const(width, rng_below(rng, 20));
  switch (rng_below(rng, 6)) {
  case 0:
    return expr_udiv(x, by);
  case 1:
    return expr_urem(x, by);
  case 2:
    return expr_and(x, by);
  case 3:
    return expr_lshr(x, expr_const(width, rng_below(rng, 4)));
  case 4:
    return expr_urem(expr_udiv(x, by), expr_const(width, 7));
  default:
    return x;
  }
}

static void test_differences_are_sound(void **state) {
  (void)state;
  Rng rng = {31};
  Input in = input_bits("s", 8);
  Eval *ev = eval_new();
  Model *m = model_new();
  for (u32 round = 0; round < 400; round++) {
    Expr x = expr_var(in, 0, 8);
    if (rng_chance(&rng, 2)) x = expr_zext(x, 10);
    Expr sum = any_part(&rng, x);
    for (u32 i = 0; i < 4; i++) {
      Expr part = any_part(&rng, x);
      sum = rng_chance(&rng, 2) ? expr_add(sum, part) : expr_sub(sum, part);
    }
    Facts f = expr_facts(sum);
    for (u64 v = 0; v < 256; v++) {
      model_set_bits(m, in, 0, 8, &v);
      assert_true(allows(&f, eval(ev, m, sum), expr_width(sum)));
    }
  }
  model_unref(m);
  eval_free(ev);
}

/* ---- precision ----------------------------------------------------------- */

static Expr byte(u32 i) { return expr_var(input_bytes("text", 16), 8 * i, 8); }

static void assert_unsigned(Expr e, u64 low, u64 high) {
  Facts f = expr_facts(e);
  assert_int_equal(f.umin, low);
  assert_int_equal(f.umax, high);
}

static void assert_signed(Expr e, i64 low, i64 high) {
  Facts f = expr_facts(e);
  assert_int_equal(f.smin, low);
  assert_int_equal(f.smax, high);
}

static void test_extended_bytes(void **state) {
  (void)state;
  Expr wide = expr_zext(byte(0), 32), other = expr_zext(byte(1), 32);
  assert_unsigned(wide, 0, 255);
  assert_signed(wide, 0, 255);
  assert_signed(expr_sext(byte(0), 32), -128, 127);
  assert_unsigned(expr_add(wide, other), 0, 510);
  assert_signed(expr_sub(wide, other), -255, 255);
  assert_unsigned(expr_mul(wide, other), 0, 65025);
  assert_signed(expr_mul(expr_sext(byte(0), 32), expr_sext(byte(1), 32)), -128 * 127, 128 * 128);
  assert_signed(expr_neg(wide), -255, 0);
  assert_unsigned(expr_concat(byte(1), wide), 0, 0xff000000ffull);
}

static void test_division_by_constants(void **state) {
  (void)state;
  Expr x = expr_zext(byte(0), 32), word = expr_var(input_bits("word", 32), 0, 32);
  assert_unsigned(expr_udiv(x, expr_const(32, 10)), 0, 25);
  assert_unsigned(expr_urem(word, expr_const(32, 10)), 0, 9);
  assert_signed(expr_srem(word, expr_const(32, 10)), -9, 9);
  assert_signed(expr_srem(x, expr_const(32, 10)), 0, 9);
  assert_signed(expr_sdiv(word, expr_const(32, 1000)), -2147483, 2147483);
}

/* Days without leap days. */
static void test_differences_do_not_wrap(void **state) {
  (void)state;
  Expr x = expr_var(input_bits("days", 32), 0, 32);
  x = expr_urem(x, expr_const(32, 146097));
  Expr fours = expr_udiv(x, expr_const(32, 1460)), hundreds = expr_udiv(x, expr_const(32, 36524));
  Expr sum = expr_add(expr_sub(x, fours), hundreds);
  assert_unsigned(expr_sub(x, fours), 0, 146096);
  assert_unsigned(expr_sub(sum, expr_udiv(x, expr_const(32, 146096))), 0, 146100);
  assert_unsigned(expr_sub(x, expr_lshr(x, expr_const(32, 3))), 0, 146096);
  assert_unsigned(expr_sub(fours, x), 0, UINT32_MAX); /* the other way round it may */
}

static void test_masks_and_shifts(void **state) {
  (void)state;
  Expr word = expr_var(input_bits("word", 32), 0, 32);
  Expr aligned = expr_and(word, expr_const(32, 0xfffffff0));
  assert_int_equal(expr_facts(aligned).zeros, 0xf);
  assert_int_equal(expr_facts(expr_add(aligned, expr_const(32, 5))).ones & 0xf, 5);
  assert_unsigned(expr_and(word, expr_const(32, 0x3f)), 0, 0x3f);
  assert_unsigned(expr_lshr(word, expr_const(32, 20)), 0, 0xfff);
  assert_signed(expr_ashr(word, expr_const(32, 24)), -128, 127);
  assert_unsigned(expr_shl(expr_zext(byte(0), 32), expr_const(32, 4)), 0, 0xff0);
  assert_unsigned(expr_or(expr_zext(byte(0), 32), expr_const(32, 0x100)), 0x100, 0x1ff);
  assert_int_equal(expr_facts(expr_mul(aligned, expr_const(32, 12))).zeros, 0x3f);
}

static void test_decided_comparisons(void **state) {
  (void)state;
  Expr low = expr_zext(byte(0), 32), high = expr_add(expr_zext(byte(1), 32), expr_const(32, 256));
  Facts kids[2] = {expr_facts(low), expr_facts(high)};
  Expr x = expr_var(input_bits("p", 32), 0, 32), y = expr_var(input_bits("q", 32), 0, 32);
  assert_int_equal(facts_step(expr_ult(x, y), kids).umin, 1);
  assert_int_equal(facts_step(expr_slt(x, y), kids).umin, 1);
  assert_int_equal(facts_step(expr_ult(y, x), (Facts[]){kids[1], kids[0]}).umax, 0);
  assert_int_equal(facts_step(expr_eq(x, y), kids).umax, 0);
  Facts touching[2] = {expr_facts(low), expr_facts(low)};
  touching[0].umin = 255;
  touching[0].smin = 255; /* 255 < [0, 255] never holds */
  assert_int_equal(facts_step(expr_ult(x, y), touching).umax, 0);
  assert_int_equal(facts_step(expr_slt(x, y), touching).umax, 0);
  Facts odd = facts_top(32), even = facts_top(32);
  odd.ones = even.zeros = 1;
  assert_int_equal(facts_step(expr_eq(x, y), (Facts[]){odd, even}).umax, 0);
}

static void test_tables(void **state) {
  (void)state;
  u64 elements[256];
  for (u32 i = 0; i < 256; i++) elements[i] = i < 16 ? 40 + i : 1000;
  Expr small = expr_array_table(8, 16, elements, 256), cut = expr_array_table(8, 16, elements, 16);
  Expr nibble = expr_and(byte(0), expr_const(8, 15));
  assert_unsigned(expr_select(small, byte(0)), 40, 1000);
  assert_unsigned(expr_select(small, nibble), 40, 55);
  assert_unsigned(expr_select(cut, byte(0)), 0, 55);
  assert_unsigned(expr_select(small, expr_and(byte(0), expr_const(8, 4))), 40, 44);
  Expr cond = expr_var(input_bool("flag"), 0, 1);
  Expr stored = expr_store(small, byte(1), expr_const(16, 7));
  assert_unsigned(expr_select(stored, byte(0)), 7, 1000);
  assert_unsigned(expr_ite(cond, expr_zext(nibble, 16), expr_const(16, 30)), 0, 30);
}

static void test_range_from_bits_and_back(void **state) {
  (void)state;
  Facts f = facts_top(8);
  f.ones = 1; /* odd */
  f.umin = 4;
  f.umax = 8;
  f = facts_close(f, 8);
  assert_int_equal(f.umin, 5);
  assert_int_equal(f.umax, 7);
  assert_int_equal(f.ones, 5);
  assert_int_equal(f.zeros, 0xf8);
  assert_int_equal(f.smin, 5);
  assert_int_equal(f.smax, 7);
  f = facts_top(8);
  f.smin = -3;
  f.smax = 4;
  f.umin = 5;
  f = facts_close(f, 8);
  assert_int_equal(f.umin, 0xfd);
  assert_int_equal(f.smax, -1);
}

/* What is left of x where f(x) is between two numbers, x being below 2^16 - 1. */
static void assert_back(Expr e, u64 low, u64 high, u64 x_low, u64 x_high) {
  Facts kids[2] = {{.umax = 0xffff, .smax = 0xffff, .zeros = 0xffff0000},
                   expr_facts(expr_kid(e, 1))};
  Facts result = {.umin = low, .umax = high, .smin = INT32_MIN, .smax = INT32_MAX};
  facts_back(e, &result, kids);
  assert_int_equal(kids[0].umin, x_low);
  assert_int_equal(kids[0].umax, x_high);
}

static void test_back_is_precise(void **state) {
  (void)state;
  Expr x = expr_var(input_bits("p", 32), 0, 32), y = expr_var(input_bits("q", 32), 0, 32);
  assert_back(expr_udiv(x, expr_const(32, 10)), 3, 4, 30, 49);
  assert_back(expr_sdiv(x, expr_const(32, 10)), 3, 4, 30, 49);
  assert_back(expr_urem(x, expr_const(32, 1000)), 3, 4, 3, 65004);
  assert_back(expr_urem(x, expr_const(32, 40000)), 30000, 30001, 30000, 30001);
  assert_back(expr_mul(x, expr_const(32, 10)), 31, 49, 4, 4);
  assert_back(expr_add(x, expr_const(32, 10)), 31, 49, 21, 39);
  /* Quotients and products of symbols are monotone in both. */
  Facts kids[2] = {{.umin = 100, .umax = 200, .smin = 100, .smax = 200},
                   {.umin = 3, .umax = 50, .smin = 3, .smax = 50}};
  Facts result = {.umin = 20, .umax = 24, .smin = 20, .smax = 24};
  facts_back(expr_udiv(x, y), &result, kids);
  assert_int_equal(kids[1].umin, 5);  /* 100 / 4 is 25 */
  assert_int_equal(kids[1].umax, 10); /* 200 / 11 is 18 */
  result = (Facts){.umin = 1500, .umax = 1700, .smin = 1500, .smax = 1700};
  facts_back(expr_mul(x, y), &result, kids);
  assert_int_equal(kids[0].umin, 150);
  assert_int_equal(kids[1].umin, 8);
}

/* ---- life and depth ------------------------------------------------------ */

static void test_memo_is_dropped_by_a_sweep(void **state) {
  (void)state;
  expr_sweep(); /* no roots: handles are handed out again from the first */
  Expr before = expr_and(byte(0), expr_const(8, 3));
  assert_unsigned(before, 0, 3);
  expr_sweep();
  Expr after = expr_and(byte(0), expr_const(8, 15));
  assert_true(expr_same(before, after)); /* the same handle, but another term */
  assert_unsigned(after, 0, 15);
}

static void test_a_million_nodes(void **state) {
  (void)state;
  Expr e = expr_var(input_bits("x", 32), 0, 32), y = expr_var(input_bits("y", 32), 0, 32);
  Expr z = expr_var(input_bits("z", 32), 0, 32);
  for (u32 i = 0; i < 500000; i++) e = expr_xor(expr_add(e, y), z);
  assert_true(expr_limit() > 1000000);
  assert_unsigned(e, 0, 0xffffffff);
  assert_unsigned(expr_and(e, expr_const(32, 0xff)), 0, 0xff);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_close_keeps_exactly_the_values),
      cmocka_unit_test(test_meet_is_intersection),
      cmocka_unit_test(test_binary_steps_are_sound),
      cmocka_unit_test(test_unary_steps_are_sound),
      cmocka_unit_test(test_slice_steps_are_sound),
      cmocka_unit_test(test_ite_step_is_sound),
      cmocka_unit_test(test_table_step_is_sound),
      cmocka_unit_test(test_binary_steps_are_sound_at_real_widths),
      cmocka_unit_test(test_random_terms_stay_within_their_facts),
      cmocka_unit_test(test_differences_are_sound),
      cmocka_unit_test(test_extended_bytes),
      cmocka_unit_test(test_division_by_constants),
      cmocka_unit_test(test_differences_do_not_wrap),
      cmocka_unit_test(test_masks_and_shifts),
      cmocka_unit_test(test_decided_comparisons),
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_range_from_bits_and_back),
      cmocka_unit_test(test_back_is_precise),
      cmocka_unit_test(test_memo_is_dropped_by_a_sweep),
      cmocka_unit_test(test_a_million_nodes),
  };
  return cmocka_run_group_tests(tests, open_table, close_table);
}
