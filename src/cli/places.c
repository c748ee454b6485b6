/* places.c — where in the source a path ended; see places.h. */
#include "cli/places.h"

#include <string.h>

/* A caller stands behind its call. */
static u32 pc_of(const State *s, const Frame *f) {
  return f == s->top || f->pc == 0 ? f->pc : f->pc - 1;
}

static bool is_runtime(const ReportPlace *p) {
  return !strncmp(p->file, "runtime/", 8);
}

void places_of(const Vm *vm, const State *s, PlaceVec *ret) {
  const Module *m = vm_module(vm);
  for (const Frame *f = s->top; f; f = f->caller) {
    const Pos *pos = &m->positions.at[f->fn->positions[pc_of(s, f)]];
    const char *fn = m->texts.at[pos->fn];
    vec_push(ret, ((ReportPlace){.fn = *fn ? fn : f->fn->name,
                                 .file = m->texts.at[pos->file],
                                 .line = pos->line,
                                 .column = pos->column}));
  }
}

ReportPlace place_of_user(const PlaceVec *stack) {
  for (u32 i = 0; i < stack->n; i++)
    if (*stack->at[i].file && !is_runtime(&stack->at[i])) return stack->at[i];
  return stack->n ? stack->at[0] : (ReportPlace){.fn = "", .file = ""};
}

void place_print(Text *t, const ReportPlace *p) {
  if (*p->file) text_addf(t, "%s:%u", p->file, p->line);
}
