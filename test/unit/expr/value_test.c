/* value_test.c — the word arithmetic against a reference that works bit by bit,
 * written from SMT-LIB's definitions and sharing nothing with value.c, and the
 * one-word forms against the many-word forms. */
#include "base/rng.h"
#include "expr/value.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { MAX_BITS = 2200, MAX_TEST_WORDS = VALUE_WORDS(2 * MAX_BITS) + 1 };

static const ExprKind binary_kinds[] = {
    EXPR_ADD,  EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_SHL, EXPR_LSHR,
    EXPR_ASHR, EXPR_AND, EXPR_OR,   EXPR_XOR,  EXPR_EQ,   EXPR_ULT,  EXPR_SLT,
};

/* ---- the reference: one byte per bit ------------------------------------- */

typedef struct Bits {
  u32 n;
  u8 at[2 * MAX_BITS];
} Bits;

static void bits_from(Bits *r, const u64 *words, u32 n) {
  r->n = n;
  for (u32 i = 0; i < n; i++) r->at[i] = words[i / 64] >> (i % 64) & 1;
}

static void bits_zero(Bits *r, u32 n) {
  r->n = n;
  memset(r->at, 0, n);
}

static bool bits_is_zero(const Bits *a) {
  for (u32 i = 0; i < a->n; i++) {
    if (a->at[i]) return false;
  }
  return true;
}

static void bits_add(Bits *r, const Bits *a, const Bits *b) {
  u8 carry = 0;
  r->n = a->n;
  for (u32 i = 0; i < a->n; i++) {
    u8 sum = a->at[i] + b->at[i] + carry;
    r->at[i] = sum & 1;
    carry = sum >> 1;
  }
}

static void bits_not(Bits *r, const Bits *a) {
  r->n = a->n;
  for (u32 i = 0; i < a->n; i++) r->at[i] = !a->at[i];
}

static void bits_neg(Bits *r, const Bits *a) {
  static Bits flipped, one;
  bits_not(&flipped, a);
  bits_zero(&one, a->n);
  one.at[0] = 1;
  bits_add(r, &flipped, &one);
}

static bool bits_ult(const Bits *a, const Bits *b) {
  for (u32 i = a->n; i-- > 0;) {
    if (a->at[i] != b->at[i]) return b->at[i];
  }
  return false;
}

static void bits_double(Bits *a) {
  memmove(a->at + 1, a->at, a->n - 1);
  a->at[0] = 0;
}

static void bits_mul(Bits *r, const Bits *a, const Bits *b) {
  Bits sum, step = *a;
  bits_zero(&sum, a->n);
  for (u32 i = 0; i < a->n; i++) {
    if (b->at[i]) bits_add(&sum, &sum, &step);
    bits_double(&step);
  }
  *r = sum;
}

/* Long division by hand; one bit more than the operands, so that doubling the
 * remainder never overflows. */
static void bits_divide(Bits *q, Bits *r, const Bits *a, const Bits *b) {
  Bits rest, divisor = *b, minus;
  if (bits_is_zero(b)) {
    q->n = a->n;
    memset(q->at, 1, a->n);
    *r = *a;
    return;
  }
  bits_zero(&rest, a->n + 1);
  divisor.at[divisor.n++] = 0;
  bits_neg(&minus, &divisor);
  q->n = a->n;
  for (u32 i = a->n; i-- > 0;) {
    bits_double(&rest);
    rest.at[0] = a->at[i];
    q->at[i] = !bits_ult(&rest, &divisor);
    if (q->at[i]) bits_add(&rest, &rest, &minus);
  }
  rest.n--;
  *r = rest;
}

static void bits_divide_signed(Bits *q, Bits *r, const Bits *a, const Bits *b) {
  Bits x = *a, y = *b;
  bool x_negative = a->at[a->n - 1], y_negative = b->at[b->n - 1];
  if (x_negative) bits_neg(&x, a);
  if (y_negative) bits_neg(&y, b);
  bits_divide(q, r, &x, &y);
  if (x_negative != y_negative) bits_neg(q, q);
  if (x_negative) bits_neg(r, r);
}

/* Bit i of the result is bit i + by (or i - by) of a, else `fill`. */
static void bits_shift(Bits *r, const Bits *a, const Bits *amount, bool left, u8 fill) {
  u64 by = 0;
  for (u32 i = 0; i < amount->n; i++) {
    if (amount->at[i]) by = i < 32 ? by + (1ull << i) : 1ull << 40;
  }
  r->n = a->n;
  for (u64 i = 0; i < a->n; i++) {
    bool inside = left ? i >= by : i + by < a->n;
    r->at[i] = inside ? a->at[left ? i - by : i + by] : fill;
  }
}

static void bits_bool(Bits *r, bool b) {
  r->n = 1;
  r->at[0] = b;
}

static void bits_bitwise(ExprKind kind, Bits *r, const Bits *a, const Bits *b) {
  r->n = a->n;
  for (u32 i = 0; i < a->n; i++) {
    u8 x = a->at[i], y = b->at[i];
    r->at[i] = kind == EXPR_AND ? x && y : kind == EXPR_OR ? x || y : x != y;
  }
}

static void bits_binary(ExprKind kind, Bits *r, const Bits *a, const Bits *b) {
  static Bits unused;
  u8 sign = a->at[a->n - 1];
  if (kind == EXPR_ADD) bits_add(r, a, b);
  if (kind == EXPR_MUL) bits_mul(r, a, b);
  if (kind == EXPR_UDIV) bits_divide(r, &unused, a, b);
  if (kind == EXPR_UREM) bits_divide(&unused, r, a, b);
  if (kind == EXPR_SDIV) bits_divide_signed(r, &unused, a, b);
  if (kind == EXPR_SREM) bits_divide_signed(&unused, r, a, b);
  if (kind == EXPR_SHL) bits_shift(r, a, b, true, 0);
  if (kind == EXPR_LSHR) bits_shift(r, a, b, false, 0);
  if (kind == EXPR_ASHR) bits_shift(r, a, b, false, sign);
  if (kind == EXPR_AND || kind == EXPR_OR || kind == EXPR_XOR) bits_bitwise(kind, r, a, b);
  if (kind == EXPR_EQ) bits_bool(r, !memcmp(a->at, b->at, a->n));
  if (kind == EXPR_ULT) bits_bool(r, bits_ult(a, b));
  if (kind == EXPR_SLT) bits_bool(r, sign != b->at[b->n - 1] ? sign : bits_ult(a, b));
}

/* ---- operands ------------------------------------------------------------ */

/* Numbers that make trouble, then random ones of random length. */
static void number(Rng *rng, u32 width, u64 *ret_words) {
  u32 n = VALUE_WORDS(width);
  u64 choice = rng_below(rng, 12), mask = value_mask((width - 1) % 64 + 1);
  memset(ret_words, choice == 1 || choice == 2 ? 0xff : 0, n * sizeof *ret_words);
  if (choice == 2) ret_words[n - 1] = mask >> 1; /* INT_MAX */
  if (choice == 3) ret_words[n - 1] = 1ull << (width - 1) % 64;
  if (choice == 4) ret_words[0] = 1;
  if (choice == 5) ret_words[0] = width + rng_below(rng, 3) - 1;
  if (choice == 6) ret_words[0] = rng_below(rng, width + 2ull);
  if (choice >= 7) {
    u32 length = choice < 9 ? n : 1 + (u32)rng_below(rng, n);
    for (u32 i = 0; i < length; i++) ret_words[i] = rng_u64(rng);
    if (choice == 11) ret_words[length - 1] >>= rng_below(rng, 64);
  }
  ret_words[n - 1] &= mask;
}

static void assert_is(const Bits *expected, const u64 *got, const char *what, u32 kind, u32 width) {
  for (u32 i = 0; i < VALUE_WORDS(expected->n) * 64; i++) {
    u8 bit = got[i / 64] >> (i % 64) & 1;
    u8 want = i < expected->n ? expected->at[i] : 0;
    if (bit != want) fail_msg("%s of kind %u at width %u: bit %u is %u", what, kind, width, i, bit);
  }
}

static void check_binary(ExprKind kind, u32 width, const u64 *a, const u64 *b) {
  static Bits x, y, expected;
  u64 r[MAX_TEST_WORDS];
  size_t n_bytes = VALUE_WORDS(width) * sizeof *r;
  bits_from(&x, a, width);
  bits_from(&y, b, width);
  bits_binary(kind, &expected, &x, &y);
  value_binary_words(kind, width, r, a, b);
  assert_is(&expected, r, "value", kind, width);
  memcpy(r, a, n_bytes);
  value_binary_words(kind, width, r, r, b);
  assert_is(&expected, r, "value in place of a", kind, width);
  memcpy(r, b, n_bytes);
  value_binary_words(kind, width, r, a, r);
  assert_is(&expected, r, "value in place of b", kind, width);
  if (width > 64) return;
  r[0] = value_binary(kind, width, a[0], b[0]);
  assert_is(&expected, r, "one-word value", kind, width);
}

static void check_unary(ExprKind kind, u32 width, const u64 *a) {
  static Bits x, expected;
  u64 r[MAX_TEST_WORDS];
  bits_from(&x, a, width);
  (kind == EXPR_NOT ? bits_not : bits_neg)(&expected, &x);
  value_unary_words(kind, width, r, a);
  assert_is(&expected, r, "value", kind, width);
  memcpy(r, a, VALUE_WORDS(width) * sizeof *r);
  value_unary_words(kind, width, r, r);
  assert_is(&expected, r, "value in place", kind, width);
  if (width > 64) return;
  r[0] = value_unary(kind, width, a[0]);
  assert_is(&expected, r, "one-word value", kind, width);
}

static void check_operations(Rng *rng, u32 width, u32 n_rounds) {
  u64 a[MAX_TEST_WORDS], b[MAX_TEST_WORDS];
  for (u32 round = 0; round < n_rounds; round++) {
    number(rng, width, a);
    number(rng, width, b);
    if (rng_chance(rng, 10)) memcpy(b, a, VALUE_WORDS(width) * sizeof *b);
    for (u32 k = 0; k < ARRAY_LEN(binary_kinds); k++) check_binary(binary_kinds[k], width, a, b);
    check_unary(EXPR_NOT, width, a);
    check_unary(EXPR_NEG, width, a);
  }
}

/* ---- tests --------------------------------------------------------------- */

static void test_every_pair_of_narrow_values(void **state) {
  (void)state;
  for (u32 width = 1; width <= 4; width++) {
    for (u64 a = 0; a <= value_mask(width); a++) {
      for (u64 b = 0; b <= value_mask(width); b++) {
        for (u32 k = 0; k < ARRAY_LEN(binary_kinds); k++)
          check_binary(binary_kinds[k], width, &a, &b);
      }
      check_unary(EXPR_NOT, width, &a);
      check_unary(EXPR_NEG, width, &a);
    }
  }
}

static void test_operations_agree_with_reference(void **state) {
  (void)state;
  Rng rng = {1};
  for (u32 width = 1; width <= 200; width++) check_operations(&rng, width, 20);
  check_operations(&rng, 64, 300);
  check_operations(&rng, 128, 300);
}

static void test_wide_operations_agree_with_reference(void **state) {
  (void)state;
  static const u32 widths[] = {1000, 1024, 1087, 2048, 2113};
  Rng rng = {2};
  for (u32 i = 0; i < ARRAY_LEN(widths); i++) check_operations(&rng, widths[i], 4);
}

/* The widest numbers, too long for the reference: a = (a / b) b + a % b, a % b < b. */
static void test_division_at_the_greatest_width(void **state) {
  (void)state;
  enum { N = VALUE_WORDS(EXPR_MAX_WIDTH) };
  static u64 a[N], b[N], q[N], r[N], less[1];
  Rng rng = {4};
  for (u32 length = 1; length < N; length += 101) {
    for (u32 i = 0; i < N; i++) a[i] = rng_u64(&rng);
    for (u32 i = 0; i < N; i++) b[i] = i < length ? rng_u64(&rng) : 0;
    value_binary_words(EXPR_UDIV, EXPR_MAX_WIDTH, q, a, b);
    value_binary_words(EXPR_UREM, EXPR_MAX_WIDTH, r, a, b);
    value_binary_words(EXPR_ULT, EXPR_MAX_WIDTH, less, r, b);
    assert_int_equal(less[0], 1);
    value_binary_words(EXPR_MUL, EXPR_MAX_WIDTH, q, q, b);
    value_binary_words(EXPR_ADD, EXPR_MAX_WIDTH, q, q, r);
    assert_true(value_is_equal(q, a, EXPR_MAX_WIDTH));
  }
}

static void test_smtlib_corners(void **state) {
  (void)state;
  assert_int_equal(value_binary(EXPR_UDIV, 8, 5, 0), 0xff);
  assert_int_equal(value_binary(EXPR_UREM, 8, 5, 0), 5);
  assert_int_equal(value_binary(EXPR_SDIV, 8, 5, 0), 0xff);
  assert_int_equal(value_binary(EXPR_SDIV, 8, 0xfb, 0), 1);
  assert_int_equal(value_binary(EXPR_SREM, 8, 0xfb, 0), 0xfb);
  assert_int_equal(value_binary(EXPR_SDIV, 8, 0x80, 0xff), 0x80);
  assert_int_equal(value_binary(EXPR_SREM, 8, 0x80, 0xff), 0);
  assert_int_equal(value_binary(EXPR_SREM, 8, 0xf9, 3), 0xff); /* -7 % 3 = -1 */
  assert_int_equal(value_binary(EXPR_SREM, 8, 7, 0xfd), 1);    /* 7 % -3 = 1 */
  assert_int_equal(value_binary(EXPR_SHL, 64, 1, 64), 0);
  assert_int_equal(value_binary(EXPR_LSHR, 8, 0x80, 8), 0);
  assert_int_equal(value_binary(EXPR_ASHR, 8, 0x80, 200), 0xff);
  assert_int_equal(value_binary(EXPR_SDIV, 64, 1ull << 63, ~0ull), 1ull << 63);
}

/* An amount whose low word is small but which is huge must still clear. */
static void test_wide_shift_amount_counts(void **state) {
  (void)state;
  u64 a[2] = {5, 1ull << 63}, b[2] = {1, 1}, r[2];
  value_binary_words(EXPR_SHL, 128, r, a, b);
  assert_true(r[0] == 0 && r[1] == 0);
  value_binary_words(EXPR_LSHR, 128, r, a, b);
  assert_true(r[0] == 0 && r[1] == 0);
  value_binary_words(EXPR_ASHR, 128, r, a, b);
  assert_true(r[0] == ~0ull && r[1] == ~0ull);
}

static void check_extract(Rng *rng, u32 width) {
  static Bits x, expected;
  u64 a[MAX_TEST_WORDS], r[MAX_TEST_WORDS];
  u32 low = (u32)rng_below(rng, width), n = 1 + (u32)rng_below(rng, width - low);
  if (rng_chance(rng, 3)) low &= ~63u;
  number(rng, width, a);
  bits_from(&x, a, width);
  expected.n = n;
  memcpy(expected.at, x.at + low, n);
  value_extract(r, a, low, n);
  assert_is(&expected, r, "extract", low, n);
  value_extract(a, a, low, n);
  assert_is(&expected, a, "extract in place", low, n);
}

static void check_concat(Rng *rng, u32 high_width, u32 low_width) {
  static Bits high, low, expected;
  u64 a[MAX_TEST_WORDS], b[MAX_TEST_WORDS], r[MAX_TEST_WORDS];
  number(rng, high_width, a);
  number(rng, low_width, b);
  bits_from(&high, a, high_width);
  bits_from(&low, b, low_width);
  expected = low;
  memcpy(expected.at + low_width, high.at, high_width);
  expected.n += high_width;
  value_concat(r, a, high_width, b, low_width);
  assert_is(&expected, r, "concat", high_width, low_width);
  memcpy(r, a, sizeof r);
  value_concat(r, r, high_width, b, low_width);
  assert_is(&expected, r, "concat in place of high", high_width, low_width);
  memcpy(r, b, sizeof r);
  value_concat(r, a, high_width, r, low_width);
  assert_is(&expected, r, "concat in place of low", high_width, low_width);
}

static void check_extend(Rng *rng, u32 from, u32 to) {
  static Bits x, expected;
  u64 a[MAX_TEST_WORDS], r[MAX_TEST_WORDS];
  number(rng, from, a);
  bits_from(&x, a, from);
  for (u32 is_signed = 0; is_signed < 2; is_signed++) {
    expected = x;
    expected.n = to;
    memset(expected.at + from, is_signed ? x.at[from - 1] : 0, to - from);
    (is_signed ? value_sext : value_zext)(r, a, from, to);
    assert_is(&expected, r, is_signed ? "sext" : "zext", from, to);
    memcpy(r, a, sizeof r);
    (is_signed ? value_sext : value_zext)(r, r, from, to);
    assert_is(&expected, r, "extension in place", from, to);
  }
}

static void test_slices_agree_with_reference(void **state) {
  (void)state;
  Rng rng = {3};
  for (u32 round = 0; round < 4000; round++) {
    u32 width = 1 + (u32)rng_below(&rng, round % 10 ? 200 : 1200);
    u32 other = 1 + (u32)rng_below(&rng, 200);
    if (rng_chance(&rng, 4)) other = 64 * (1 + other / 64);
    check_extract(&rng, width);
    check_concat(&rng, width, other);
    check_extend(&rng, width, width + other);
    check_extend(&rng, width, width);
  }
}

static void test_equality_looks_at_every_word(void **state) {
  (void)state;
  u64 a[3] = {1, 2, 3}, b[3] = {1, 2, 3};
  assert_true(value_is_equal(a, b, 130));
  b[2] = 2;
  assert_false(value_is_equal(a, b, 130));
  assert_true(value_is_equal(a, b, 128));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_pair_of_narrow_values),
      cmocka_unit_test(test_operations_agree_with_reference),
      cmocka_unit_test(test_wide_operations_agree_with_reference),
      cmocka_unit_test(test_division_at_the_greatest_width),
      cmocka_unit_test(test_smtlib_corners),
      cmocka_unit_test(test_wide_shift_amount_counts),
      cmocka_unit_test(test_slices_agree_with_reference),
      cmocka_unit_test(test_equality_looks_at_every_word),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
