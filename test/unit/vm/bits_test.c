/* bits_test.c — instructions on bits: on terms they give what they give on numbers. */
#include "unit/unit.h"

#include "base/rng.h"
#include "expr/input.h"
#include "expr/model.h"
#include "expr/value.h"
#include "vm/exec/bits.h"

static const Op ops[] = {OP_UMIN,     OP_UMAX,     OP_SMIN,     OP_SMAX,     OP_ABS,
                         OP_UADD_SAT, OP_USUB_SAT, OP_SADD_SAT, OP_SSUB_SAT, OP_CTPOP,
                         OP_CTLZ,     OP_CTTZ,     OP_BSWAP,    OP_BITREV,   OP_UADD_O,
                         OP_USUB_O,   OP_UMUL_O,   OP_SADD_O,   OP_SSUB_O,   OP_SMUL_O};

static bool is_overflow(Op op) { return op >= OP_UADD_O && op <= OP_SMUL_O; }

/* Numbers near the ends of the range come often. */
static u64 random_value(Rng *rng, u32 width) {
  u64 v = rng_u64(rng);
  u32 kind = (u32)rng_below(rng, 4);
  if (kind == 0) v = rng_below(rng, 4);
  if (kind == 1) v = (1ull << (width - 1)) + rng_below(rng, 3) - 1;
  if (kind == 2) v = ~rng_below(rng, 3);
  return v & value_mask(width);
}

static void compare(Rng *rng, Eval *ev, Op op, u32 width) {
  Input in = input_bytes("x", 16);
  Expr b = expr_var(in, 0, width), c = expr_var(in, 64, width);
  Expr term = bits_make(op, b, c);
  assert_int_equal(expr_width(term), is_overflow(op) ? 1 : width);
  for (u32 k = 0; k < 40; k++) {
    u64 x = random_value(rng, width), y = random_value(rng, width);
    Model *m = model_new();
    model_set_bits(m, in, 0, width, &x);
    model_set_bits(m, in, 64, width, &y);
    u64 expected = is_overflow(op) ? overflow_value(op, width, x, y) : bits_value(op, width, x, y);
    if (eval(ev, m, term) != expected)
      fail_msg("%s of %u bits on %lx, %lx", op_infos[op].name, width, x, y);
    model_unref(m);
  }
}

static void test_terms(void **state) {
  (void)state;
  static const u32 widths[] = {8, 16, 24, 32, 48, 64};
  expr_open();
  Rng rng = {.state = 3};
  Eval *ev = eval_new();
  for (u32 o = 0; o < ARRAY_LEN(ops); o++)
    for (u32 w = 0; w < ARRAY_LEN(widths); w++) compare(&rng, ev, ops[o], widths[w]);
  eval_free(ev);
  expr_close();
}

/* Against what the compiler makes of C. */
static void test_numbers(void **state) {
  (void)state;
  Rng rng = {.state = 5};
  for (u32 k = 0; k < 2000; k++) {
    u64 x = random_value(&rng, 32), y = random_value(&rng, 32);
    int32_t sx = (int32_t)x, sy = (int32_t)y, r;
    uint32_t u;
    assert_int_equal(overflow_value(OP_SADD_O, 32, x, y), __builtin_add_overflow(sx, sy, &r));
    assert_int_equal(overflow_value(OP_SMUL_O, 32, x, y), __builtin_mul_overflow(sx, sy, &r));
    assert_int_equal(overflow_value(OP_UMUL_O, 32, x, y),
                     __builtin_mul_overflow((uint32_t)x, (uint32_t)y, &u));
    assert_int_equal(bits_value(OP_BSWAP, 32, x, 0), __builtin_bswap32((uint32_t)x));
    assert_int_equal(bits_value(OP_CTPOP, 32, x, 0), __builtin_popcount((uint32_t)x));
    assert_int_equal(bits_value(OP_CTLZ, 32, x, 0), x ? __builtin_clz((uint32_t)x) : 32);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_terms),
      cmocka_unit_test(test_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
