/* ga_test.c — the genetic search: what is planted is found, bad runs are contained, seeds reproduce. */
#include "inputs/input_search.h"
#include "unit/search/job.h"

static void run(Job *j, const char *source, const char *strategy, u32 size, u64 n_inputs,
                u64 seed) {
  job_open(j, source, strategy, (u32[]){size}, 1);
  j->config.cost = COST_INSTRUCTIONS;
  j->config.budget.max_paths = n_inputs;
  j->config.seed = seed;
  job_run(j);
  assert_true(j->search->searches.at[0]->best.is_found);
}

static u64 cost_of(const Job *j) { return j->search->searches.at[0]->best.cost; }

/* A lock of numbers that stand nowhere, each of which is a little work: found digit by digit. */
static const char lock[] =
    HARNESS MAIN("long c = 0; for (long i = 0; i < n; i++) { nadir_assume(a[i] >= 0 && a[i] < 100);"
                 "  if (a[i] == (i * 37 + 11) % 100) for (long k = 0; k < 20; k++) c += k; }"
                 "return c < 0;");

static void test_planted(void **state) {
  (void)state;
  Job j, none;
  run(&none, lock, "ga", 10, 10, 1);
  run(&j, lock, "ga", 10, SIZED(20000, 4000), 1);
  const NamedBytes *in = &j.search->searches.at[0]->best.inputs.at[0];
  u32 n_right = 0;
  for (u32 i = 0; i < 10; i++) n_right += ((const u32 *)in->bytes)[i] == (i * 37 + 11) % 100;
  assert_true(n_right >= SIZED(10, 3));
  assert_true(cost_of(&j) > cost_of(&none));
  assert_int_equal(size_search_paths(j.search->searches.at[0]), 0);
  assert_true(stat_of(&j.search->searches.at[0]->stats, &stat_inputs) >= SIZED(20000, 4000));
  job_done(&j);
  job_done(&none);
}

/* Most values crash, hang, or recurse without end: the search goes on, and what it shows is none of these. */
static const char traps[] = HARNESS "static int deep(int x) { return x ? deep(x) + 1 : 0; }" MAIN(
    "int s = 0; for (long i = 0; i < n; i++) {"
    "  if (a[i] % 4 == 1) s += *(int *)(long)a[i];"
    "  if (a[i] % 4 == 2) for (;;) s++;"
    "  if (a[i] % 4 == 3) s += deep(a[i]);"
    "  if (a[i] > 1000) s += 10 / (a[i] - 1004); }"
    "return s < 0;");

static void count_sample(void *user, const SizeSearch *t, SampleKind kind, u64 cost) {
  u64 *most = user;
  (void)t;
  assert_int_equal(kind, SAMPLE_INPUT);
  *most = MAX(*most, cost);
}

static void test_contained(void **state) {
  (void)state;
  Job j;
  u64 most = 0;
  job_open(&j, traps, "ga", (u32[]){6}, 1);
  j.config.cost = COST_INSTRUCTIONS;
  j.config.budget.deadline_ns = clock_after(3 * NS_PER_S);
  job_set(&j, &input_search_options, INPUT_SEARCH_WORKERS, "2");
  j.config.observer = (SearchObserver){.user = &most, .sampled = count_sample};
  job_run(&j);
  const SizeSearch *t = j.search->searches.at[0];
  assert_true(t->best.is_found);
  assert_int_equal(most, t->best.cost); /* a curve is made of it */
  assert_true(stat_of(&t->stats, &stat_input_errors) && stat_of(&t->stats, &stat_input_unended));
  assert_int_equal(t->best.inputs.n, 1);
  for (u32 i = 0; i < 6; i++) assert_true(((const int *)t->best.inputs.at[0].bytes)[i] % 4 <= 0);
  job_done(&j);
}

/* Smaller sizes have their part of the time and no more, also where none of their inputs comes to its end. */
static void test_smaller_sizes_end(void **state) {
  (void)state;
  static const char source[] = HARNESS MAIN("volatile int s = 0; if (n < 20) for (;;) s++;"
                                            "for (long i = 1; i < n; i++) if (a[i] > a[0]) s++;");
  Job j;
  job_open(&j, source, "ga", (u32[]){20}, 1);
  j.config.cost = COST_INSTRUCTIONS;
  j.config.budget.deadline_ns = clock_after(2 * NS_PER_S);
  job_run(&j);
  const Search *h = j.search;
  assert_true(h->searches.at[0]->best.is_found);
  assert_int_equal(h->others.n, 2);
  for (u32 i = 0; i < 2; i++)
    assert_true(h->others.at[i]->budget.deadline_ns < h->searches.at[0]->budget.deadline_ns);
  job_done(&j);
}

/* Whatever the number of processes: the same inputs in the same order, also where the program shows errors, does not
 * end (no clock stops it then), asks for inputs one by one, or refuses most of them. */
static void test_workers(void **state) {
  (void)state;
  static const char *const sources[] = {
      lock, insertion_sort, traps,
      HARNESS "int main(void) { int x, c = 0; for (unsigned long i = 0; i < nadir_size(); i++) {"
              "  nadir_symbolic(&x, sizeof x, \"x\"); if (x % 7 > c % 5) { c += x % 9;"
              "  if (c % 3 == 1) nadir_symbolic(&c, sizeof c, \"c\"); } } return 0; }"};
  for (u32 k = 0; k < ARRAY_LEN(sources); k++) {
    u64 costs[2], n_inputs[2];
    Text texts[2] = {0};
    for (u32 i = 0; i < 2; i++) {
      static const char *const workers[] = {"1", "3"};
      Job j;
      job_open(&j, sources[k], "ga", (u32[]){sources[k] == traps ? 5 : 12}, 1);
      j.config.cost = COST_INSTRUCTIONS;
      j.config.budget.max_paths = SIZED(400, 100); /* generations enough for workers to be called */
      job_set(&j, &input_search_options, INPUT_SEARCH_WORKERS, workers[i]);
      job_run(&j);
      const SizeSearch *t = j.search->searches.at[0];
      costs[i] = t->best.cost;
      n_inputs[i] = stat_of(&t->stats, &stat_inputs);
      for (u32 at = 0; at < t->best.inputs.n; at++)
        text_add_n(&texts[i], (const char *)t->best.inputs.at[at].bytes,
                   t->best.inputs.at[at].n_bytes);
      job_done(&j);
    }
    assert_int_equal(costs[1], costs[0]);
    assert_int_equal(n_inputs[1], n_inputs[0]);
    assert_int_equal(texts[1].n, texts[0].n);
    assert_memory_equal(texts[1].at, texts[0].at, texts[0].n);
    for (u32 i = 0; i < 2; i++) text_free(&texts[i]);
  }
}

static void test_seed(void **state) {
  (void)state;
  u8 *inputs[3];
  u64 costs[3];
  for (u32 i = 0; i < 3; i++) {
    Job j;
    run(&j, insertion_sort, "ga", 30, 2000, i == 2 ? 9 : 4);
    inputs[i] = mem_dup(j.search->searches.at[0]->best.inputs.at[0].bytes, 120);
    costs[i] = cost_of(&j);
    job_done(&j);
  }
  assert_int_equal(costs[0], costs[1]);
  assert_memory_equal(inputs[0], inputs[1], 120);
  for (u32 i = 0; i < 3; i++) mem_free(inputs[i]);
}

/* Interrupted before it began: what was found by then is there, and the run ends. */
static void test_interrupted(void **state) {
  (void)state;
  volatile sig_atomic_t interrupted = 1;
  Job j;
  job_open(&j, insertion_sort, "ga", (u32[]){8}, 1);
  j.config.budget.interrupted = &interrupted;
  job_run(&j);
  job_done(&j);
}

/* What is bad at a small size seeds the large one: half of the lock is open from the beginning. */
static void test_sizes(void **state) {
  (void)state;
  Job j;
  job_open(&j, insertion_sort, "ga", (u32[]){3, 12, 24}, 3);
  j.config.budget.max_paths = 100;
  job_run(&j);
  assert_worst(&j, 0, 3, false);
  assert_worst(&j, 1, 66, false);
  assert_worst(&j, 2, 276, false);
  job_done(&j);
}

/* One path that cannot be followed is no reason to learn nothing. */
static void test_auto_with_gaps(void **state) {
  (void)state;
  static const char source[] = HARNESS "double strtod(const char *, char **);" MAIN(
      "if (n && a[0] == 77) return strtod((char *)a, 0) > 1;"
      "for (long i = 1; i < n; i++) { int x = a[i]; long j = i;"
      "  while (j > 0 && a[j - 1] > x) { a[j] = a[j - 1]; j--; } a[j] = x; }");
  Job j;
  job_open(&j, source, "auto", (u32[]){20}, 1);
  j.config.budget.max_paths = 100;
  job_run(&j);
  bool has_learned = false;
  for (u32 i = 0; i < j.search->said.n; i++)
    has_learned |= strstr(j.search->said.at[i], "every path") != NULL;
  assert_true(has_learned);
  assert_true(j.search->searches.at[0]->best.cost >= 190);
  assert_false(j.search->searches.at[0]->is_proven);
  job_done(&j);
}

#ifndef NADIR_TINY /* where small sizes are too few for a law */
/* What small sizes say ends: up to 16 letters nothing is worse than "aaa…", then a 'b' near the end is.  The
 * symbolic search takes what the law of 1 to 9 predicts, and only doubt finds more. */
static const char glob[] =
    HARNESS "static int glob(const char *p, const char *s) {"
            "  while (*p) {"
            "    if (*p == '*') {"
            "      for (; *s; s++) if (glob(p + 1, s)) return 1;"
            "      return glob(p + 1, s); }"
            "    if (*p != *s) return 0;"
            "    p++; s++; }"
            "  return !*s; }"
            "int main(void) { long n = (long)nadir_size(); char *s = malloc(n + 1);"
            "  nadir_symbolic(s, n + 1, \"s\");"
            "  for (long i = 0; i < n; i++) nadir_assume(s[i] != 0);"
            "  s[n] = 0; return glob(\"*a*a*b\", s); }";

static void test_law_that_ends(void **state) {
  (void)state;
  enum { N = 18 };
  Job j;
  run(&j, glob, "auto", N, 800, 1);
  const NamedBytes *in = &j.search->searches.at[0]->best.inputs.at[0];
  assert_non_null(memchr(in->bytes, 'b', N));
  job_done(&j);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_planted),
      cmocka_unit_test(test_contained),
      cmocka_unit_test(test_smaller_sizes_end),
      cmocka_unit_test(test_workers),
      cmocka_unit_test(test_seed),
      cmocka_unit_test(test_interrupted),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_auto_with_gaps),
#ifndef NADIR_TINY
      cmocka_unit_test(test_law_that_ends),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
