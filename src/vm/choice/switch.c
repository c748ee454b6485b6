/* switch.c — a switch by a symbol: one side per place to go to, however many cases lead there. */
#include "vm/choice/choice.h"
#include "vm/choice/facts.h"

/* Values of a switch that are known at most. */
enum { MAX_KNOWN = 256 };

static const Switch *switch_of(const State *s) {
  return &s->top->fn->switches[s->choice.switch_index];
}

/* The place of case k, or, after the last one, of all other values. */
static u32 target(const Fn *fn, const Switch *sw, u32 k) {
  return k < sw->n_cases ? fn->cases[sw->first_case + k].pc : sw->other;
}

Expr switch_condition(const Fn *fn, const Switch *sw, Expr value, u32 pc) {
  const Case *cases = fn->cases + sw->first_case;
  Expr any = expr_bool(false);
  for (u32 k = 0; k < sw->n_cases; k++)
    if ((cases[k].pc == pc) != (pc == sw->other))
      any = expr_or(any, expr_eq(value, expr_const(sw->width, cases[k].value)));
  return pc == sw->other ? expr_not(any) : any;
}

static bool side(const State *s, u64 number, Side *ret) {
  const Fn *fn = s->top->fn;
  const Switch *sw = switch_of(s);
  u32 k = 0;
  while (k <= sw->n_cases && target(fn, sw, k) != number) k++;
  if (k > sw->n_cases) return false;
  *ret = (Side){.side = number, .cond = switch_condition(fn, sw, s->choice.term, (u32)number)};
  return true;
}

static bool is_listed(const SideVec *sides, u64 number) {
  for (u32 k = 0; k < sides->n; k++)
    if (sides->at[k].side == number) return true;
  return false;
}

/* Does one of the values lead there?  With none, nothing is known. */
static bool may_go_to(const Fn *fn, const Switch *sw, u32 pc, const u64 *values, u32 n) {
  for (u32 k = 0; k < n; k++)
    if (switch_target(fn, sw, values[k]) == pc) return true;
  return n == 0;
}

static u64 guess(Vm *vm, const State *s, Model *m) {
  return switch_target(s->top->fn, switch_of(s), eval(vm->eval, m, s->choice.term));
}

static void sides(Vm *vm, State *s, SideVec *ret) {
  const Fn *fn = s->top->fn;
  const Switch *sw = switch_of(s);
  Side mine;
  u64 values[MAX_KNOWN];
  u32 n_values = facts_values(vm, s, s->choice.term, MAX_KNOWN, values);
  if (side(s, guess(vm, s, context_model(s->context)), &mine)) sides_add(vm, s, mine, ret);
  assert(ret->n == 1 && ret->at[0].stop == STOP_NOT);
  for (u32 k = 0; k <= sw->n_cases; k++) {
    Side other;
    u32 pc = target(fn, sw, k);
    if (!is_listed(ret, pc) && may_go_to(fn, sw, pc, values, n_values) && side(s, pc, &other))
      sides_add(vm, s, other, ret);
  }
}

static void take(Vm *vm, State *s, const Choice *c, u64 pc) {
  (void)c;
  if (vm->config.cover) cover_took(vm, s, pc);
  s->top->pc = (u32)pc;
}

const ChoiceOps switch_ops = {
    .sides = sides, .side = side, .guess = guess, .take = take, .is_jump = true};
