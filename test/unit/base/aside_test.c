/* aside_test.c — a task beside its maker: what both see, and what becomes of one that dies or never ends. */
#include "unit/unit.h"

#include "base/aside.h"
#include "base/clock.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROOM = 1000 };

static Letter *up_of(void *shared) {
  return shared;
}

static Letter *down_of(void *shared) {
  return (Letter *)((u8 *)shared + (sizeof(Letter) + ROOM + 7) / 8 * 8);
}

static const size_t n_shared = 2 * ((sizeof(Letter) + ROOM + 7) / 8 * 8);

/* Sends back what it gets, each byte one more, for ever. */
static void echo(void *user, void *shared) {
  u8 bytes[ROOM];
  u32 version = 0;
  (void)user;
  for (;;) {
    u32 n = letter_read(down_of(shared), bytes, ROOM, &version);
    for (u32 i = 0; i < n; i++) bytes[i]++;
    if (n) letter_write(up_of(shared), bytes, n);
  }
}

static u32 wait_for(Letter *l, u8 *ret, u32 *io_version) {
  u32 n;
  while (!(n = letter_read(l, ret, ROOM, io_version))) usleep(100);
  return n;
}

static void test_letters(void **state) {
  (void)state;
  Aside *a = aside_new(n_shared, echo, NULL);
  assert_non_null(a);
  u8 out[ROOM], in[ROOM];
  u32 version = 0;
  assert_int_equal(letter_read(up_of(aside_shared(a)), in, ROOM, &version), 0);
  for (u32 round = 1; round <= 200; round++) {
    u32 n = 1 + round * 97 % ROOM;
    memset(out, (int)round, n);
    letter_write(down_of(aside_shared(a)), out, n);
    assert_int_equal(wait_for(up_of(aside_shared(a)), in, &version), n);
    for (u32 i = 0; i < n; i++) assert_int_equal(in[i], (u8)(round + 1));
    assert_int_equal(letter_read(up_of(aside_shared(a)), in, ROOM, &version), 0);
  }
  assert_null(aside_free(a));
}

/* Whoever reads less than there is gets that, and nothing behind it is written. */
static void test_short(void **state) {
  (void)state;
  _Alignas(Letter) u8 room[sizeof(Letter) + 8] = {0};
  Letter *l = (Letter *)(void *)room;
  u8 in[3] = {0};
  u32 version = 0;
  letter_write(l, "abcdef", 6);
  assert_int_equal(letter_read(l, in, 2, &version), 2);
  assert_memory_equal(in, "ab", 3);
}

/* Letters of one letter each, for ever. */
static void scribble(void *user, void *shared) {
  u8 bytes[ROOM];
  (void)user;
  for (u32 round = 0;; round++) {
    memset(bytes, (int)(round & 127), ROOM);
    letter_write(up_of(shared), bytes, ROOM);
  }
}

/* What is read while it is written leaves the last good letter where it is. */
static void test_torn(void **state) {
  (void)state;
  Aside *a = aside_new(n_shared, scribble, NULL);
  u8 in[ROOM];
  u32 version = 0, n_good = 0;
  wait_for(up_of(aside_shared(a)), in, &version);
  for (u32 round = 0; round < 200000 && n_good < 2000; round++) {
    n_good += letter_read(up_of(aside_shared(a)), in, ROOM, &version) > 0;
    for (u32 i = 1; i < ROOM; i++)
      if (in[i] != in[0]) fail_msg("a torn letter, at byte %u", i);
  }
  aside_free(a);
}

static void tell_pid(void *user, void *shared) {
  pid_t pid = getpid();
  letter_write(up_of(shared), &pid, sizeof pid);
  if (*(const bool *)user) abort();
  for (;;) pause();
}

/* One that hangs is gone when it is freed, and one that died is no reason to wait. */
static void test_ends(void **state) {
  (void)state;
  for (u32 dies = 0; dies < 2; dies++) {
    bool does = dies;
    Aside *a = aside_new(n_shared, tell_pid, &does);
    u8 bytes[ROOM];
    u32 version = 0;
    pid_t pid;
    assert_int_equal(wait_for(up_of(aside_shared(a)), bytes, &version), sizeof pid);
    memcpy(&pid, bytes, sizeof pid);
    assert_true(pid != getpid());
    aside_free(a);
    assert_int_equal(kill(pid, 0), -1);
    assert_int_equal(errno, ESRCH);
  }
  assert_null(aside_free(NULL));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_letters),
      cmocka_unit_test(test_short),
      cmocka_unit_test(test_torn),
      cmocka_unit_test(test_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
