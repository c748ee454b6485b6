/* input_search_test.c — an answer at every size, whatever the program is; ends of runs are contained. */
#include "inputs/constants.h"
#include "inputs/evaluator.h"
#include "inputs/input_search.h"
#include "inputs/tile.h"
#include "inputs/typical.h"
#include "unit/search/job.h"

/* Programs on which a search by symbols has a hard time. */
static const char *const odd[] = {
    /* nothing is read */
    "unsigned long nadir_size(void); int main(void) { long s = 0; for (unsigned long i = 0; i "
    "< "
    "nadir_size(); i++) s += (long)i; return s < 0; }",
    /* floats decide */
    HARNESS
    "int main(void) { long n = (long)nadir_size(); double *a = malloc(8 * n + 8); int c = 0;"
    "  nadir_symbolic(a, 8 * n, \"a\"); for (long i = 1; i < n; i++) if (a[i] * 1.5 > a[i - "
    "1]) "
    "c++; return c; }",
    /* a hash table */
    HARNESS MAIN("int t[64]; for (int i = 0; i < 64; i++) t[i] = -1;"
                 "for (long i = 0; i < n && i < 60; i++) { unsigned h = (unsigned)a[i] * "
                 "2654435761u >> 26;"
                 "  while (t[h] >= 0) h = (h + 1) % 64; t[h] = (int)i; }"),
    /* what becomes of a symbol is a float */
    HARNESS "int main(void) { long n = (long)nadir_size(); char *s = malloc(n + 1); double d = 0;"
            "  nadir_symbolic(s, n, \"s\"); s[n] = 0;"
            "  for (long i = 0; i < n; i++) { d = d * 10 + (s[i] - '0'); if (d > 1e6) d = d / 3; }"
            "  return d > 2; }",
    /* every input but a few is refused */
    HARNESS MAIN("for (long i = 0; i < n; i++) nadir_assume(a[i] >= 5 && a[i] < 8);"
                 "for (long i = 1; i < n; i++) if (a[i] > a[i - 1]) continue;"),
    /* inputs that are made one by one */
    HARNESS "int main(void) { int x, c = 0; for (unsigned long i = 0; i < nadir_size(); i++) {"
            "  nadir_symbolic(&x, sizeof x, \"x\"); if (x > c) c = x; } return 0; }",
    /* most inputs are errors */
    HARNESS MAIN("int s = 0; for (long i = 0; i < n; i++) { s += 10 / (a[i] - 3); if (s > 100) "
                 "s = 0; }"),
    /* some inputs never end */
    HARNESS MAIN("for (long i = 0; i < n;) { if (a[i] == 1) continue; i++; }"),
    /* words */
    HARNESS "int main(void) { long n = (long)nadir_size(); char *s = malloc(n + 1);"
            "  nadir_symbolic(s, n, \"s\"); s[n] = 0; if (s[0] != '(') return 1; for (long i "
            "= 0; i < n; i++) if (s[i] == '[') continue; return 0; }",
    /* deep recursion */
    HARNESS "static int f(const int *a, long n) { return n && a[n - 1] > 0 ? 1 + f(a, n - 1) : "
            "0; }" MAIN("return f(a, n) < 0;"),
};

static u64 cost_at(const Job *j, u32 at) {
  const SizeSearch *t = j->search->searches.at[at];
  assert_true(t->best.is_found);
  return t->best.cost;
}

/* Seeds alone; a strategy that does nothing besides. */
static void seed(Job *j, const char *source, CostKind cost, const u32 *sizes, u32 n) {
  job_open(j, source, "dfs", sizes, n);
  j->config.cost = cost;
  j->config.budget.max_paths = 0;
  job_run(j);
  Vocabulary v = {0};
  constants_collect(j->machine.module, &v);
  for (u32 i = 0; i < n; i++) {
    InputSearch *c;
    SizeSearch *t = j->search->searches.at[i];
    t->budget.max_paths = j->search->config.budget.max_paths = UINT64_MAX;
    assert_int_equal(input_search_open(t, &v, &c), OK);
    assert_int_equal(input_search_seed(c, NS_PER_S), OK);
    assert_int_equal(input_search_extend(c, NS_PER_S), OK);
    input_search_free(c);
  }
  vocabulary_done(&v);
}

static void test_odd_programs(void **state) {
  (void)state;
  for (u32 i = 0; i < ARRAY_LEN(odd); i++) {
    Job j;
    seed(&j, odd[i], COST_INSTRUCTIONS, (u32[]){1, 3, 20}, 3);
    assert_true(cost_at(&j, 1) > cost_at(&j, 0));
    assert_true(cost_at(&j, 2) > cost_at(&j, 1));
    job_done(&j);
  }
}

static bool is_s(const char *input) { return !strcmp(input, "s"); }

/* One value, or a list of them in brackets. */
static const char list_of_values[] =
    HARNESS "static const char *value(const char *s) { volatile int w = 0;"
            "  if (s[0] != 'x' || s[1] != '9') return 0;"
            "  for (int i = 0; i < 500; i++) w++;"
            "  return s + 2; }"
            "int main(void) { unsigned long n = nadir_size(); char *s = malloc(n + 1);"
            "  nadir_symbolic(s, n, \"s\"); s[n] = 0; if (*s != '[') return !value(s);"
            "  for (const char *p = s + 1; p && (p = value(p)) && *p == ',';) p++;"
            "  return 0; }";
/* The larger the digit the more it costs, but 9 ends all. */
static const char digits_below[] =
    HARNESS "static const char *value(const char *s) { volatile int w = 0;"
            "  if (s[0] != 'x' || s[1] < '0' || s[1] > '9') return 0;"
            "  for (int i = 0; i < 100 * (s[1] - '0'); i++) w++;"
            "  return s[1] == '9' ? 0 : s + 2; }"
            "int main(void) { unsigned long n = nadir_size(); char *s = malloc(n + 1);"
            "  nadir_symbolic(s, n, \"s\"); s[n] = 0; if (*s != '[') return !value(s);"
            "  for (const char *p = s + 1; p && (p = value(p)) && *p == ',';) p++;"
            "  return 0; }";
/* Blocks of five bits, 01000. */
static const char bits[] =
    HARNESS "int main(void) { unsigned long n = nadir_size(), at = 0; unsigned char *s = malloc(n);"
            "  nadir_symbolic(s, n, \"s\"); volatile int w = 0;"
            "  for (; at < 8 * n; at++) { int bit = s[at / 8] >> at % 8 & 1;"
            "    if (bit != (at % 5 == 1)) return 0;"
            "    for (int i = 0; at % 5 == 1 && i < 100; i++) w++; }"
            "  return 0; }";

enum { LARGE = 40, N_VALUES = (LARGE - 1) / 3, N_BLOCKS = LARGE * 8 / 5 };

/* What small sizes found, and how much more a list of it is to cost: `times` what `one` does. */
static const struct {
  const char *source, *small[2]; /* at sizes 3 and 4 */
  u32 one, times;
} lists[] = {
    {list_of_values, {"x9\1", "\1\1\1\1"}, 0, (N_VALUES - 1) / 2},
    {digits_below, {"x9\1", "x8\1\1"}, 1, (N_VALUES - 1) * 3 / 4},
    {digits_below, {"x9\1", "x3\1\1"}, 1, (N_VALUES - 1) * 3 / 2}, /* 3 becomes 8 */
    {bits, {"\x42\x08\x21", "\1\1\1\1"}, 0, N_BLOCKS / 5 - 1},
};

static void give(Job *j, u32 at, const Vocabulary *v, const char *bytes) {
  InputSearch *c;
  u64 cost;
  SizeSearch *t = j->search->searches.at[at];
  assert_int_equal(input_search_open(t, v, &c), OK);
  u8 *genome = mem_dup(bytes, t->size);
  size_search_phase(t, ORIGIN_ga);
  t->best.is_found = false; /* whatever it costs, it is the best */
  vec_clear(&t->history);
  t->best.cost = 0;
  input_search_begin(c, ORIGIN_ga);
  assert_int_equal(input_search_try(c, genome, &cost), OK);
  assert_int_equal(input_search_end(c, OK), OK);
  mem_free(genome);
  input_search_free(c);
}

static void test_lists_of_pieces(void **state) {
  (void)state;
  for (u32 i = 0; i < ARRAY_LEN(lists); i++) {
    Job j;
    seed(&j, lists[i].source, COST_INSTRUCTIONS, (u32[]){3, 4, LARGE}, 3);
    j.search->config.is_text = is_s;
    Vocabulary v = {0};
    constants_collect(j.machine.module, &v);
    for (u32 k = 0; k < 2; k++) give(&j, k, &v, lists[i].small[k]);
    u64 before = cost_at(&j, 2), one = cost_at(&j, lists[i].one);
    InputSearch *c;
    assert_int_equal(input_search_open(j.search->searches.at[2], &v, &c), OK);
    assert_int_equal(tile_try(c, NEVER_NS), OK);
    assert_true(before < lists[i].times * one);
    assert_true(cost_at(&j, 2) > lists[i].times * one);
    input_search_free(c);
    vocabulary_done(&v);
    job_done(&j);
  }
}

/* Input from outside is letters, also where its length would do for numbers. */
static void test_text(void **state) {
  (void)state;
  static const char source[] = HARNESS
      "int main(void) { static char s[64]; static double d[8]; nadir_symbolic(s, 64, \"s\");"
      "  nadir_symbolic(d, 64, \"d\"); return 0; }";
  Job j;
  seed(&j, source, COST_INSTRUCTIONS, (u32[]){64}, 1);
  for (u32 knows = 0; knows < 2; knows++)
    for (u32 reading = 0; reading < N_READINGS; reading++) {
      Evaluator evaluator;
      j.search->config.is_text = knows ? is_s : NULL;
      assert_int_equal(evaluator_open(j.search->searches.at[0], reading,
                                      j.search->searches.at[0]->budget.deadline_ns, &evaluator),
                       OK);
      bool is_text = evaluator.plan.genes.at[0].kind == GENE_TEXT;
      assert_int_equal(is_text, knows || evaluator.plan.genes.at[1].kind == GENE_TEXT);
      assert_true(evaluator_is_unsure(&evaluator));
      evaluator_close(&evaluator);
    }
  job_done(&j);
}

/* What is said to cost so much does so when it is run, by either metric. */
static void test_cost_is_real(void **state) {
  (void)state;
  Job j;
  seed(&j, insertion_sort, COST_BRANCHES, (u32[]){2, 30}, 2);
  assert_worst(&j, 0, 1, false);
  assert_worst(&j, 1, 435, false);
  job_done(&j);
  seed(&j, insertion_sort, COST_INSTRUCTIONS, (u32[]){30}, 1);
  const SizeSearch *t = j.search->searches.at[0];
  WitnessRun seen;
  assert_int_equal(witness_run(j.search, 30, &t->best, &seen, NULL), OK);
  assert_int_equal(seen.cost.n[COST_INSTRUCTIONS], t->best.cost);
  assert_int_equal(seen.cost.n[COST_BRANCHES], 435);
  assert_int_equal(t->best.decisions.n, 435);
  assert_true(size_search_paths(t) <= 1); /* inputs are no paths */
  job_done(&j);
}

/* The program's own constants get in where nothing else does. */
static void test_constants(void **state) {
  (void)state;
  static const char source[] = HARNESS MAIN(
      "int c = 0; for (long i = 0; i < n; i++) { if (a[i] != 987654321) return 1; c++; }");
  Job j;
  seed(&j, source, COST_BRANCHES, (u32[]){25}, 1);
  assert_int_equal(cost_at(&j, 0), 25);
  job_done(&j);
}

/* The last but one number is to be another one than all others: single changes, all tried in turn, find that. */
static void test_comb(void **state) {
  (void)state;
  static const char source[] = HARNESS MAIN(
      "for (long i = 0; i < n; i++) if (a[i] == (i == n - 2)) for (int k = 0; k < 9; k++);");
  Job j;
  Vocabulary v = {0};
  InputSearch *c;
  seed(&j, source, COST_INSTRUCTIONS, (u32[]){30}, 1);
  u64 before = cost_at(&j, 0);
  SizeSearch *t = j.search->searches.at[0];
  assert_int_equal(input_search_open(t, &v, &c), OK);
  assert_int_equal(input_search_scan(c, NEVER_NS), OK);
  assert_true(cost_at(&j, 0) > before);
  const i32 *a = (const i32 *)(const void *)t->best.inputs.at[0].bytes;
  for (u32 i = 0; i < 30; i++) assert_int_equal(a[i], i == 28);
  input_search_free(c);
  job_done(&j);
}

/* What the largest size found is tried at its half, however many smaller sizes there are. */
static void test_halves_learn_from_the_largest(void **state) {
  (void)state;
  static const char source[] = HARNESS MAIN(
      "if (n > 1 && a[0] == 123456 && a[1] == 654321) for (long i = 0; i < 99 * n; i++);");
  static const u32 sizes[] = {2, 4, 6, 8, 10, 12, 14, 16, 32};
  Job j;
  Vocabulary v = {0};
  InputSearch *c;
  u64 cost = 0, before;
  seed(&j, source, COST_INSTRUCTIONS, sizes, ARRAY_LEN(sizes));
  before = cost_at(&j, 7);
  assert_int_equal(input_search_open(j.search->searches.at[8], &v, &c), OK);
  i32 best[32] = {123456, 654321};
  input_search_begin(c, ORIGIN_plain);
  Err err = input_search_try(c, (const u8 *)best, &cost);
  assert_int_equal(input_search_end(c, err), OK);
  input_search_free(c);
  assert_int_equal(input_search_open(j.search->searches.at[7], &v, &c), OK);
  assert_int_equal(input_search_extend(c, 100 * NS_PER_S), OK);
  assert_true(cost > before && cost_at(&j, 7) > before);
  input_search_free(c);
  job_done(&j);
}

/* A random input that costs more than the best one is the best one. */
static void test_typical_is_not_worse(void **state) {
  (void)state;
  Job j;
  Typical typical;
  job_open(&j, insertion_sort, "dfs", (u32[]){30}, 1);
  j.config.cost = COST_INSTRUCTIONS;
  j.config.budget.max_paths = 0;
  job_run(&j);
  SizeSearch *t = j.search->searches.at[0];
  assert_false(t->best.is_found);
  t->budget.max_paths = j.search->config.budget.max_paths = UINT64_MAX;
  assert_int_equal(typical_find(t, 100 * NS_PER_S, false, &typical), OK);
  assert_false(t->best.is_found);
  assert_int_equal(typical_find(t, 100 * NS_PER_S, true, &typical), OK);
  assert_int_equal(typical.n, TYPICAL_INPUTS);
  assert_true(t->best.is_found && t->best.cost >= typical.high);
  job_done(&j);
}

/* The best of all strategies is no worse than a plain input, and auto has one at every size. */
static void test_auto_begins_here(void **state) {
  (void)state;
  for (u32 i = 0; i < ARRAY_LEN(odd); i++) {
    Job j;
    job_open(&j, odd[i], "auto", (u32[]){2, 12}, 2);
    j.config.cost = COST_INSTRUCTIONS;
    j.config.budget.max_paths = 3;
    j.config.budget.deadline_ns = clock_after(2 * NS_PER_S);
    job_run(&j);
    assert_true(cost_at(&j, 1) > cost_at(&j, 0));
    job_done(&j);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_odd_programs),
      cmocka_unit_test(test_cost_is_real),
      cmocka_unit_test(test_constants),
      cmocka_unit_test(test_comb),
      cmocka_unit_test(test_auto_begins_here),
      cmocka_unit_test(test_text),
      cmocka_unit_test(test_halves_learn_from_the_largest),
      cmocka_unit_test(test_lists_of_pieces),
      cmocka_unit_test(test_typical_is_not_worse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
