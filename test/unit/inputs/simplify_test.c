/* simplify_test.c — inputs become simpler, cost the same, and keep to what the program assumes. */
#include "inputs/simplify.h"
#include "unit/search/job.h"

/* The cost is the number of words that differ from all before them. */
static const char words[] =
    HARNESS "int main(void) { char s[16], seen[256] = {0}; nadir_symbolic(s, 16, \"a\"); int n = 0;"
            "  for (int i = 0; i < 16; i++) {"
            "    int is_letter = (s[i] | 32) >= 'a' && (s[i] | 32) <= 'z';"
            "    int begins = i == 0 || ((s[i - 1] | 32) < 'a' || (s[i - 1] | 32) > 'z');"
            "    if (is_letter && begins && !seen[(int)s[i]]++) n++; }"
            "  while (n > 0) n--; return 0; }";
static const char numbers[] =
    HARNESS MAIN("for (long i = 0; i < n; i++) nadir_assume(a[i] > 10);"
                 "for (long i = 1; i < n; i++) for (long k = i; k > 0 && a[k] < a[k - 1]; k--) {"
                 "  int x = a[k]; a[k] = a[k - 1]; a[k - 1] = x; }");
static const char one[] = HARNESS
    "int main(void) { unsigned x; nadir_symbolic(&x, 4, \"a\"); while (x) x >>= 1; return 0; }";

/* The best of size n is this input, without a search. */
static SizeSearch *open(Job *j, const char *source, CostKind cost, u32 n, const void *bytes,
                        u32 n_bytes) {
  job_open(j, source, "dfs", (u32[]){n}, 1);
  j->config.cost = cost;
  j->config.budget.max_paths = 0;
  job_run(j);
  SizeSearch *t = j->search->searches.at[0];
  t->budget.max_paths = j->search->config.budget.max_paths = UINT64_MAX;
  Witness w = {0};
  Stop stop;
  vec_push(&w.inputs, ((NamedBytes){text_dup("a"), mem_dup(bytes, n_bytes), n_bytes}));
  assert_int_equal(size_search_try(t, &w, true, &stop), OK);
  assert_true(t->best.is_found);
  return t;
}

/* Once more changes nothing; the cost is what a run of the input has. */
static void simplify(SizeSearch *t) {
  u64 cost = t->best.cost;
  WitnessRun seen;
  assert_int_equal(simplify_best(t, NEVER_NS), OK);
  cleanup(freep) u8 *once = mem_dup(t->best.inputs.at[0].bytes, t->best.inputs.at[0].n_bytes);
  assert_int_equal(simplify_best(t, NEVER_NS), OK);
  assert_memory_equal(once, t->best.inputs.at[0].bytes, t->best.inputs.at[0].n_bytes);
  assert_int_equal(t->best.inputs.n, 1);
  assert_true(t->best.cost == cost);
  assert_int_equal(witness_run(t->search, t->size, &t->best, &seen, NULL), OK);
  assert_int_equal(seen.stop, STOP_EXIT);
  assert_int_equal(seen.cost.n[t->search->config.cost], t->best.cost);
}

static void test_words(void **state) {
  (void)state;
  Job j;
  SizeSearch *t = open(&j, words, COST_INSTRUCTIONS, 16, "?Q!zz9XX k;D-e~m", 16);
  simplify(t);
  /* (~ is compared with z, too, and costs more than a space.) */
  assert_memory_equal(t->best.inputs.at[0].bytes, " a bb cc d e f~g", 16);
  job_done(&j);
}

/* The order stays; of the numbers that are allowed they are the least. */
static void test_order(void **state) {
  (void)state;
  static const int ugly[] = {2000000000, 77777, 4711, 815, 42};
  static const int plain[] = {15, 14, 13, 12, 11};
  Job j;
  SizeSearch *t = open(&j, numbers, COST_BRANCHES, 5, ugly, sizeof ugly);
  u64 n_decisions = t->best.decisions.n;
  assert_true(n_decisions > 0);
  simplify(t);
  assert_memory_equal(t->best.inputs.at[0].bytes, plain, sizeof plain);
  assert_true(t->best.decisions.n >= n_decisions); /* it is a path that can be followed */
  job_done(&j);
}

static void test_one_number(void **state) {
  (void)state;
  Job j;
  u32 x = 2882400001u;
  SizeSearch *t = open(&j, one, COST_INSTRUCTIONS, 1, &x, sizeof x);
  simplify(t);
  memcpy(&x, t->best.inputs.at[0].bytes, sizeof x);
  assert_int_equal(x, UINT32_MAX); /* which is -1: nobody knows that it is unsigned */
  job_done(&j);
}

/* What nobody looks at is zero; no time changes nothing. */
static void test_unused(void **state) {
  (void)state;
  static const char source[] =
      HARNESS MAIN("for (long i = 0; i < n; i++) if (i == 2 && a[i] == 5) return 1;");
  static const int ugly[] = {-7, 1000, 6, 31, 12345678};
  Job j;
  SizeSearch *t = open(&j, source, COST_INSTRUCTIONS, 5, ugly, sizeof ugly);
  assert_int_equal(simplify_best(t, 0), OK);
  assert_memory_equal(t->best.inputs.at[0].bytes, ugly, sizeof ugly);
  simplify(t);
  assert_memory_equal(t->best.inputs.at[0].bytes, ((int[5]){0}), sizeof ugly);
  job_done(&j);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words), cmocka_unit_test(test_order),
                                     cmocka_unit_test(test_one_number),
                                     cmocka_unit_test(test_unused)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
