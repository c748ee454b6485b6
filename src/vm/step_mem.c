/* step_mem.c — memory: what the tlb does not know, symbolic addresses and values, local variables,
 * whole blocks. */
#include "vm/vm_impl.h"

/* ---- addresses ------------------------------------------------------------------------------- */

typedef enum Mode { MODE_OFFSET, MODE_SCALED, MODE_SCALED_32 } Mode;

static Mode mode_of(const Ins *i) {
  Operand c = op_infos[i->op].operand[2];
  return c == OPERAND_IN64 ? MODE_SCALED : c == OPERAND_IN32 ? MODE_SCALED_32 : MODE_OFFSET;
}

/* The address that an access or LEA computes, as a word. */
static Word address_of(const Frame *f, const Ins *i) {
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

bool step_lea(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  reg_set_word(s->top, i->a, address_of(s->top, i));
  return step_next(s);
}

/* ---- one word -------------------------------------------------------------------------------- */

bool step_load(Vm *vm, State *s, const Ins *i) {
  u32 n = op_infos[i->op].width / 8;
  Word at = address_of(s->top, i), w;
  if (word_is_symbolic(at)) {
    Place p;
    if (!address_resolve(s, at.expr, n, false, &p)) return false;
    if (expr_is_const(p.offset))
      at = word_of(p.base + expr_value(p.offset));
    else
      w = word_of_expr(lookup_read(&vm->lookup, object_array(&s->space, p.base), p.offset, n));
  }
  if (!word_is_symbolic(at)) {
    Fault fault = object_load(&s->space, at.value, n, &w);
    if (unlikely(fault != FAULT_NONE)) return step_fault(vm, s, fault, at.value, n, false);
  }
  s->cost.n[COST_ACCESSES]++;
  reg_set_word(s->top, i->a, w);
  return step_next(s);
}

bool step_store(Vm *vm, State *s, const Ins *i) {
  u32 n = op_infos[i->op].width / 8;
  Word at = address_of(s->top, i), w = reg_word(s->top, i->a);
  if (word_is_symbolic(at)) {
    Place p;
    if (!address_resolve(s, at.expr, n, true, &p)) return false;
    if (expr_is_const(p.offset))
      at = word_of(p.base + expr_value(p.offset));
    else
      object_update(&s->space, p.base, p.offset, n, w);
  }
  if (!word_is_symbolic(at)) {
    Fault fault = object_store(&s->space, at.value, n, w);
    if (unlikely(fault != FAULT_NONE)) return step_fault(vm, s, fault, at.value, n, true);
  }
  s->cost.n[COST_ACCESSES]++;
  return step_next(s);
}

/* ---- local variables ------------------------------------------------------------------------- */

bool step_alloca(Vm *vm, State *s, const Ins *i) {
  Frame *f = s->top;
  u64 n = ins_imm64(i);
  if (i->op == OP_ALLOCA_N) {
    if (reg_is_symbolic(f, i->b)) return step_value(s, i->b);
    if (__builtin_mul_overflow(f->regs[i->b], (u64)i->c, &n))
      return step_stop(s, STOP_STACK_OVERFLOW, "");
  }
  if (n > vm->config.max_stack_bytes) return step_stop(s, STOP_STACK_OVERFLOW, "");
  u64 at = heap_alloc(&s->space, OBJECT_STACK, n, 1, 0);
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

/* ---- blocks ------------------------------------------------------------------------------------ */

/* Splits on the first of these registers that has a term; false then. */
static bool all_concrete(State *s, u32 a, u32 b, u32 c) {
  u32 regs[] = {c, a, b};
  for (u32 k = 0; k < 3; k++)
    if (reg_is_symbolic(s->top, regs[k])) return step_value(s, regs[k]);
  return true;
}

bool step_memcpy(Vm *vm, State *s, const Ins *i) {
  if (!all_concrete(s, i->a, i->b, i->c)) return false;
  const u64 *r = s->top->regs;
  u64 to = r[i->a], from = r[i->b], n = r[i->c];
  Fault fault = object_check(&s->space, from, n, false);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, from, n, false);
  fault = object_check(&s->space, to, n, true);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, to, n, true);
  object_copy(&s->space, to, from, n);
  s->cost.n[COST_ACCESSES] += 2 * ((n + 7) / 8);
  return step_next(s);
}

bool step_memset(Vm *vm, State *s, const Ins *i) {
  if (!all_concrete(s, i->a, i->a, i->c)) return false;
  const u64 *r = s->top->regs;
  u64 to = r[i->a], n = r[i->c];
  Fault fault = object_check(&s->space, to, n, true);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, to, n, true);
  object_fill(&s->space, to, reg_word(s->top, i->b), n);
  s->cost.n[COST_ACCESSES] += (n + 7) / 8;
  return step_next(s);
}
