/* builtin_process.c — the end of a program, by itself or by an assertion, and jumps out of
 * functions.
 *
 * setjmp keeps in the buffer which activation called it and where; longjmp goes back there if that
 * activation is still on the stack.
 */
#include "vm/builtin/builtin_impl.h"
#include "vm/memory/leak.h"
#include "vm/memory/uninit.h"

enum { JUMP_DEPTH, JUMP_SERIAL, JUMP_PC, JUMP_WORDS };

bool builtin_do_setjmp(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  const Frame *f = n->s->top;
  u64 to = builtin_arg_value(n, 0);
  u64 words[JUMP_WORDS] = {f->depth, f->serial, f->pc};
  if (!builtin_may_access(n, to, sizeof words, true)) return false;
  object_put(&n->s->space, to, words, sizeof words);
  return builtin_return(n, 0);
}

/* Drops the frames above the target, and their local variables with them. */
static void unwind(Vm *vm, State *s, u64 depth) {
  u64 mark = 0;
  while (s->top->depth > depth) {
    Frame *f = s->top;
    mark = f->mark;
    s->top = f->caller;
    s->top->refs++;
    frame_unref(vm, f);
  }
  if (mark) heap_pop(&s->space, mark);
  frame_own(vm, s);
}

static const Frame *frame_at(const Frame *f, u64 depth) {
  while (f && f->depth > depth) f = f->caller;
  return f;
}

bool builtin_do_longjmp(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  State *s = n->s;
  u64 from = builtin_arg_value(n, 0), words[JUMP_WORDS];
  Word value = reg_word(s->top, builtin_arg(n, 1));
  if (!builtin_may_access(n, from, sizeof words, false)) return false;
  if (!object_get(&s->space, from, words, sizeof words))
    return step_stop(s, STOP_UNSUPPORTED, "longjmp with a symbolic buffer");
  const Frame *target = frame_at(s->top, words[JUMP_DEPTH]);
  if (!target || target->depth != words[JUMP_DEPTH] || target->serial != words[JUMP_SERIAL] ||
      words[JUMP_PC] >= target->fn->n_code)
    return step_stop(s, STOP_BAD_JUMP, "");
  unwind(n->vm, s, words[JUMP_DEPTH]);
  const Ins *set = &s->top->fn->code[words[JUMP_PC]];
  if (word_is_symbolic(value)) { /* 0 becomes 1 */
    Expr zero = expr_const(expr_width(value.expr), 0), one = expr_const(expr_width(value.expr), 1);
    value = word_of_expr(expr_ite(expr_eq(value.expr, zero), one, value.expr));
  } else if (!value.value) {
    value.value = 1;
  }
  if (s->top->fn->calls[set->c].n_results) reg_set_word(s->top, set->a, value);
  return step_to(s, (u32)words[JUMP_PC] + 1);
}

/* The functions that run are left for good.  What they know is no leak, what nobody knows is.  False: the
 * path has ended with one. */
static bool leave(const BuiltinCall *n) {
  Object lost;
  n->s->is_left = true;
  if (!n->vm->config.checks_leak || !leak_find_lost(n->vm, n->s, &lost)) return true;
  return leak_stop(n->vm, n->s, lost);
}

/* main is over; destructors are left.  The first of them runs the handlers of atexit: one that calls
 * exit itself does not keep the others from running. */
bool builtin_do_exit(const BuiltinCall *n) {
  State *s = n->s;
  u32 over = n->vm->module->ctors.n + 1;
  if (!uninit_leave_code(n->vm, s, builtin_arg(n, 0)) || !leave(n)) return false;
  s->exit_code = s->code = (int)reg_guess(n->vm, s, builtin_arg(n, 0));
  if (s->n_booted <= over + 1) s->n_booted = over;
  return boot_next(n->vm, s);
}

bool builtin_do_exit_now(const BuiltinCall *n) {
  if (!uninit_leave_code(n->vm, n->s, builtin_arg(n, 0)) || !leave(n)) return false;
  return boot_exit(n->vm, n->s, (int)reg_guess(n->vm, n->s, builtin_arg(n, 0)));
}

/* SV-COMP's rules: abort is how a program leaves what it does not want to look at. */
bool builtin_do_abort(const BuiltinCall *n) {
  if (!n->vm->is_verifier) return step_stop(n->s, STOP_ABORT, "");
  return leave(n) && step_stop(n->s, STOP_QUIET_EXIT, "abort");
}

bool builtin_do_assert_fail(const BuiltinCall *n) {
  return builtin_stop_saying(n, STOP_ASSERT, reg_guess(n->vm, n->s, builtin_arg(n, 0)));
}
