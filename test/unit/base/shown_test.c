/* shown_test.c — control characters are escaped on terminals, everything else stays. */
#include "base/shown.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void check(const char *bytes, size_t n, const char *wanted) {
  cleanup(text_free) Text t = {0};
  shown_add(&t, bytes, n);
  assert_string_equal(text_c(&t), wanted);
}

static void test_add(void **state) {
  (void)state;
  check("plain\ttext\n", 11, "plain\ttext\n");
  check("\033]0;x\007\r\b", 8, "\\x1b]0;x\\x07\\x0d\\x08");
  check("a\0b\177", 4, "a\\x00b\\x7f");
  check("\303\244 \342\202\254 \360\237\230\200", 11, "\303\244 \342\202\254 \360\237\230\200");
  check("\302\233 \233", 4, "\\xc2\\x9b \\x9b"); /* C1: another escape */
  check("\342\202", 2, "\\xe2\\x82");
  check("\300\200\377", 3, "\\xc0\\x80\\xff");
}

/* All bytes, in pieces of every length: what arrives is the same. */
static void put(bool escapes, size_t piece, const char *bytes, size_t n, Text *ret) {
  int ends[2];
  char block[4096];
  assert_int_equal(pipe(ends), 0);
  Shown s = shown_on(ends[1]);
  assert_false(s.escapes);
  s.escapes = escapes;
  for (size_t at = 0; at < n; at += piece)
    assert_true(shown_put(&s, bytes + at, MIN(piece, n - at)));
  assert_true(shown_end(&s));
  close(ends[1]);
  for (ssize_t got; (got = read(ends[0], block, sizeof block)) > 0;)
    text_add_n(ret, block, (size_t)got);
  close(ends[0]);
}

static void test_pieces(void **state) {
  (void)state;
  static const char bytes[] = "\033[2J\303\244\342\202\254\360\237\230\200\302\233\342\202";
  size_t n = sizeof bytes - 1;
  cleanup(text_free) Text whole = {0};
  shown_add(&whole, bytes, n);
  for (size_t piece = 1; piece <= n; piece++) {
    cleanup(text_free) Text escaped = {0}, plain = {0};
    put(true, piece, bytes, n, &escaped);
    assert_string_equal(text_c(&escaped), text_c(&whole));
    put(false, piece, bytes, n, &plain);
    assert_int_equal(plain.n, n);
    assert_memory_equal(plain.at, bytes, n);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_add),
      cmocka_unit_test(test_pieces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
