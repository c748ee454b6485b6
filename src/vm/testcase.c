/* testcase.c — from a path to an input that takes it. */
#include "expr/input.h"
#include "vm/vm_impl.h"

static TestInput input_of(const Model *model, const Made *m) {
  TestInput t = {.name = m->name, .n_bytes = m->n_bytes, .bytes = mem_new(MAX(m->n_bytes, 1u))};
  if (!m->n_bytes) return t;
  u32 first = input_info(m->input)->first_cell;
  for (u32 k = 0; k < m->n_bytes; k++) t.bytes[k] = model_byte(model, first + k);
  return t;
}

static Answer testcase_of(Result r, const State *s, TestCase *ret_test) {
  Answer answer = r.answer;
  if (answer == ANSWER_YES) {
    TestCase t = {0};
    vec_resize(&t.inputs, s->inputs ? s->inputs->index + 1 : 0);
    for (const Made *m = s->inputs; m; m = m->parent) t.inputs.at[m->index] = input_of(r.model, m);
    *ret_test = t;
  }
  result_done(&r);
  return answer;
}

Answer testcase_make(Vm *vm, State *s, TestCase *ret_test) {
  return testcase_of(solver_solve(vm->solver, s->context), s, ret_test);
}

Answer testcase_least(Vm *vm, State *s, TestCase *ret_test) {
  return testcase_of(solver_least(vm->solver, s->context), s, ret_test);
}

void testcase_done(TestCase *t) {
  for (u32 k = 0; k < t->inputs.n; k++) mem_free(t->inputs.at[k].bytes);
  vec_free(&t->inputs);
}
