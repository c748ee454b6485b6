/* hash_test.c — hashes tell lengths, order and each single bit apart. */
#include "base/hash.h"

#include "base/map.h"
#include "unit/unit.h"

#include <string.h>

static void test_word_is_bijective_on_sample(void **unused) {
  (void)unused;
  Map seen = {0};
  for (u64 i = 0; i < 20000; i++) {
    bool fresh;
    map_at(&seen, hash_u64(i), &fresh);
    assert_true(fresh);
  }
  map_done(&seen);
}

static void test_bits_spread(void **unused) {
  (void)unused;
  u64 n_flips = 0;
  for (u32 bit = 0; bit < 64; bit++)
    for (u64 x = 1; x <= 64; x++)
      n_flips += (u64)__builtin_popcountll(hash_u64(x) ^ hash_u64(x ^ (1ull << bit)));
  assert_in_range(n_flips / 64, 64 * 31, 64 * 33); /* half of 64 bits each time */
}

static void test_bytes(void **unused) {
  (void)unused;
  u8 bytes[40] = {0};
  Map seen = {0};
  bool fresh;
  for (size_t n = 0; n <= sizeof bytes; n++) {
    map_at(&seen, hash_bytes(bytes, n), &fresh);
    assert_true(fresh);
  }
  for (u32 bit = 0; bit < 8 * sizeof bytes; bit++) {
    bytes[bit / 8] = (u8)(1u << bit % 8);
    map_at(&seen, hash_bytes(bytes, sizeof bytes), &fresh);
    assert_true(fresh);
    bytes[bit / 8] = 0;
  }
  assert_true(hash_bytes("abcdefghi", 9) == hash_bytes("abcdefghij", 9));
  assert_true(hash_pair(1, 2) != hash_pair(2, 1));
  map_done(&seen);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_word_is_bijective_on_sample),
      cmocka_unit_test(test_bits_spread),
      cmocka_unit_test(test_bytes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
