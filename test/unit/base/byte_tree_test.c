/* byte_tree_test.c — strings that share: against plain arrays, and what a copy costs. */
#include "base/byte_tree.h"
#include "base/rng.h"
#include "unit/unit.h"

enum { N_BYTES = 3000, N_TREES = 6 };

static u64 plain_word(const u8 *bytes, u32 at, u8 *ret_ninth) {
  u8 nine[9] = {0};
  for (u32 i = 0; i < 9 && at + i < N_BYTES; i++) nine[i] = bytes[at + i];
  u64 word;
  memcpy(&word, nine, sizeof word);
  *ret_ninth = nine[8];
  return word;
}

static void check_changes(const ByteTree *a, const u8 *x, const ByteTree *b, const u8 *y) {
  U32Vec got = {0};
  u32 next = 0;
  byte_tree_changes(a, b, &got);
  for (u32 i = 0; i < N_BYTES; i++) {
    if (x[i] == y[i]) continue;
    assert_true(next < got.n);
    assert_int_equal(got.at[next++], i);
  }
  assert_int_equal(next, got.n);
  vec_free(&got);
}

static void test_trees_are_arrays(void **state) {
  (void)state;
  static u8 plain[N_TREES][N_BYTES];
  ByteTree trees[N_TREES] = {0};
  Rng rng = {5};
  for (u32 round = 0; round < 20000; round++) {
    u32 t = (u32)rng_below(&rng, N_TREES), from = (u32)rng_below(&rng, N_TREES);
    u32 at = (u32)rng_below(&rng, 1 + rng_below(&rng, N_BYTES));
    if (rng_chance(&rng, 20) && t != from) {
      byte_tree_done(&trees[t]);
      trees[t] = byte_tree_copy(&trees[from]);
      memcpy(plain[t], plain[from], N_BYTES);
    }
    plain[t][at] = (u8)rng_below(&rng, 4);
    byte_tree_set(&trees[t], at, plain[t][at]);
    u8 ninth, plain_ninth;
    at = (u32)rng_below(&rng, N_BYTES);
    assert_int_equal(byte_tree_get(&trees[from], at), plain[from][at]);
    assert_true(byte_tree_word(&trees[from], at, 9, &ninth) ==
                plain_word(plain[from], at, &plain_ninth));
    assert_int_equal(ninth, plain_ninth);
    u32 word = (u32)byte_tree_word(&trees[from], at, 4, &ninth);
    assert_int_equal(word, (u32)plain_word(plain[from], at, &plain_ninth));
    if (round % 16 == 0) check_changes(&trees[t], plain[t], &trees[from], plain[from]);
  }
  for (u32 t = 0; t < N_TREES; t++) byte_tree_done(&trees[t]);
}

static void test_both_ends_of_all_places(void **state) {
  (void)state;
  ByteTree t = {0};
  u8 ninth;
  assert_int_equal(byte_tree_get(&t, UINT32_MAX), 0);
  assert_true(byte_tree_word(&t, UINT32_MAX, 9, &ninth) == 0);
  byte_tree_set(&t, UINT32_MAX, 7);
  byte_tree_set(&t, 0, 9);
  assert_true(byte_tree_word(&t, UINT32_MAX, 9, &ninth) == 7);
  assert_int_equal(ninth, 0);
  assert_int_equal(byte_tree_get(&t, 0), 9);
  byte_tree_done(&t);
}

/* What the tree is for: n copies that differ in one byte each, of a string that grows to n bytes,
 * take far less than n * n bytes. */
static void test_copies_share(void **state) {
  (void)state;
  enum { N = 4000 };
  u64 before = mem_bytes();
  ByteTree *all = mem_new(N * sizeof *all);
  for (u32 i = 1; i < N; i++) {
    all[i] = byte_tree_copy(&all[i - 1]);
    byte_tree_set(&all[i], i, 1);
  }
  assert_true(mem_bytes() - before < (u64)N * 2000);
  for (u32 i = 0; i < N; i++) byte_tree_done(&all[i]);
  mem_free(all);
  assert_true(mem_bytes() == before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_trees_are_arrays),
      cmocka_unit_test(test_both_ends_of_all_places),
      cmocka_unit_test(test_copies_share),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
