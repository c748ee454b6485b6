/* redis_test.c — what can go wrong between a store and its server: answers that are lost, a server that goes back in time or
 * away, that has no memory or another password; and names that are wrong. */
#include "unit/unit.h"

#include "base/clock.h"
#include "store/redis_url.h"
#include "store/store.h"
#include "unit/store/redis_server.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HOUR_S = 3600 };
static const u64 hour_ns = HOUR_S * NS_PER_S;

static Text text_of(const char *s) {
  Text t = {0};
  text_add(&t, s);
  return t;
}

/* ---- a server in between that loses an answer ---------------------------------------------------- */

static struct sockaddr_un address_of(const char *path) {
  struct sockaddr_un a = {.sun_family = AF_UNIX};
  snprintf(a.sun_path, sizeof a.sun_path, "%s", path);
  return a;
}

static int connected_to(const char *path) {
  struct sockaddr_un a = address_of(path);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return connect(fd, (struct sockaddr *)&a, sizeof a) ? -1 : fd;
}

/* Both ways, until one of them ends or an answer is lost. */
static void pass_on(int client, int to, u32 *io_n_until_lost) {
  char bytes[1 << 16];
  for (;;) {
    struct pollfd fds[] = {{.fd = client, .events = POLLIN}, {.fd = to, .events = POLLIN}};
    if (poll(fds, 2, -1) < 0) return;
    for (u32 i = 0; i < 2; i++) {
      if (!fds[i].revents) continue;
      ssize_t n = read(fds[i].fd, bytes, sizeof bytes);
      if (n <= 0) return;
      if (i == 1 && *io_n_until_lost && !--*io_n_until_lost) return;
      if (write(fds[1 - i].fd, bytes, (size_t)n) != n) return;
    }
  }
}

static pid_t start_between(const char *socket_path, const RedisServer *s, u32 nth) {
  struct sockaddr_un a = address_of(socket_path);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  unlink(socket_path);
  assert_int_equal(bind(fd, (struct sockaddr *)&a, sizeof a), 0);
  assert_int_equal(listen(fd, 8), 0);
  pid_t pid = fork();
  if (!pid) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    signal(SIGPIPE, SIG_IGN);
    for (;;) {
      int client = accept(fd, NULL, NULL), to = connected_to(s->socket);
      if (client < 0 || to < 0) _exit(1);
      pass_on(client, to, &nth);
      close(client);
      close(to);
    }
  }
  close(fd);
  return pid;
}

/* ---- what a worker does -------------------------------------------------------------------------- */

static Store *make(const char *name, const char *root) {
  Store *s;
  cleanup(text_free) Text leaves = text_of(root);
  assert_int_equal(store_make(name, &s), OK);
  assert_int_equal(store_add_job(s, &leaves), OK);
  assert_int_equal(store_publish(s), OK);
  return s;
}

static bool commit(Store *s, u64 worker, const StoreJob *job, const char *left, const char *given,
                   const char *found) {
  cleanup(text_free) Text leaves = text_of(left ? left : ""), gift = text_of(given ? given : "");
  cleanup(text_free) Text results = text_of(found), figures = text_of("figures");
  bool is_ours;
  StoreCommit c = {.worker = worker,
                   .lease_ns = hour_ns,
                   .job = job,
                   .leaves = left ? &leaves : NULL,
                   .given = &gift,
                   .n_given = given != NULL,
                   .results = &results,
                   .figures = &figures};
  assert_int_equal(store_commit(s, &c, &is_ours), OK);
  return is_ours;
}

static Err collect(void *user, const void *bytes, size_t n) {
  text_add_n(user, bytes, n);
  text_add_char(user, ' ');
  return OK;
}

static void assert_holds(Store *s, const char *leaves, const char *results) {
  cleanup(text_free) Text all = {0};
  assert_int_equal(store_each_leaves(s, collect, &all), OK);
  assert_string_equal(text_c(&all), leaves);
  text_clear(&all);
  assert_int_equal(store_each_results(s, collect, &all), OK);
  assert_string_equal(text_c(&all), results);
}

static StoreJob claimed(Store *s, u64 worker) {
  StoreJob job = {0};
  bool has_job, is_over;
  assert_int_equal(store_claim(s, worker, hour_ns, &job, &has_job, &is_over), OK);
  assert_true(has_job);
  return job;
}

/* From its first to its last question; the number of answers is that of the questions, or one more. */
static void work(const char *name) {
  Store *s = make(name, "root");
  u64 worker, n_workers;
  u32 n_hungry;
  StoreCount n;
  assert_int_equal(store_join(s, &worker), OK);
  StoreJob job = claimed(s, worker);
  assert_string_equal(text_c(&job.leaves), "root");
  assert_int_equal(job.n_claims, 1);
  assert_true(commit(s, worker, &job, "left", "gift", "one"));
  assert_true(commit(s, worker, &job, NULL, NULL, "two"));
  text_free(&job.leaves);
  assert_int_equal(store_hungry(s, &n_hungry), OK);
  job = claimed(s, worker);
  assert_string_equal(text_c(&job.leaves), "gift");
  assert_int_equal(store_count(s, &n), OK);
  assert_true(n.n_jobs == 1 && n.n_claimed == 1);
  assert_int_equal(store_free_claims(s, worker), OK);
  assert_false(commit(s, worker, &job, NULL, NULL, "late"));
  assert_int_equal(store_join(s, &n_workers), OK);
  assert_int_equal(n_workers, worker + 1);
  assert_holds(s, "gift ", "one two ");
  text_free(&job.leaves);
  store_close(s);
  assert_int_equal(store_remove(name), OK);
}

static RedisServer server;

static int start(void **state) {
  (void)state;
  redis_server_make(&server);
  redis_server_start(&server, NULL);
  return 0;
}

static int stop(void **state) {
  (void)state;
  redis_server_remove(&server);
  return 0;
}

enum { N_ANSWERS = 28 };

/* Whichever answer is lost, nothing is done twice.  (The first question of a store is not asked again.) */
static void test_lost_answers(void **state) {
  (void)state;
  cleanup(text_free) Text socket_path = text_format("%s/between", server.folder);
  cleanup(text_free) Text name = text_format("unix:%s#between", text_c(&socket_path));
  for (u32 nth = 2; nth <= N_ANSWERS; nth++) {
    pid_t between = start_between(text_c(&socket_path), &server, nth);
    work(text_c(&name));
    kill(between, SIGKILL);
    waitpid(between, NULL, 0);
  }
}

/* A server that answers before it writes may go back when it dies: whoever knows more than it is refused, and begins anew. */
static void test_back_in_time(void **state) {
  (void)state;
  Store *s = make(server.name, "root"), *other;
  u64 worker, again;
  bool has_job, is_over;
  assert_int_equal(store_join(s, &worker), OK);
  StoreJob job = claimed(s, worker), none = {0};
  redis_server_save(&server);
  assert_true(commit(s, worker, &job, "left", "gift", "lost"));
  redis_server_kill(&server);
  redis_server_restore(&server);
  redis_server_start(&server, NULL);
  assert_false(commit(s, worker, &job, NULL, NULL, "two"));
  assert_holds(s, "root ", "");
  assert_int_equal(store_claim(s, worker, hour_ns, &none, &has_job, &is_over), OK);
  assert_true(!has_job && !is_over && store_is_lost(s));
  assert_int_equal(store_reopen(server.name, &other), OK);
  assert_int_equal(store_free_claims(other, worker), OK);
  assert_int_equal(store_join(other, &again), OK);
  StoreJob taken = claimed(other, again);
  assert_string_equal(text_c(&taken.leaves), "root");
  assert_true(commit(other, again, &taken, NULL, NULL, "found"));
  assert_holds(s, "", "found ");
  text_free(&job.leaves);
  text_free(&taken.leaves);
  store_close(s);
  store_close(other);
}

static void assert_says(const char *what) {
  if (!strstr(err_text(), what)) fail_msg("'%s' does not say '%s'", err_text(), what);
}

/* A server that is gone is waited for; one that comes back without its data is not believed. */
static void test_gone(void **state) {
  (void)state;
  Store *s = make(server.name, "root");
  u64 worker;
  bool is_ours;
  assert_int_equal(store_join(s, &worker), OK);
  StoreJob job = claimed(s, worker);
  redis_server_kill(&server);
  pid_t later = fork();
  if (!later) {
    usleep(500000);
    char *const words[] = {"redis-server",
                           "--port",
                           "0",
                           "--unixsocket",
                           server.socket,
                           "--dir",
                           server.folder,
                           "--save",
                           "",
                           "--appendonly",
                           "yes",
                           "--appendfsync",
                           "always",
                           "--logfile",
                           "/dev/null",
                           NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execvp(words[0], words);
    _exit(127);
  }
  assert_true(commit(s, worker, &job, "left", NULL, "one"));
  kill(later, SIGKILL);
  waitpid(later, NULL, 0);
  redis_server_start(&server, (const char *[]){"--appendonly", "no", NULL});
  cleanup(text_free) Text figures = text_of("figures");
  StoreCommit c = {.worker = worker, .lease_ns = hour_ns, .job = &job, .figures = &figures};
  assert_int_equal(store_commit(s, &c, &is_ours), ERR_OS);
  assert_says("no run of this name is there any more");
  volatile sig_atomic_t interrupted = 1;
  Budget spent = budget_unlimited();
  spent.interrupted = &interrupted;
  store_mind(s, &spent);
  redis_server_kill(&server);
  assert_int_equal(store_commit(s, &c, &is_ours), ERR_OS);
  assert_says("cannot be reached");
  assert_says("nothing is lost");
  text_free(&job.leaves);
  store_close(s);
  redis_server_start(&server, NULL);
}

/* No part of a commit is done when the memory is full. */
static void test_no_memory(void **state) {
  (void)state;
  RedisServer small;
  redis_server_make(&small);
  redis_server_start(&small, (const char *[]){"--maxmemory", "4mb", NULL});
  Store *s = make(small.name, "root");
  u64 worker;
  bool is_ours = false;
  assert_int_equal(store_join(s, &worker), OK);
  StoreJob job = claimed(s, worker);
  cleanup(text_free) Text figures = text_of("figures"), big = {0};
  for (u32 i = 0; i < 1 << 20; i++) text_add_char(&big, 'x');
  StoreCommit c = {.worker = worker,
                   .lease_ns = hour_ns,
                   .job = &job,
                   .leaves = &figures,
                   .results = &big,
                   .figures = &figures};
  Err err = OK;
  u32 n_done = 0;
  for (; n_done < 16 && err == OK; n_done += err == OK) err = store_commit(s, &c, &is_ours);
  assert_int_equal(err, ERR_OS);
  assert_says("memory is full");
  assert_says("nothing is lost");
  cleanup(text_free) Text all = {0};
  assert_int_equal(store_each_results(s, collect, &all), OK);
  assert_int_equal(all.n, n_done * (big.n + 1));
  text_free(&job.leaves);
  store_close(s);
  redis_server_remove(&small);
}

static void test_refused(void **state) {
  (void)state;
  RedisServer guarded;
  Store *s;
  redis_server_make(&guarded);
  redis_server_start(&guarded, (const char *[]){"--requirepass", "right one", NULL});
  cleanup(text_free) Text name = text_format("unix://:right%%20one@%s#a", guarded.socket);
  cleanup(text_free) Text wrong = text_format("unix://:wrong@%s#a", guarded.socket);
  store_close(make(text_c(&name), "root"));
  assert_int_equal(store_open(text_c(&name), &s), OK);
  store_close(s);
  assert_int_equal(store_make(text_c(&name), &s), ERR_OS);
  assert_says("there already");
  assert_null(strstr(err_text(), "right"));
  assert_int_equal(store_open(text_c(&wrong), &s), ERR_OS);
  assert_says("refuses user or password");
  assert_null(strstr(err_text(), "wrong"));
  assert_int_equal(store_open(guarded.name, &s), ERR_OS);
  assert_says("wants a password");
  redis_server_kill(&guarded);
  assert_int_equal(store_open(text_c(&name), &s), ERR_OS);
  assert_says("cannot be reached");
  redis_server_start(&guarded, (const char *[]){"--maxmemory", "100mb", "--maxmemory-policy",
                                                "allkeys-lru", NULL});
  assert_int_equal(store_open(guarded.name, &s), ERR_OS);
  assert_says("noeviction");
  redis_server_remove(&guarded);
  assert_int_equal(store_open(server.name, &s), ERR_OS);
  assert_says("no run of this name");
}

/* One process leads; another one may when it is gone. */
static void test_leaders(void **state) {
  (void)state;
  Store *a = make(server.name, "root"), *b;
  assert_int_equal(store_lead(a), OK);
  assert_int_equal(store_open(server.name, &b), OK);
  assert_int_equal(store_lead(b), ERR_OS);
  assert_says("another nadir leads");
  store_close(b);
  store_close(a);
  assert_int_equal(store_open(server.name, &b), OK);
  assert_int_equal(store_lead(b), OK);
  store_close(b);
  assert_int_equal(store_remove(server.name), OK);
  assert_int_equal(store_open(server.name, &b), ERR_OS);
  assert_says("the run is over");
}

static void test_names(void **state) {
  (void)state;
  static const struct {
    const char *name, *shown; /* NULL: it is wrong */
    const char *password;
  } cases[] = {
      {"redis://a", "redis://a:6379/0#nadir", NULL},
      {"redis://u:p%40q@a.b:1/2#run", "redis://a.b:1/2#run", "p@q"},
      {"redis://:p@q@[::1]:7", "redis://[::1]:7/0#nadir", "p@q"},
      {"unix:/a/b", "unix:/a/b#nadir", NULL},
      {"unix://u:p@/a?db=3#x%20y", "unix:/a?db=3#x y", "p"},
      {"redis://", NULL, NULL},
      {"redis://a:b", NULL, NULL},
      {"redis://a:70000", NULL, NULL},
      {"redis://a/x", NULL, NULL},
      {"redis://[::1", NULL, NULL},
      {"redis://u@a", NULL, NULL},
      {"redis://u:%4@a", NULL, NULL},
      {"redis://u:%00@a", NULL, NULL},
      {"unix:a", NULL, NULL},
      {"unix:/a?x=1", NULL, NULL},
      {"unix:/a?db=", NULL, NULL},
  };
  for (u32 i = 0; i < ARRAY_LEN(cases); i++) {
    RedisUrl u;
    Err err = redis_url_parse(cases[i].name, &u);
    assert_int_equal(err, cases[i].shown ? OK : ERR_USAGE);
    if (cases[i].shown) assert_string_equal(u.shown, cases[i].shown);
    if (cases[i].password) assert_string_equal(u.password, cases[i].password);
    if (cases[i].shown && !cases[i].password) assert_null(u.password);
    redis_url_done(&u);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_lost_answers, start, stop),
      cmocka_unit_test_setup_teardown(test_back_in_time, start, stop),
      cmocka_unit_test_setup_teardown(test_gone, start, stop),
      cmocka_unit_test_setup_teardown(test_refused, start, stop),
      cmocka_unit_test_setup_teardown(test_leaders, start, stop),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
