/* contract_test.c — contracts: what they mean, and where the others are wrong. */
#include "check/contract.h"

#include "unit/unit.h"

static Err parse(const char *text, Contract *ret) {
  cleanup(contract_text_done) ContractText t = {.file = "a.c"};
  contract_text_add(&t, text, strlen(text), 7, 11);
  return contract_parse(&t, "a.c", ret);
}

/* Each clause as KIND METRIC BOUND, the sizes and the files. */
static void describe(const Contract *c, Text *to) {
  static const char *const kinds[] = {"formula", "class", "errors"};
  for (u32 i = 0; i < c->clauses.n; i++) {
    const Clause *clause = &c->clauses.at[i];
    u64 at_10 = 0;
    if (i) text_add(to, ", ");
    text_add(to, kinds[clause->kind]);
    if (clause->metric) text_addf(to, " %s ", clause->metric);
    if (clause->kind == CLAUSE_CLASS) cost_order_print(&clause->order, to);
    if (clause->kind == CLAUSE_FORMULA && formula_at(&clause->formula, 10, &at_10))
      text_addf(to, "%llu", (unsigned long long)at_10);
  }
  for (u32 i = 0; i < c->sizes.n; i++) text_addf(to, i ? " %u" : " for %u", c->sizes.at[i]);
  for (u32 i = 0; i < c->with.n; i++) text_addf(to, i ? " %s" : " with %s", c->with.at[i]);
}

static void expect(const char *text, const char *call, const char *meaning) {
  cleanup(contract_done) Contract c = {0};
  cleanup(text_free) Text found = {0};
  if (parse(text, &c) != OK) fail_msg("%s: %s", text, err_text());
  describe(&c, &found);
  assert_string_equal(text_c(&c.call), call);
  assert_string_equal(text_c(&found), meaning);
  assert_string_equal(c.place.file, "a.c");
  assert_int_equal(c.place.line, 7);
  assert_int_equal(c.place.column, 11);
}

static void test_of_the_manual(void **unused) {
  (void)unused;
  expect("uniq(int a[N], N) <= n^2", "uniq(int a[N], N)", "class instructions n^2");
  expect("parse(char s[N] string) <= 40*N + 200 instructions, peak-heap <= 64*N",
         "parse(char s[N] string)", "formula instructions 600, formula peak-heap 640");
  expect("lookup(int key, int a[N], N) <= log n, no errors", "lookup(int key, int a[N], N)",
         "class instructions log n, errors");
}

static void test_metrics(void **unused) {
  (void)unused;
  expect("f(N) <= n branches", "f(N)", "class branches n");
  expect("f(N) branches <= n", "f(N)", "class branches n");
  expect("f(N), no errors", "f(N)", "errors");
  expect("f(N): calls:swap <= N, block:a.c:12 <= 2*N", "f(N)",
         "formula calls:swap 10, formula block:a.c:12 20");
  expect("f(N) <= 1, stack <= 1e3", "f(N)", "formula instructions 1, formula stack 1000");
  expect("f(N) <= O(1)", "f(N)", "class instructions 1");
  expect("f(N) <= 1 branches, peak-heap <= N^2", "f(N)",
         "formula branches 1, formula peak-heap 100");
}

static void test_classes(void **unused) {
  (void)unused;
  expect("f(N) <= n log n", "f(N)", "class instructions n log n");
  expect("f(N) <= O(n * log(n))", "f(N)", "class instructions n log n");
  expect("f(N) <= n^2 log^3 n", "f(N)", "class instructions n^2 log^3 n");
  expect("f(N) <= n^1.5", "f(N)", "class instructions n sqrt n");
  expect("f(N) <= n sqrt n", "f(N)", "class instructions n sqrt n");
  expect("f(N) <= sqrt(n)", "f(N)", "class instructions sqrt n");
  expect("f(N) <= 2^n", "f(N)", "class instructions 2^n");
  expect("f(N) <= n!", "f(N)", "class instructions n!");
}

static void test_formulas(void **unused) {
  (void)unused;
  expect("f(N) <= N^2/2 - N/2", "f(N)", "formula instructions 45");
  expect("f(N) <= 2^N^1", "f(N)", "formula instructions 1024");
  expect("f(N) <= -N + 2*-3 + 40", "f(N)", "formula instructions 24");
  expect("f(N) <= 1.5*N*log2(N)", "f(N)", "formula instructions 49");
  expect("f(N) <= max(3, sqrt(N*N)) + min(N, 4)", "f(N)", "formula instructions 14");
  expect("f(N) <= N - 100", "f(N)", "formula instructions 0");
  expect("f(N) <= 2^(N*100)", "f(N)", "formula instructions 18446744073709551615");
  expect("f(N) <= ((N))", "f(N)", "formula instructions 10");
  expect("f(N) <= 0/(N-10)", "f(N)", "formula instructions "); /* has no value there */
}

static void test_sizes_and_files(void **unused) {
  (void)unused;
  expect("f(int a[N], ')') <= n for N = 1:3,10", "f(int a[N], ')')",
         "class instructions n for 1 2 3 10");
  expect("f(\"a)\", N) <= n with b.c c.c for N = 5;", "f(\"a)\", N)",
         "class instructions n for 5 with b.c c.c");
  expect("f(N) <= n for N = 5 with b.c", "f(N)", "class instructions n for 5 with b.c");
}

static void expect_fault(const char *text, u32 column, const char *what) {
  Contract c = {0};
  cleanup(text_free) Text place = text_format("a.c:7:%u: ", 10 + column);
  assert_int_not_equal(parse(text, &c), OK);
  assert_null(c.function);
  if (strncmp(err_text(), text_c(&place), place.n) || !strstr(err_text(), what))
    fail_msg("%s: %s", text, err_text());
}

static void test_faults(void **unused) {
  (void)unused;
  expect_fault("f(int a[N], N", 2, "not closed");
  expect_fault("this is slow", 1, "expected a call");
  expect_fault("", 1, "expected a call");
  expect_fault("f(int a[N)  <= n", 10, "expected");
  expect_fault("f(N)", 5, "expected '<= BOUND'");
  expect_fault("f(N) <= ", 9, "expected N, a number");
  expect_fault("f(N) <= 3*n", 11, "small n");
  expect_fault("f(N) <= n^2 + n", 9, "stands alone");
  expect_fault("f(N) <= n bananas", 11, "there is no cost 'bananas'");
  expect_fault("f(N) < n", 6, "expected '<= BOUND'");
  expect_fault("f(N) <= n,", 11, "expected '<= BOUND'");
  expect_fault("f(N), no error", 10, "expected 'errors'");
  expect_fault("f(N) <= 2*log3(N)", 11, "expected N, a number");
  expect_fault("f(N) <= (N", 11, "expected ')'");
  expect_fault("f(N) <= min(N)", 14, "second argument");
  expect_fault("f(N) <= 1..5", 9, "expected a number");
  expect_fault("f(N) <= n for N = 0", 19, "for N =");
  expect_fault("f(N) <= n for n = 3", 15, "expected 'N = LIST'");
  expect_fault("f(int a) <= 5 for N = 3", 23, "no N in the call");
  expect_fault("f(int a) <= n", 13, "no N in the call");
  expect_fault("f(N) <= n with", 15, "name of a file");
  expect_fault("f(N) branches <= n instructions", 20, "expected ','");
}

/* A text that was cut out of two lines. */
static void test_places(void **unused) {
  (void)unused;
  Contract c = {0};
  cleanup(contract_text_done) ContractText t = {.file = "b.c"};
  contract_text_add(&t, "f(N) <= n,", 10, 3, 4);
  contract_text_add(&t, " peak-heap <= m", 15, 4, 20);
  assert_int_not_equal(contract_parse(&t, "b.c", &c), OK);
  if (strncmp(err_text(), "b.c:4:34: ", 10) != 0) fail_msg("%s", err_text());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_of_the_manual),   cmocka_unit_test(test_metrics),
      cmocka_unit_test(test_classes),         cmocka_unit_test(test_formulas),
      cmocka_unit_test(test_sizes_and_files), cmocka_unit_test(test_faults),
      cmocka_unit_test(test_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
