/* worker_pool_test.c — every task is done once wherever it is done; deaths and hangs of workers are contained. */
#include "unit/unit.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/worker_pool.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct Row {
  u64 in, out;
  u32 n_times;
  pid_t by;
} Row;

typedef struct Job {
  pid_t maker;
  u64 salt;  /* what a worker knows is what was known when it was made */
  u64 kills; /* a worker dies of this one */
  u64 hangs; /* or never ends it */
  u64 n_spin;
} Job;

static void task(void *user, void *at) {
  const Job *j = user;
  Row *r = at;
  bool is_worker = getpid() != j->maker;
  if (is_worker && r->in == j->kills) abort();
  while (is_worker && r->in == j->hangs) pause();
  volatile u64 spin = 0;
  while (spin < j->n_spin) spin++;
  r->out = hash_pair(r->in, j->salt);
  r->by = getpid();
  r->n_times++;
}

static void fill(WorkerPool *c, u32 n, u64 first) {
  for (u32 i = 0; i < n; i++) *(Row *)worker_pool_row(c, i) = (Row){.in = first + i};
}

static void assert_done(WorkerPool *c, u32 n, const Job *j) {
  for (u32 i = 0; i < n; i++) {
    const Row *r = worker_pool_row(c, i);
    if (worker_pool_is_lost(c, i)) continue;
    assert_int_equal(r->out, hash_pair(r->in, j->salt));
    assert_int_equal(r->n_times, 1);
  }
}

static void test_same_with_any_number(void **state) {
  (void)state;
  for (u32 n_workers = 0; n_workers <= 3; n_workers++) {
    Job j = {
        .maker = getpid(), .salt = 5, .kills = UINT64_MAX, .hangs = UINT64_MAX, .n_spin = 1000};
    WorkerPool *c = worker_pool_new(n_workers, 64, sizeof(Row), task, &j);
    assert_int_equal(worker_pool_workers(c), n_workers);
    u32 n_by_others = 0;
    for (u32 round = 0; round < 100; round++) {
      u32 n = round % 65;
      fill(c, n, round * 100);
      assert_int_equal(worker_pool_run(c, n, 10 * NS_PER_S, NULL), 0);
      assert_done(c, n, &j);
      for (u32 i = 0; i < n; i++) n_by_others += ((Row *)worker_pool_row(c, i))->by != j.maker;
    }
    if (!n_workers) assert_int_equal(n_by_others, 0);
    worker_pool_free(c);
  }
}

/* The tasks are long, so that the workers have some. */
static u32 run_until_lost(WorkerPool *c, Job *j, u64 patience_ns) {
  u32 n_lost = 0;
  for (u32 round = 0; round < 200 && !n_lost; round++) {
    for (u32 i = 0; i < 8; i++) *(Row *)worker_pool_row(c, i) = (Row){.in = i};
    n_lost = worker_pool_run(c, 8, patience_ns, NULL);
    assert_done(c, 8, j);
    u32 n = 0;
    for (u32 i = 0; i < 8; i++) n += worker_pool_is_lost(c, i);
    assert_int_equal(n, n_lost);
  }
  return n_lost;
}

static void test_death(void **state) {
  (void)state;
  Job j = {.maker = getpid(), .kills = 3, .hangs = UINT64_MAX, .n_spin = 3000000};
  WorkerPool *c = worker_pool_new(2, 8, sizeof(Row), task, &j);
  u32 n_lost = run_until_lost(c, &j, 10 * NS_PER_S);
  assert_int_equal(n_lost, 1);
  assert_true(worker_pool_is_lost(c, 3));
  assert_int_equal(worker_pool_workers(c), 1);
  run_until_lost(c, &j, 10 * NS_PER_S); /* the other may die of it, too */
  fill(c, 8, 50);
  assert_int_equal(worker_pool_run(c, 8, 10 * NS_PER_S, NULL), 0); /* with whoever is left */
  assert_done(c, 8, &j);
  worker_pool_free(c);
}

static void test_hang(void **state) {
  (void)state;
  Job j = {.maker = getpid(), .kills = UINT64_MAX, .hangs = 3, .n_spin = 3000000};
  WorkerPool *c = worker_pool_new(1, 8, sizeof(Row), task, &j);
  assert_int_equal(run_until_lost(c, &j, NS_PER_S / 2), 1);
  assert_true(worker_pool_is_lost(c, 3));
  assert_int_equal(worker_pool_workers(c), 0);
  fill(c, 8, 0);
  assert_int_equal(worker_pool_run(c, 8, NS_PER_S, NULL), 0); /* the caller alone */
  assert_done(c, 8, &j);
  worker_pool_free(c);
}

/* Who is interrupted does not wait. */
static void test_interrupted(void **state) {
  (void)state;
  volatile sig_atomic_t interrupted = 1;
  Job j = {.maker = getpid(), .kills = UINT64_MAX, .hangs = 3, .n_spin = 3000000};
  WorkerPool *c = worker_pool_new(1, 8, sizeof(Row), task, &j);
  fill(c, 8, 0);
  assert_true(worker_pool_run(c, 8, 3600 * NS_PER_S, &interrupted) <= 1);
  assert_int_equal(worker_pool_workers(c), 0);
  worker_pool_free(c);
}

static void test_no_tasks(void **state) {
  (void)state;
  Job j = {.maker = getpid()};
  WorkerPool *c = worker_pool_new(1, 0, 0, task, &j);
  assert_int_equal(worker_pool_run(c, 0, NS_PER_S, NULL), 0);
  worker_pool_free(c);
  assert_null(worker_pool_free(NULL));
  assert_true(worker_pool_cores() >= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_with_any_number),
      cmocka_unit_test(test_death),
      cmocka_unit_test(test_hang),
      cmocka_unit_test(test_interrupted),
      cmocka_unit_test(test_no_tasks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
