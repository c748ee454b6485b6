/* call.c — calls, returns, and what the machine itself calls: constructors, main, exit. */
#include "vm/exec/call_adapt.h"
#include "vm/memory/leak.h"
#include "vm/memory/uninit.h"
#include "vm/vm_impl.h"

/* ---- calls ------------------------------------------------------------------------------------- */

static bool enter(Vm *vm, State *s, const Fn *fn) {
  Frame *f = s->top;
  assert(f->refs == 1 && f->fn == fn && fn->n_params + fn->n_consts <= fn->n_regs);
  f->mark = heap_mark(&s->space);
  f->serial = ++s->n_serials;
  if (fn->n_consts) memcpy(f->regs + fn->n_params, fn->consts, fn->n_consts * sizeof(u64));
  u64 used = f->stack_bytes + s->space.stack_bytes;
  cost_at_least(&s->cost, COST_STACK, used);
  if (unlikely(used > vm->config.max_stack_bytes)) return step_stop(s, STOP_STACK_OVERFLOW, "");
  return true;
}

bool step_call_fn(Vm *vm, State *s, const Fn *fn, const Call *c) {
  Frame *from = s->top;
  from->pc++;
  Frame *f = frame_new(vm, fn, from);
  const u32 *args = from->fn->args + c->first_arg;
  u32 n = fn->is_variadic ? c->n_fixed : c->n_args;
  assert(from->refs == 1 && n + fn->is_variadic == fn->n_params);
  for (u32 k = 0; k < n; k++) f->regs[k] = from->regs[args[k]];
  for (u32 k = 0; from->terms && k < n; k++)
    if (from->terms[args[k]].id) frame_set_term(f, k, from->terms[args[k]]);
  if (fn->is_variadic) f->regs[n] = c->block == NO_REG ? 0 : from->regs[c->block];
  s->top = f;
  return enter(vm, s, fn);
}

static bool call_adapted(Vm *vm, State *s, const Fn *fn, const Call *c) {
  Frame *from = s->top;
  from->pc++;
  Frame *f = frame_new(vm, fn, from);
  call_adapt_args(vm->module, from, f, c);
  if (fn->is_variadic) {
    u64 skipped = 8ull * (fn->n_params - 1 - c->n_fixed);
    reg_set(f, fn->n_params - 1, c->block == NO_REG ? 0 : from->regs[c->block] + skipped);
  }
  s->top = f;
  return enter(vm, s, fn);
}

bool step_call(Vm *vm, State *s, const Ins *i) {
  return step_call_fn(vm, s, &vm->module->fns.at[i->b], &s->top->fn->calls[i->c]);
}

bool step_call_at(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  if (reg_is_symbolic(f, i->b)) return step_value(s, i->b);
  u32 index = module_fn_at(vm->module, f->regs[i->b]);
  const Fn *fn = &vm->module->fns.at[index];
  const Call *c = &f->fn->calls[i->c];
  if (!index) return step_stop(s, STOP_BAD_CALL, "no function is at this address");
  if (!fn->is_defined) {
    if (fn->builtin == BUILTIN_COUNT) return step_stop(s, STOP_UNSUPPORTED, fn->name);
    return builtin_call(vm, s, (Builtin)fn->builtin, i->a, c);
  }
  if (call_adapt_is_exact(vm->module, fn, c)) return step_call_fn(vm, s, fn, c);
  const char *refusal = call_adapt_refusal(vm->module, fn, c);
  return refusal ? step_stop(s, STOP_BAD_CALL, refusal) : call_adapted(vm, s, fn, c);
}

/* Results go where the call in the caller wants them. */
static bool give_results(const Vm *vm, Frame *to, const Frame *from, const Ins *ret) {
  const Ins *call = &to->fn->code[to->pc - 1];
  u32 n = to->fn->calls[call->c].n_results;
  assert(to->refs == 1 && (call->op == OP_CALL || call->op == OP_CALL_AT));
  if (call->op == OP_CALL_AT && to->fn->calls[call->c].shape != from->fn->shape)
    return call_adapt_results(vm->module, to, from, ret);
  for (u32 k = 0; k < n; k++) reg_set_word(to, call->a + k, reg_word(from, ret->a + k));
  return true;
}

bool step_ret(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  assert(f->refs == 1 && f->mark <= heap_mark(&s->space));
  if (heap_mark(&s->space) != f->mark) heap_pop(&s->space, f->mark);
  if (!f->caller) {
    bool is_main = s->n_booted == vm->module->ctors.n + 1;
    if (is_main && i->b && !uninit_leave_code(vm, s, i->a)) return false;
    s->code = i->b ? (int)reg_guess(vm, s, i->a) : 0;
    return boot_next(vm, s);
  }
  s->top = TAKE(f->caller); /* who runs owns f alone, so its reference is free to move */
  frame_own(vm, s);
  bool fits = give_results(vm, s->top, f, i);
  frame_unref(vm, f);
  return fits || step_stop(s, STOP_BAD_CALL, "the caller expects a result");
}

/* ---- what the machine calls -------------------------------------------------------------------- */

static bool boot_call(Vm *vm, State *s, u32 index, const u64 *args, u32 n_args) {
  const Fn *fn = &vm->module->fns.at[index];
  frame_unref(vm, TAKE(s->top));
  Frame *f = frame_new(vm, fn, NULL);
  s->top = f;
  for (u32 k = 0; k < fn->n_params; k++) f->regs[k] = k < n_args ? args[k] : 0;
  return enter(vm, s, fn);
}

enum { ARGS_WORDS = 3 }; /* the number of arguments, their array, the environment */

/* Before anything else; whoever knows better than the configuration what main is called with puts
 * other words there.  False: it is running. */
static bool boot_args(Vm *vm, State *s) {
  if (s->args_at) return true;
  /* The texts of the arguments and the array of their addresses, as Linux lays them out: a zero behind
   * the arguments, one behind the (empty) environment, two behind the (empty) auxiliary vector.  Where
   * the words for main are. */
  Space *space = &s->space;
  u32 n = vm->config.n_args;
  u64 array = heap_alloc(space, OBJECT_GLOBAL, 8 * (n + 4ull), 1, 0);
  for (u32 k = 0; k < n; k++) {
    u64 n_bytes = strlen(vm->config.args[k]) + 1;
    u64 text = heap_alloc(space, OBJECT_GLOBAL, n_bytes, 1, 0);
    object_put(space, text, vm->config.args[k], n_bytes);
    object_put(space, array + 8 * k, &text, sizeof text);
  }
  u64 words[ARGS_WORDS] = {n, array, array + 8 * (n + 1ull)};
  u64 at = heap_alloc(space, OBJECT_GLOBAL, sizeof words, 1, 0);
  object_put(space, at, words, sizeof words);
  s->args_at = at;
  if (!vm->world_at || !vm->arguments_fn || !vm->module->fns.at[vm->arguments_fn].is_defined)
    return true;
  boot_call(vm, s, vm->arguments_fn, &s->args_at, 1);
  return false;
}

/* Constructors get the arguments of main, too, as on Linux. */
static bool boot_with_args(Vm *vm, State *s, u32 fn) {
  u64 words[ARGS_WORDS];
  if (!object_get(&s->space, s->args_at, words, sizeof words))
    return step_stop(s, STOP_UNSUPPORTED, "a symbolic number of arguments");
  return boot_call(vm, s, fn, words, ARRAY_LEN(words));
}

/* Once main has returned, what was not freed is a leak, even if a pointer to it is left.  exit has looked for
 * what was lost by then. */
bool boot_exit(Vm *vm, State *s, int code) {
  Object leaked;
  if (vm->config.checks_leak && !s->is_left && leak_find_kept(s, &leaked))
    return leak_stop(vm, s, leaked);
  state_stop(s, STOP_EXIT, "");
  s->ending->code = code;
  return false;
}

/* Order: constructors, main, destructors. */
bool boot_next(Vm *vm, State *s) {
  const Module *m = vm->module;
  if (!boot_args(vm, s)) return true;
  u32 step = s->n_booted++;
  if (step < m->ctors.n) return boot_with_args(vm, s, m->ctors.at[step].fn);
  step -= m->ctors.n;
  if (step == 0) return boot_with_args(vm, s, vm->main_fn);
  if (step == 1) s->exit_code = s->code;
  step -= 1;
  if (step < m->dtors.n) return boot_call(vm, s, m->dtors.at[step].fn, NULL, 0);
  return boot_exit(vm, s, s->exit_code);
}

/* ---- the start ----------------------------------------------------------------------------------- */

/* The module has laid out the addresses.  What is only declared has no bytes, so that every access
 * to it is a fault. */
static void put_globals(const Module *m, Space *space) {
  for (u32 k = 0; k < m->globals.n; k++) {
    const Global *g = &m->globals.at[k];
    space->next[REGION_GLOBAL] = g->address;
    u64 at = heap_alloc(space, OBJECT_GLOBAL, g->is_extern ? 0 : g->n_bytes, 1, 0);
    CHECK(at == g->address, "global '%s' is at %llx, not %llx", g->name, (unsigned long long)at,
          (unsigned long long)g->address);
    if (g->bytes) object_put(space, at, g->bytes, g->n_bytes);
    if (g->is_constant) heap_seal(space, at);
  }
}

static void put_environment(Vm *vm, Space *space) {
  if (!vm->config.world) return;
  vm->world_at = heap_alloc(space, OBJECT_GLOBAL, vm->config.n_world_bytes, 1, 0);
  object_put(space, vm->world_at, vm->config.world, vm->config.n_world_bytes);
  heap_seal(space, vm->world_at);
}

/* Globals are put into memory once; every start is a fork of that. */
Err vm_start(Vm *vm, State **ret_state) {
  if (!vm->main_fn || !vm->module->fns.at[vm->main_fn].is_defined)
    return err_set(ERR_INPUT, "the program has no function 'main'");
  if (!vm->origin) {
    vm->origin = state_new(vm);
    put_globals(vm->module, &vm->origin->space);
    put_environment(vm, &vm->origin->space);
  }
  State *s = state_fork(vm, vm->origin);
  assert(!s->top && !s->n_booted && !s->path && !s->inputs);
  boot_next(vm, s);
  *ret_state = s;
  return OK;
}
