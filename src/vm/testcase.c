/* testcase.c — from a path to an input that takes it. */
#include "expr/input.h"
#include "vm/prefer.h"
#include "vm/vm_impl.h"

static NamedBytes input_of(const Model *model, const Made *m) {
  NamedBytes t = {.name = m->name, .n_bytes = m->n_bytes, .bytes = mem_new(MAX(m->n_bytes, 1u))};
  if (m->known) memcpy(t.bytes, m->known, m->n_bytes);
  if (!m->n_bytes || m->known) return t;
  u32 first = input_info(m->input)->first_cell;
  for (u32 k = 0; k < m->n_bytes; k++) t.bytes[k] = model_byte(model, first + k);
  return t;
}

static void inputs_of(const Model *model, const Made *last, NamedBytesVec *ret) {
  vec_resize(ret, last ? last->index + 1 : 0);
  for (const Made *m = last; m; m = m->parent) ret->at[m->index] = input_of(model, m);
}

static Answer testcase_of(Result r, const State *s, TestCase *ret_test) {
  Answer answer = r.answer;
  if (answer == ANSWER_YES) {
    TestCase t = {0};
    inputs_of(r.model, s->inputs, &t.inputs);
    inputs_of(r.model, s->uninit, &t.uninit);
    *ret_test = t;
  }
  result_done(&r);
  return answer;
}

Answer testcase_make(Vm *vm, State *s, TestCase *ret_test) {
  if (!state_is_live(s)) prefer_apply(vm, s);
  return testcase_of(solver_solve(vm->solver, s->context), s, ret_test);
}

Answer testcase_least(Vm *vm, State *s, TestCase *ret_test) {
  if (!state_is_live(s)) prefer_apply(vm, s);
  return testcase_of(solver_least(vm->solver, s->context), s, ret_test);
}

static void inputs_done(NamedBytesVec *inputs) {
  for (u32 k = 0; k < inputs->n; k++) mem_free(inputs->at[k].bytes);
  vec_free(inputs);
}

void testcase_done(TestCase *t) {
  inputs_done(&t->inputs);
  inputs_done(&t->uninit);
}
