/* float_test.c — operations on floats as terms, evaluated, against the host's arithmetic, bit by bit.
 *
 * Operands are random, and often what is special: zeros, subnormals, infinities, NaNs of both kinds,
 * neighbours of each other, numbers whose results lie halfway between two others.  NADIR_FLOAT_CASES
 * is the number of operand pairs for each operation, NADIR_FLOAT_SEED chooses others:
 * script/fuzz-solver does both.
 */
#include "base/rng.h"
#include "expr/float.h"
#include "expr/input.h"
#include "expr/model.h"
#include "expr/value.h"
#include "unit/expr/table.h"

#include <math.h>
#include <stdlib.h>

static u64 setting(const char *name, u64 otherwise) {
  const char *wanted = getenv(name);
  return wanted ? strtoull(wanted, NULL, 10) : otherwise;
}

static u64 n_cases(void) { return setting("NADIR_FLOAT_CASES", 5000); }

/* ---- operands ---------------------------------------------------------------------------------- */

typedef struct Shape {
  u32 width, fraction, bias;
} Shape;

static Shape shape_of(u32 width) {
  return width == 32 ? (Shape){32, 23, 127} : (Shape){64, 52, 1023};
}

static u64 special(Rng *r, Shape s) {
  u64 inf = (2ull * s.bias + 1) << s.fraction, one = (u64)s.bias << s.fraction;
  u64 quiet = inf | 1ull << (s.fraction - 1);
  const u64 all[] = {0,
                     1,
                     2,
                     (1ull << s.fraction) - 1,
                     1ull << s.fraction,
                     (1ull << s.fraction) + 1,
                     one,
                     one - 1,
                     one + 1,
                     inf - 1,
                     inf,
                     inf + 1,
                     quiet,
                     quiet + 77,
                     inf + 99,
                     one + (1ull << s.fraction),
                     one | 1ull << (s.fraction - 1)};
  return all[rng_below(r, ARRAY_LEN(all))];
}

/* Few bits set at both ends of the fraction: halfway cases, exact results. */
static u64 round_fraction(Rng *r, Shape s) {
  u64 bits = 0;
  for (u32 k = 0; k < 3; k++) bits ^= 1ull << rng_below(r, s.fraction);
  return rng_chance(r, 2) ? bits : ~bits & ((1ull << s.fraction) - 1);
}

static u64 operand(Rng *r, Shape s, u64 other) {
  u64 exponents = 2ull * s.bias + 2, x;
  switch (rng_below(r, 8)) {
  case 0:
  case 1:
    x = special(r, s);
    break;
  case 2:
    x = rng_u64(r);
    break;
  case 3:
    x = rng_below(r, exponents) << s.fraction | round_fraction(r, s);
    break;
  case 4: /* about as large as the other, or as one */
    x = (other ? other : (u64)s.bias << s.fraction) + rng_below(r, 9) - 4;
    break;
  case 5:
    x = (other & ~((1ull << s.fraction) - 1)) + ((rng_below(r, 130) - 65) << s.fraction);
    x ^= round_fraction(r, s);
    break;
  case 6: /* subnormal, or nearly */
    x = rng_u64(r) >> (64 - s.fraction - 2 + rng_below(r, s.fraction));
    break;
  default: /* near one, where integers are */
    x = (s.bias + rng_below(r, 70)) << s.fraction | round_fraction(r, s);
  }
  if (rng_chance(r, 2)) x ^= 1ull << (s.width - 1);
  return x & value_mask(s.width);
}

/* ---- one operation ----------------------------------------------------------------------------- */

typedef struct Bench {
  Eval *eval;
  Input inputs[3];
  Rng rng;
} Bench;

static void bench_open(Bench *b) {
  *b = (Bench){.eval = eval_new(), .rng = {setting("NADIR_FLOAT_SEED", 12)}};
  for (u32 k = 0; k < 3; k++) b->inputs[k] = input_bytes((const char[]){(char)('a' + k), 0}, 16);
}

static Expr bench_term(const Bench *b, u32 k, u32 width) {
  return expr_var(b->inputs[k], 0, width);
}

/* The value of e when the inputs are these. */
static u64 bench_value(Bench *b, Expr e, u32 width, const u64 *x, u32 n) {
  Model *m = model_new();
  for (u32 k = 0; k < n; k++) model_set_bits(m, b->inputs[k], 0, width, &x[k]);
  u64 value = eval(b->eval, m, e);
  model_unref(m);
  return value;
}

static void expect_same(const char *what, u32 width, const u64 *x, u64 got, u64 wanted) {
  if (got != wanted)
    fail_msg("%s%u of %lx, %lx, %lx is %lx, not %lx", what, width, x[0], x[1], x[2], got, wanted);
}

/* ---- comparisons ------------------------------------------------------------------------------- */

static double as_double(u32 width, u64 bits) {
  float f;
  double d;
  u32 low = (u32)bits;
  memcpy(&f, &low, sizeof f);
  memcpy(&d, &bits, sizeof d);
  return width == 32 ? (double)f : d;
}

static u32 relation(double a, double b) {
  return a == b ? FLOAT_EQUAL : a > b ? FLOAT_GREATER : a < b ? FLOAT_LESS : FLOAT_UNORDERED;
}

static bool is_number(u32 width, u64 x) { return !isnan(as_double(width, x)); }

/* With both operands symbols, and with each a constant; with what is known of them left out. */
static void check_compare(Bench *b, u32 width, u32 relations, const u64 *x) {
  Expr a = bench_term(b, 0, width), c = bench_term(b, 1, width);
  bool wanted = relation(as_double(width, x[0]), as_double(width, x[1])) & relations;
  Expr forms[] = {
      float_compare(a, 0, c, 0, relations),
      float_compare(expr_const(width, x[0]), 0, c, 0, relations),
      float_compare(a, 0, expr_const(width, x[1]), 0, relations),
      float_compare(a, is_number(width, x[0]) ? FLOAT_NUMBER : 0, c,
                    is_number(width, x[1]) ? FLOAT_NUMBER : 0, relations),
      float_compare(expr_const(width, x[0]), 0, expr_const(width, x[1]), 0, relations),
  };
  for (u32 k = 0; k < ARRAY_LEN(forms); k++)
    expect_same("comparison", width, x, bench_value(b, forms[k], width, x, 2), wanted);
}

static void test_comparisons(void **state) {
  (void)state;
  Bench b;
  bench_open(&b);
  for (u32 width = 32; width <= 64; width += 32)
    for (u64 k = 0; k < n_cases(); k++) {
      u64 x[3] = {0};
      x[0] = operand(&b.rng, shape_of(width), 0);
      x[1] = rng_chance(&b.rng, 8) ? x[0] : operand(&b.rng, shape_of(width), x[0]);
      check_compare(&b, width, (u32)rng_below(&b.rng, 16), x);
      if (k % 4096 == 4095) expr_sweep();
    }
  eval_free(b.eval);
}

/* Conditions say of a float what holds of it, and guards say nothing else. */
static void test_known(void **state) {
  (void)state;
  Bench b;
  bench_open(&b);
  for (u64 k = 0; k < n_cases(); k++) {
    u32 width = rng_chance(&b.rng, 2) ? 32 : 64;
    Expr x = bench_term(&b, 0, width), key = float_key(x), found;
    u64 values[3] = {0};
    Shape s = shape_of(width);
    values[0] = operand(&b.rng, s, 0);
    Expr limit = expr_const(width, float_key_value(width, operand(&b.rng, s, values[0])));
    Expr conditions[] = {expr_slt(key, limit), expr_slt(limit, key), expr_eq(key, limit)};
    Expr condition = conditions[rng_below(&b.rng, 3)];
    if (rng_chance(&b.rng, 2)) condition = expr_not(condition);
    if (!bench_value(&b, condition, width, values, 1)) continue;
    u32 known = float_known(condition, &found);
    i64 number = value_signed(float_key_value(width, values[0]), width);
    i64 inf = (i64)((2ull * s.bias + 1) << s.fraction);
    assert_true(!known || expr_same(found, x));
    assert_true(!(known & FLOAT_LOW) || number >= -inf);
    assert_true(!(known & FLOAT_HIGH) || number <= inf);
  }
  Expr x = bench_term(&b, 0, 64), is_number = expr_not(float_is_nan(x));
  assert_int_equal(expr_kind(is_number), EXPR_AND);
  assert_true(float_is_guard(expr_kid(is_number, 0)) && float_is_guard(expr_kid(is_number, 1)));
  assert_false(float_is_guard(expr_slt(float_key(x), expr_const(64, 5))));
  eval_free(b.eval);
}

static void test_keys(void **state) {
  (void)state;
  Bench b;
  bench_open(&b);
  for (u64 k = 0; k < n_cases(); k++) {
    u32 width = rng_chance(&b.rng, 2) ? 32 : 64;
    u64 bits = operand(&b.rng, shape_of(width), 0), key = float_key_value(width, bits);
    Expr x = bench_term(&b, 0, width), found;
    u64 values[3] = {bits};
    expect_same("key", width, values, bench_value(&b, float_key(x), width, values, 1), key);
    assert_true(float_is_key(float_key(x), &found) && expr_same(found, x));
    if (bits != 1ull << (width - 1)) assert_int_equal(float_of_key(width, key), bits);
  }
  assert_false(float_is_key(bench_term(&b, 0, 64), &(Expr){0}));
  eval_free(b.eval);
}

/* ---- signs ------------------------------------------------------------------------------------- */

static void test_signs(void **state) {
  (void)state;
  Bench b;
  bench_open(&b);
  for (u64 k = 0; k < n_cases(); k++) {
    u64 x[3] = {operand(&b.rng, shape_of(64), 0), operand(&b.rng, shape_of(64), 0)}, wanted;
    Expr a = bench_term(&b, 0, 64), c = bench_term(&b, 1, 64);
    double results[] = {-as_double(64, x[0]), fabs(as_double(64, x[0])),
                        copysign(as_double(64, x[0]), as_double(64, x[1]))};
    Expr terms[] = {float_neg(a), float_abs(a), float_copysign(a, c)};
    for (u32 i = 0; i < 3; i++) {
      memcpy(&wanted, &results[i], sizeof wanted);
      expect_same("sign", 64, x, bench_value(&b, terms[i], 64, x, 2), wanted);
    }
  }
  eval_free(b.eval);
}

/* ---- arithmetic -------------------------------------------------------------------------------- */

static float as_float(u64 bits) {
  float f;
  u32 low = (u32)bits;
  memcpy(&f, &low, sizeof f);
  return f;
}

static u64 of_float(float f) {
  u32 bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

static u64 of_double(double d) {
  u64 bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

/* The instruction itself: a compiler may swap operands, of which the first NaN is the result. */
#define INSTRUCTION(name)                                    \
  static u64 host_##name(u32 width, const u64 *x) {          \
    float f = as_float(x[0]), g = as_float(x[1]);            \
    double d = as_double(64, x[0]), e = as_double(64, x[1]); \
    __asm__ volatile(#name "ss %1, %0" : "+x"(f) : "x"(g));  \
    __asm__ volatile(#name "sd %1, %0" : "+x"(d) : "x"(e));  \
    return width == 32 ? of_float(f) : of_double(d);         \
  }
INSTRUCTION(add)
INSTRUCTION(sub)
INSTRUCTION(mul)
INSTRUCTION(div)

/* The library's function: what compilers make of a call leaves signalling NaNs as they are. */
#define FUNCTION(name)                                                                             \
  static u64 host_##name(u32 width, const u64 *x) {                                                \
    float (*volatile single)(float) = name##f;                                                     \
    double (*volatile twice)(double) = name;                                                       \
    return width == 32 ? of_float(single(as_float(x[0]))) : of_double(twice(as_double(64, x[0]))); \
  }
FUNCTION(sqrt)
FUNCTION(floor)
FUNCTION(ceil)
FUNCTION(trunc)
FUNCTION(rint)
FUNCTION(round)

#define FUNCTION2(name)                                                              \
  static u64 host_##name(u32 width, const u64 *x) {                                  \
    float (*volatile single)(float, float) = name##f;                                \
    double (*volatile twice)(double, double) = name;                                 \
    return width == 32 ? of_float(single(as_float(x[0]), as_float(x[1])))            \
                       : of_double(twice(as_double(64, x[0]), as_double(64, x[1]))); \
  }
FUNCTION2(fmin)
FUNCTION2(fmax)

static u64 host_convert(u32 width, const u64 *x) {
  return width == 32 ? of_double((double)as_float(x[0])) : of_float((float)as_double(64, x[0]));
}

static u64 host_to_int(u32 width, const u64 *x) {
  float f = as_float(x[0]);
  double d = as_double(64, x[0]);
  u32 to;
  if (width == 32)
    __asm__("cvttss2si %1, %0" : "=r"(to) : "x"(f));
  else
    __asm__("cvttsd2si %1, %0" : "=r"(to) : "x"(d));
  return to;
}

static u64 host_to_long(u32 width, const u64 *x) {
  float f = as_float(x[0]);
  double d = as_double(64, x[0]);
  u64 to;
  if (width == 32)
    __asm__("cvttss2si %1, %0" : "=r"(to) : "x"(f));
  else
    __asm__("cvttsd2si %1, %0" : "=r"(to) : "x"(d));
  return to;
}

/* As the machine does it on numbers, which C leaves open where it does not fit. */
__attribute__((no_sanitize("float-cast-overflow"))) static u64 host_to_ulong(u32 width,
                                                                             const u64 *x) {
  volatile long double wide = width == 32 ? (long double)as_float(x[0]) : as_double(64, x[0]);
  return isnan(wide) ? 1ull << 63 : (u64)wide;
}

#define TERM(name, result)                  \
  static Expr term_##name(Expr a, Expr b) { \
    (void)b;                                \
    return result;                          \
  }
TERM(add, float_add(a, b))
TERM(sub, float_sub(a, b))
TERM(mul, float_mul(a, b))
TERM(div, float_div(a, b))
TERM(sqrt, float_sqrt(a))
TERM(floor, float_to_whole(a, FLOAT_DOWN))
TERM(ceil, float_to_whole(a, FLOAT_UP))
TERM(trunc, float_to_whole(a, FLOAT_CHOP))
TERM(rint, float_to_whole(a, FLOAT_EVEN))
TERM(round, float_to_whole(a, FLOAT_AWAY))
TERM(fmin, float_min(a, b))
TERM(fmax, float_max(a, b))
TERM(convert, float_to_float(a, 96 - expr_width(a)))
TERM(to_int, float_to_signed(a, 32))
TERM(to_long, float_to_signed(a, 64))
TERM(to_ulong, float_to_unsigned(a))

typedef struct Operation {
  const char *name;
  Expr (*term)(Expr, Expr);
  u64 (*host)(u32, const u64 *);
} Operation;

#define ROW(name) {#name, term_##name, host_##name}
static const Operation operations[] = {
    ROW(add),     ROW(sub),    ROW(mul),     ROW(div),      ROW(sqrt), ROW(floor),
    ROW(ceil),    ROW(trunc),  ROW(rint),    ROW(round),    ROW(fmin), ROW(fmax),
    ROW(convert), ROW(to_int), ROW(to_long), ROW(to_ulong),
};

static void check_operation(Bench *b, const Operation *o, u32 width) {
  Shape s = shape_of(width);
  Expr e = o->term(bench_term(b, 0, width), bench_term(b, 1, width));
  for (u64 k = 0; k < n_cases(); k++) {
    u64 x[3] = {0};
    x[0] = operand(&b->rng, s, 0);
    x[1] = operand(&b->rng, s, x[0]);
    expect_same(o->name, width, x, bench_value(b, e, width, x, 2), o->host(width, x));
    if (k % 8) continue;
    Expr half = o->term(bench_term(b, 0, width), expr_const(width, x[1]));
    expect_same(o->name, width, x, bench_value(b, half, width, x, 2), o->host(width, x));
    half = o->term(expr_const(width, x[0]), bench_term(b, 1, width));
    expect_same(o->name, width, x, bench_value(b, half, width, x, 2), o->host(width, x));
    if (k % 1024 == 0) {
      expr_sweep();
      e = o->term(bench_term(b, 0, width), bench_term(b, 1, width));
    }
  }
}

static void test_operations(void **state) {
  (void)state;
  Bench b;
  bench_open(&b);
  for (u32 i = 0; i < ARRAY_LEN(operations); i++)
    for (u32 width = 32; width <= 64; width += 32) check_operation(&b, &operations[i], width);
  eval_free(b.eval);
}

/* ---- from integers ------------------------------------------------------------------------------- */

static u64 host_of_int(i128 x, bool is_signed, u32 width) {
  if (width == 32) return of_float(is_signed ? (float)x : (float)(u128)x);
  return of_double(is_signed ? (double)x : (double)(u128)x);
}

/* Few bits at both ends: halfway cases. */
static u128 random_int(Rng *r, u32 n) {
  u128 x = ((u128)rng_u64(r) << 64 | rng_u64(r)) >> rng_below(r, 128);
  if (rng_chance(r, 2)) x = (u128)1 << rng_below(r, 128);
  for (u32 k = 0; k < 3; k++)
    if (rng_chance(r, 2)) x ^= (u128)1 << rng_below(r, 128);
  if (rng_chance(r, 4)) x = -x;
  return n == 128 ? x : x & (((u128)1 << n) - 1);
}

static void test_integers(void **state) {
  (void)state;
  static const u32 widths[] = {1, 2, 8, 16, 24, 25, 31, 32, 33, 53, 54, 63, 64, 65, 100, 128};
  Bench b;
  bench_open(&b);
  for (u64 k = 0; k < n_cases() * 4; k++) {
    u32 n = widths[rng_below(&b.rng, ARRAY_LEN(widths))], width = rng_chance(&b.rng, 2) ? 32 : 64;
    bool is_signed = rng_chance(&b.rng, 2);
    u128 x = random_int(&b.rng, n);
    i128 wide = is_signed ? (i128)(x << (128 - n)) >> (128 - n) : (i128)x;
    u64 words[2] = {(u64)x, (u64)(x >> 64)};
    Expr e = float_of_int(expr_var(b.inputs[0], 0, n), is_signed, width);
    Model *m = model_new();
    model_set_bits(m, b.inputs[0], 0, n, words);
    u64 got = eval(b.eval, m, e), wanted = host_of_int(wide, is_signed, width);
    model_unref(m);
    if (got != wanted)
      fail_msg("%lx:%lx of %u bits as %u: %lx, not %lx", words[1], words[0], n, width, got, wanted);
  }
  eval_free(b.eval);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_comparisons, open_table, close_table),
      cmocka_unit_test_setup_teardown(test_known, open_table, close_table),
      cmocka_unit_test_setup_teardown(test_keys, open_table, close_table),
      cmocka_unit_test_setup_teardown(test_signs, open_table, close_table),
      cmocka_unit_test_setup_teardown(test_operations, open_table, close_table),
      cmocka_unit_test_setup_teardown(test_integers, open_table, close_table),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
