/* native.c — functions that the machine does itself: how they get at their arguments, and which
 * file does which. */
#include "vm/native_impl.h"

bool native_args_concrete(const NativeCall *n, u32 n_args) {
  for (u32 k = 0; k < n_args; k++)
    if (reg_is_symbolic(n->s->top, native_arg(n, k))) return step_value(n->s, native_arg(n, k));
  return true;
}

void native_text(const NativeCall *n, u64 address, Text *ret) {
  enum { MAX_TEXT = 4096 };
  for (u32 k = 0; k < MAX_TEXT; k++) {
    Word w;
    if (object_load(&n->s->space, address + k, 1, &w) != FAULT_NONE) return;
    char c = (char)word_guess(n->vm, n->s, w);
    if (!c) return;
    text_add_char(ret, c);
  }
}

bool native_stop_saying(const NativeCall *n, Stop stop, u64 text) {
  cleanup(text_free) Text said = {0};
  native_text(n, text, &said);
  state_stop(n->s, stop, "");
  n->s->ending->said = text_dup(text_c(&said));
  return false;
}

static NativeFn *file_of(Native native) {
  if (native < NATIVE_MALLOC) return native_harness;
  if (native < NATIVE_EXIT) return native_heap;
  return native < NATIVE_ACOS ? native_process : native_math;
}

bool native_call(Vm *vm, State *s, Native native, u32 result, const Call *c) {
  NativeCall n = {.vm = vm, .s = s, .native = native, .result = result, .call = c};
  return file_of(native)(&n);
}

bool step_native(Vm *vm, State *s, const Ins *i) {
  s->cost.n[COST_CALLS]++;
  return native_call(vm, s, (Native)i->b, i->a, &s->top->fn->calls[i->c]);
}
