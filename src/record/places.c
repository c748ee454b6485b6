/* places.c — from the frames of a state to places in the source.  Except for leaks, the place of
 * an error is the innermost one in the user's code: an error inside the runtime is the caller's. */
#include "record/places.h"

/* A caller stands behind its call. */
static u32 pc_of(const State *s, const Frame *f) {
  return f == s->top || f->pc == 0 ? f->pc : f->pc - 1;
}

ReportPlace place_at(const Vm *vm, u32 position) {
  const Module *m = vm_module(vm);
  const Pos *pos = &m->positions.at[position];
  return (ReportPlace){.fn = m->texts.at[pos->fn],
                       .file = m->texts.at[pos->file],
                       .line = pos->line,
                       .column = pos->column};
}

void places_of(const Vm *vm, const State *s, ReportPlaceVec *ret) {
  for (const Frame *f = s->top; f; f = f->caller) {
    ReportPlace p = place_at(vm, f->fn->positions[pc_of(s, f)]);
    if (!*p.fn) p.fn = f->fn->name;
    vec_push(ret, p);
  }
}

ReportPlace place_of_end(const Vm *vm, const Ending *e, const ReportPlaceVec *stack) {
  if (e->stop == STOP_LEAK && e->explanation.has_object)
    return place_at(vm, e->explanation.object.site);
  return place_of_stack(stack);
}

ReportPlace place_of_stack(const ReportPlaceVec *stack) {
  for (u32 i = 0; i < stack->n; i++)
    if (*stack->at[i].file && !is_runtime_file(stack->at[i].file)) return stack->at[i];
  return (ReportPlace){.fn = "", .file = ""};
}

void place_print(Text *t, const ReportPlace *p) {
  if (*p->file) text_addf(t, "%s:%u", p->file, p->line);
}

void place_print_end(Text *t, const Vm *vm, const State *s) {
  ReportPlaceVec stack = {0};
  places_of(vm, s, &stack);
  ReportPlace place = place_of_end(vm, s->ending, &stack);
  place_print(t, &place);
  vec_free(&stack);
}
