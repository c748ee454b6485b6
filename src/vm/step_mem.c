/* step_mem.c — memory: what the tlb does not know, symbolic addresses and values, local variables,
 * whole blocks. */
#include "expr/facts.h"
#include "vm/unset.h"
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

/* The address is split into its values: an event. */
static bool splits(Vm *vm, State *s, const Ins *i, u32 n, bool is_write) {
  if (!vm->config.max_split) return false;
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
  reg_set_word(s->top, i->a, address_of(s->top, i));
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
  unset_settle(vm, s, o.base + from, to - from);
}

/* Makes all that may be read a value.  Goes on (true) if all was written or may be unset, or this
 * was decided just now. */
static bool check_set(Vm *vm, State *s, const Place *p, Expr address, u32 n) {
  if (likely(!s->space.tracks_unset) || p->is_checked) return true;
  if (vm->config.unset != UNSET_ERROR) {
    settle_at(vm, s, p, n);
    return true;
  }
  Expr fine = object_set_at(&s->space, p->base, p->offset, n);
  if (expr_is_value(fine, 1)) return true;
  if (expr_is_value(fine, 0))
    return step_fault(vm, s, FAULT_UNSET, word_guess(vm, s, word_of_expr(address)), n, false);
  s->resolved = p->base; /* branch_take counts up */
  return step_choice(s, (Choice){.kind = CHOICE_CHECK,
                                 .term = fine,
                                 .stop = STOP_READ_UNSET,
                                 .address = address,
                                 .length = expr_const(64, n)});
}

bool step_load(Vm *vm, State *s, const Ins *i) {
  u32 n = op_infos[i->op].width / 8;
  Word at = address_of(s->top, i), w;
  if (word_is_symbolic(at)) {
    Place p;
    if (splits(vm, s, i, n, false) || !address_resolve(s, at.expr, n, false, &p)) return false;
    if (expr_is_const(p.offset))
      at = word_of(p.base + expr_value(p.offset));
    else if (check_set(vm, s, &p, at.expr, n))
      w = word_of_expr(lookup_read(&vm->lookup, object_array(&s->space, p.base), p.offset, n));
    else
      return false;
  }
  if (!word_is_symbolic(at)) {
    Fault fault = object_load(&s->space, at.value, n, &w);
    if (unlikely(fault == FAULT_UNSET) && vm->config.unset != UNSET_ERROR) {
      unset_settle(vm, s, at.value, n);
      fault = object_load(&s->space, at.value, n, &w);
    }
    if (unlikely(fault != FAULT_NONE)) return step_fault(vm, s, fault, at.value, n, false);
  }
  s->cost.n[COST_ACCESSES]++;
  reg_set_word(s->top, i->a, w);
  return step_next(s);
}

/* Before it becomes an array, which has no place for what is unset. */
static void settle_object(Vm *vm, State *s, u64 base) {
  Object o;
  bool found = object_find(&s->space, base, &o);
  assert(found);
  (void)found;
  if (unlikely(s->space.tracks_unset)) unset_settle(vm, s, o.base, o.size);
}

bool step_store(Vm *vm, State *s, const Ins *i) {
  u32 n = op_infos[i->op].width / 8;
  Word at = address_of(s->top, i), w = reg_word(s->top, i->a);
  if (word_is_symbolic(at)) {
    Place p;
    if (splits(vm, s, i, n, true) || !address_resolve(s, at.expr, n, true, &p)) return false;
    if (expr_is_const(p.offset)) {
      at = word_of(p.base + expr_value(p.offset));
    } else {
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

/* A local has an address of its own: no symbol chooses it. */
bool step_live(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  heap_revive(&s->space, s->top->regs[i->a]);
  return step_next(s);
}

bool step_die(Vm *vm, State *s, const Ins *i) {
  (void)vm;
  heap_kill(&s->space, s->top->regs[i->a]);
  return step_next(s);
}

/* ---- blocks ------------------------------------------------------------------------------------ */

/* A block of memory that an instruction accesses. */
typedef struct Block {
  u32 reg; /* its address */
  bool is_write;
} Block;

/* Goes on (true) if no length leads out of the object that the block begins in. */
static bool check_length(Vm *vm, State *s, Block b, Expr length) {
  u64 at = s->top->regs[b.reg];
  Object o;
  bool is_inside = object_find(&s->space, at, &o) && !object_check(&s->space, at, 1, b.is_write);
  u64 room = is_inside ? o.size - (at - o.base) : 0;
  Expr fine = expr_ule(length, expr_const(64, room));
  Fault fault = object_check(&s->space, at, room + 1, b.is_write);
  if (expr_is_value(fine, 1)) return true;
  if (expr_is_value(fine, 0)) return step_fault(vm, s, fault, at, room + 1, b.is_write);
  return step_choice(s, (Choice){.kind = CHOICE_CHECK,
                                 .term = fine,
                                 .stop = stop_of_fault(fault, b.is_write),
                                 .address = expr_const(64, at),
                                 .length = length,
                                 .is_write = b.is_write});
}

/* What is out of bounds comes up first, as one error however many values there are.  Then lengths
 * and addresses are split into their values.  (Of a symbolic length at a symbolic address only the
 * length: nothing says which object is meant when the length may be zero.) */
static bool settle_blocks(Vm *vm, State *s, const Block *blocks, u32 n_blocks, u32 length) {
  const Frame *f = s->top;
  bool is_fixed = !reg_is_symbolic(f, length);
  if (is_fixed && !f->regs[length]) return true;
  for (u32 k = 0; k < n_blocks; k++) {
    if (!reg_is_symbolic(f, blocks[k].reg)) continue;
    Place p;
    bool asks = is_fixed && f->regs[length] <= UINT32_MAX;
    if (asks &&
        !address_resolve(s, f->terms[blocks[k].reg], (u32)f->regs[length], blocks[k].is_write, &p))
      return false;
    return step_value(s, blocks[k].reg);
  }
  if (is_fixed) return true;
  for (u64 k = step_resolved(s); k < n_blocks; k++) {
    if (check_length(vm, s, blocks[k], f->terms[length])) continue;
    if (!s->ending) s->resolved = k; /* branch_take counts up */
    return false;
  }
  return step_value(s, length);
}

bool step_memcpy(Vm *vm, State *s, const Ins *i) {
  const Block blocks[] = {{i->b, false}, {i->a, true}};
  if (!settle_blocks(vm, s, blocks, 2, i->c)) return false;
  const u64 *r = s->top->regs;
  u64 to = r[i->a], from = r[i->b], n = r[i->c];
  Fault fault = object_check(&s->space, from, n, false);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, from, n, false);
  fault = object_check(&s->space, to, n, true);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, to, n, true);
  if (unlikely(s->space.tracks_unset) && n && space_page(&s->space, to)->state == PAGE_ARRAY)
    unset_settle(vm, s, from, n); /* an array has no place for what is unset */
  object_copy(&s->space, to, from, n);
  s->cost.n[COST_ACCESSES] += 2 * ((n + 7) / 8);
  return step_next(s);
}

bool step_memset(Vm *vm, State *s, const Ins *i) {
  if (!settle_blocks(vm, s, &(Block){i->a, true}, 1, i->c)) return false;
  const u64 *r = s->top->regs;
  u64 to = r[i->a], n = r[i->c];
  Fault fault = object_check(&s->space, to, n, true);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, to, n, true);
  object_fill(&s->space, to, reg_word(s->top, i->b), n);
  s->cost.n[COST_ACCESSES] += (n + 7) / 8;
  return step_next(s);
}
