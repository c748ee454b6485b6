/* nontermination_test.c — paths that come back to where they were are noticed whoever drives the machine and
 * however, and those that only stand still are not. */
#include "unit/unit.h"

#include "unit/vm/machine.h"

/* Runs the one path of a program that no symbol decides, so much fuel at a time, none in between. */
static Stop run_by(const char *source, u64 fuel, u64 max_instructions, u64 *ret_n) {
  Machine m;
  machine_init(&m, source, NULL);
  State *s;
  assert_int_equal(vm_start(m.vm, &s), OK);
  while (s->cost.n[COST_INSTRUCTIONS] < max_instructions && vm_run(m.vm, s, fuel) == EVENT_FUEL)
    for (u32 k = 0; k < 3; k++) vm_run(m.vm, s, 0);
  *ret_n = s->cost.n[COST_INSTRUCTIONS];
  Stop stop = s->ending ? s->ending->stop : STOP_NOT;
  machine_done(&m);
  return stop;
}

static void finds_it_by_any_fuel(void **state) {
  (void)state;
  static const char source[] = "int x; int main(void) { for (;;) x = (x + 1) % 100; }";
  static const u64 fuels[] = {1, 7, 1000, 1 << 20};
  u64 first = 0;
  for (u32 k = 0; k < ARRAY_LEN(fuels); k++) {
    u64 n;
    assert_int_equal(run_by(source, fuels[k], UINT64_MAX, &n), STOP_ENDLESS);
    if (!k) first = n;
    assert_int_equal(n, first);
  }
}

static void standing_still_is_no_circle(void **state) {
  (void)state;
  static const char source[] =
      "int main(void) { unsigned n = 0; while (n < 200000) n++; return 0; }";
  u64 n;
  assert_int_equal(run_by(source, 1, UINT64_MAX, &n), STOP_EXIT);
  assert_int_equal(run_by(source, 1000, UINT64_MAX, &n), STOP_EXIT);
}

static void memory_makes_a_difference(void **state) {
  (void)state;
  static const struct {
    const char *source;
    Stop stop;
  } rows[] = {
      /* A counter of 2^24 in a global, in the heap, in bytes of another object. */
      {"unsigned n; int main(void) { do n++; while (n); }", STOP_NOT},
      {"void *malloc(unsigned long); int main(void) { unsigned *n = malloc(4); *n = 1;"
       "  while (*n) ++*n; }",
       STOP_NOT},
      {"void *malloc(unsigned long); void free(void *);"
       "int main(void) { for (;;) free(malloc(1)); }",
       STOP_NOT},
      {"unsigned char d[4]; int main(void) { for (;;) for (int k = 0; ++d[k] == 0 && k < 3;) k++; "
       "}",
       STOP_NOT},
      {"unsigned char d[1]; int main(void) { for (;;) for (int k = 0; ++d[k] == 0 && k < 0;) k++; "
       "}",
       STOP_ENDLESS},
      {"int f(int n) { int here[2] = {n, n}; return n ? f(n - 1) : here[1]; }"
       "int main(void) { for (;;) f(5); }",
       STOP_ENDLESS},
  };
  for (u32 k = 0; k < ARRAY_LEN(rows); k++) {
    u64 n;
    assert_int_equal(run_by(rows[k].source, 1000, 1 << 22, &n), rows[k].stop);
  }
}

static void says_which_inputs_do_not_end(void **state) {
  (void)state;
  Tally t = machine_count("void nadir_symbolic(void *, unsigned long, const char *);"
                          "int main(void) { unsigned char x; nadir_symbolic(&x, 1, \"x\");"
                          "  while (x > 9 && x < 12) {} while (x == 20) {} return 0; }");
  assert_int_equal(t.n[STOP_ENDLESS], 2);
  assert_int_equal(t.n[STOP_EXIT], 2);
}

/* There a loop of this kind is no error. */
static void verifiers_programs_may(void **state) {
  (void)state;
  Tally t = machine_count("int __VERIFIER_nondet_int(void);"
                          "int main(void) { int x = __VERIFIER_nondet_int(); while (x == 3) {} }");
  assert_int_equal(t.n[STOP_QUIET_EXIT], 1);
  assert_int_equal(t.n[STOP_EXIT], 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_it_by_any_fuel),      cmocka_unit_test(standing_still_is_no_circle),
      cmocka_unit_test(memory_makes_a_difference), cmocka_unit_test(says_which_inputs_do_not_end),
      cmocka_unit_test(verifiers_programs_may),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
