/* builtin.c — functions that the machine does itself: how they get at their arguments, and which
 * C function does which. */
#include "vm/builtin/builtin_impl.h"

bool builtin_args_concrete(const BuiltinCall *n, u32 n_args) {
  for (u32 k = 0; k < n_args; k++)
    if (reg_is_symbolic(n->s->top, builtin_arg(n, k))) return step_value(n->s, builtin_arg(n, k));
  return true;
}

void builtin_text(const BuiltinCall *n, u64 address, Text *ret) {
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
bool builtin_do_object_size(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  Object o;
  bool found = object_find(&n->s->space, builtin_arg_value(n, 0), &o) && o.is_live;
  if (!found || !object_has_symbolic_size(o)) return builtin_return(n, found ? o.size : 0);
  Frame *f = n->s->top;
  if (n->call->n_results)
    reg_set_term(f, n->result, expr_resize(o.extent.size, f->fn->widths[n->result]));
  return builtin_done(n);
}

void builtin_output(const BuiltinCall *n, int fd, const void *bytes, u64 size) {
  const VmConfig *config = &n->vm->config;
  CHECK(builtin_infos[n->builtin].host == HOST_OUTPUT, "builtins.def says that it writes nothing");
  if (config->output && size) config->output(config->output_user, fd, bytes, size);
}

bool builtin_say(const BuiltinCall *n, const Text *t) {
  builtin_output(n, 2, text_c(t), t->n);
  return builtin_done(n);
}

bool builtin_stop_saying(const BuiltinCall *n, Stop stop, u64 text) {
  cleanup(text_free) Text said = {0};
  builtin_text(n, text, &said);
  state_stop(n->s, stop, "");
  n->s->ending->said = text_dup(text_c(&said));
  return false;
}

static BuiltinFn *const handlers[BUILTIN_COUNT] = {
#define BUILTIN(id, name, dialect, n_args, handler, host, meaning) \
  [BUILTIN_##id] = builtin_do_##handler,
#include "code/builtins.def"
#undef BUILTIN
};

static bool has_symbolic_arg(const BuiltinCall *n) {
  for (u32 k = 0; k < n->call->n_args; k++)
    if (reg_is_symbolic(n->s->top, builtin_arg(n, k))) return true;
  return false;
}

bool builtin_call(Vm *vm, State *s, Builtin builtin, u32 result, const Call *c) {
  const BuiltinInfo *info = &builtin_infos[builtin];
  BuiltinCall n = {.vm = vm, .s = s, .builtin = builtin, .result = result, .call = c};
  if (c->n_args < info->n_args) return step_stop(s, STOP_BAD_CALL, info->name);
  if (info->host == HOST_LIBM && has_symbolic_arg(&n)) return builtin_on_terms(&n);
  return handlers[builtin](&n);
}

bool step_builtin(Vm *vm, State *s, const Ins *i) {
  return builtin_call(vm, s, (Builtin)i->b, i->a, &s->top->fn->calls[i->c]);
}
