/* state.c — states and their frames: created, forked in O(1), freed.
 *
 * Everything large in a state is shared with the states it was forked from: memory by epochs
 * (space.h), frames, decisions and inputs by counted lists, the path condition by the solver.  The
 * frame on top is copied when a state runs that does not own it, and a frame below when it is
 * returned to.
 */
#include "vm/choice/guesses.h"
#include "vm/choice/pins.h"
#include "vm/exec/nontermination.h"
#include "vm/prefer.h"
#include "vm/vm_impl.h"

/* ---- frames ------------------------------------------------------------------------------------ */

static size_t frame_size(u32 n_regs) {
  return sizeof(Frame) + frame_class(n_regs) * FRAME_CLASS_REGS * sizeof(u64);
}

static Frame *frame_alloc(Vm *vm, u32 n_regs) {
  u32 class = frame_class(n_regs);
  if (class < FRAME_CLASSES && vm->spare[class]) {
    Frame *f = vm->spare[class];
    assert(frame_class(f->fn->n_regs) == class && !f->terms);
    vm->spare[class] = f->caller;
    return f;
  }
  return mem_new(frame_size(n_regs)); /* what is compared is never random */
}

Frame *frame_new(Vm *vm, const Fn *fn, Frame *caller) {
  assert(fn->is_defined && (!caller || caller->refs > 0));
  Frame *f = frame_alloc(vm, fn->n_regs);
  u64 below = caller ? caller->stack_bytes : 0;
  *f = (Frame){.fn = fn,
               .caller = caller,
               .stack_bytes = below + frame_stack_bytes(fn),
               .depth = caller ? caller->depth + 1 : 0,
               .refs = 1};
  return f;
}

Frame *frame_unref(Vm *vm, Frame *f) {
  assert(!f || f->refs > 0);
  while (f && --f->refs == 0) {
    assert(!f->caller || (f->caller->refs > 0 && f->caller->depth + 1 == f->depth));
    Frame *caller = f->caller;
    u32 class = frame_class(f->fn->n_regs);
    assert(!f->refs);
    f->terms = mem_free(f->terms);
    if (class < FRAME_CLASSES) {
      f->caller = vm->spare[class];
      vm->spare[class] = f;
    } else {
      mem_free(f);
    }
    f = caller;
  }
  return NULL;
}

static Frame *frame_copy(Vm *vm, const Frame *f) {
  u32 n_regs = f->fn->n_regs;
  assert(f->refs > 1);
  Frame *copy = frame_alloc(vm, n_regs);
  memcpy(copy, f, sizeof *f + n_regs * sizeof(u64));
  copy->refs = 1;
  if (f->caller) f->caller->refs++;
  if (f->terms) copy->terms = mem_dup(f->terms, n_regs * sizeof *f->terms);
  return copy;
}

Frame *frame_own_at(Vm *vm, Frame **at) {
  if ((*at)->refs > 1) {
    Frame *copy = frame_copy(vm, *at);
    frame_unref(vm, *at);
    *at = copy;
  }
  assert((*at)->refs == 1);
  return *at;
}

Frame *frame_own(Vm *vm, State *s) { return frame_own_at(vm, &s->top); }

void frame_set_term(Frame *f, u32 reg, Expr e) {
  assert(f->refs == 1 && reg < f->fn->n_regs);
  assert(!expr_is_none(e) && !expr_is_const(e) && expr_width(e) <= 64);
  if (!f->terms) f->terms = mem_new(f->fn->n_regs * sizeof *f->terms);
  f->terms[reg] = e;
  f->regs[reg] = 0;
}

u64 word_guess(Vm *vm, const State *s, Word w) {
  if (!word_is_symbolic(w)) return w.value;
  Model *m = context_model(s->context);
  return eval(vm->eval, m ? m : vm->zero, w.expr);
}

u64 reg_guess(Vm *vm, const State *s, u32 reg) { return word_guess(vm, s, reg_word(s->top, reg)); }

/* Frames below one that was seen in this sweep were seen with it. */
void frames_mark(Frame *f) {
  for (; f && f->epoch != expr_epoch(); f = f->caller) {
    f->epoch = expr_epoch();
    for (u32 k = 0; f->terms && k < f->fn->n_regs; k++)
      if (f->terms[k].id) expr_mark(f->terms[k]);
  }
}

/* ---- states ------------------------------------------------------------------------------------ */

static State *state_link(Vm *vm, State *s) {
  s->id = ++vm->n_created;
  s->prev = NULL;
  s->next = vm->states;
  if (s->next) s->next->prev = s;
  vm->states = s;
  vm->n_states++;
  return s;
}

State *state_new(Vm *vm) {
  State *s = NEW(State);
  space_init(&s->space);
  s->space.tracks_uninit = vm->config.uninit != UNINIT_ZERO;
  s->context = context_new(vm->solver);
  s->watch = watch_new();
  return state_link(vm, s);
}

State *state_fork(Vm *vm, State *s) {
  assert(!s->ending);
  assert(!s->top || s->top->refs > 0);
  State *child = mem_dup(s, sizeof *s);
  child->space = space_fork(&s->space);
  if (s->top) s->top->refs++;
  context_ref(s->context);
  path_ref(s->path);
  made_ref(s->inputs);
  prefer_ref(s->prefers);
  pin_ref(s->pins);
  guess_ref(s->guesses);
  made_ref(s->uninit);
  watch_fork(&child->watch);
  child->user = NULL;
  child->has_pending_test = false;
  return state_link(vm, child);
}

State *state_free(Vm *vm, State *s) {
  if (!s) return NULL;
  assert(vm->n_states > 0 && (s->prev ? s->prev->next : vm->states) == s);
  assert(!s->next || s->next->prev == s);
  if (s->prev)
    s->prev->next = s->next;
  else
    vm->states = s->next;
  if (s->next) s->next->prev = s->prev;
  vm->n_states--;
  if (vm->running == s) vm->running = NULL;
  frame_unref(vm, s->top);
  space_done(&s->space);
  context_unref(s->context);
  path_unref(s->path);
  made_unref(s->inputs);
  prefer_unref(s->prefers);
  pin_unref(s->pins);
  guess_unref(s->guesses);
  made_unref(s->uninit);
  watch_done(vm, &s->watch);
  if (s->ending) mem_free(s->ending->said);
  mem_free(s->ending);
  mem_free(s);
  return NULL;
}

void state_decide(Vm *vm, State *s, ChoiceKind kind, u64 side, Alternatives alternatives) {
  assert(kind != CHOICE_NONE && kind != CHOICE_ASSUME && alternatives <= ALTERNATIVES_POSSIBLE);
  assert(s->top->pc < s->top->fn->n_code);
  Decision d = {.fn = (u32)(s->top->fn - vm->module->fns.at),
                .pc = s->top->pc,
                .side = side,
                .caller = s->top->caller ? (u32)s->top->caller->serial : 0,
                .kind = kind,
                .alternatives = alternatives};
  s->path = path_add(s->path, d);
}

const Pos *state_position(const Vm *vm, const State *s) {
  const Module *m = vm->module;
  if (!s->top) return &m->positions.at[0];
  return &m->positions.at[s->top->fn->positions[s->top->pc]];
}

/* ---- the machine ------------------------------------------------------------------------------- */

static void choice_mark(const Choice *c) {
  if (c->kind == CHOICE_NONE) return;
  expr_mark(c->term);
  if (expr_is_none(c->access.address)) return;
  expr_mark(c->access.address);
  expr_mark(c->access.length);
}

static void vm_mark(void *user) {
  Vm *vm = user;
  for (State *s = vm->states; s; s = s->next) {
    frames_mark(s->top);
    space_mark(&s->space);
    choice_mark(&s->choice);
    prefer_mark(s->prefers);
    pin_mark(s->pins);
  }
  pasts_mark(vm);
}

VmConfig vm_config_default(void) {
  static const char *const args[] = {"program"};
  return (VmConfig){.args = args,
                    .n_args = 1,
                    .max_objects = 256,
                    .max_values = 64,
                    .max_stack_bytes = 64ull << 20,
                    .max_heap_bytes = 4ull << 30,
                    .uninit = UNINIT_ZERO};
}

/* Of the harness dialects only SV-COMP's has rules for functions of C. */
static bool speaks_verifier(const Module *m) {
  bool found = false;
  for (u32 k = 1; k < m->fns.n; k++) {
    u32 builtin = m->fns.at[k].builtin;
    if (m->fns.at[k].is_defined || builtin == BUILTIN_COUNT) continue;
    bool is_other = builtin == BUILTIN_NADIR_SYMBOLIC || builtin == BUILTIN_KLEE_MAKE_SYMBOLIC;
    if (is_other) return false;
    found |= builtin_infos[builtin].dialect == DIALECT_SVCOMP;
  }
  return found;
}

static bool may_setjmp(const Module *m) {
  for (u32 k = 1; k < m->fns.n; k++)
    if (m->fns.at[k].builtin == BUILTIN_SETJMP || m->fns.at[k].builtin == BUILTIN_SETJMP_BSD ||
        m->fns.at[k].builtin == BUILTIN_SIGSETJMP || m->fns.at[k].builtin == BUILTIN_SIGSETJMP_MUSL)
      return true;
  return false;
}

Vm *vm_new(const Module *m, Solver *solver, const VmConfig *config) {
  Vm *vm = NEW(Vm);
  vm->module = m;
  vm->solver = solver;
  vm->config = *config;
  vm->eval = eval_new();
  vm->zero = model_new();
  vm->loops = loop_table_new(m);
  vm->live = mem_new(MAX(m->fns.n, 1u) * sizeof *vm->live);
  vm->main_fn = module_find_fn(m, "main");
  vm->is_verifier = speaks_verifier(m);
  vm->has_setjmp = may_setjmp(m);
  vm->arguments_fn = module_find_fn(m, "nadir_arguments");
  expr_roots_add(vm_mark, vm);
  return vm;
}

Vm *vm_free(Vm *vm) {
  if (!vm) return NULL;
  expr_roots_remove(vm_mark, vm);
  while (vm->states) state_free(vm, vm->states);
  assert(!vm->n_states && !vm->running);
  for (u32 class = 0; class < FRAME_CLASSES; class ++) {
    while (vm->spare[class]) {
      Frame *f = vm->spare[class];
      vm->spare[class] = f->caller;
      mem_free(f);
    }
  }
  for (u32 k = 0; k < vm->missing.n; k++) mem_free(vm->missing.at[k]);
  vec_free(&vm->missing);
  lookup_done(&vm->lookup);
  uninit_done(&vm->uninit);
  loop_table_done(&vm->loops);
  for (u32 k = 0; k < vm->module->fns.n; k++) live_registers_done(&vm->live[k]);
  vm->live = mem_free(vm->live);
  solver_free(vm->checker);
  eval_free(vm->eval);
  model_unref(vm->zero);
  mem_free(vm);
  return NULL;
}

const struct Cover *vm_cover(const Vm *vm) { return vm->config.cover; }

const Module *vm_module(const Vm *vm) { return vm->module; }

const Loops *vm_loops(Vm *vm, u32 fn) { return loop_table_get(&vm->loops, fn); }

const LiveRegisters *vm_live_registers(Vm *vm, const Fn *fn) {
  LiveRegisters *l = &vm->live[fn - vm->module->fns.at];
  if (!l->n_words) live_registers_make(fn, l);
  return l;
}

u64 vm_states(const Vm *vm) {
  assert(vm->n_states >= (vm->origin != NULL) && vm->n_states <= vm->n_created);
  return vm->n_states - (vm->origin != NULL);
}

u64 vm_ignored(const Vm *vm, Builtin builtin) { return vm->n_ignored[builtin]; }
