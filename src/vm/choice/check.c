/* check.c — may something go wrong here?  The path ends on the side on which it does.
 *
 * A check that a sanitizer put in is a jump: both sides go on, one of them to the sanitizer's report.
 */
#include "vm/choice/choice.h"

static bool side(const State *s, u64 number, Side *ret) {
  const Choice *c = &s->choice;
  *ret = (Side){.side = number, .cond = number ? c->term : expr_not(c->term)};
  if (number) return number == 1;
  ret->stop = c->check.stop;
  if (c->check.then == CHECK_GROWS) ret->object = expr_value(c->access.address);
  return true;
}

static void take(Vm *vm, State *s, const Choice *c, u64 is_fine) {
  (void)vm;
  Frame *f = s->top;
  switch (c->check.then) {
  case CHECK_PASSES:
    s->resume.n_passed++;
    return;
  case CHECK_GROWS:
    object_grow(&s->space, expr_value(c->access.address), expr_value(c->access.length));
    return;
  case CHECK_JUMPS:
  case CHECK_STAYS:
    f->pc = is_fine == (c->check.then == CHECK_JUMPS) ? f->fn->code[f->pc].c : f->pc + 1;
  }
}

const ChoiceOps check_ops = {.sides = sides_of_bit,
                             .side = side,
                             .guess = guess_of_bit,
                             .take = take,
                             .is_bit = true,
                             .runs_again = true};
