/* step_block.c — whole blocks of memory: memcpy, memmove and memset, of any length.
 *
 * What is out of bounds comes up first, as one error however many values there are.  Then a
 * symbolic length is
 *
 *   - no question if it reaches just to the end of an object of symbolic size, as in
 *     memset(p, 0, n) after p = malloc(n): nobody can read what is written behind that;
 *   - split into its values if these are few;
 *   - else one path, on which each byte that may be written is (ite (k < length) new old).
 *
 * Symbolic addresses are split into their values.  (If both length and address are symbolic, only
 * the length is split: nothing says which object is meant when the length may be zero.)
 */
#include "expr/facts.h"
#include "vm/memory/uninit.h"
#include "vm/vm_impl.h"

/* Bytes that a length of many values may write one by one. */
enum { MOST_BYTES_OPEN = SIZED(4096, 16) };

/* A block of memory that an instruction accesses. */
typedef struct MemBlock {
  u32 reg; /* its address */
  bool is_write;
} MemBlock;

bool step_check_length(Vm *vm, State *s, u64 at, Expr length, bool is_write) {
  Object o;
  bool is_inside = object_find(&s->space, at, &o) &&
                   object_check(&s->space, at, 1, is_write) <= FAULT_SYMBOLIC_SIZE;
  u64 room = is_inside ? o.size - (at - o.base) : 0;
  Expr fine = expr_ule(length, expr_const(64, room));
  if (is_inside && object_has_symbolic_size(o)) {
    Expr end = expr_add(length, expr_const(64, at - o.base)), none = expr_const(64, 0);
    Expr has_end = expr_or(expr_eq(length, none), expr_ule(end, o.extent.size));
    fine = expr_and(fine, has_end);
  }
  Fault fault = object_check(&s->space, at, room + 1, is_write);
  if (expr_is_value(fine, 1)) return true;
  if (expr_is_value(fine, 0)) return step_fault(vm, s, fault, at, room + 1, is_write);
  return step_choice(s, (Choice){.kind = CHOICE_CHECK,
                                 .term = fine,
                                 .access = {expr_const(64, at), length, is_write},
                                 .check.stop = stop_of_fault(fault, is_write)});
}

/* Goes on (true) if what memcpy reads and what it writes lie apart, or are the same. */
static bool check_apart(State *s, const Ins *i, Expr length) {
  u64 to = s->top->regs[i->a], from = s->top->regs[i->b], gap = MAX(to, from) - MIN(to, from);
  if (i->op != OP_MEMCPY || !gap) return true;
  Expr fine = expr_ule(length, expr_const(64, gap));
  if (expr_is_value(fine, 1)) return true;
  if (expr_is_value(fine, 0)) return step_stop(s, STOP_OVERLAP, "");
  return step_choice(s, (Choice){.kind = CHOICE_CHECK, .term = fine, .check.stop = STOP_OVERLAP});
}

/* How many bytes an instruction is to do. */
typedef struct Amount {
  u64 n;
  u64 least;   /* that it does on this path */
  Expr length; /* none: just n; else the first so many of the n */
  bool is_checked;
} Amount;

/* Bytes from the start of the block to the end of its object's pages.  Where there is no object the
 * check has left a length of zero only. */
static u64 room_of(State *s, MemBlock b) {
  Object o;
  u64 at = s->top->regs[b.reg];
  return object_find(&s->space, at, &o) ? o.size - (at - o.base) : 0;
}

static bool reaches_end(State *s, MemBlock b, Expr length) {
  Object o;
  u64 at = s->top->regs[b.reg];
  if (!object_find(&s->space, at, &o)) return false;
  Expr before = expr_const(64, at - o.base);
  return object_has_symbolic_size(o) && expr_same(expr_add(length, before), o.extent.size);
}

/* Which bytes are uninitialised cannot depend on a symbol: they become unknown values before. */
static bool may_stay_symbol(Vm *vm, State *s, const MemBlock *blocks, u32 n_blocks, u64 n) {
  if (vm->config.splits_sizes || n > MOST_BYTES_OPEN) return false;
  for (u32 k = 0; k < n_blocks && s->space.tracks_uninit; k++) {
    u64 at = s->top->regs[blocks[k].reg];
    if (object_set(&s->space, at, n)) continue;
    if (vm->config.uninit == UNINIT_ERROR) return false;
    uninit_settle(vm, s, at, n);
  }
  return true;
}

/* The blocks begin in objects that have room for the length; the last is written. */
static bool settle_length(Vm *vm, State *s, const MemBlock *blocks, u32 n_blocks, u32 reg,
                          bool is_open, Amount *ret) {
  Expr length = s->top->terms[reg];
  u64 n = expr_facts(length).umax;
  for (u32 k = 0; k < n_blocks; k++) n = MIN(n, room_of(s, blocks[k]));
  *ret = (Amount){n, expr_facts(length).umin, is_open ? length : EXPR_NONE, true};
  if (is_open) return true;
  if (!vm->config.splits_sizes && reaches_end(s, blocks[n_blocks - 1], length)) return true;
  return step_choice(
      s, (Choice){.kind = CHOICE_VALUE,
                  .term = length,
                  .value = {.reg = reg, .may_stay = may_stay_symbol(vm, s, blocks, n_blocks, n)}});
}

static bool settle_blocks(Vm *vm, State *s, const Ins *i, const MemBlock *blocks, u32 n_blocks,
                          Amount *ret) {
  const Frame *f = s->top;
  u32 length = i->c;
  bool is_fixed = !reg_is_symbolic(f, length);
  *ret = (Amount){.n = f->regs[length], .least = f->regs[length], .length = EXPR_NONE};
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
  Resume known = step_resume(s);
  bool is_open = known.kind == RESUME_SYMBOL;
  /* Each block, then both together. */
  for (u32 k = is_open ? n_blocks + 1 : known.n_passed; k < n_blocks + 1; k++) {
    Expr n = f->terms[length];
    s->resume.n_passed = k;
    if (!(k == n_blocks ? check_apart(s, i, n)
                        : step_check_length(vm, s, f->regs[blocks[k].reg], n, blocks[k].is_write)))
      return false;
  }
  s->resume = (Resume){0};
  return settle_length(vm, s, blocks, n_blocks, length, is_open, ret);
}

/* At least so many. */
static void count(Vm *vm, State *s, Amount span, u32 n_blocks) {
  enum { BYTES_PER_STEP = 4096 }; /* copied in the time of a step */
  vm->effort += span.n / BYTES_PER_STEP;
  u64 n_words = (span.least + 7) / 8;
  s->cost.n[COST_ACCESSES] += n_blocks * n_words;
  s->cost.n[COST_WORK] += n_words;
}

bool step_memcpy(Vm *vm, State *s, const Ins *i) {
  const MemBlock blocks[] = {{i->b, false}, {i->a, true}};
  Amount span;
  if (!settle_blocks(vm, s, i, blocks, 2, &span)) return false;
  u64 to = s->top->regs[i->a], from = s->top->regs[i->b], n = span.n;
  Fault fault = span.is_checked ? FAULT_NONE : object_check(&s->space, from, n, false);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, from, n, false);
  fault = span.is_checked ? FAULT_NONE : object_check(&s->space, to, n, true);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, to, n, true);
  bool is_apart = to == from || MAX(to, from) - MIN(to, from) >= n;
  if (unlikely(i->op == OP_MEMCPY && !is_apart && !span.is_checked))
    return step_stop(s, STOP_OVERLAP, "");
  if (unlikely(s->space.tracks_uninit) && n && space_page(&s->space, to)->state == PAGE_ARRAY)
    uninit_settle(vm, s, from, n); /* an array has no place for what is uninitialised */
  if (expr_is_none(span.length))
    object_copy(&s->space, to, from, n);
  else
    object_copy_some(&s->space, to, from, n, span.length);
  count(vm, s, span, 2);
  return step_next(s);
}

bool step_memset(Vm *vm, State *s, const Ins *i) {
  Amount span;
  if (!settle_blocks(vm, s, i, &(MemBlock){i->a, true}, 1, &span)) return false;
  u64 to = s->top->regs[i->a], n = span.n;
  Fault fault = span.is_checked ? FAULT_NONE : object_check(&s->space, to, n, true);
  if (fault != FAULT_NONE) return step_fault(vm, s, fault, to, n, true);
  if (expr_is_none(span.length))
    object_fill(&s->space, to, reg_word(s->top, i->b), n);
  else
    object_fill_some(&s->space, to, reg_word(s->top, i->b), n, span.length);
  count(vm, s, span, 1);
  return step_next(s);
}
