/* native_impl.h — what the files of natives share. */
#ifndef VM_NATIVE_IMPL_H
#define VM_NATIVE_IMPL_H

#include "base/text.h"
#include "vm/vm_impl.h"

/* One call of a native.  A native is a step (vm_impl.h): it ends in native_done or an event. */
typedef struct NativeCall {
  Vm *vm;
  State *s;
  Native native;
  u32 result; /* first register for results */
  const Call *call;
} NativeCall;

/* The register of an argument. */
static inline u32 native_arg(const NativeCall *n, u32 k) {
  return n->s->top->fn->args[n->call->first_arg + k];
}
static inline u32 native_arg_width(const NativeCall *n, u32 k) {
  return n->s->top->fn->widths[native_arg(n, k)];
}
static inline Expr native_arg_term(const NativeCall *n, u32 k) {
  return reg_term(n->s->top, native_arg(n, k), native_arg_width(n, k));
}

/* The first argument among the first n_args that has a term is split by value; false then. */
bool native_args_concrete(const NativeCall *n, u32 n_args);
static inline u64 native_arg_value(const NativeCall *n, u32 k) {
  return n->s->top->regs[native_arg(n, k)];
}

static inline bool native_done(const NativeCall *n) {
  return step_next(n->s);
}
/* Cut to the register's width; a result that the caller does not want is dropped. */
static inline bool native_return(const NativeCall *n, u64 value) {
  Frame *f = n->s->top;
  if (n->call->n_results) reg_set(f, n->result, value & value_mask(f->fn->widths[n->result]));
  return native_done(n);
}

/* The text at an address, as far as it can be read and at most 4 KiB; symbolic bytes under the
 * model. */
void native_text(const NativeCall *n, u64 address, Text *ret);
/* Gives bytes to VmConfig.output, if there is one: for rows of which the table says so. */
void native_output(const NativeCall *n, int fd, const void *bytes, u64 size);
/* Ends the path with the program's own words. */
bool native_stop_saying(const NativeCall *n, Stop stop, u64 text);

typedef bool NativeFn(const NativeCall *n);
#define NATIVE(id, name, dialect, n_args, handler, host, meaning) NativeFn native_do_##handler;
#include "code/natives.def"
#undef NATIVE

#endif
