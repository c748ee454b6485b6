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

bool native_object_size(const NativeCall *n) {
  if (!native_args_concrete(n, 1)) return false;
  Object o;
  bool found = object_find(&n->s->space, native_arg_value(n, 0), &o) && o.is_live;
  if (!found || !object_is_open(o)) return native_return(n, found ? o.size : 0);
  Frame *f = n->s->top;
  if (n->call->n_results)
    reg_set_term(f, n->result, expr_resize(o.extent.size, f->fn->widths[n->result]));
  return native_done(n);
}

bool native_stop_saying(const NativeCall *n, Stop stop, u64 text) {
  cleanup(text_free) Text said = {0};
  native_text(n, text, &said);
  state_stop(n->s, stop, "");
  n->s->ending->said = text_dup(text_c(&said));
  return false;
}

/* Argument registers that a native looks at; a program may declare it in another way and pass
 * fewer.  A long double takes two. */
static u32 n_math_args(Native native) {
  u32 n = native < NATIVE_ATAN2   ? 1
          : native < NATIVE_FMA   ? 2
          : native < NATIVE_LDEXP ? 3
          : native < NATIVE_ILOGB ? 2
                                  : 1;
  bool is_long = (native - NATIVE_ACOS) % 3 == 2, is_scaled = n == 2 && native >= NATIVE_LDEXP;
  return is_long ? 2 * n - is_scaled : n;
}

static bool native_is_check(Native native) {
  return native >= NATIVE_UBSAN_ADD && native < NATIVE_SETJMP;
}

static u32 n_args_of(Native native) {
  if (native >= NATIVE_ACOS) return n_math_args(native);
  if (native >= NATIVE_NONDET_BOOL && native < NATIVE_NONDET_MEMORY) return 0;
  if (native_is_check(native)) return 0;
  switch ((u32)native) {
  case NATIVE_NADIR_SYMBOLIC:
  case NATIVE_NADIR_STOP:
  case NATIVE_NADIR_WRITE:
  case NATIVE_KLEE_MAKE_SYMBOLIC:
  case NATIVE_KLEE_RANGE:
  case NATIVE_KLEE_REPORT_ERROR:
  case NATIVE_POSIX_MEMALIGN:
    return 3;
  case NATIVE_NADIR_TRACE:
  case NATIVE_KLEE_CHECK_MEMORY_ACCESS:
  case NATIVE_NONDET_MEMORY:
  case NATIVE_CALLOC:
  case NATIVE_REALLOC:
  case NATIVE_ALIGNED_ALLOC:
  case NATIVE_MEMALIGN:
  case NATIVE_LONGJMP:
  case NATIVE_LONGJMP_BSD:
  case NATIVE_SIGLONGJMP:
    return 2;
  case NATIVE_NADIR_SIZE:
  case NATIVE_NADIR_TARGET:
  case NATIVE_NADIR_LINE:
  case NATIVE_NADIR_QUIET_EXIT:
  case NATIVE_KLEE_SILENT_EXIT:
  case NATIVE_KLEE_ABORT:
  case NATIVE_KLEE_IS_REPLAY:
  case NATIVE_KLEE_OPEN_MERGE:
  case NATIVE_KLEE_CLOSE_MERGE:
  case NATIVE_KLEE_STACK_TRACE:
  case NATIVE_KLEE_GET_ERRNO:
  case NATIVE_VERIFIER_ERROR:
  case NATIVE_REACH_ERROR:
  case NATIVE_VERIFIER_ATOMIC_BEGIN:
  case NATIVE_VERIFIER_ATOMIC_END:
  case NATIVE_ABORT:
    return 0;
  default:
    return 1;
  }
}

static NativeFn *file_of(Native native) {
  if (native < NATIVE_MALLOC) return native_harness;
  if (native < NATIVE_EXIT) return native_heap;
  if (native_is_check(native)) return native_checks;
  return native < NATIVE_ACOS ? native_process : native_math;
}

bool native_call(Vm *vm, State *s, Native native, u32 result, const Call *c) {
  if (c->n_args < n_args_of(native)) return step_stop(s, STOP_BAD_CALL, native_names[native]);
  NativeCall n = {.vm = vm, .s = s, .native = native, .result = result, .call = c};
  return file_of(native)(&n);
}

bool step_native(Vm *vm, State *s, const Ins *i) {
  return native_call(vm, s, (Native)i->b, i->a, &s->top->fn->calls[i->c]);
}
