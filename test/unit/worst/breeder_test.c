/* breeder_test.c — what is bred in a process of its own comes to its maker, and the reverse. */
#include "inputs/constants.h"
#include "unit/search/job.h"
#include "worst/breeder.h"

#include <unistd.h>

/* A number that stands nowhere makes work in each place: breeding finds them one by one. */
static const char lock[] = HARNESS MAIN(
    "long c = 0; for (long i = 0; i < n; i++) { nadir_assume(a[i] >= 0 && a[i] < 100);"
    "  if (a[i] == (i * 37 + 11) % 100) for (long k = 0; k < 20; k++) c += k; } return c < 0;");

typedef struct Bred {
  Job job;
  Vocabulary v;
  SizeSearch *size_search;
  InputSearch *inputs;
} Bred;

/* An input search with plain inputs; too small for smaller sizes, which would have their part of so much time first. */
static void open(Bred *b, const char *source, u32 size, const char *workers) {
  *b = (Bred){0};
  job_open(&b->job, source, "dfs", (u32[]){size}, 1);
  b->job.config.cost = COST_INSTRUCTIONS;
  b->job.config.budget.max_paths = 0;
  if (workers) job_set(&b->job, &input_search_options, INPUT_SEARCH_WORKERS, workers);
  job_run(&b->job);
  constants_collect(b->job.machine.module, &b->v);
  b->size_search = b->job.search->searches.at[0];
  b->size_search->budget.max_paths = b->job.search->config.budget.max_paths = UINT64_MAX;
  b->size_search->budget.deadline_ns = clock_after(600 * NS_PER_S);
  assert_int_equal(input_search_open(b->size_search, &b->v, &b->inputs), OK);
  assert_int_equal(input_search_seed(b->inputs, NS_PER_S), OK);
  assert_true(b->size_search->best.is_found);
}

static void close_all(Bred *b, Breeder *n) {
  breeder_free(n);
  assert_int_equal(b->inputs->n_busy, 0);
  input_search_free(b->inputs);
  vocabulary_done(&b->v);
  job_done(&b->job);
}

static u64 cost_of(const Bred *b) { return b->size_search->best.cost; }

static void wait_for(Bred *b, Breeder *n, u64 cost) {
  while (cost_of(b) < cost) {
    assert_true(clock_left(b->size_search->budget.deadline_ns));
    assert_int_equal(breeder_exchange(n, b->size_search), OK);
    usleep(1000);
  }
}

static void assert_is_real(const Bred *b) {
  WitnessRun seen;
  assert_int_equal(
      witness_run(b->job.search, b->size_search->size, &b->size_search->best, &seen, NULL), OK);
  assert_int_equal(seen.stop, STOP_EXIT);
  assert_int_equal(seen.cost.n[COST_INSTRUCTIONS], cost_of(b));
}

/* Nothing is done here; all numbers are found there. */
static void test_found_aside(void **state) {
  (void)state;
  Bred b;
  open(&b, lock, SIZED(7, 3), NULL);
  u64 before = cost_of(&b), n_inputs = stat_of(&b.size_search->stats, &stat_inputs);
  Breeder *n = breeder_new(b.inputs);
  assert_non_null(n);
  wait_for(&b, n, before + 50);
  assert_is_real(&b);
  assert_true(stat_of(&b.size_search->stats, &stat_inputs) > n_inputs + 1);
  assert_int_equal(b.size_search->history.at[b.size_search->history.n - 1].origin, ORIGIN_ga);
  /* Another size search is not concerned. */
  u64 cost = cost_of(&b);
  SizeSearch *other = search_training(b.job.search, 5);
  assert_int_equal(breeder_exchange(n, other), OK);
  assert_false(other->best.is_found);
  assert_int_equal(cost_of(&b), cost);
  close_all(&b, n);
}

/* Two numbers that belong together are found by nobody; what is found here is gone on from there. */
static void test_told(void **state) {
  (void)state;
  static const char source[] = HARNESS MAIN(
      "if ((unsigned)a[0] * 77u + (unsigned)a[1] != 123456789u || a[1] % 10007 != 5003) return 0;"
      "long c = 0; for (long i = 2; i < n; i++) if (a[i] == i + 40) for (int k = 0; k < 9; k++) "
      "c++;"
      "return c < 0;");
  Bred b;
  open(&b, source, 7, NULL);
  Breeder *n = breeder_new(b.inputs);
  i32 a[7] = {0};
  a[1] = 5003;
  a[0] = (i32)((123456789u - 5003u) * 1059797125u); /* the inverse of 77 modulo 2^32 */
  u64 cost, before = cost_of(&b);
  input_search_begin(b.inputs, ORIGIN_ga);
  assert_int_equal(input_search_try(b.inputs, (const u8 *)a, &cost), OK);
  assert_int_equal(input_search_end(b.inputs, OK), OK);
  assert_true(cost > before && cost_of(&b) == cost);
  wait_for(&b, n, cost + 20);
  assert_is_real(&b);
  close_all(&b, n);
}

static void count_errors(void *user, const SizeSearch *t, const PathEnd *end) {
  (void)t;
  if (stop_infos[end->stop].class == STOP_BUG) ++*(u32 *)user;
}

/* Only the maker can tell of an error, so it runs the input that shows it. */
static void test_errors(void **state) {
  (void)state;
  static const char source[] = HARNESS MAIN(
      "int s = 0; for (long i = 0; i < n; i++) if (a[i] > a[0] && i % 2) s++;"
      "if (s == n / 2 && n > 4 && a[0] % 8 == 3) s += 10 / (a[2] % 4 - 1); return s < 0;");
  Bred b;
  u32 n_errors = 0;
  open(&b, source, 6, NULL);
  b.job.search->config.observer = (SearchObserver){.user = &n_errors, .path_ended = count_errors};
  Breeder *n = breeder_new(b.inputs);
  while (!n_errors) {
    assert_true(clock_left(b.size_search->budget.deadline_ns));
    assert_int_equal(breeder_exchange(n, b.size_search), OK);
    usleep(1000);
  }
  close_all(&b, n);
}

#ifdef NADIR_TINY
#define LONG "1000"
#else
#define LONG "100000"
#endif

/* What was found there is not lost by an interruption here, however long it takes to run, and smaller sizes, which have
 * their part of so much time, do not keep it back. */
static void test_interrupted(void **state) {
  (void)state;
  static const char source[] =
      HARNESS MAIN("long c = 0; for (long k = 0; k < " LONG "; k++) c += k;"
                   "for (long i = 0; i < n; i++) if (a[i] % 100 == (i * 37 + 11) % 100) for (long "
                   "k = 0; k < 20; k++) c += k;"
                   "return c < 0;");
  Bred b;
  open(&b, source, 32, NULL);
  u64 before = cost_of(&b);
  Breeder *n = breeder_new(b.inputs);
  volatile sig_atomic_t is_interrupted = 1;
  b.size_search->budget.interrupted = &is_interrupted;
  wait_for(&b, n, before + 50);
  b.size_search->budget.interrupted = NULL;
  close_all(&b, n);
}

/* Where the same seed must give the same, and where one process is wanted, there is none. */
static void test_none(void **state) {
  (void)state;
  Bred b;
  open(&b, lock, 3, "1");
  assert_null(breeder_new(b.inputs));
  close_all(&b, NULL);
  open(&b, lock, 3, NULL);
  b.size_search->budget.max_paths = 1000;
  assert_null(breeder_new(b.inputs));
  b.size_search->budget.max_paths = UINT64_MAX;
  b.size_search->budget.deadline_ns = NEVER_NS;
  assert_null(breeder_new(b.inputs));
  assert_int_equal(breeder_exchange(NULL, b.size_search), OK);
  close_all(&b, NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_found_aside), cmocka_unit_test(test_told),
      cmocka_unit_test(test_errors),      cmocka_unit_test(test_interrupted),
      cmocka_unit_test(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
