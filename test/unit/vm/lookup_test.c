/* lookup_test.c — reading words gives what reading the bytes one by one gives. */
#include "unit/unit.h"

#include "base/rng.h"
#include "expr/input.h"
#include "expr/model.h"
#include "vm/memory/lookup.h"

enum { N_BYTES = 64 };

static Expr small(const char *name) { /* 0 … 7 */
  return expr_zext(expr_extract(expr_var(input_bytes(name, 1), 0, 8), 0, 3), 64);
}

static Expr times(Expr e, u64 k) { return expr_mul(e, expr_const(64, k)); }

/* An offset of a word of n bytes, at most 63 - n: most are multiples of n, some are not. */
static Expr random_offset(Rng *rng, u32 n) {
  static const char *const names[] = {"i", "j", "k"};
  Expr x = small(names[rng_below(rng, 3)]);
  if (rng_below(rng, 8) == 0) return expr_add(x, expr_const(64, rng_below(rng, 8)));
  if (rng_below(rng, 4) == 0) return expr_const(64, n * rng_below(rng, 6));
  if (n == 8) return times(x, 8);
  return expr_add(times(x, n), expr_const(64, n * rng_below(rng, 3)));
}

static Expr random_base(Rng *rng) {
  u64 elements[N_BYTES];
  u32 kind = (u32)rng_below(rng, 4), n = N_BYTES - (u32)rng_below(rng, 20);
  if (kind == 0) return expr_array_input(input_bytes("base", N_BYTES));
  for (u32 k = 0; k < n; k++)
    elements[k] = kind == 1 ? rng_below(rng, 256) : rng_below(rng, 20) ? 3 * (kind - 2) : 9;
  return expr_array_table(64, 8, elements, n);
}

static Expr reference_read(Expr array, Expr offset, u32 n) {
  Expr e = expr_select(array, offset);
  for (u32 k = 1; k < n; k++)
    e = expr_concat(expr_select(array, expr_add(offset, expr_const(64, k))), e);
  return e;
}

static Expr write_word(Rng *rng, Expr array, u32 n) {
  Expr offset = random_offset(rng, n);
  Expr word =
      rng_below(rng, 2) ? expr_var(input_bytes("w", 8), 0, 8 * n) : expr_const(8 * n, rng_u64(rng));
  for (u32 k = 0; k < n; k++)
    array = expr_store(array, expr_add(offset, expr_const(64, k)), expr_extract(word, 8 * k, 8));
  return array;
}

static Model *random_model(Rng *rng) {
  Model *m = model_new();
  for (u32 cell = 0; cell < input_cells(); cell++) model_set_byte(m, cell, (u8)rng_u64(rng));
  return m;
}

static void test_same_as_bytes(void **state) {
  (void)state;
  expr_open();
  Rng rng = {.state = 7};
  Eval *ev = eval_new();
  Lookup l = {0};
  u32 n_shorter = 0;
  for (u32 round = 0; round < 600; round++) {
    u32 n = 1u << rng_below(&rng, 4), n_writes = (u32)rng_below(&rng, 4);
    Expr array = random_base(&rng);
    for (u32 k = 0; k < n_writes; k++)
      array = write_word(&rng, array, rng_below(&rng, 4) ? n : 1u << rng_below(&rng, 4));
    Expr offset = random_offset(&rng, n);
    Expr read = lookup_read(&l, array, offset, n), expected = reference_read(array, offset, n);
    n_shorter += !expr_same(read, expected);
    for (u32 k = 0; k < 30; k++) {
      Model *m = random_model(&rng);
      assert_int_equal(eval(ev, m, read), eval(ev, m, expected));
      model_unref(m);
    }
  }
  assert_true(n_shorter > 100); /* else nothing was tested */
  lookup_done(&l);
  eval_free(ev);
  expr_close();
}

/* Two symbolic writes into a table of one value: comparisons of bytes are left, and no array. */
static void test_no_array(void **state) {
  (void)state;
  expr_open();
  u64 elements[256];
  Lookup l = {0};
  for (u32 k = 0; k < 256; k++) elements[k] = k % 4 == 0 ? 3 : 0;
  Expr array = expr_array_table(64, 8, elements, 256);
  Expr i = times(small("i"), 4), j = times(small("j"), 4);
  for (u32 k = 0; k < 4; k++)
    array = expr_store(array, expr_add(i, expr_const(64, k)), expr_const(8, k == 0));
  Expr expected = expr_ite(expr_eq(small("j"), small("i")), expr_const(32, 1), expr_const(32, 3));
  assert_true(expr_same(lookup_read(&l, array, j, 4), expected));
  lookup_done(&l);
  expr_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_as_bytes),
      cmocka_unit_test(test_no_array),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
