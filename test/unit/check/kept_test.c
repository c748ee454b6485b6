/* kept_test.c — inputs that are kept as text come back as they were, whatever is in them. */
#include "check/kept.h"

#include "base/os.h"
#include "base/rng.h"
#include "unit/unit.h"

#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/nadir-kept-XXXXXX";

static int make_file(void **unused) {
  (void)unused;
  int fd = mkstemp(path);
  if (fd < 0) return 1;
  fd_close(&fd);
  return 0;
}

static int remove_file(void **unused) {
  (void)unused;
  return unlink(path);
}

static WorstInput input(const char *name, ElementKind kind, u32 bytes, u64 n, Rng *rng) {
  WorstInput in = {.name = name, .kind = kind, .element_bytes = bytes};
  vec_push(&in.dimensions, n);
  in.bytes = mem_new(MAX(n * bytes, 1u));
  bool repeats = rng_below(rng, 2);
  for (u64 i = 0; i < n * bytes; i++)
    in.bytes[i] =
        repeats && i >= bytes && rng_below(rng, 20) ? in.bytes[i - bytes] : (u8)rng_below(rng, 256);
  if (kind == ELEMENT_FLOAT)
    for (u64 i = 0; i < n; i++) {
      float narrow = (float)rng_below(rng, 1000) / 7;
      double wide = (double)rng_below(rng, 1000) / 7;
      memcpy(in.bytes + i * bytes, bytes == 4 ? (void *)&narrow : (void *)&wide, bytes);
    }
  return in;
}

static const struct {
  ElementKind kind;
  u32 bytes;
} kinds[] = {{ELEMENT_SIGNED, 1},   {ELEMENT_SIGNED, 4}, {ELEMENT_SIGNED, 8}, {ELEMENT_UNSIGNED, 2},
             {ELEMENT_UNSIGNED, 8}, {ELEMENT_FLOAT, 4},  {ELEMENT_FLOAT, 8},  {ELEMENT_CHAR, 1},
             {ELEMENT_BYTES, 1},    {ELEMENT_BYTES, 12}};

static void check_round(Rng *rng) {
  cleanup(kept_done) Kept k = {0};
  cleanup(text_free) Text text = {0};
  WorstReport r = {0};
  WorstSize s = {.size = 3, .has_cost = true, .cost = 77, .proven = true};
  for (u32 i = 0; i < ARRAY_LEN(kinds); i++)
    vec_push(&s.inputs, input("abc", kinds[i].kind, kinds[i].bytes, rng_below(rng, 150), rng));
  vec_push(&r.sizes, s);
  kept_print(&r, "a.c: f(int abc[N])", "instructions", &text);
  assert_int_equal(file_write(path, text_c(&text), text.n), OK);
  if (kept_read(path, &k) != OK) fail_msg("%s\n%s", err_text(), text_c(&text));
  assert_int_equal(k.sizes.n, 1);
  assert_string_equal(text_c(&k.contract), "a.c: f(int abc[N])");
  assert_int_equal(k.sizes.at[0].cost, 77);
  assert_true(k.sizes.at[0].proven);
  assert_int_equal(k.sizes.at[0].inputs.n, ARRAY_LEN(kinds));
  for (u32 i = 0; i < ARRAY_LEN(kinds); i++) {
    const WorstInput *in = &r.sizes.at[0].inputs.at[i];
    const NamedBytes *found = &k.sizes.at[0].inputs.at[i];
    assert_int_equal(found->n_bytes, in->element_bytes * in->dimensions.at[0]);
    assert_memory_equal(found->bytes, in->bytes, found->n_bytes);
  }
  worst_report_done(&r);
}

static void test_as_they_were(void **unused) {
  (void)unused;
  Rng rng = {1};
  for (u32 i = 0; i < ROUNDS(100); i++) check_round(&rng);
}

/* What is not kept: a cost that only a formula gives, one that the machine does not confirm, long inputs. */
static void test_what_is_not_kept(void **unused) {
  (void)unused;
  Rng rng = {1};
  cleanup(text_free) Text text = {0};
  WorstReport r = {0};
  WorstSize s = {.size = 1, .has_cost = true, .predicted = true};
  vec_push(&s.inputs, input("a", ELEMENT_CHAR, 1, 3, &rng));
  vec_push(&r.sizes, s);
  WorstSize other = {.size = 2, .has_cost = true, .verified = {.vm = VERDICT_NOT_SEEN}};
  vec_push(&other.inputs, input("a", ELEMENT_CHAR, 1, 3, &rng));
  vec_push(&r.sizes, other);
  WorstSize large = {.size = 3, .has_cost = true};
  vec_push(&large.inputs, input("a", ELEMENT_CHAR, 1, 1 << 20, &rng));
  vec_push(&r.sizes, large);
  kept_print(&r, "a.c: f(N)", "branches", &text);
  assert_null(strstr(text_c(&text), "N="));
  worst_report_done(&r);
}

static void expect_fault(const char *text, u32 line) {
  cleanup(kept_done) Kept k = {0};
  cleanup(text_free) Text place = text_format("%s:%u: ", path, line);
  assert_int_equal(file_write(path, text, strlen(text)), OK);
  if (kept_read(path, &k) == OK) fail_msg("%s", text);
  if (strncmp(err_text(), text_c(&place), place.n) != 0) fail_msg("%s", err_text());
}

static void test_damaged(void **unused) {
  (void)unused;
  cleanup(kept_done) Kept k = {0};
  expect_fault("N=1 cost\n", 1);
  expect_fault("N=1 cost 3\nN=1 cost 3\n", 2);
  expect_fault("  a signed4[1] = 0\n", 1);
  expect_fault("N=1 cost 3\n  a signed4[2] = 0\n", 2);
  expect_fault("N=1 cost 3\n  a signed4[2] = 0 1 2\n", 2);
  expect_fault("N=1 cost 3\n  a signed4[2] = 0*3\n", 2);
  expect_fault("N=1 cost 3\n  a signed4[2] = 0*0 1 1\n", 2);
  expect_fault("N=1 cost 3\n  a strange4[2] = 0 1\n", 2);
  expect_fault("N=1 cost 3\n  a signed4[99999999999] = 0 1\n", 2);
  expect_fault("N=1 cost 3\n  a signed4[2] = 0 x\n", 2);
  expect_fault("N=1 cost 3\n  a char1[2] = \"a\n", 2);
  expect_fault("N=1 cost 3\n  a bytes2[1] = 12z4\n", 2);
  expect_fault("N=1 cost 3\n  a signed16[1] = 12\n", 2);
  assert_int_equal(kept_read("/no/such/file", &k), OK);
  assert_int_equal(k.sizes.n, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_as_they_were),
      cmocka_unit_test(test_what_is_not_kept),
      cmocka_unit_test(test_damaged),
  };
  return cmocka_run_group_tests(tests, make_file, remove_file);
}
