/* mailbox_test.c — a task beside its maker: what both see, and what becomes of one that dies or never ends. */
#include "unit/unit.h"

#include "base/mailbox.h"
#include "base/worker_pool.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 1000 };

static Mailbox *up_of(void *shared) { return shared; }

static Mailbox *down_of(void *shared) {
  return (Mailbox *)((u8 *)shared + (sizeof(Mailbox) + ROOM + 7) / 8 * 8);
}

static const size_t n_shared = 2 * ((sizeof(Mailbox) + ROOM + 7) / 8 * 8);

static WorkerPool *begin(PoolTask *task, void *user) {
  WorkerPool *a = worker_pool_new(1, 1, n_shared, task, user);
  assert_true(worker_pool_start(a, 1));
  return a;
}

/* Sends back what it gets, each byte one more, for ever. */
static void echo(void *user, void *shared) {
  u8 bytes[ROOM];
  u32 version = 0;
  (void)user;
  for (;;) {
    u32 n = mailbox_read(down_of(shared), bytes, ROOM, &version);
    for (u32 i = 0; i < n; i++) bytes[i]++;
    if (n) mailbox_write(up_of(shared), bytes, n);
  }
}

static u32 wait_for(Mailbox *l, u8 *ret, u32 *io_version) {
  u32 n;
  while (!(n = mailbox_read(l, ret, ROOM, io_version))) usleep(100);
  return n;
}

static void test_mailboxes(void **state) {
  (void)state;
  WorkerPool *a = begin(echo, NULL);
  u8 out[ROOM], in[ROOM];
  u32 version = 0;
  assert_int_equal(mailbox_read(up_of(worker_pool_row(a, 0)), in, ROOM, &version), 0);
  for (u32 round = 1; round <= 200; round++) {
    u32 n = 1 + round * 97 % ROOM;
    memset(out, (int)round, n);
    mailbox_write(down_of(worker_pool_row(a, 0)), out, n);
    assert_int_equal(wait_for(up_of(worker_pool_row(a, 0)), in, &version), n);
    for (u32 i = 0; i < n; i++) assert_int_equal(in[i], (u8)(round + 1));
    assert_int_equal(mailbox_read(up_of(worker_pool_row(a, 0)), in, ROOM, &version), 0);
  }
  assert_null(worker_pool_free(a));
}

/* Whoever reads less than there is gets that, and nothing behind it is written. */
static void test_short(void **state) {
  (void)state;
  _Alignas(Mailbox) u8 room[sizeof(Mailbox) + 8] = {0};
  Mailbox *l = (Mailbox *)(void *)room;
  u8 in[3] = {0};
  u32 version = 0;
  mailbox_write(l, "abcdef", 6);
  assert_int_equal(mailbox_read(l, in, 2, &version), 2);
  assert_memory_equal(in, "ab", 3);
}

/* Bytes that are all alike, for ever. */
static void scribble(void *user, void *shared) {
  u8 bytes[ROOM];
  (void)user;
  for (u32 round = 0;; round++) {
    memset(bytes, (int)(round & 127), ROOM);
    mailbox_write(up_of(shared), bytes, ROOM);
  }
}

/* What is read while it is written leaves the last good one where it is. */
static void test_torn(void **state) {
  (void)state;
  WorkerPool *a = begin(scribble, NULL);
  u8 in[ROOM];
  u32 version = 0, n_good = 0;
  wait_for(up_of(worker_pool_row(a, 0)), in, &version);
  for (u32 round = 0; round < 200000 && n_good < 2000; round++) {
    n_good += mailbox_read(up_of(worker_pool_row(a, 0)), in, ROOM, &version) > 0;
    for (u32 i = 1; i < ROOM; i++)
      if (in[i] != in[0]) fail_msg("a torn one, at byte %u", i);
  }
  worker_pool_free(a);
}

static void tell_pid(void *user, void *shared) {
  pid_t pid = getpid();
  mailbox_write(up_of(shared), &pid, sizeof pid);
  if (*(const bool *)user) abort();
  for (;;) pause();
}

/* One that hangs is gone when it is freed, and one that died is no reason to wait. */
static void test_ends(void **state) {
  (void)state;
  for (u32 dies = 0; dies < 2; dies++) {
    bool does = dies;
    WorkerPool *a = begin(tell_pid, &does);
    u8 bytes[ROOM];
    u32 version = 0;
    pid_t pid;
    assert_int_equal(wait_for(up_of(worker_pool_row(a, 0)), bytes, &version), sizeof pid);
    memcpy(&pid, bytes, sizeof pid);
    assert_true(pid != getpid());
    worker_pool_free(a);
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(errno, ESRCH);
  }
  assert_null(worker_pool_free(NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mailboxes),
      cmocka_unit_test(test_short),
      cmocka_unit_test(test_torn),
      cmocka_unit_test(test_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
