/* branch.c — a jump by a symbolic condition, and what it shares with checks: the two sides of a bit.
 *
 * The model of the path takes one of them, so only the other is asked for.
 */
#include "vm/choice/choice.h"

/* The side that the source calls true. */
static bool true_side(const Vm *vm, const State *s) {
  const Module *m = vm->module;
  const Site *site = module_site(m, (u32)(s->top->fn - m->fns.at), s->top->pc);
  return !(site && site->inverted);
}

void sides_of_bit(Vm *vm, State *s, SideVec *ret) {
  Model *m = context_model(s->context);
  Side mine, other;
  assert(m && expr_width(s->choice.term) == 1);
  bool guess = eval_true(vm->eval, m, s->choice.term);
  const ChoiceOps *ops = choice_ops(s->choice.kind);
  debug_only bool has_both = ops->side(s, guess, &mine) && ops->side(s, !guess, &other);
  assert(has_both);
  Answer answer = sides_check(vm, s, other.side, other.cond, ret, &other.model);
  bool other_first = answer == ANSWER_YES && guess != true_side(vm, s);
  mine.model = model_ref(m);
  if (other_first) vec_push(ret, other);
  vec_push(ret, mine);
  if (answer == ANSWER_YES && !other_first) vec_push(ret, other);
}

static bool side(const State *s, u64 number, Side *ret) {
  Expr term = s->choice.term;
  *ret = (Side){.side = number, .cond = number ? term : expr_not(term)};
  return number <= 1;
}

u64 guess_of_bit(Vm *vm, const State *s, Model *m) {
  return eval_true(vm->eval, m, s->choice.term);
}

static void take(Vm *vm, State *s, const Choice *c, u64 side_taken) {
  (void)c;
  Frame *f = s->top;
  if (vm->config.cover) cover_took(vm, s, side_taken);
  f->pc = side_taken ? f->fn->code[f->pc].c : f->pc + 1;
}

const ChoiceOps branch_ops = {.sides = sides_of_bit,
                              .side = side,
                              .guess = guess_of_bit,
                              .take = take,
                              .is_bit = true,
                              .is_jump = true};
