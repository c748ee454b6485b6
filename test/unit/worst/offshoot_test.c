/* offshoot_test.c — what is bred in a process of its own comes to its maker, and the reverse. */
#include "inputs/constants.h"
#include "unit/search/job.h"
#include "worst/offshoot.h"

#include <unistd.h>

/* A number that stands nowhere makes work in each place: breeding finds them one by one. */
static const char lock[] = HARNESS MAIN(
    "long c = 0; for (long i = 0; i < n; i++) { nadir_assume(a[i] >= 0 && a[i] < 100);"
    "  if (a[i] == (i * 37 + 11) % 100) for (long k = 0; k < 20; k++) c += k; } return c < 0;");

typedef struct Bred {
  Job job;
  Vocabulary v;
  Trial *trial;
  Colony *colony;
} Bred;

/* A colony with plain inputs; too small for islands, which would have their part of so much time first. */
static void open(Bred *b, const char *source, u32 size, const char *workers) {
  *b = (Bred){0};
  job_open(&b->job, source, "dfs", (u32[]){size}, 1);
  b->job.config.cost = COST_INSTRUCTIONS;
  b->job.config.budget.max_paths = 0;
  if (workers) job_set(&b->job, &colony_options, COLONY_WORKERS, workers);
  job_run(&b->job);
  constants_collect(b->job.machine.module, &b->v);
  b->trial = b->job.hunt->trials.at[0];
  b->trial->budget.max_paths = b->job.hunt->config.budget.max_paths = UINT64_MAX;
  b->trial->budget.deadline_ns = clock_after(600 * NS_PER_S);
  assert_int_equal(colony_open(b->trial, &b->v, &b->colony), OK);
  assert_int_equal(colony_seed(b->colony, NS_PER_S), OK);
  assert_true(b->trial->best.is_found);
}

static void close_all(Bred *b, Offshoot *n) {
  offshoot_free(n);
  assert_int_equal(b->colony->n_busy, 0);
  colony_free(b->colony);
  vocabulary_done(&b->v);
  job_done(&b->job);
}

static u64 cost_of(const Bred *b) {
  return b->trial->best.cost;
}

static void wait_for(Bred *b, Offshoot *n, u64 cost) {
  while (cost_of(b) < cost) {
    assert_true(clock_left(b->trial->budget.deadline_ns));
    assert_int_equal(offshoot_meet(n, b->trial), OK);
    usleep(1000);
  }
}

static void assert_is_real(const Bred *b) {
  WitnessRun seen;
  assert_int_equal(witness_run(b->job.hunt, b->trial->size, &b->trial->best, &seen, NULL), OK);
  assert_int_equal(seen.stop, STOP_EXIT);
  assert_int_equal(seen.cost.n[COST_INSTRUCTIONS], cost_of(b));
}

/* Nothing is done here; all numbers are found there. */
static void test_found_aside(void **state) {
  (void)state;
  Bred b;
  open(&b, lock, SIZED(7, 3), NULL);
  u64 before = cost_of(&b), n_inputs = stat_of(&b.trial->stats, &stat_inputs);
  Offshoot *n = offshoot_new(b.colony);
  assert_non_null(n);
  wait_for(&b, n, before + 50);
  assert_is_real(&b);
  assert_true(stat_of(&b.trial->stats, &stat_inputs) > n_inputs + 1);
  assert_int_equal(b.trial->history.at[b.trial->history.n - 1].finder, FINDER_ga);
  /* Another trial is not concerned. */
  u64 cost = cost_of(&b);
  Trial *other = hunt_training(b.job.hunt, 5);
  assert_int_equal(offshoot_meet(n, other), OK);
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
  Offshoot *n = offshoot_new(b.colony);
  i32 a[7] = {0};
  a[1] = 5003;
  a[0] = (i32)((123456789u - 5003u) * 1059797125u); /* the inverse of 77 modulo 2^32 */
  u64 cost, before = cost_of(&b);
  colony_begin(b.colony, FINDER_ga);
  assert_int_equal(colony_try(b.colony, (const u8 *)a, &cost), OK);
  assert_int_equal(colony_end(b.colony, OK), OK);
  assert_true(cost > before && cost_of(&b) == cost);
  wait_for(&b, n, cost + 20);
  assert_is_real(&b);
  close_all(&b, n);
}

static void count_errors(void *user, const Trial *t, const PathEnd *end) {
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
  b.job.hunt->config.observer = (HuntObserver){.user = &n_errors, .path_ended = count_errors};
  Offshoot *n = offshoot_new(b.colony);
  while (!n_errors) {
    assert_true(clock_left(b.trial->budget.deadline_ns));
    assert_int_equal(offshoot_meet(n, b.trial), OK);
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
  Offshoot *n = offshoot_new(b.colony);
  volatile sig_atomic_t is_interrupted = 1;
  b.trial->budget.interrupted = &is_interrupted;
  wait_for(&b, n, before + 50);
  b.trial->budget.interrupted = NULL;
  close_all(&b, n);
}

/* Where the same seed must give the same, and where one process is wanted, there is none. */
static void test_none(void **state) {
  (void)state;
  Bred b;
  open(&b, lock, 3, "1");
  assert_null(offshoot_new(b.colony));
  close_all(&b, NULL);
  open(&b, lock, 3, NULL);
  b.trial->budget.max_paths = 1000;
  assert_null(offshoot_new(b.colony));
  b.trial->budget.max_paths = UINT64_MAX;
  b.trial->budget.deadline_ns = NEVER_NS;
  assert_null(offshoot_new(b.colony));
  assert_int_equal(offshoot_meet(NULL, b.trial), OK);
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
