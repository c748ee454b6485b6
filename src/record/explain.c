/* explain.c — which bytes were accessed, how they lie relative to an object, and where a heap
 * object was allocated or freed. */
#include "record/explain.h"

#include "record/places.h"

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

static void bytes_text(Text *t, u64 n) {
  text_addf(t, "%ju byte%s", (uintmax_t)n, n == 1 ? "" : "s");
}

static void object_text(Text *t, const Vm *vm, const Object *o) {
  const Global *g = module_global_at(vm_module(vm), o->base);
  text_addf(t, "a %s", kind_text(o->kind));
  if (g) text_addf(t, " '%s'", g->name);
  text_add(t, " of ");
  bytes_text(t, o->size);
  if (o->kind != OBJECT_HEAP || !o->site) return;
  ReportPlace site = place_at(vm, o->site);
  if (*site.file) text_addf(t, " %s at ", o->is_live ? "allocated" : "freed");
  place_print(t, &site);
}

/* How the access lies to an object that it is not inside of. */
static void distance_text(Text *t, const Ending *e) {
  const Explanation *x = &e->explanation;
  bool is_over = !x->is_before && e->address < x->object.base + x->object.size;
  text_add(t, ", ");
  if (is_over) {
    text_add(t, "over the end of ");
  } else {
    if (x->distance)
      bytes_text(t, x->distance);
    else
      text_add(t, "right");
    text_add(t, x->is_before ? " before " : " behind ");
  }
}

static void access_text(Text *t, const Vm *vm, const Ending *e) {
  const Explanation *x = &e->explanation;
  bytes_text(t, e->n_bytes);
  text_addf(t, " at 0x%jx", (uintmax_t)e->address);
  if (!x->has_object) return;
  if (x->fault == FAULT_BOUNDS)
    distance_text(t, e);
  else
    text_add(t, " in ");
  object_text(t, vm, &x->object);
}

void ending_explain(Text *t, const Vm *vm, const Ending *e) {
  text_add(t, e->said ? e->said : e->text);
  bool is_access = e->explanation.fault != FAULT_NONE;
  if (!is_access && !e->explanation.has_object) return;
  if (t->n) text_add(t, ": ");
  if (is_access)
    access_text(t, vm, e);
  else
    object_text(t, vm, &e->explanation.object);
}
