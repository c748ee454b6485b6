/* ktest_test.c — the bytes are KLEE's, what is written is read back, and no file, however broken,
 * is more than an error. */
#include "report/ktest.h"

#include "base/os.h"
#include "base/rng.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A file as KLEE writes it: two arguments, two objects, the second empty. */
static const char klee_file[] = "KTEST\0\0\0\3"
                                "\0\0\0\2"
                                "\0\0\0\6prog.c"
                                "\0\0\0\1x"
                                "\0\0\0\4\0\0\1\1"
                                "\0\0\0\2"
                                "\0\0\0\1a\0\0\0\4\1\0\xff\x7f"
                                "\0\0\0\2bc\0\0\0\0";
enum { KLEE_FILE_SIZE = sizeof klee_file - 1 };

static void assert_is_klee_file(const Ktest *t) {
  assert_int_equal(t->args.n, 2);
  assert_string_equal(t->args.at[0], "prog.c");
  assert_string_equal(t->args.at[1], "x");
  assert_int_equal(t->n_sym_args, 4);
  assert_int_equal(t->sym_arg_length, 257);
  assert_int_equal(t->objects.n, 2);
  assert_string_equal(t->objects.at[0].name, "a");
  assert_int_equal(t->objects.at[0].n_bytes, 4);
  assert_memory_equal(t->objects.at[0].bytes, "\1\0\xff\x7f", 4);
  assert_string_equal(t->objects.at[1].name, "bc");
  assert_int_equal(t->objects.at[1].n_bytes, 0);
}

static void test_decode(void **unused) {
  (void)unused;
  Ktest t;
  assert_int_equal(ktest_decode("k", klee_file, KLEE_FILE_SIZE, &t), OK);
  assert_is_klee_file(&t);
  ktest_free(&t);
}

static void test_encode(void **unused) {
  (void)unused;
  Ktest t = {.n_sym_args = 4, .sym_arg_length = 257};
  ktest_add_arg(&t, "prog.c");
  ktest_add_arg(&t, "x");
  named_bytes_add(&t.objects, "a", "\1\0\xff\x7f", 4);
  named_bytes_add(&t.objects, "bc", NULL, 0);
  Text bytes = {0};
  ktest_encode(&t, &bytes);
  assert_int_equal(bytes.n, KLEE_FILE_SIZE);
  assert_memory_equal(bytes.at, klee_file, KLEE_FILE_SIZE);
  text_free(&bytes);
  ktest_free(&t);
}

static void test_older_versions(void **unused) {
  (void)unused;
  static const char first[] = "BOUT\n\0\0\0\1"
                              "\0\0\0\1\0\0\0\1p"
                              "\0\0\0\1\0\0\0\1a\0\0\0\1z";
  Ktest t;
  assert_int_equal(ktest_decode("k", first, sizeof first - 1, &t), OK);
  assert_int_equal(t.args.n, 1);
  assert_int_equal(t.n_sym_args, 0);
  assert_int_equal(t.objects.n, 1);
  assert_memory_equal(t.objects.at[0].bytes, "z", 1);
  ktest_free(&t);
}

/* Through a file, with random contents. */
static void test_round_trip(void **unused) {
  (void)unused;
  Rng r = {7};
  char path[] = "/tmp/nadir-ktest-XXXXXX";
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  for (u32 round = 0; round < 50; round++) {
    Ktest t = {.n_sym_args = (u32)rng_u64(&r), .sym_arg_length = (u32)rng_u64(&r)}, back;
    for (u64 n = rng_below(&r, 4); n; n--) ktest_add_arg(&t, n & 1 ? "" : "argument");
    for (u64 n = rng_below(&r, 6); n; n--) {
      u8 bytes[300];
      u32 size = (u32)rng_below(&r, sizeof bytes);
      for (u32 i = 0; i < size; i++) bytes[i] = (u8)rng_u64(&r);
      named_bytes_add(&t.objects, n & 1 ? "name" : "", bytes, size);
    }
    assert_int_equal(ktest_write(&t, path), OK);
    assert_int_equal(ktest_read(path, &back), OK);
    Text a = {0}, b = {0};
    ktest_encode(&t, &a);
    ktest_encode(&back, &b);
    assert_int_equal(a.n, b.n);
    assert_memory_equal(a.at, b.at, a.n);
    text_free(&a);
    text_free(&b);
    ktest_free(&t);
    ktest_free(&back);
  }
  unlink(path);
}

static void assert_refused(const void *bytes, size_t n, const char *because) {
  /* A copy of exactly that size, so that reading past the end is seen. */
  u8 *copy = mem_new(n + 1);
  copy = mem_resize(copy, n ? n : 1);
  memcpy(copy, bytes, n);
  Ktest t = {.n_sym_args = 77};
  assert_int_equal(ktest_decode("broken.ktest", copy, n, &t), ERR_INPUT);
  assert_int_equal(t.n_sym_args, 77);
  assert_non_null(strstr(err_text(), "broken.ktest"));
  assert_non_null(strstr(err_text(), because));
  mem_free(copy);
}

static void test_refuses(void **unused) {
  (void)unused;
  for (size_t n = 0; n < KLEE_FILE_SIZE; n++) assert_refused(klee_file, n, "byte");
  char longer[KLEE_FILE_SIZE + 1];
  memcpy(longer, klee_file, KLEE_FILE_SIZE);
  longer[KLEE_FILE_SIZE] = 0;
  assert_refused(longer, sizeof longer, "follows the last object");
  longer[8] = 4;
  assert_refused(longer, KLEE_FILE_SIZE, "version 4");
  assert_refused("hello world, no test", 20, "magic");
  static const char huge[] = "KTEST\0\0\0\3\xff\xff\xff\xff\0\0\0\1x";
  assert_refused(huge, sizeof huge - 1, "argument");
  static const char zero[] = "KTEST\0\0\0\3\0\0\0\1\0\0\0\2x\0\0\0\0\0\0\0\0\0\0\0\0\0";
  assert_refused(zero, sizeof zero - 1, "zero");
}

static void test_no_file(void **unused) {
  (void)unused;
  Ktest t;
  assert_int_equal(ktest_read("/nowhere/x.ktest", &t), ERR_FILE);
  assert_int_equal(ktest_write(&(Ktest){0}, "/nowhere/x.ktest"), ERR_FILE);
}

/* One byte changed anywhere: read or refused, nothing else. */
static void test_mutations(void **unused) {
  (void)unused;
  u32 n_refused = 0;
  for (size_t i = 0; i < KLEE_FILE_SIZE; i++) {
    for (int to = 0; to < 256; to += 5) {
      char bytes[KLEE_FILE_SIZE];
      memcpy(bytes, klee_file, sizeof bytes);
      bytes[i] = (char)to;
      Ktest t = {0};
      if (ktest_decode("m", bytes, sizeof bytes, &t) != OK) n_refused++;
      ktest_free(&t);
    }
  }
  assert_true(n_refused > 500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_decode),         cmocka_unit_test(test_encode),
      cmocka_unit_test(test_older_versions), cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_refuses),        cmocka_unit_test(test_no_file),
      cmocka_unit_test(test_mutations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
