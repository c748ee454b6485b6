/* native.c — functions that the machine does itself: how they get at their arguments, and who
 * does which. */
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

/* Of the object at the first argument; 0: there is none. */
bool native_do_object_size(const NativeCall *n) {
  if (!native_args_concrete(n, 1)) return false;
  Object o;
  bool found = object_find(&n->s->space, native_arg_value(n, 0), &o) && o.is_live;
  if (!found || !object_is_open(o)) return native_return(n, found ? o.size : 0);
  Frame *f = n->s->top;
  if (n->call->n_results)
    reg_set_term(f, n->result, expr_resize(o.extent.size, f->fn->widths[n->result]));
  return native_done(n);
}

void native_output(const NativeCall *n, int fd, const void *bytes, u64 size) {
  const VmConfig *config = &n->vm->config;
  CHECK(native_infos[n->native].host == HOST_OUTPUT, "natives.def says that it writes nothing");
  if (config->output && size) config->output(config->output_user, fd, bytes, size);
}

bool native_stop_saying(const NativeCall *n, Stop stop, u64 text) {
  cleanup(text_free) Text said = {0};
  native_text(n, text, &said);
  state_stop(n->s, stop, "");
  n->s->ending->said = text_dup(text_c(&said));
  return false;
}

static NativeFn *const handlers[NATIVE_COUNT] = {
#define NATIVE(id, name, dialect, n_args, handler, host, meaning) \
  [NATIVE_##id] = native_do_##handler,
#include "code/natives.def"
#undef NATIVE
};

static bool has_symbolic_arg(const NativeCall *n) {
  for (u32 k = 0; k < n->call->n_args; k++)
    if (reg_is_symbolic(n->s->top, native_arg(n, k))) return true;
  return false;
}

bool native_call(Vm *vm, State *s, Native native, u32 result, const Call *c) {
  const NativeInfo *info = &native_infos[native];
  NativeCall n = {.vm = vm, .s = s, .native = native, .result = result, .call = c};
  if (c->n_args < info->n_args) return step_stop(s, STOP_BAD_CALL, info->name);
  if (info->host == HOST_LIBM && has_symbolic_arg(&n))
    return step_stop(s, STOP_SYMBOLIC_FLOAT, info->name);
  return handlers[native](&n);
}

bool step_native(Vm *vm, State *s, const Ins *i) {
  return native_call(vm, s, (Native)i->b, i->a, &s->top->fn->calls[i->c]);
}
