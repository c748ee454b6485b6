/* builtin_impl.h — what the files of builtins share. */
#pragma once

#include "base/text.h"
#include "vm/vm_impl.h"

/* One call of a builtin.  A builtin is a step (vm_impl.h): it ends in builtin_done or an event. */
typedef struct BuiltinCall {
  Vm *vm;
  State *s;
  Builtin builtin;
  u32 result; /* first register for results */
  const Call *call;
} BuiltinCall;

/* The register of an argument. */
static inline u32 builtin_arg(const BuiltinCall *n, u32 k) {
  return n->s->top->fn->args[n->call->first_arg + k];
}
static inline u32 builtin_arg_width(const BuiltinCall *n, u32 k) {
  return n->s->top->fn->widths[builtin_arg(n, k)];
}
static inline Expr builtin_arg_term(const BuiltinCall *n, u32 k) {
  return reg_term(n->s->top, builtin_arg(n, k), builtin_arg_width(n, k));
}

/* The first argument among the first n_args that has a term is split by value; false then. */
bool builtin_args_concrete(const BuiltinCall *n, u32 n_args);
static inline u64 builtin_arg_value(const BuiltinCall *n, u32 k) {
  return n->s->top->regs[builtin_arg(n, k)];
}

static inline bool builtin_done(const BuiltinCall *n) { return step_next(n->s); }
/* Cut to the register's width; a result that the caller does not want is dropped. */
static inline bool builtin_return(const BuiltinCall *n, u64 value) {
  Frame *f = n->s->top;
  if (n->call->n_results) reg_set(f, n->result, value & value_mask(f->fn->widths[n->result]));
  return builtin_done(n);
}

/* May the program access so many bytes there?  Else the path ends. */
static inline bool builtin_may_access(const BuiltinCall *n, u64 at, u64 size, bool is_write) {
  Fault fault = object_check(&n->s->space, at, size, is_write);
  return fault == FAULT_NONE || step_fault(n->vm, n->s, fault, at, size, is_write);
}

/* The text at an address, as far as it can be read and at most 4 KiB; symbolic bytes under the
 * model. */
void builtin_text(const BuiltinCall *n, u64 address, Text *ret);
/* Gives bytes to VmConfig.output, if there is one: for rows of which the table says so. */
void builtin_output(const BuiltinCall *n, int fd, const void *bytes, u64 size);
/* The same of a text, on standard error; and then it is done. */
bool builtin_say(const BuiltinCall *n, const Text *t);
/* Ends the path with the program's own words. */
bool builtin_stop_saying(const BuiltinCall *n, Stop stop, u64 text);

/* A function of math.h with a symbol among its arguments (builtin_float.c). */
bool builtin_on_terms(const BuiltinCall *n);

typedef bool BuiltinFn(const BuiltinCall *n);
#define BUILTIN(id, name, dialect, n_args, handler, host, meaning) BuiltinFn builtin_do_##handler;
#include "code/builtins.def"
#undef BUILTIN
