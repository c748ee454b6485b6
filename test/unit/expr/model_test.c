/* model_test.c — assignments: slices, ends of inputs, equality, sharing. */
#include "base/rng.h"
#include "expr/input.h"
#include "expr/model.h"
#include "expr/value.h"
#include "unit/expr/table.h"

/* By all that can be asked of them. */
static bool are_same(const Model *a, const Model *b) {
  for (u32 cell = 0; cell < input_cells(); cell++) {
    bool is_array = input_info(input_of_cell(cell))->shape == INPUT_ARRAY;
    if (!is_array && model_byte(a, cell) != model_byte(b, cell)) return false;
  }
  for (u32 id = 1; id <= input_count(); id++) {
    const InputInfo *info = input_info((Input){id});
    u32 n, n_other;
    const ModelPiece *x = model_pieces(a, (Input){id}, &n),
                     *y = model_pieces(b, (Input){id}, &n_other);
    if (n != n_other) return false;
    for (u32 i = 0; i < n; i++)
      if (x[i].index != y[i].index || x[i].piece != y[i].piece || x[i].value != y[i].value)
        return false;
    for (u32 i = 0; info->shape == INPUT_ARRAY && i * 64 < info->elem_width; i++)
      if (model_get_rest(a, (Input){id}, i) != model_get_rest(b, (Input){id}, i)) return false;
  }
  return true;
}

static void test_fresh_model_is_zero(void **state) {
  (void)state;
  Input x = input_bits("x", 100), a = input_array("a", 32, 8);
  Model *m = model_new();
  u64 words[2] = {1, 1};
  model_get_bits(m, x, 0, 100, words);
  assert_true(words[0] == 0 && words[1] == 0);
  assert_int_equal(model_get_element(m, a, 77), 0);
  assert_int_equal(model_byte(m, 1u << 30), 0);
  model_unref(m);
}

/* Slices of any place and width against one byte per bit. */
static void test_slices_read_back(void **state) {
  (void)state;
  enum { N_BITS = 300 };
  u8 bits[N_BITS] = {0};
  Input before = input_bits("before", 3), x = input_bits("slices", N_BITS),
        after = input_bits("after", 9);
  Model *m = model_new();
  Rng rng = {11};
  for (u32 round = 0; round < 3000; round++) {
    u32 low = (u32)rng_below(&rng, N_BITS), width = 1 + (u32)rng_below(&rng, N_BITS - low);
    if (round % 2) width = MIN(width, 64);
    u64 words[5];
    if (rng_chance(&rng, 2)) {
      for (u32 i = 0; i < 5; i++) words[i] = rng_u64(&rng); /* bits past the width are ignored */
      for (u32 i = 0; i < width; i++) bits[low + i] = words[i / 64] >> i % 64 & 1;
      model_set_bits(m, x, low, width, words);
    }
    model_get_bits(m, x, low, width, words);
    for (u32 i = 0; i < VALUE_WORDS(width) * 64; i++)
      assert_int_equal(words[i / 64] >> i % 64 & 1, i < width ? bits[low + i] : 0);
    if (width <= 64) assert_true(model_get_word(m, x, low, width) == words[0]);
  }
  assert_int_equal(model_get_word(m, before, 0, 3), 0);
  assert_int_equal(model_get_word(m, after, 0, 9), 0);
  model_unref(m);
}

static void test_bits_past_the_end_stay_zero(void **state) {
  (void)state;
  Input x = input_bits("eleven", 11), flag = input_bool("flag");
  u32 cell = input_info(x)->first_cell, flag_cell = input_info(flag)->first_cell;
  Model *m = model_new();
  model_set_byte(m, cell + 1, 0xff);
  model_set_byte(m, flag_cell, 0xfe);
  assert_int_equal(model_byte(m, cell + 1), 0x07);
  assert_int_equal(model_byte(m, flag_cell), 0);
  assert_int_equal(model_get_word(m, x, 0, 11), 0x700);
  model_unref(m);
}

static void test_uninit_and_zero_are_the_same(void **state) {
  (void)state;
  Input x = input_bits("x", 100), a = input_array("a", 32, 8);
  Model *m = model_new(), *other = model_new();
  u64 one = 1, zero = 0;
  model_set_bits(m, x, 90, 1, &one);
  model_set_element(m, a, 5, 9);
  assert_false(are_same(m, other));
  model_set_bits(m, x, 90, 1, &zero);
  assert_false(are_same(m, other));
  model_set_element(m, a, 5, 0);
  assert_true(are_same(m, other));
  model_set_element(m, a, 5, 0x100); /* cut to the eight bits of an element */
  assert_true(are_same(m, other));
  model_unref(m);
  model_unref(other);
}

static void test_different_models_differ(void **state) {
  (void)state;
  Input a = input_array("a", 32, 8), b = input_array("b", 32, 8);
  Model *m = model_new(), *other = model_new();
  model_set_element(m, a, 5, 9);
  model_set_element(other, b, 5, 9);
  assert_false(are_same(m, other));
  model_set_element(m, b, 5, 9);
  model_set_element(other, a, 5, 9); /* the order of setting does not matter */
  assert_true(are_same(m, other));
  model_unref(m);
  model_unref(other);
}

static void test_id_moves_with_every_change(void **state) {
  (void)state;
  Input x = input_bits("x", 100), a = input_array("a", 32, 8);
  Model *m = model_new(), *copy = model_copy(m);
  u64 one = 1, id = model_id(m);
  assert_true(model_id(copy) != id);
  model_set_bits(m, x, 0, 1, &one);
  assert_true(model_id(m) != id && model_id(m) != model_id(copy));
  id = model_id(m);
  model_set_element(m, a, 0, 1);
  assert_true(model_id(m) != id);
  id = model_id(m);
  model_set_byte(m, 0, 1);
  assert_true(model_id(m) != id);
  id = model_id(m);
  assert_ptr_equal(model_unref(model_ref(m)), NULL);
  assert_true(model_id(m) == id);
  model_unref(m);
  model_unref(copy);
  assert_null(model_unref(NULL));
}

/* The rest of an array: elements that are as the rest are not kept, whoever set them first. */
static void test_rest_of_an_array(void **state) {
  (void)state;
  Input a = input_array("wide", 8, 100), b = input_array("b", 32, 8);
  Model *m = model_new(), *other = model_new();
  u64 words[2] = {7, 9}, cut[2] = {7, 9 | 1ull << 36};
  u32 n;
  model_set_piece(m, a, 3, 1, 5);
  model_set_rest(m, a, cut); /* bits past the width are none */
  model_set_element(m, b, 1, 2);
  assert_int_equal(model_get_piece(m, a, 3, 1), 9);
  model_set_piece(m, a, 4, 0, 0);
  model_set_piece(m, a, 5, 1, 9);
  const ModelPiece *pieces = model_pieces(m, a, &n);
  assert_int_equal(n, 1);
  assert_int_equal(pieces[0].index, 4);
  assert_int_equal(pieces[0].value, 0);
  assert_int_equal(model_get_element(m, b, 9), 0);
  U32Vec cells = {0};
  model_set_rest(other, a, words);
  model_set_element(other, b, 1, 2);
  model_changes(m, other, &cells);
  assert_int_equal(cells.n, 1);
  model_take_cell(other, m, cells.at[0]);
  assert_true(are_same(m, other));
  model_set_rest(other, a, (u64[2]){7, 8});
  assert_false(are_same(m, other));
  vec_clear(&cells);
  model_changes(m, other, &cells);
  assert_true(cells.n >= 1);
  vec_free(&cells);
  model_unref(m);
  model_unref(other);
}

static void test_copy_is_independent(void **state) {
  (void)state;
  Input x = input_bits("x", 100), a = input_array("a", 32, 8);
  Model *m = model_new();
  u64 first = 0x1234, second = 0x5678;
  model_set_bits(m, x, 4, 16, &first);
  model_set_element(m, a, 1, 2);
  Model *copy = model_copy(m);
  assert_true(are_same(m, copy));
  model_set_bits(copy, x, 4, 16, &second);
  model_set_element(copy, a, 1, 3);
  assert_int_equal(model_get_word(m, x, 4, 16), 0x1234);
  assert_int_equal(model_get_element(m, a, 1), 2);
  assert_int_equal(model_get_word(copy, x, 4, 16), 0x5678);
  assert_int_equal(model_get_element(copy, a, 1), 3);
  model_unref(m);
  model_unref(copy);
}

static void test_bytes_read_as_an_array(void **state) {
  (void)state;
  Input s = input_bytes("text", 4), next = input_bits("next", 8);
  Model *m = model_new();
  u64 text = 0x64636261, other = 0x7a;
  model_set_bits(m, s, 0, 32, &text);
  model_set_bits(m, next, 0, 8, &other);
  assert_int_equal(model_get_element(m, s, 0), 'a');
  assert_int_equal(model_get_element(m, s, 3), 'd');
  assert_int_equal(model_get_element(m, s, 4), 0);
  assert_int_equal(model_get_element(m, s, ~0ull), 0);
  model_set_element(m, s, 1, 'x');
  assert_int_equal(model_get_word(m, s, 0, 32), 0x64637861);
  model_unref(m);
}

static void test_many_elements(void **state) {
  (void)state;
  Input a = input_array("a", 32, 8), b = input_array("b", 32, 8);
  static u8 expected[2][64];
  Model *m = model_new();
  Rng rng = {12};
  for (u32 round = 0; round < 2000; round++) {
    u64 index = rng_below(&rng, 64), which = rng_below(&rng, 2);
    u8 value = (u8)rng_below(&rng, 3);
    expected[which][index] = value;
    model_set_element(m, which ? b : a, index, value);
  }
  for (u32 i = 0; i < 64; i++) {
    assert_int_equal(model_get_element(m, a, i), expected[0][i]);
    assert_int_equal(model_get_element(m, b, i), expected[1][i]);
  }
  model_unref(m);
}

/* Taking over every changed cell makes two models the same. */
static void test_changes_lead_from_one_model_to_another(void **state) {
  (void)state;
  Input x = input_bits("x", 100), wide = input_bits("far", 2000), a = input_array("a", 32, 8);
  Rng rng = {13};
  for (u32 round = 0; round < 200; round++) {
    Model *m = model_new(), *other = model_new();
    for (u32 i = 0; i < round % 7; i++) {
      u64 word = rng_u64(&rng);
      model_set_bits(rng_chance(&rng, 2) ? m : other, x, (u32)rng_below(&rng, 36), 64, &word);
      model_set_bits(rng_chance(&rng, 2) ? m : other, wide, (u32)rng_below(&rng, 1900), 64, &word);
      model_set_element(rng_chance(&rng, 2) ? m : other, a, rng_below(&rng, 4), word);
    }
    U32Vec cells = {0};
    model_changes(m, other, &cells);
    assert_int_equal(cells.n == 0, are_same(m, other));
    for (u32 i = 0; i < cells.n; i++) model_take_cell(m, other, cells.at[i]);
    assert_true(are_same(m, other));
    vec_free(&cells);
    model_unref(m);
    model_unref(other);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_fresh_model_is_zero),
      cmocka_unit_test(test_slices_read_back),
      cmocka_unit_test(test_bits_past_the_end_stay_zero),
      cmocka_unit_test(test_uninit_and_zero_are_the_same),
      cmocka_unit_test(test_different_models_differ),
      cmocka_unit_test(test_id_moves_with_every_change),
      cmocka_unit_test(test_rest_of_an_array),
      cmocka_unit_test(test_copy_is_independent),
      cmocka_unit_test(test_bytes_read_as_an_array),
      cmocka_unit_test(test_many_elements),
      cmocka_unit_test(test_changes_lead_from_one_model_to_another),
  };
  return cmocka_run_group_tests(tests, open_table, close_table);
}
