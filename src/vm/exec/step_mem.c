/* step_mem.c — memory: what the tlb does not know, symbolic addresses and values, local
 * variables. */
#include "expr/facts.h"
#include "vm/choice/pins.h"
#include "vm/memory/uninit.h"
#include "vm/vm_impl.h"

/* ---- addresses ------------------------------------------------------------------------------- */

typedef enum Mode { MODE_OFFSET, MODE_SCALED, MODE_SCALED_32 } Mode;

static Mode mode_of(const Ins *i) {
  Operand c = op_infos[i->op].operand[2];
  return c == OPERAND_IN64 ? MODE_SCALED : c == OPERAND_IN32 ? MODE_SCALED_32 : MODE_OFFSET;
}

Word ins_address(const Frame *f, const Ins *i) {
  Mode mode = mode_of(i);
  bool is_symbolic = reg_is_symbolic(f, i->b) || (mode != MODE_OFFSET && reg_is_symbolic(f, i->c));
  if (!is_symbolic) {
    u64 base = f->regs[i->b];
    if (mode == MODE_OFFSET) return word_of(base + (u64)(i64)(int32_t)i->c);
    u64 index = f->regs[i->c];
    return word_of(base + (mode == MODE_SCALED ? index : (u64)(i64)(int32_t)index) * i->n);
  }
  Expr base = reg_term(f, i->b, 64);
  if (mode == MODE_OFFSET)
    return word_of_expr(expr_add(base, expr_const(64, (u64)(i64)(int32_t)i->c)));
  Expr index = mode == MODE_SCALED ? reg_term(f, i->c, 64) : expr_sext(reg_term(f, i->c, 32), 64);
  return word_of_expr(expr_add(base, expr_mul(index, expr_const(64, i->n))));
}

/* The address is split into its values: an event. */
static bool splits(Vm *vm, State *s, const Ins *i, u32 n, bool is_write) {
  if (!vm->config.max_split && !vm->config.splits_looked_up) return false;
  Mode mode = mode_of(i);
  return reference_split(vm, s,
                         &(Reference){.base = i->b,
                                      .index = i->c,
                                      .has_index = mode != MODE_OFFSET,
                                      .index_width = mode == MODE_SCALED_32 ? 32 : 64,
                                      .scale = i->n,
                                      .offset = (u64)(i64)(int32_t)i->c,
                                      .n_bytes = n,
                                      .is_write = is_write});
}

bool step_lea(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  reg_set_word(s->top, i->a, ins_address(s->top, i));
  return step_next(s);
}

/* ---- one word -------------------------------------------------------------------------------- */

/* What an access at a symbolic offset may read gets its values. */
static void settle_at(Vm *vm, State *s, const Place *p, u32 n) {
  Object o;
  bool found = object_find(&s->space, p->base, &o);
  assert(found && o.size >= n);
  (void)found;
  Facts facts = expr_facts(p->offset);
  u64 from = MIN(facts.umin, o.size - n), to = MIN(facts.umax, o.size - n) + n;
  uninit_settle(vm, s, o.base + from, to - from);
}

/* Makes all that may be read a value.  Goes on (true) if all was written or may be uninitialised, or this
 * was decided just now. */
static bool check_set(Vm *vm, State *s, const Place *p, Expr address, u32 n) {
  if (likely(!s->space.tracks_uninit) || p->is_checked) return true;
  if (vm->config.uninit != UNINIT_ERROR) {
    settle_at(vm, s, p, n);
    return true;
  }
  Expr fine = object_set_at(&s->space, p->base, p->offset, n);
  if (expr_is_value(fine, 1)) return true;
  if (expr_is_value(fine, 0))
    return step_fault(vm, s, FAULT_UNINIT, word_guess(vm, s, word_of_expr(address)), n, false);
  s->resume = (Resume){.kind = RESUME_OBJECT, .object = p->base};
  return step_choice(s, (Choice){.kind = CHOICE_CHECK,
                                 .term = fine,
                                 .access = {address, expr_const(64, n), false},
                                 .check.stop = STOP_READ_UNSET});
}

bool step_load(Vm *vm, State *s, const Ins *i) {
  u32 n = op_infos[i->op].width / 8;
  Word at = ins_address(s->top, i), w;
  if (word_is_symbolic(at)) at = word_of_expr(pins_apply(s, at.expr));
  if (word_is_symbolic(at)) {
    Place p;
    if (splits(vm, s, i, n, false) || pins_ask_use(vm, s, at.expr, n, false)) return false;
    if (!address_resolve(s, at.expr, n, false, &p)) return false;
    if (expr_is_const(p.offset))
      at = word_of(p.base + expr_value(p.offset));
    else if (places_load(vm, s, &p, n, &w))
      ;
    else if (check_set(vm, s, &p, at.expr, n))
      w = word_of_expr(lookup_read(&vm->lookup, object_array(&s->space, p.base), p.offset, n));
    else
      return false;
  }
  if (!word_is_symbolic(at)) {
    Fault fault = object_load(&s->space, at.value, n, &w);
    if (unlikely(fault == FAULT_UNINIT)) {
      uninit_settle(vm, s, at.value, n);
      if (vm->config.uninit != UNINIT_ERROR || uninit_settle_padding(vm, s, at.value, n))
        fault = object_load(&s->space, at.value, n, &w);
    }
    if (unlikely(fault != FAULT_NONE)) return step_fault(vm, s, fault, at.value, n, false);
  }
  s->cost.n[COST_ACCESSES]++;
  reg_set_word(s->top, i->a, w);
  return step_next(s);
}

/* Before it becomes an array, which has no place for what is uninitialised. */
static void settle_object(Vm *vm, State *s, u64 base) {
  Object o;
  bool found = object_find(&s->space, base, &o);
  assert(found);
  (void)found;
  if (unlikely(s->space.tracks_uninit)) uninit_settle(vm, s, o.base, o.size);
}

bool step_store(Vm *vm, State *s, const Ins *i) {
  u32 n = op_infos[i->op].width / 8;
  Word at = ins_address(s->top, i), w = reg_word(s->top, i->a);
  if (word_is_symbolic(at)) at = word_of_expr(pins_apply(s, at.expr));
  if (word_is_symbolic(at)) {
    Place p;
    if (splits(vm, s, i, n, true) || pins_ask_use(vm, s, at.expr, n, true)) return false;
    if (!address_resolve(s, at.expr, n, true, &p)) return false;
    if (expr_is_const(p.offset)) {
      at = word_of(p.base + expr_value(p.offset));
    } else if (!places_store(vm, s, &p, n, w)) {
      if (pins_ask_write(vm, s, &p, w, n)) return false;
      settle_object(vm, s, p.base);
      object_update(&s->space, p.base, p.offset, n, w);
    }
  }
  if (!word_is_symbolic(at)) {
    Fault fault = object_store(&s->space, at.value, n, w);
    if (unlikely(fault != FAULT_NONE)) return step_fault(vm, s, fault, at.value, n, true);
  }
  s->cost.n[COST_ACCESSES]++;
  return step_next(s);
}

/* ---- local variables ------------------------------------------------------------------------- */

/* b * c bytes, where b is a symbol and c is not 0: *ret_size, and the most that they may be.  False: an event. */
static bool settle_size(Vm *vm, State *s, const Ins *i, Expr *ret_size, u64 *ret_most) {
  if (vm->config.splits_sizes) return step_value(s, i->b);
  Expr n = s->top->terms[i->b];
  u64 used = s->top->stack_bytes + s->space.stack_bytes, limit = vm->config.max_stack_bytes;
  *ret_size = expr_mul(n, expr_const(64, i->c));
  Expr is_absurd = expr_ugt(n, expr_const(64, UINT64_MAX / i->c));
  Expr size = expr_ite(is_absurd, expr_const(64, UINT64_MAX), *ret_size);
  return step_size(s, size, used < limit ? limit - used : 0, STOP_STACK_OVERFLOW, ret_most);
}

bool step_alloca(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  u64 n = ins_imm64(i);
  Expr size = EXPR_NONE;
  if (i->op == OP_ALLOCA_N && i->c && reg_is_symbolic(f, i->b)) {
    if (!settle_size(vm, s, i, &size, &n)) return false;
  } else if (i->op == OP_ALLOCA_N) {
    if (__builtin_mul_overflow(f->regs[i->b], (u64)i->c, &n))
      return step_stop(s, STOP_STACK_OVERFLOW, "");
  }
  if (n > vm->config.max_stack_bytes) return step_stop(s, STOP_STACK_OVERFLOW, "");
  u64 at = heap_alloc_symbolic(&s->space, OBJECT_STACK, n, size, 1, 0);
  u64 used = f->stack_bytes + s->space.stack_bytes;
  cost_at_least(&s->cost, COST_STACK, used);
  if (!at || used > vm->config.max_stack_bytes) return step_stop(s, STOP_STACK_OVERFLOW, "");
  reg_set(f, i->a, at);
  return step_next(s);
}

bool step_save(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  reg_set(s->top, i->a, heap_mark(&s->space));
  return step_next(s);
}

bool step_restore(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  if (reg_is_symbolic(s->top, i->a)) return step_value(s, i->a);
  heap_pop(&s->space, s->top->regs[i->a]);
  return step_next(s);
}

/* A local has an address of its own: no symbol chooses it. */
bool step_live(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  heap_revive(&s->space, s->top->regs[i->a]);
  return step_next(s);
}

/* It goes round three addresses: one that was kept in the two rounds before is that of a dead one. */
bool step_renew(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  Object o;
  u64 old = f->regs[i->a], next = f->regs[i->c];
  if (object_find(&s->space, old, &o) && o.is_live) return step_next(s);
  if (next)
    heap_revive(&s->space, next);
  else
    next = heap_alloc(&s->space, OBJECT_STACK, o.size, 1, 0);
  u64 used = f->stack_bytes + s->space.stack_bytes;
  cost_at_least(&s->cost, COST_STACK, used);
  if (!next || used > vm->config.max_stack_bytes) return step_stop(s, STOP_STACK_OVERFLOW, "");
  reg_set(f, i->c, f->regs[i->b]);
  reg_set(f, i->b, old);
  reg_set(f, i->a, next);
  return step_next(s);
}

bool step_outside(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  (void)i;
  s->n_outside++;
  return step_next(s);
}

bool step_die(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  heap_kill(&s->space, s->top->regs[i->a]);
  return step_next(s);
}
