/* judge_test.c — verdicts of costs that are made up: what breaks a clause, what does not, and where nobody can tell. */
#include "check/judge.h"

#include "record/worst_growth.h"
#include "unit/unit.h"

#include <math.h>

static WorstReport report;

typedef double CostAt(double n);

static double quadratic(double n) { return 7 * n * n + 15 * n + 24; }
static double shrinking(double n) { return n * n - 6 * n + 20; }
static double loglinear(double n) { return 20 * n * log2(n) + 3 * n + 50; }
static double logarithmic(double n) { return 15 * floor(log2(n)) + 20; }
static double constant(double n) { return n ? 12 : 0; }
static double cubic(double n) { return n * n * n; }
static double jumping(double n) { return n < 100 ? n * 10 : n * 40; }

/* Sizes that double up to 128; the proven ones are up to `proven`, from 1 on. */
static void make(CostAt *cost, u32 proven) {
  worst_report_done(&report);
  report = (WorstReport){.unit = "instructions", .out = "out"};
  for (u32 n = 1; n <= 128; n = n < 8 ? n + 1 : n * 2) {
    WorstSize s = {.size = n,
                   .has_cost = true,
                   .cost = (u64)cost(n),
                   .proven = n <= proven,
                   .whole = n <= proven,
                   .verified = {.vm = VERDICT_CONFIRMED, .native = VERDICT_CONFIRMED}};
    vec_push(&report.sizes, s);
  }
  Search none = {.config = {.cost = COST_WORK}};
  worst_growth_add(&report, &none);
}

static CheckClause judge(const char *clause) {
  cleanup(contract_done) Contract c = {0};
  cleanup(contract_text_done) ContractText t = {.file = "a.c"};
  cleanup(text_free) Text text = text_format("f(N) %s", clause);
  contract_text_add(&t, text_c(&text), text.n, 1, 1);
  if (contract_parse(&t, "a.c", &c) != OK) fail_msg("%s", err_text());
  CheckClause io = {.unit = text_dup("instructions")};
  judge_clause(&c.clauses.at[0], &(Evidence){&report, true}, &io);
  return io;
}

static void expect(const char *clause, CheckVerdict verdict, const char *words) {
  CheckContract all = {0};
  vec_push(&all.clauses, judge(clause));
  const CheckClause *c = &all.clauses.at[0];
  if (c->verdict != verdict || !strstr(c->why, words))
    fail_msg("%s: %s: %s", clause, check_verdict_names[c->verdict], c->why);
  check_contract_done(&all);
}

static void test_classes(void **unused) {
  (void)unused;
  make(quadratic, 8);
  expect("<= n^2", CHECK_OK, "proven up to N=8, searched to N=128; 7*N^2 + 15*N + 24");
  expect("<= n^3", CHECK_OK, "");
  expect("<= n log n", CHECK_BROKEN, "grows like n^2, and n log n is allowed: 7*N^2");
  make(cubic, 0);
  expect("<= n^2", CHECK_BROKEN, "8 and 8 times the cost when N doubles (32, 64, 128)");
  expect("<= n^3", CHECK_OK, "searched to N=128");
  make(loglinear, 0);
  expect("<= n log n", CHECK_OK, "");
  expect("<= n", CHECK_BROKEN, "where the class allows 2 and 2");
  expect("<= n^2", CHECK_OK, "");
  make(logarithmic, 0);
  expect("<= log n", CHECK_OK, "at least 15*floor(log2(N)) + 20 instructions");
  make(constant, 8);
  expect("<= O(1)", CHECK_OK, "12 instructions");
}

/* Ratios above the class that come down to it, and one that leaps, say nothing for certain. */
static void test_what_nobody_can_tell(void **unused) {
  (void)unused;
  make(shrinking, 0);
  CheckContract all = {0};
  vec_push(&all.clauses, judge("<= n^2"));
  assert_int_not_equal(all.clauses.at[0].verdict, CHECK_BROKEN);
  check_contract_done(&all);
  make(jumping, 0);
  expect("<= n", CHECK_UNDECIDED, "not clear");
}

static void test_formulas(void **unused) {
  (void)unused;
  make(quadratic, 8);
  expect("<= 7*N^2 + 15*N + 24", CHECK_OK, "of 116,632 allowed");
  expect("<= 7*N^2 + 15*N + 23", CHECK_BROKEN, "at N=1: 46 instructions, allowed 45");
  expect("<= 1000", CHECK_BROKEN, "at N=16: 2,056 instructions, allowed 1,000");
  expect("<= 0/(N - 8)", CHECK_BROKEN, "at N=1");
  expect("<= max(1e9, 0/(N - 8))", CHECK_UNDECIDED, "no value at N=8");
}

/* A cost that the machine or a native run does not confirm breaks nothing. */
static void test_doubt(void **unused) {
  (void)unused;
  make(quadratic, 0);
  for (u32 i = 0; i < report.sizes.n; i++) report.sizes.at[i].verified.native = VERDICT_NOT_SEEN;
  expect("<= 1000", CHECK_UNDECIDED, "not when it is run again");
  expect("<= n", CHECK_UNDECIDED, "does not cost the same");
}

static void test_gaps(void **unused) {
  (void)unused;
  make(quadratic, 8);
  vec_last(&report.sizes).has_cost = false;
  vec_last(&report.sizes).why = "there was no time";
  expect("<= 1e9", CHECK_UNDECIDED, "no input of N=128 came to its end: there was no time");
  expect("<= 1000", CHECK_BROKEN, "at N=16");
  vec_last(&report.sizes).unended = 5000000000;
  expect("<= 1e9", CHECK_UNDECIDED, "had not ended when nadir gave up");
}

static CheckClause judge_runs(const u64 (*costs)[3], u32 n, double tolerance) {
  KeptRuns runs = {0};
  CheckClause io = {.unit = text_dup("instructions")};
  for (u32 i = 0; i < n; i++)
    vec_push(&runs, ((KeptRun){costs[i][0], costs[i][1], costs[i][2], true, ""}));
  judge_kept(&runs, tolerance, &(Evidence){&report, false}, &io);
  vec_free(&runs);
  return io;
}

static void expect_kept(const u64 (*costs)[3], u32 n, CheckVerdict verdict, const char *words) {
  CheckContract all = {0};
  vec_push(&all.clauses, judge_runs(costs, n, 0.05));
  const CheckClause *c = &all.clauses.at[0];
  if (c->verdict != verdict || !strstr(c->why, words))
    fail_msg("%s: %s", check_verdict_names[c->verdict], c->why);
  check_contract_done(&all);
}

static void test_kept(void **unused) {
  (void)unused;
  static const u64 same[][3] = {{8, 100, 100}, {16, 200, 200}};
  static const u64 within[][3] = {{1, 10, 20}, {16, 200, 200}, {32, 400, 420}};
  static const u64 worse[][3] = {{16, 200, 224}, {32, 400, 400}};
  static const u64 better[][3] = {{16, 200, 100}, {32, 400, 300}};
  static const u64 grows[][3] = {
      {8, 80, 64}, {16, 160, 256}, {32, 320, 1024}, {64, 640, 4096}, {128, 1280, 16384}};
  make(quadratic, 8);
  expect_kept(same, 2, CHECK_OK, "as they were, up to N=16");
  expect_kept(within, 3, CHECK_OK, "worse by 5 % at N=32: 420 instructions, kept 400");
  expect_kept(worse, 2, CHECK_BROKEN, "worse by 12 % at N=16: 224 instructions, kept 200");
  expect_kept(better, 2, CHECK_OK, "better by 25 % at N=32");
  expect_kept(grows, 5, CHECK_BROKEN, "class changed from n to n^2; worse by 1,180 % at N=128");
}

static int free_report(void **unused) {
  (void)unused;
  worst_report_done(&report);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_classes),  cmocka_unit_test(test_what_nobody_can_tell),
      cmocka_unit_test(test_formulas), cmocka_unit_test(test_doubt),
      cmocka_unit_test(test_gaps),     cmocka_unit_test(test_kept),
  };
  return cmocka_run_group_tests(tests, NULL, free_report);
}
