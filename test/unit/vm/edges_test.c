/* edges_test.c — sides of jumps are counted right, also across calls and switches, and cost nothing. */
#include "unit/unit.h"

#include "unit/vm/machine.h"
#include "vm/exec/edges.h"

#include <stdlib.h>

typedef struct Run {
  Tally tally;
  u32 counts[64]; /* of the sites of main and of what it calls, in ascending order */
  u32 n;
} Run;

static int ascending(const void *a, const void *b) {
  return *(const u32 *)a < *(const u32 *)b ? -1 : *(const u32 *)a > *(const u32 *)b;
}

static Run run(const char *source, bool counts) {
  Run r = {0};
  Machine m;
  Module *module = machine_compile(source);
  EdgeTable *h = counts ? edges_new(module) : NULL;
  VmConfig config = vm_config_default();
  config.hits = h;
  machine_init_module(&m, module, &config);
  r.tally = machine_explore(&m, NULL, NULL);
  for (u32 i = 0; counts && i < h->n_touched; i++) {
    assert_true(r.n < ARRAY_LEN(r.counts) && edges_count(h, h->touched[i]) > 0);
    r.counts[r.n++] = edges_count(h, h->touched[i]);
  }
  qsort(r.counts, r.n, sizeof *r.counts, ascending);
  if (counts) {
    edges_clear(h);
    for (u32 i = 0; i < h->n_edges; i++) assert_int_equal(edges_count(h, i), 0);
  }
  machine_done(&m);
  edges_free(h);
  return r;
}

static void check(const char *source, const u32 *counts, u32 n) {
  Run with = run(source, true), without = run(source, false);
  assert_int_equal(with.n, n);
  for (u32 i = 0; i < n; i++) assert_int_equal(with.counts[i], counts[i]);
  assert_memory_equal(&with.tally, &without.tally, sizeof with.tally);
}

#define CHECK_COUNTS(source, ...) \
  check(source, (u32[]){__VA_ARGS__}, sizeof((u32[]){__VA_ARGS__}) / sizeof(u32))

static void test_sides(void **state) {
  (void)state;
  CHECK_COUNTS("int main(void) { int s = 0; for (int i = 0; i < 7; i++) s += i; return s; }", 1, 7);
  CHECK_COUNTS("int main(void) { int s = 0; for (int i = 0; i < 9; i++) if (i % 3 == 0) s++;"
               "  return s; }",
               1, 3, 6, 9);
}

/* Each activation counts at the same place, and the caller goes on at its own. */
static void test_calls(void **state) {
  (void)state;
  CHECK_COUNTS("static int f(int n) { return n ? f(n - 1) + 1 : 0; }"
               "int main(void) { int s = 0; for (int i = 0; i < 3; i++) s += f(10); return s; }",
               1, 3, 3, 30);
}

static void test_switch(void **state) {
  (void)state;
  CHECK_COUNTS("int main(void) { int s = 0; for (int i = 0; i < 12; i++) switch (i % 4) {"
               "  case 0: s++; break; case 1: s += 2; break; default: s--; } return s; }",
               1, 3, 3, 6, 12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sides),
      cmocka_unit_test(test_calls),
      cmocka_unit_test(test_switch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
