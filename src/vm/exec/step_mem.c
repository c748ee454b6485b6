/* step_mem.c — memory: what the tlb does not know, symbolic addresses and values, local
 * variables. */
#include "expr/facts.h"
#include "vm/choice/concretise.h"
#include "vm/memory/uninit.h"
#include "vm/vm_impl.h"

/* ---- addresses ------------------------------------------------------------------------------- */

AddressMode ins_address_mode(const Ins *i) {
  Operand c = op_infos[i->op].operand[2];
  return c == OPERAND_IN64 ? MODE_SCALED : c == OPERAND_IN32 ? MODE_SCALED_32 : MODE_OFFSET;
}

u64 ins_address_at(const Ins *i, u64 base, u64 index) {
  AddressMode mode = ins_address_mode(i);
  if (mode == MODE_OFFSET) return base + (u64)(i64)(int32_t)i->c;
  return base + (mode == MODE_SCALED ? index : (u64)(i64)(int32_t)index) * i->n;
}

Word ins_address(const Frame *f, const Ins *i) {
  AddressMode mode = ins_address_mode(i);
  bool has_index = mode != MODE_OFFSET;
  if (!reg_is_symbolic(f, i->b) && !(has_index && reg_is_symbolic(f, i->c)))
    return word_of(ins_address_at(i, f->regs[i->b], has_index ? f->regs[i->c] : 0));
  Expr base = reg_term(f, i->b, 64);
  if (!has_index) return word_of_expr(expr_add(base, expr_const(64, (u64)(i64)(int32_t)i->c)));
  Expr index = mode == MODE_SCALED ? reg_term(f, i->c, 64) : expr_sext(reg_term(f, i->c, 32), 64);
  return word_of_expr(expr_add(base, expr_mul(index, expr_const(64, i->n))));
}

bool step_lea(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  reg_set_word(s->top, i->a, ins_address(s->top, i));
  return step_next(s);
}

/* ---- one word -------------------------------------------------------------------------------- */

bool step_load(Vm *vm, State *s, const Ins *i) {
  u32 n = op_infos[i->op].width / 8;
  Word at = ins_address(s->top, i), w = {0};
  if (word_is_symbolic(at)) {
    SymbolicAccess a = {.ins = i, .address = at.expr, .n_bytes = n};
    Concretised how = concretise(vm, s, &a);
    if (how == CONCRETE_EVENT) return false;
    if (how == CONCRETE_NUMBER) at = word_of_expr(a.address);
    w = a.word;
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

bool step_store(Vm *vm, State *s, const Ins *i) {
  u32 n = op_infos[i->op].width / 8;
  Word at = ins_address(s->top, i), w = reg_word(s->top, i->a);
  if (word_is_symbolic(at)) {
    SymbolicAccess a = {.ins = i, .address = at.expr, .n_bytes = n, .is_write = true, .word = w};
    Concretised how = concretise(vm, s, &a);
    if (how == CONCRETE_EVENT) return false;
    if (how == CONCRETE_NUMBER) at = word_of_expr(a.address);
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
bool step_lifetime(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  (i->op == OP_LIVE ? heap_revive : heap_kill)(&s->space, s->top->regs[i->a]);
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
