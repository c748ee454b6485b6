/* assume.c — an assumption: the program says what its inputs are like.  Where it fails is no path, unless it
 * fails everywhere. */
#include "vm/choice/choice.h"

static bool side(const State *s, u64 number, Side *ret) {
  Expr term = s->choice.term;
  *ret = (Side){.side = number,
                .cond = number ? term : expr_not(term),
                .stop = number ? STOP_NOT : STOP_ASSUME};
  return number <= 1;
}

static void sides(Vm *vm, State *s, SideVec *ret) {
  Side holds, fails;
  debug_only bool has_both = side(s, 1, &holds) && side(s, 0, &fails);
  assert(has_both);
  if (eval_true(vm->eval, context_model(s->context), holds.cond)) {
    holds.model = model_ref(context_model(s->context));
    vec_push(ret, holds);
    return;
  }
  Answer answer = sides_check(vm, s, holds.side, holds.cond, ret, &holds.model);
  if (answer == ANSWER_YES) vec_push(ret, holds);
  if (answer == ANSWER_NO) vec_push(ret, fails);
}

static void take(Vm *vm, State *s, const Choice *c, u64 holds) {
  (void)vm, (void)c, (void)holds;
  assert(holds == 1);
  s->top->pc++;
}

const ChoiceOps assume_ops = {.sides = sides,
                              .side = side,
                              .guess = guess_of_bit,
                              .take = take,
                              .is_assumption = true,
                              .always_decides = true};
