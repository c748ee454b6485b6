/* rerun.c — gives the machine the inputs of a test in place of symbols. */
#include "engine/rerun.h"

#include "base/clock.h"
#include "native/native.h"
#include "record/stops.h"
#include "report/ktest.h"

#include <string.h>

enum { FUEL = 1 << 22 };

static bool goes_on(const Rerun *r, const State *s) {
  if (r->deadline_ns && !clock_left(r->deadline_ns)) return false;
  return !r->max_instructions || s->cost.n[COST_INSTRUCTIONS] < r->max_instructions;
}

static Err run(const Rerun *r, Vm *vm, const char *test, Text *ret_how) {
  State *s = NULL;
  TRY(vm_start(vm, &s));
  Event e;
  while ((e = vm_run(vm, s, FUEL)) == EVENT_FUEL && goes_on(r, s)) {}
  if (e == EVENT_CHOICE)
    return err_set(ERR_INPUT, "%s: something is symbolic that is not in the test", test);
  if (e == EVENT_FUEL) {
    text_add(ret_how, "has not ended");
    return OK;
  }
  const Ending *end = s->ending;
  if (end->stop == STOP_UNSUPPORTED)
    return err_set(ERR_INPUT, "%s: the test does not fit the program: %s", test, end->text);
  text_add(ret_how, stop_infos[end->stop].meaning);
  if (end->stop == STOP_EXIT) text_addf(ret_how, ", exit code %d", end->code & 0xff);
  return OK;
}

Err rerun(const Rerun *r, const char *test, Text *ret_how) {
  cleanup(ktest_free) Ktest k = {0};
  TRY(ktest_read(test, &k));
  TestCase inputs = {0};
  native_inputs(&k, &inputs);
  SolverConfig plain = solver_config_default();
  Solver *own = r->solver ? NULL : solver_new(&plain);
  VmConfig c = *r->config;
  target_configure(r->target, &c);
  c.size = r->size;
  c.test = &inputs;
  Vm *vm = vm_new(r->module, own ? own : r->solver, &c);
  Err err = run(r, vm, test, ret_how);
  vm_free(vm);
  solver_free(own);
  vec_free(&inputs.inputs);
  vec_free(&inputs.uninit);
  return err;
}
