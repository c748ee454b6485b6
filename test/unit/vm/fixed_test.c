/* fixed_test.c — inputs with one remaining value are passed to the solver as constants, so that it
 * need not derive later answers from the whole path condition. */
#include "unit/unit.h"

#include "unit/vm/machine.h"

static const char source[] =
    "void nadir_symbolic(void *p, unsigned long n, const char *name);"
    "int main(void) {"
    "  unsigned char in[3];"
    "  unsigned n = 0, sum;"
    "  nadir_symbolic(in, sizeof in, \"in\");"
    "  sum = ((in[0] ^ in[1]) * 257u + in[1]) * 65599u ^ in[2];"
    "  if (sum != (((7 ^ 8) * 257u + 8) * 65599u ^ 9)) return 1;" /* one input */
    "  for (unsigned k = 0; k < 400; k++) n += (in[0] ^ in[1]) + in[2] + k == 100;"
    "  for (unsigned k = 0; k < 400; k++) if ((in[0] ^ in[1]) + in[2] + k == 100) n++;"
    "  return n == 2 ? 0 : 2;"
    "}";

/* Questions that came to a stage that looks at more than the question. */
static u64 count_general(const Solver *solver) {
  return solver_stats(solver).stage[STAGE_slice].n_asked;
}

static Tally explore(bool knows_bytes, u64 *ret_general) {
  Machine m;
  VmConfig config = vm_config_default();
  config.knows_bytes = knows_bytes;
  machine_init(&m, source, &config);
  Tally t = machine_explore(&m, NULL, NULL);
  *ret_general = count_general(m.solver);
  machine_done(&m);
  return t;
}

static void test_settles(void **state) {
  (void)state;
  u64 n_with, n_without;
  Tally with = explore(true, &n_with), without = explore(false, &n_without);
  assert_int_equal(with.n_paths, 2);
  assert_int_equal(without.n_paths, 2);
  assert_int_equal(with.n_decisions, without.n_decisions);
  assert_int_equal(with.most.n[COST_INSTRUCTIONS], without.most.n[COST_INSTRUCTIONS]);
  assert_true(n_without >= 100); /* one for each k up to there */
  assert_true(n_with < 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_settles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
