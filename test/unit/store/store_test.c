/* store_test.c — claims and commits in each place where a store can be: what holds when a worker is too late, dies, or is
 * killed in the middle. */
#include "unit/unit.h"

#include "base/clock.h"
#include "store/store.h"
#include "unit/store/redis_server.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOUR_S = 3600 };
static const u64 hour_ns = HOUR_S * NS_PER_S;
static RedisServer server;
static char file[64];
static const char *path;

static int open_places(void **state) {
  (void)state;
  snprintf(file, sizeof file, "/tmp/store-test-%d", (int)getpid());
  redis_server_make(&server);
  redis_server_start(&server, NULL);
  return 0;
}

static int close_places(void **state) {
  (void)state;
  redis_server_remove(&server);
  return 0;
}

static int in_file(void **state) {
  (void)state;
  path = file;
  return 0;
}

static int at_server(void **state) {
  (void)state;
  path = server.name;
  return 0;
}

static int remove_store(void **state) {
  (void)state;
  return store_remove(path) != OK;
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
  assert_int_equal(store_publish(s), OK);
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
                                               .news = &results,
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
  /* News are the same here, and each is read once. */
  u64 n_seen = 0;
  text_clear(&all);
  assert_int_equal(store_each_news(s, &n_seen, collect, &all), OK);
  assert_string_equal(text_c(&all), results);
  assert_int_equal(store_each_news(s, &n_seen, collect, &all), OK);
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
  StoreCount n;
  for (u32 i = 0; i < STORE_MOST_CLAIMS; i++) {
    u64 worker = join(s);
    assert_int_equal(store_count(s, &n), OK);
    assert_int_equal(n.n_given_up, 0);
    assert_true(claim(s, worker, hour_ns, &job));
    assert_int_equal(job.n_claims, i + 1);
    assert_int_equal(store_free_claims(s, worker), OK);
  }
  assert_int_equal(store_count(s, &n), OK);
  assert_true(n.n_jobs == 1 && n.n_given_up == 1 && !n.n_claimed);
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
  if (store_reopen(path, &s) != OK) _exit(1);
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
  assert_int_equal(store_publish(s), OK);
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
  assert_int_equal(store_open("unix:/nowhere/at/all", &s), ERR_OS);
  assert_null(store_close(NULL));
  text_free(&back);
}

/* Who died with a job and was not seen to die: its lease ends, and at last the job is given up, so that the run ends. */
static void test_leases_end(void **state) {
  (void)state;
  Store *s = make();
  StoreJob job = {0};
  StoreCount n;
  bool has_job, is_over;
  for (u32 i = 0; i < STORE_MOST_CLAIMS; i++) {
    assert_true(claim(s, join(s), 0, &job));
    usleep(3000);
  }
  assert_int_equal(store_claim(s, join(s), hour_ns, &job, &has_job, &is_over), OK);
  assert_true(!has_job && is_over);
  assert_int_equal(store_count(s, &n), OK);
  assert_true(n.n_jobs == 1 && n.n_given_up == 1 && !n.n_claimed);
  text_free(&job.leaves);
  store_close(s);
}

/* Who leads wants to end: nobody gets a job, and whoever commits hears it; then it goes on. */
static void test_ending(void **state) {
  (void)state;
  Store *s = make();
  StoreJob job = {0};
  bool has_job, is_over;
  u64 a = join(s), b = join(s);
  assert_true(claim(s, a, hour_ns, &job));
  assert_false(store_is_ending(s));
  assert_int_equal(store_set_ending(s, true), OK);
  assert_true(commit(s, a, &job, "left", "gift", "one"));
  assert_true(store_is_ending(s));
  assert_int_equal(store_claim(s, b, hour_ns, &job, &has_job, &is_over), OK);
  assert_true(!has_job && is_over);
  assert_int_equal(store_set_ending(s, false), OK);
  assert_true(claim(s, b, hour_ns, &job));
  assert_string_equal(text_c(&job.leaves), "gift");
  assert_false(store_is_ending(s));
  text_free(&job.leaves);
  store_close(s);
}

typedef struct Looked {
  u32 n_workers, n_jobs;
  u64 worker, job, of_job;
  char who[300];
  char head[32];
} Looked;

static Err look_at_worker(void *user, const StoreWorkerRow *row) {
  Looked *l = user;
  l->n_workers++;
  assert_true(row->joined_ns <= row->seen_ns);
  if (row->job) {
    l->worker = row->id;
    l->job = row->job;
    assert_true(row->claimed_ns >= row->joined_ns);
    snprintf(l->who, sizeof l->who, "%s", row->who);
  }
  return OK;
}

static Err look_at_job(void *user, const StoreJobRow *row) {
  Looked *l = user;
  l->n_jobs++;
  if (row->worker) l->of_job = row->worker;
  snprintf(l->head, sizeof l->head, "%.*s", (int)row->n_head, (const char *)row->head);
  return OK;
}

static void test_looking_on(void **state) {
  (void)state;
  Store *s = make();
  StoreJob job = {0};
  Looked l = {0};
  u64 begin, end, a = join(s), b = join(s);
  assert_int_equal(store_now(s, &begin), OK);
  assert_true(claim(s, b, hour_ns, &job));
  assert_true(commit(s, b, &job, "left", "a gift of many more bytes", "one"));
  assert_int_equal(store_each_worker(s, look_at_worker, &l), OK);
  assert_int_equal(store_each_job(s, look_at_job, &l), OK);
  assert_int_equal(store_now(s, &end), OK);
  assert_true(begin <= end && a != b);
  assert_int_equal(l.n_workers, 2);
  assert_int_equal(l.n_jobs, 2);
  assert_int_equal(l.worker, b);
  assert_int_equal(l.of_job, b);
  assert_int_equal(l.job, job.id);
  assert_string_equal(l.head, "a gift of many m");
  assert_int_equal(strtol(strrchr(l.who, ' '), NULL, 10), getpid());
  text_free(&job.leaves);
  store_close(s);
}

#define BOTH(test)                                      \
  {#test "_file", test, in_file, remove_store, NULL}, { \
    #test "_redis", test, at_server, remove_store, NULL \
  }

int main(void) {
  const struct CMUnitTest tests[] = {
      BOTH(test_work),  BOTH(test_too_late),   BOTH(test_deaths), BOTH(test_killed),
      BOTH(test_facts), BOTH(test_leases_end), BOTH(test_ending), BOTH(test_looking_on),
  };
  return cmocka_run_group_tests(tests, open_places, close_places);
}
