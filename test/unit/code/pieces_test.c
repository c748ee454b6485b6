/* pieces_test.c — pieces one after the other, with the padding of linkers between them, come back as
 * they were written; each changed bit and each cut is noticed.
 */
#include "code/object/embedded_bitcode.h"

#include "unit/unit.h"

#include <string.h>

static Bytes bytes_of(const char *s) { return (Bytes){(const u8 *)s, strlen(s)}; }

static Text sample(void) {
  Text t = {0};
  EmbeddedBitcode one = {EMBEDDED_PLAIN, 19, bytes_of("a.c"), bytes_of("bitcode")};
  EmbeddedBitcode two = {EMBEDDED_NATIVE, 0, bytes_of("dir/b.S"), bytes_of("")};
  embedded_write(&t, &one);
  embedded_write(&t, &two);
  return t;
}

/* How many pieces there are before the end or an error. */
static Err count(const char *at, size_t n, u32 *ret_n) {
  cleanup(freep) u8 *copy = mem_dup(at, n ? n : 1);
  EmbeddedBitcodeWalk w = {"x", {copy, n}};
  EmbeddedBitcode p;
  bool has = true;
  for (*ret_n = 0;; ++*ret_n) {
    TRY(embedded_next(&w, &p, &has));
    if (!has) return OK;
  }
}

static void test_round_trip(void **unused) {
  (void)unused;
  Text t = sample();
  EmbeddedBitcodeWalk w = {"x", text_bytes(&t)};
  EmbeddedBitcode p;
  bool has;
  assert_int_equal(embedded_next(&w, &p, &has), OK);
  assert_true(has && p.kind == EMBEDDED_PLAIN && p.llvm == 19 && p.name.n == 3 &&
              p.contents.n == 7);
  assert_memory_equal(p.name.at, "a.c", 3);
  assert_memory_equal(p.contents.at, "bitcode", 7);
  assert_int_equal(embedded_next(&w, &p, &has), OK);
  assert_true(has && p.kind == EMBEDDED_NATIVE && p.name.n == 7 && p.contents.n == 0);
  assert_int_equal(embedded_next(&w, &p, &has), OK);
  assert_false(has);
  text_free(&t);
}

static void test_every_cut(void **unused) {
  (void)unused;
  Text t = sample();
  u32 n_pieces;
  for (size_t n = 0; n < t.n; n++) {
    Err e = count(t.at, n, &n_pieces);
    assert_true(n_pieces <= 2);
    if (e != OK) assert_non_null(strstr(err_text(), "cut off"));
    if (e == OK) assert_true(n == 0 || n_pieces);
  }
  text_free(&t);
}

static void test_every_bit(void **unused) {
  (void)unused;
  Text t = sample();
  u32 n_pieces;
  for (size_t bit = 0; bit < 8 * t.n; bit++) {
    size_t at = bit / 8;
    u32 first_end = 40 + 3 + 7;
    bool is_padding = (at >= first_end && at < 56) || at >= 56 + 40 + 7;
    t.at[at] ^= (char)(1 << bit % 8);
    Err e = count(t.at, t.n, &n_pieces);
    if (!is_padding) assert_int_equal(e, ERR_INPUT);
    t.at[at] ^= (char)(1 << bit % 8);
  }
  text_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_every_cut),
      cmocka_unit_test(test_every_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
