/* best.c — the worst path found so far; see best.h. */
#include "worst/best.h"

static void inputs_free(Witness *w) {
  for (u32 i = 0; i < w->inputs.n; i++) {
    mem_free(w->inputs.at[i].name);
    mem_free(w->inputs.at[i].bytes);
  }
  vec_clear(&w->inputs);
}

static void inputs_set(Witness *w, const TestCase *test) {
  inputs_free(w);
  for (u32 i = 0; i < test->inputs.n; i++) {
    const TestInput *in = &test->inputs.at[i];
    vec_push(&w->inputs, ((WitnessInput){.name = text_dup(in->name),
                                         .bytes = mem_dup(in->bytes, MAX(in->n_bytes, 1u)),
                                         .n_bytes = in->n_bytes}));
  }
}

void witness_set(Witness *w, Vm *vm, State *s, u64 cost, const TestCase *test) {
  w->is_found = true;
  w->is_seen = w->is_foretold = false;
  w->cost = cost;
  w->costs = s->cost;
  vec_clear(&w->decisions);
  path_list(s->path, &w->decisions);
  TestCase least = {0};
  bool has_least = testcase_least(vm, s, &least) == ANSWER_YES;
  inputs_set(w, has_least ? &least : test);
  testcase_done(&least);
}

void witness_done(Witness *w) {
  inputs_free(w);
  vec_free(&w->inputs);
  vec_free(&w->decisions);
  *w = (Witness){0};
}
