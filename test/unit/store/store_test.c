/* store_test.c — claims and commits: what holds when a worker is too late, dies, or is killed in the middle. */
#include "unit/unit.h"

#include "base/clock.h"
#include "store/store.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOUR_S = 3600 };
static const u64 hour_ns = HOUR_S * NS_PER_S;
static char path[64];

static int make_path(void **state) {
  (void)state;
  snprintf(path, sizeof path, "/tmp/store-test-%d", (int)getpid());
  return 0;
}

static int remove_store(void **state) {
  (void)state;
  store_remove(path);
  return 0;
}

static Text text_of(const char *s) {
  Text t = {0};
  text_add(&t, s);
  return t;
}

/* With one job, "root". */
static Store *make(void) {
  Store *s;
  Text root = text_of("root");
  assert_int_equal(store_make(path, &s), OK);
  assert_int_equal(store_add_job(s, &root), OK);
  text_free(&root);
  return s;
}

static u64 join(Store *s) {
  u64 worker;
  assert_int_equal(store_join(s, &worker), OK);
  return worker;
}

static bool claim(Store *s, u64 worker, u64 lease_ns, StoreJob *io) {
  bool has_job, is_over;
  assert_int_equal(store_claim(s, worker, lease_ns, io, &has_job, &is_over), OK);
  return has_job;
}

static bool commit(Store *s, u64 worker, const StoreJob *job, const char *left, const char *given,
                   const char *found) {
  Text leaves = text_of(left ? left : ""), gift = text_of(given ? given : "");
  Text results = text_of(found), figures = text_of("figures");
  bool is_ours;
  assert_int_equal(store_commit(s,
                                &(StoreCommit){.worker = worker,
                                               .lease_ns = hour_ns,
                                               .job = job,
                                               .leaves = left ? &leaves : NULL,
                                               .given = &gift,
                                               .n_given = given != NULL,
                                               .results = &results,
                                               .figures = &figures},
                                &is_ours),
                   OK);
  text_free(&leaves);
  text_free(&gift);
  text_free(&results);
  text_free(&figures);
  return is_ours;
}

static Err collect(void *user, const void *bytes, size_t n) {
  text_add_n(user, bytes, n);
  text_add_char(user, ' ');
  return OK;
}

static void assert_holds(Store *s, const char *leaves, const char *results) {
  Text all = {0};
  assert_int_equal(store_each_leaves(s, collect, &all), OK);
  assert_string_equal(text_c(&all), leaves);
  text_clear(&all);
  assert_int_equal(store_each_results(s, collect, &all), OK);
  assert_string_equal(text_c(&all), results);
  text_free(&all);
}

static void test_work(void **state) {
  (void)state;
  Store *s = make();
  u64 a = join(s), b = join(s);
  StoreJob job = {0}, other = {0};
  u32 n_hungry;
  assert_true(claim(s, a, hour_ns, &job));
  assert_string_equal(text_c(&job.leaves), "root");
  assert_false(claim(s, b, hour_ns, &other));
  assert_int_equal(store_hungry(s, &n_hungry), OK);
  assert_int_equal(n_hungry, 1);
  assert_true(commit(s, a, &job, "left", "gift", "one"));
  assert_holds(s, "left gift ", "one ");
  assert_int_equal(store_hungry(s, &n_hungry), OK);
  assert_int_equal(n_hungry, 0);
  assert_true(claim(s, b, hour_ns, &other));
  assert_string_equal(text_c(&other.leaves), "gift");
  assert_true(commit(s, a, &job, NULL, NULL, "two"));
  assert_true(commit(s, b, &other, NULL, NULL, "three"));
  assert_holds(s, "", "one two three ");
  bool has_job, is_over;
  assert_int_equal(store_claim(s, a, hour_ns, &job, &has_job, &is_over), OK);
  assert_true(!has_job && is_over);
  text_free(&job.leaves);
  text_free(&other.leaves);
  store_close(s);
}

/* Whoever was stopped for too long finds its job taken, and what it commits is refused whole. */
static void test_too_late(void **state) {
  (void)state;
  Store *s = make();
  u64 a = join(s), b = join(s);
  StoreJob job = {0}, again = {0};
  assert_true(claim(s, a, 0, &job)); /* a lease that is over at once */
  usleep(1000);
  assert_true(claim(s, b, hour_ns, &again));
  assert_string_equal(text_c(&again.leaves), "root");
  assert_true(again.claim > job.claim);
  assert_false(commit(s, a, &job, "left", "gift", "late"));
  assert_holds(s, "root ", "");
  assert_true(commit(s, b, &again, NULL, NULL, "in time"));
  assert_false(commit(s, a, &job, NULL, NULL, "later"));
  assert_holds(s, "", "in time ");
  text_free(&job.leaves);
  text_free(&again.leaves);
  store_close(s);
}

/* The job of a dead worker is free at once, and given up when too many died with it. */
static void test_deaths(void **state) {
  (void)state;
  Store *s = make();
  StoreJob job = {0};
  u32 n, n_given_up;
  for (u32 i = 0; i < STORE_MOST_CLAIMS; i++) {
    u64 worker = join(s);
    assert_int_equal(store_count_jobs(s, &n, &n_given_up), OK);
    assert_int_equal(n_given_up, 0);
    assert_true(claim(s, worker, hour_ns, &job));
    assert_int_equal(job.n_claims, i + 1);
    assert_int_equal(store_free_claims(s, worker), OK);
  }
  assert_int_equal(store_count_jobs(s, &n, &n_given_up), OK);
  assert_true(n == 1 && n_given_up == 1);
  assert_false(claim(s, join(s), hour_ns, &job));
  assert_int_equal(store_free_claims(s, 0), OK); /* another day it is tried again */
  assert_true(claim(s, join(s), hour_ns, &job));
  text_free(&job.leaves);
  store_close(s);
}

/* Adds a result and takes one from the leaves, for ever: their number stays the same. */
static void move_for_ever(void) {
  Store *s;
  StoreJob job = {0};
  if (store_open(path, &s) != OK) _exit(1);
  u64 worker = join(s);
  for (;;) {
    char left[32], found[32];
    if (!claim(s, worker, hour_ns, &job)) _exit(1);
    u32 n = (u32)strtoul(text_c(&job.leaves), NULL, 10);
    snprintf(left, sizeof left, "%u", n + 1);
    snprintf(found, sizeof found, "%u", n);
    commit(s, worker, &job, left, NULL, found);
    if (store_free_claims(s, worker) != OK) _exit(1);
  }
}

static Err count(void *user, const void *bytes, size_t n) {
  u32 *io_next = user;
  char text[32] = {0};
  memcpy(text, bytes, MIN(n, sizeof text - 1));
  assert_int_equal(strtoul(text, NULL, 10), *io_next);
  ++*io_next;
  return OK;
}

static void test_killed(void **state) {
  (void)state;
  Store *s;
  Text zero = text_of("0");
  assert_int_equal(store_make(path, &s), OK);
  assert_int_equal(store_add_job(s, &zero), OK);
  store_close(s);
  text_free(&zero);
  for (u32 round = 0; round < 30; round++) {
    pid_t pid = fork();
    if (!pid) move_for_ever();
    usleep(1000 + round * 500);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    u32 n_results = 0;
    Text left = {0};
    assert_int_equal(store_open(path, &s), OK);
    assert_int_equal(store_each_results(s, count, &n_results), OK);
    assert_int_equal(store_each_leaves(s, collect, &left), OK);
    assert_int_equal(strtoul(text_c(&left), NULL, 10), n_results);
    assert_int_equal(store_free_claims(s, 0), OK);
    store_close(s);
    text_free(&left);
  }
}

static void test_facts(void **state) {
  (void)state;
  Text back = {0};
  Store *s = make();
  assert_int_equal(store_put(s, "a", "x\0y", 3), OK);
  assert_int_equal(store_get(s, "a", &back), OK);
  assert_memory_equal(back.at, "x\0y", 3);
  assert_int_equal(store_get(s, "b", &back), ERR_INPUT);
  store_close(s);
  assert_int_equal(store_open("/nowhere/at/all", &s), ERR_FILE);
  assert_null(store_close(NULL));
  text_free(&back);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_work, remove_store),
      cmocka_unit_test_teardown(test_too_late, remove_store),
      cmocka_unit_test_teardown(test_deaths, remove_store),
      cmocka_unit_test_teardown(test_killed, remove_store),
      cmocka_unit_test_teardown(test_facts, remove_store),
  };
  return cmocka_run_group_tests(tests, make_path, NULL);
}
