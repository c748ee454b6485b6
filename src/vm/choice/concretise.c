/* concretise.c — goes through the methods, and has the last of them: an object as an array. */
#include "vm/choice/concretise.h"

#include "expr/facts.h"
#include "vm/memory/uninit.h"

Concretised concretise(Vm *vm, State *s, SymbolicAccess *io) {
  enum { READ = 1, WRITE = 2, BOTH = READ | WRITE };
  static const struct {
    ConcretiseFn *method;
    u32 on;
  } methods[] = {
#define CONCRETISE(name, on, ...) {concretise_##name, on},
#include "vm/choice/concretise.def"
#undef CONCRETISE
  };
  Concretised how = CONCRETE_NOT;
  assert(!expr_is_const(io->address) && expr_width(io->address) == 64);
  for (u32 k = 0; how == CONCRETE_NOT; k++) {
    assert(k < ARRAY_LEN(methods));
    if (methods[k].on & (io->is_write ? WRITE : READ)) how = methods[k].method(vm, s, io);
  }
  assert(how != CONCRETE_NUMBER || expr_is_const(io->address));
  assert((how == CONCRETE_EVENT) == (s->ending || s->choice.kind != CHOICE_NONE));
  return how;
}

/* Makes all that may be read a value.  Goes on (true) if all was written or may be uninitialised, or this
 * was decided just now. */
static bool check_set(Vm *vm, State *s, const SymbolicAccess *a) {
  const Place *p = &a->place;
  if (likely(!s->space.tracks_uninit) || p->is_checked) return true;
  if (vm->config.uninit != UNINIT_ERROR) {
    /* What an access at a symbolic offset may read gets its values. */
    u32 n = a->n_bytes;
    Object o = object_known(&s->space, p->base);
    assert(o.size >= n);
    Facts facts = expr_facts(p->offset);
    u64 from = MIN(facts.umin, o.size - n), to = MIN(facts.umax, o.size - n) + n;
    uninit_settle(vm, s, o.base + from, to - from);
    return true;
  }
  Expr fine = object_set_at(&s->space, p->base, p->offset, a->n_bytes);
  if (expr_is_value(fine, 1)) return true;
  if (expr_is_value(fine, 0))
    return step_fault(vm, s, FAULT_UNINIT, word_guess(vm, s, word_of_expr(a->address)), a->n_bytes,
                      false);
  s->resume = (Resume){.kind = RESUME_OBJECT, .object = p->base};
  return step_choice(s, (Choice){.kind = CHOICE_CHECK,
                                 .term = fine,
                                 .access = {a->address, expr_const(64, a->n_bytes), false},
                                 .check.stop = STOP_READ_UNSET});
}

/* An array has no place for what is uninitialised. */
Concretised concretise_array(Vm *vm, State *s, SymbolicAccess *io) {
  const Place *p = &io->place;
  if (!io->is_write) {
    if (!check_set(vm, s, io)) return CONCRETE_EVENT;
    Expr array = object_array(&s->space, p->base);
    io->word = word_of_expr(lookup_read(&vm->lookup, array, p->offset, io->n_bytes));
    return CONCRETE_DONE;
  }
  if (unlikely(s->space.tracks_uninit))
    uninit_settle(vm, s, p->base, object_known(&s->space, p->base).size);
  object_update(&s->space, p->base, p->offset, io->n_bytes, io->word);
  return CONCRETE_DONE;
}
