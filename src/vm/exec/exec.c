/* exec.c — the interpreter: three loops over the same bodies, and vm_run, which picks between them.
 *
 * A frame whose registers are all concrete runs in a loop without any tests for symbols.  A symbol
 * can arrive there only by a call or by a load from a page that is not pure, which misses the tlb.
 * A frame with terms runs in a loop that first looks at the operands of each instruction.  The
 * loop may have to change when a function is entered or left, or when a frame gets its first term.
 *
 * Dispatch is by computed goto where speed counts, and by a switch in the checked variants, where
 * the compiler then says if an instruction is missing.
 */
#include "vm/exec/call_quick.h"
#include "vm/exec/cover.h"
#include "vm/exec/float.h"
#include "vm/exec/nontermination.h"
#include "vm/vm_impl.h"

#include <string.h>

#ifdef NDEBUG
#define DISPATCH GO;
#define GO goto *labels[i->op]
#define CASE(id) op_##id:
#define NEXT \
  i++;       \
  GO
#define NO_OTHER_CASE
#else
#define DISPATCH \
  again:         \
  switch ((Op)i->op)
#define GO goto again
#define CASE(id) case OP_##id:
#define NEXT \
  i++;       \
  GO
#define NO_OTHER_CASE \
  case OP_COUNT:      \
    die(__FILE__, __LINE__, "no instruction");
#endif

/* Fuel is looked at before anything is done, so that the state stands at an instruction that was
 * not begun; with any fuel at all one gets ahead. */
#define CHARGE                           \
  if (unlikely(fuel <= 0)) goto no_fuel; \
  fuel -= i->n

/* Operand b or c as a number extended to w bits. */
#define IMM(w, operand) ((u64)(i64)(int32_t)i->operand & value_mask(w))

#define DO_ADD(w, b, c) r[i->a] = ((b) + (c)) & value_mask(w)
#define DO_SUB(w, b, c) r[i->a] = ((b) - (c)) & value_mask(w)
#define DO_MUL(w, b, c) r[i->a] = ((b) * (c)) & value_mask(w)
#define DO_AND(w, b, c) r[i->a] = (b) & (c)
#define DO_OR(w, b, c) r[i->a] = (b) | (c)
#define DO_XOR(w, b, c) r[i->a] = (b) ^ (c)

/* What C does not define is left to the step. */
#define DO_UDIV(w, b, c)             \
  u64 divisor = (c);                 \
  if (unlikely(!divisor)) goto slow; \
  r[i->a] = (b) / divisor
#define DO_UREM(w, b, c)             \
  u64 divisor = (c);                 \
  if (unlikely(!divisor)) goto slow; \
  r[i->a] = (b) % divisor
#define DO_SDIV(w, b, c)                                  \
  i64 divisor = value_signed(c, w);                       \
  if (unlikely(divisor == 0 || divisor == -1)) goto slow; \
  r[i->a] = (u64)(value_signed(b, w) / divisor) & value_mask(w)
#define DO_SREM(w, b, c)                                  \
  i64 divisor = value_signed(c, w);                       \
  if (unlikely(divisor == 0 || divisor == -1)) goto slow; \
  r[i->a] = (u64)(value_signed(b, w) % divisor) & value_mask(w)
#define DO_SHL(w, b, c)                  \
  u64 count = (c);                       \
  if (unlikely(count >= (w))) goto slow; \
  r[i->a] = ((b) << count) & value_mask(w)
#define DO_LSHR(w, b, c)                 \
  u64 count = (c);                       \
  if (unlikely(count >= (w))) goto slow; \
  r[i->a] = (b) >> count
#define DO_ASHR(w, b, c)                 \
  u64 count = (c);                       \
  if (unlikely(count >= (w))) goto slow; \
  r[i->a] = (u64)(value_signed(b, w) >> count) & value_mask(w)

#define IS_EQ(w, x, z) ((x) == (z))
#define IS_NE(w, x, z) ((x) != (z))
#define IS_ULT(w, x, z) ((x) < (z))
#define IS_ULE(w, x, z) ((x) <= (z))
#define IS_UGT(w, x, z) ((x) > (z))
#define IS_UGE(w, x, z) ((x) >= (z))
#define IS_SLT(w, x, z) (value_signed(x, w) < value_signed(z, w))
#define IS_SLE(w, x, z) (value_signed(x, w) <= value_signed(z, w))
#define IS_SGT(w, x, z) (value_signed(x, w) > value_signed(z, w))
#define IS_SGE(w, x, z) (value_signed(x, w) >= value_signed(z, w))

// clang-format off
#define MIXED 0
#define EDGES 0
#define LOOP_NAME run_concrete
#include "vm/exec/exec_loop.inc"
#undef EDGES
#undef LOOP_NAME
#define EDGES 1
#define LOOP_NAME run_edges
#include "vm/exec/exec_loop.inc"
#undef MIXED
#undef LOOP_NAME
#define MIXED 1
#define LOOP_NAME run_mixed
#include "vm/exec/exec_loop.inc"
// clang-format on

/* A state keeps the tlb between two runs: after most choices the same one goes on. */
static void vm_switch(Vm *vm, State *s) {
  assert((vm->running == s) == (s->space.tlb == &vm->tlb));
  if (vm->running == s) return;
  if (vm->running) space_stop(&vm->running->space);
  space_run(&s->space, &vm->tlb);
  vm->running = s;
}

typedef void RunLoop(Vm *vm, State *s);

static RunLoop *pick_loop(const Vm *vm, const State *s) {
  assert(!vm->config.cover || !vm->config.hits);
  if (s->top->terms) return run_mixed;
  return vm->config.cover || vm->config.hits ? run_edges : run_concrete;
}

/* Until there is an event or the fuel is used up. */
static void run_for(Vm *vm, State *s, u64 fuel) {
  frame_own(vm, s);
  vm->fuel = (i64)fuel;
  do {
    pick_loop(vm, s)(vm, s);
    assert(s->ending || (s->top->refs == 1 && s->top->pc < s->top->fn->n_code));
    assert(!s->ending || s->choice.kind == CHOICE_NONE);
  } while (!s->ending && s->choice.kind == CHOICE_NONE && vm->fuel > 0 &&
           vm->effort < vm->max_effort);
}

/* Steps take a microsecond or so, and a budget is looked at between two calls of vm_run only: it pauses after some ten
 * milliseconds, whatever the fuel.  By a count, not by the clock: the same seed gives the same run.  Whoever goes from
 * jump to jump, with hardly any fuel, is at one then. */
enum { MOST_EFFORT = SIZED(1 << 14, 1 << 6) };

static u64 max_effort(u64 fuel) { return fuel > MOST_EFFORT ? MOST_EFFORT : UINT64_MAX; }

Event vm_run(Vm *vm, State *s, u64 fuel) {
  if (s->ending) return EVENT_STOP;
  if (s->choice.kind != CHOICE_NONE) return EVENT_CHOICE;
  u64 end = s->cost.n[COST_INSTRUCTIONS] + MIN(fuel, (u64)INT64_MAX);
  assert(end >= s->cost.n[COST_INSTRUCTIONS]);
  vm_switch(vm, s);
  vm->effort = 0;
  vm->max_effort = max_effort(fuel);
  do {
    run_for(vm, s, MIN(end - s->cost.n[COST_INSTRUCTIONS], nontermination_fuel(s)));
    if (s->ending) return EVENT_STOP;
    if (s->choice.kind != CHOICE_NONE) {
      nontermination_at_choice(vm, s);
      return s->ending ? EVENT_STOP : EVENT_CHOICE;
    }
    if (vm->effort >= vm->max_effort) return EVENT_FUEL;
    nontermination_at_jump(vm, s);
  } while (!s->ending && s->cost.n[COST_INSTRUCTIONS] < end);
  return s->ending ? EVENT_STOP : EVENT_FUEL;
}
