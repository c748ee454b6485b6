/* value.c — one value after the other of a symbolic register: for what needs a number.
 *
 * A length of a block of memory that has too many values may stay a symbol: then all of them are one side.
 */
#include "vm/choice/choice.h"

bool sides_of_values(Vm *vm, State *s, u32 limit, SideVec *ret, Side *ret_rest) {
  const Choice *c = &s->choice;
  Model *m = model_ref(context_model(s->context));
  Expr rest = expr_bool(true);
  for (u32 n = 0; n < limit; n++) {
    u64 value = eval(vm->eval, m, c->term);
    Side side = side_of_value(c, value, value);
    side.model = m;
    vec_push(ret, side);
    rest = expr_and(rest, expr_not(side.cond));
    if (sides_check(vm, s, 0, rest, ret, &m) != ANSWER_YES) return false;
  }
  *ret_rest = (Side){.cond = rest, .model = m, .stop = STOP_BOUND, .text = "values"};
  return true;
}

static void sides(Vm *vm, State *s, SideVec *ret) {
  const Choice *c = &s->choice;
  Side rest;
  if (!sides_of_values(vm, s, c->value.limit ? c->value.limit : vm->config.max_values, ret, &rest))
    return;
  if (c->value.may_stay) {
    model_unref(rest.model);
    sides_clear(ret);
    Model *m = model_ref(context_model(s->context));
    rest = (Side){.side = SIDE_ANY, .cond = expr_bool(true), .model = m};
  }
  if (c->value.limit) rest.text = "other values than the program wanted";
  vec_push(ret, rest);
}

static bool side(const State *s, u64 number, Side *ret) {
  const Choice *c = &s->choice;
  if (number & ~value_mask(expr_width(c->term))) return false;
  *ret = side_of_value(c, number, number);
  if (c->value.may_stay && number == SIDE_ANY) ret->cond = expr_bool(true);
  return true;
}

static u64 guess(Vm *vm, const State *s, Model *m) { return eval(vm->eval, m, s->choice.term); }

static void take(Vm *vm, State *s, const Choice *c, u64 value) {
  (void)vm;
  if (c->value.may_stay && value == SIDE_ANY)
    s->resume = (Resume){.kind = RESUME_SYMBOL};
  else
    reg_set(s->top, c->value.reg, value);
}

const ChoiceOps value_ops = {
    .sides = sides, .side = side, .guess = guess, .take = take, .runs_again = true};
