/* call_quick.h — calls and returns between frames that are all concrete, inlined into the loop.
 *
 * They do what step_call and step_ret (call.c) do in nearly all cases: a frame of the size is
 * spare, the caller belongs to this state alone, nothing has a term, and no stack object ends.  In
 * any other case they change nothing and return NULL, and the step does it.  They gain speed
 * because the loop knows function and frame without reading back what was just written.
 */
#pragma once

#include "vm/vm_impl.h"

/* The new frame on top; `from`, which was, goes on behind its call i. */
static inline Frame *call_quick(Vm *vm, State *s, Frame *from, const Fn *fn, const Ins *i) {
  u32 class = frame_class(fn->n_regs);
  if (unlikely(class >= FRAME_CLASSES || fn->is_variadic)) return NULL;
  Frame *f = vm->spare[class];
  u64 stack_bytes = from->stack_bytes + frame_stack_bytes(fn);
  u64 used = stack_bytes + s->space.stack_bytes;
  if (unlikely(!f || used > vm->config.max_stack_bytes)) return NULL;
  vm->spare[class] = f->caller;
  assert(!from->terms && from->refs == 1);
  *f = (Frame){.fn = fn,
               .caller = from,
               .mark = heap_mark(&s->space),
               .serial = ++s->n_serials,
               .stack_bytes = stack_bytes,
               .depth = from->depth + 1,
               .refs = 1};
  const Call *c = &from->fn->calls[i->c];
  const u32 *args = from->fn->args + c->first_arg;
  u32 n_args = c->n_args, n_consts = fn->n_consts;
  for (u32 k = 0; k < n_args; k++) f->regs[k] = from->regs[args[k]];
  for (u32 k = 0; k < n_consts; k++) f->regs[fn->n_params + k] = fn->consts[k];
  from->pc = (u32)(i - from->fn->code) + 1;
  cost_at_least(&s->cost, COST_STACK, used);
  s->top = f;
  return f;
}

/* The caller, on top again, after `f` returned by i. */
static inline Frame *return_quick(Vm *vm, State *s, Frame *f, const Ins *i) {
  Frame *to = f->caller;
  u32 class = frame_class(f->fn->n_regs);
  if (unlikely(!to || to->refs > 1 || to->terms)) return NULL;
  if (unlikely(class >= FRAME_CLASSES || heap_mark(&s->space) != f->mark)) return NULL;
  assert(!f->terms && f->refs == 1);
  const Ins *call = &to->fn->code[to->pc - 1];
  const Call *c = &to->fn->calls[call->c];
  u32 n = c->n_results;
  if (unlikely(call->op == OP_CALL_AT && c->shape != f->fn->shape)) return NULL;
  for (u32 k = 0; k < n; k++) to->regs[call->a + k] = f->regs[i->a + k];
  f->caller = vm->spare[class];
  vm->spare[class] = f;
  s->top = to;
  return to;
}
