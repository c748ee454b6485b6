/* explain.c — what is known about an error beyond its kind; see explain.h. */
#include "cli/explain.h"

static const char *kind_text(ObjectKind kind) {
  switch (kind) {
  case OBJECT_GLOBAL:
    return "global variable";
  case OBJECT_CONSTANT:
    return "constant";
  case OBJECT_HEAP:
    return "heap object";
  case OBJECT_STACK:
    return "local variable";
  }
  return "object";
}

static void object_text(Text *t, const Vm *vm, const Object *o) {
  const Global *g = module_global_at(vm_module(vm), o->base);
  text_addf(t, "a %s", kind_text(o->kind));
  if (g) text_addf(t, " '%s'", g->name);
  text_addf(t, " of %ju bytes", (uintmax_t)o->size);
}

static void access_text(Text *t, const Vm *vm, const Ending *e) {
  const Explanation *x = &e->explanation;
  text_addf(t, "%ju bytes at 0x%jx", (uintmax_t)e->n_bytes, (uintmax_t)e->address);
  if (!x->has_object) return;
  if (x->fault != FAULT_BOUNDS)
    text_add(t, " in ");
  else if (x->distance)
    text_addf(t, ", %ju bytes %s ", (uintmax_t)x->distance + x->is_before,
              x->is_before ? "before" : "behind");
  else
    text_addf(t, ", %s ", x->is_before ? "1 byte before" : "over the end of");
  object_text(t, vm, &x->object);
}

void ending_explain(Text *t, const Vm *vm, const Ending *e) {
  text_add(t, e->said ? e->said : e->text);
  if (e->explanation.fault == FAULT_NONE) return;
  if (t->n) text_add(t, ": ");
  access_text(t, vm, e);
}
