/* guard_test.c — whatever a function does in its trial, the verdict comes back and we go on. */
#include "base/guard.h"

#include "unit/unit.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static Err does_well(void *user) {
  (*(int *)user)++; /* in a copy of this process */
  return OK;
}

static Err fails(void *user) { return err_set(ERR_FILE, "no luck with %s", (char *)user); }

static Err dies(void *user) {
  raise(*(int *)user);
  return OK;
}

static Err loops(void *user) {
  volatile int *n = user;
  while (*n >= 0) *n = 1;
  return OK;
}

__attribute__((unused)) static Err eats(void *user) {
  (void)user;
  for (;;) {
    char *volatile p = malloc(1 << 20); /* which no compiler leaves out */
    if (!p) abort();
  }
}

static Err sleeps(void *user) {
  (void)user;
  while (pause() != 0) {}
  return OK;
}

static Err exits(void *user) {
  (void)user;
  exit(3);
}

/* Generous for what ends by itself, however slow the machine is today; small for what does not. */
static const GuardLimits generous = {64 << 20, 120, 1200}, short_cpu = {64 << 20, 1, 1200},
                         short_wait = {64 << 20, 120, 1};

static void assert_verdict(const GuardLimits *limits, GuardFn *fn, void *user, Err expected,
                           const char *text) {
  assert_int_equal(guard_try(fn, user, "it", limits), expected);
  if (expected != OK) assert_string_equal(err_text(), text);
}

static void test_verdicts(void **state) {
  (void)state;
  int n = 0, segv = SIGSEGV, killed = SIGABRT;
  assert_verdict(&generous, does_well, &n, OK, "");
  assert_int_equal(n, 0);
  assert_verdict(&generous, fails, "this", ERR_FILE, "no luck with this");
  assert_verdict(&generous, dies, &segv, ERR_INPUT, "it fails (SIGSEGV)");
  assert_verdict(&generous, dies, &killed, ERR_INPUT, "it fails (SIGABRT)");
  assert_verdict(&short_cpu, loops, &n, ERR_INPUT, "it takes too long");
#ifdef NDEBUG /* a sanitizer's own malloc dies in other ways, and may wait for a symbolizer that gets no memory */
  assert_verdict(&generous, eats, NULL, ERR_INPUT, "it fails (SIGABRT)");
#endif
  assert_verdict(&short_wait, sleeps, NULL, ERR_INPUT, "it takes too long");
  assert_verdict(&generous, exits, NULL, ERR_INPUT, "it needs too much memory");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
