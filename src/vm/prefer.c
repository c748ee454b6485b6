/* prefer.c — conditions that a program would like to hold in its tests: a shared list, and how it
 * becomes part of a path condition at the end. */
#include "vm/prefer.h"

#include "vm/vm_impl.h"

void prefer_mark(const Prefer *p) {
  for (; p; p = p->parent) expr_mark(p->condition);
}

void prefer_add(State *s, Expr condition) {
  if (expr_is_const(condition)) return;
  assert(expr_width(condition) == 1);
  Prefer *p = NEW(Prefer);
  *p = (Prefer){.parent = s->prefers, .condition = condition, .refs = 1};
  s->prefers = p;
}

static void apply(Vm *vm, State *s, Expr condition) {
  Result r = solver_check(vm->solver, s->context, condition);
  if (r.answer == ANSWER_YES) {
    context_extend(&s->context, condition, r.model);
  }
  result_done(&r);
}

void prefer_apply(Vm *vm, State *s) {
  VEC(Expr) all = {0};
  for (const Prefer *p = s->prefers; p; p = p->parent) vec_push(&all, p->condition);
  for (u32 k = all.n; k-- > 0;) apply(vm, s, all.at[k]);
  vec_free(&all);
  s->prefers = prefer_unref(s->prefers);
}
