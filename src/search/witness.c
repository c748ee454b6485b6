/* witness.c — copies the path and the input of a state that ended into a witness.  The input is
 * the least one of the path if the solver finds it. */
#include "search/witness.h"

static void inputs_set(NamedBytesVec *inputs, const NamedBytesVec *from) {
  named_bytes_free(inputs);
  named_bytes_add_all(inputs, from);
}

void witness_set(Witness *w, Vm *vm, State *s, u64 cost, const TestCase *test) {
  w->is_found = true;
  w->is_seen = w->is_predicted = w->is_plain = w->is_followed = false;
  w->depends_on_uninit = s->depends_on_uninit;
  w->cost = cost;
  w->costs = s->cost;
  vec_clear(&w->decisions);
  path_list(s->path, &w->decisions);
  TestCase least = {0};
  bool has_least = testcase_least(vm, s, &least) == ANSWER_YES;
  inputs_set(&w->inputs, has_least ? &least.inputs : &test->inputs);
  inputs_set(&w->uninit, has_least ? &least.uninit : &test->uninit);
  testcase_done(&least);
}

void witness_done(Witness *w) {
  named_bytes_free(&w->inputs);
  named_bytes_free(&w->uninit);
  vec_free(&w->inputs);
  vec_free(&w->uninit);
  vec_free(&w->decisions);
  *w = (Witness){0};
}
