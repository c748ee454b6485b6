/* builtin_posix.c — what the kernel that programs run on (runtime/posix) needs of the machine:
 * memory besides the heap, what nadir says about the outside, parts of the test. */
#include "vm/builtin/builtin_impl.h"

#include <string.h>

/* ---- values -------------------------------------------------------------------------------------- */

bool builtin_do_each(const BuiltinCall *n) {
  return builtin_args_concrete(n, 1) && builtin_return(n, builtin_arg_value(n, 0));
}

bool builtin_do_room(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  Object o;
  u64 at = builtin_arg_value(n, 0);
  bool is_known = object_find(&n->s->space, at, &o) && o.is_live && !object_has_symbolic_size(o);
  return builtin_return(n, is_known ? o.base + o.size - at : 0);
}

/* ---- memory -------------------------------------------------------------------------------------- */

bool builtin_do_map(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  u64 size = builtin_arg_value(n, 0);
  bool fits = size <= n->vm->config.max_heap_bytes;
  return builtin_return(n, fits ? heap_alloc(&n->s->space, OBJECT_GLOBAL, size, 1, 0) : 0);
}

bool builtin_do_unmap(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  heap_unmap(&n->s->space, builtin_arg_value(n, 0));
  return builtin_done(n);
}

/* ---- tests --------------------------------------------------------------------------------------- */

/* Nothing is symbolic about it: whoever reads the test wants to know. */
bool builtin_do_record(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 3)) return false;
  u64 from = builtin_arg_value(n, 0), size = builtin_arg_value(n, 1);
  cleanup(text_free) Text name = {0};
  builtin_text(n, builtin_arg_value(n, 2), &name);
  if (!builtin_may_access(n, from, size, false)) return false;
  cleanup(freep) u8 *bytes = mem_new(size + 1);
  if (!object_get(&n->s->space, from, bytes, size))
    return step_stop(n->s, STOP_UNSUPPORTED, "a part of the test that is symbolic");
  made_add_known(n->s, text_c(&name), bytes, (u32)size);
  return builtin_done(n);
}

/* ---- the outside --------------------------------------------------------------------------------- */

bool builtin_do_world(const BuiltinCall *n) { return builtin_return(n, n->vm->world_at); }

static bool is_new(Vm *vm, const char *name) {
  for (u32 k = 0; k < vm->missing.n; k++)
    if (!strcmp(vm->missing.at[k], name)) return false;
  vec_push(&vm->missing, text_dup(name));
  return true;
}

bool builtin_do_rare(const BuiltinCall *n) {
  n->s->is_rare = true;
  return builtin_done(n);
}

bool builtin_do_missing(const BuiltinCall *n) {
  if (!builtin_args_concrete(n, 1)) return false;
  const VmConfig *c = &n->vm->config;
  cleanup(text_free) Text name = {0};
  builtin_text(n, builtin_arg_value(n, 0), &name);
  if (is_new(n->vm, text_c(&name)) && c->missing) c->missing(c->missing_user, text_c(&name));
  return builtin_done(n);
}
