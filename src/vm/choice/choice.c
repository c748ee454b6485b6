/* choice.c — what a symbol decides: the sides of a choice, and the states that take them.
 *
 * The model of a state decides one side of a condition without a question; the solver is asked
 * only about the others.  A condition that must hold is not added to the path condition, which
 * implies it.
 */
#include "vm/choice/known.h"
#include "vm/choice/merge.h"
#include "vm/choice/numbers.h"
#include "vm/choice/pins.h"
#include "vm/choice/side.h"
#include "vm/memory/uninit.h"
#include "vm/prefer.h"

#include <stdlib.h>

/* ---- one side taken ------------------------------------------------------------------------------ */

static const Ins *ins_at(const State *s) {
  assert(s->top->pc < s->top->fn->n_code);
  return &s->top->fn->code[s->top->pc];
}

/* The instruction runs again; what it cost was counted when it came up. */
static void run_again(State *s) {
  const Ins *i = ins_at(s);
  if (!op_is_control(i->op)) return;
  assert(s->cost.n[COST_INSTRUCTIONS] >= i->n && s->cost.n[COST_WORK] >= i->n);
  s->cost.n[COST_INSTRUCTIONS] -= i->n;
  s->cost.n[COST_WORK] -= i->n;
}

/* SPLIT: sides are relative to the least value. */
static u64 value_of_side(const Choice *c, u64 side) {
  return (side + c->least) & value_mask(expr_width(c->term));
}

static u64 side_of_value(const Choice *c, u64 value) {
  return (value - c->least) & value_mask(expr_width(c->term));
}

static void move_on(Vm *vm, State *s, u64 side) {
  Choice c = s->choice;
  s->choice.kind = CHOICE_NONE;
  Frame *f = frame_own(vm, s);
  switch (c.kind) {
  case CHOICE_NONE:
    die(__FILE__, __LINE__, "no choice");
  case CHOICE_BRANCH:
    if (vm->config.cover) cover_took(vm, s, side);
    f->pc = side ? ins_at(s)->c : f->pc + 1;
    break;
  case CHOICE_SWITCH:
    if (vm->config.cover) cover_took(vm, s, side);
    f->pc = (u32)side;
    break;
  case CHOICE_ASSUME:
    f->pc++;
    break;
  case CHOICE_CHECK:
    if (c.stop == STOP_NOT) {
      f->pc = (side != 0) == c.jumps_if ? ins_at(s)->c : f->pc + 1;
      break;
    }
    if (c.grows)
      object_grow(&s->space, expr_value(c.address), expr_value(c.length));
    else
      s->resolved++;
    run_again(s);
    break;
  case CHOICE_SIZE:
    s->resolved = side ? side : SIZE_NONE;
    run_again(s);
    break;
  case CHOICE_ADDRESS:
    s->resolved = address_is_half(side) ? 0 : side;
    run_again(s);
    break;
  case CHOICE_VALUE:
    if (c.merges && side == SIDE_MERGED)
      s->resolved = side;
    else
      reg_set(f, c.reg, side);
    run_again(s);
    break;
  case CHOICE_PIN:
    pin_take(vm, s, c.term, side);
    run_again(s);
    break;
  case CHOICE_SPLIT:
    split_take(vm, s, c.term, value_of_side(&c, side));
    run_again(s);
    break;
  }
  assert(s->top->refs == 1 && s->top->pc < s->top->fn->n_code);
}

static void state_add(State *s, Expr cond, Model *model) {
  assert(!expr_is_none(cond) && expr_width(cond) == 1);
  Context *more = context_add(s->context, cond, model);
  context_unref(s->context);
  s->context = more;
}

/* Natively an object of no bytes often has some: an error is shown with one that has. */
static void prefer_bytes(Vm *vm, State *s, u64 address) {
  Object o;
  if (!object_find(&s->space, address, &o) || !object_has_symbolic_size(o)) return;
  Expr has_bytes = expr_ne(o.extent.size, expr_const(64, 0));
  Result r = solver_check(vm->solver, s->context, has_bytes);
  if (r.answer == ANSWER_YES) state_add(s, has_bytes, r.model);
  result_done(&r);
}

/* The access that a check was about, as the input of the path has it. */
static void end_at_check(Vm *vm, State *s) {
  Choice c = s->choice;
  if (c.grows) prefer_bytes(vm, s, expr_value(c.address));
  prefer_apply(vm, s);
  Result r = solver_solve(vm->solver, s->context); /* it is for the test, in any case */
  u64 address = word_guess(vm, s, word_of_expr(c.address));
  u64 n = word_guess(vm, s, word_of_expr(c.length));
  result_done(&r);
  Fault fault = object_check(&s->space, address, n, c.is_write);
  s->choice.kind = CHOICE_NONE;
  state_fault(vm, s, fault, address, n, c.is_write);
  /* The bounds are not what is wrong. */
  if (s->ending->explanation.fault == FAULT_NONE) s->ending->stop = c.stop;
}

static void end_at(Vm *vm, State *s, const Side *side) {
  Choice c = s->choice;
  bool is_bug = stop_infos[side->stop].class == STOP_BUG;
  if (is_bug && c.kind == CHOICE_ADDRESS) {
    prefer_apply(vm, s);
    prefer_bytes(vm, s, side->address);
    u64 at = word_guess(vm, s, word_of_expr(c.term));
    Fault fault = object_check(&s->space, at, c.n_bytes, c.is_write);
    s->choice.kind = CHOICE_NONE;
    state_fault(vm, s, fault, at, c.n_bytes, c.is_write);
  } else if (is_bug && !expr_is_none(c.address)) {
    end_at_check(vm, s);
  } else {
    state_stop(s, side->stop, side->text ? side->text : "");
  }
}

/* An assumption is no decision: its other side is nowhere wanted. */
static void take(Vm *vm, State *s, const Side *side, Others others) {
  ChoiceKind kind = s->choice.kind;
  assert(state_is_live(s) && kind != CHOICE_NONE && side->stop < STOP_COUNT);
  assert(!side->model || eval_true(vm->eval, side->model, side->cond));
  if (others != OTHERS_IMPOSSIBLE) state_add(s, side->cond, side->model);
  numbers_learn(s, side->cond);
  known_learn(vm, s, side->cond);
  if (kind == CHOICE_BRANCH || kind == CHOICE_SWITCH) s->cost.n[COST_BRANCHES]++;
  if (kind != CHOICE_ASSUME) state_decide(vm, s, kind, side->side, others);
  if (side->stop == STOP_NOT)
    move_on(vm, s, side->side);
  else
    end_at(vm, s, side);
}

/* ---- the sides --------------------------------------------------------------------------------- */

Answer sides_check(Vm *vm, State *s, u64 side, Expr cond, SideVec *sides, Model **ret_model) {
  if (expr_is_value(cond, 0)) return ANSWER_NO;
  Result r = solver_check(vm->solver, s->context, cond);
  Answer answer = r.answer;
  if (answer == ANSWER_YES) *ret_model = TAKE(r.model);
  if (answer == ANSWER_NO && r.stage > STAGE_slice) s->n_refuted++;
  if (answer == ANSWER_UNKNOWN) {
    Side ended = {.side = side, .cond = cond, .stop = stop_of_unknown(vm)};
    ended.text = reason_text(r.reason);
    vec_push(sides, ended);
  }
  result_done(&r);
  return answer;
}

static Side side_of_bit(const Choice *c, bool holds) {
  bool is_error = c->kind == CHOICE_CHECK && !holds;
  return (Side){.side = holds,
                .cond = holds ? c->term : expr_not(c->term),
                .stop = is_error                             ? c->stop
                        : c->kind == CHOICE_ASSUME && !holds ? STOP_ASSUME
                                                             : STOP_NOT};
}

/* The side that the source calls true. */
static bool true_side(const Vm *vm, const State *s) {
  const Module *m = vm->module;
  const Site *site = module_site(m, (u32)(s->top->fn - m->fns.at), s->top->pc);
  return !(site && site->inverted);
}

/* The model's side is there; the other is asked for.  What the source calls true comes first. */
static void sides_of_bit(Vm *vm, State *s, SideVec *ret) {
  Model *m = context_model(s->context);
  assert(m && expr_width(s->choice.term) == 1);
  bool guess = eval_true(vm->eval, m, s->choice.term);
  Side mine = side_of_bit(&s->choice, guess), other = side_of_bit(&s->choice, !guess);
  Answer answer = sides_check(vm, s, other.side, other.cond, ret, &other.model);
  bool other_first = answer == ANSWER_YES && guess != true_side(vm, s);
  mine.model = model_ref(m);
  if (other_first) vec_push(ret, other);
  vec_push(ret, mine);
  if (answer == ANSWER_YES && !other_first) vec_push(ret, other);
}

/* Where an assumption fails is no path, unless it fails everywhere. */
static void sides_of_assume(Vm *vm, State *s, SideVec *ret) {
  Model *m = context_model(s->context);
  Side holds = side_of_bit(&s->choice, true), fails = side_of_bit(&s->choice, false);
  if (eval_true(vm->eval, m, holds.cond)) {
    holds.model = model_ref(m);
    vec_push(ret, holds);
    return;
  }
  Answer answer = sides_check(vm, s, holds.side, holds.cond, ret, &holds.model);
  if (answer == ANSWER_YES) vec_push(ret, holds);
  if (answer == ANSWER_NO) vec_push(ret, fails);
}

Expr switch_condition(const Fn *fn, const Switch *sw, Expr value, u32 pc) {
  const Case *cases = fn->cases + sw->first_case;
  Expr any = expr_bool(false);
  for (u32 k = 0; k < sw->n_cases; k++)
    if ((cases[k].pc == pc) != (pc == sw->other))
      any = expr_or(any, expr_eq(value, expr_const(sw->width, cases[k].value)));
  return pc == sw->other ? expr_not(any) : any;
}

static bool switch_has(const Fn *fn, const Switch *sw, u64 pc) {
  for (u32 k = 0; k < sw->n_cases; k++)
    if (fn->cases[sw->first_case + k].pc == pc) return true;
  return sw->other == pc;
}

static bool is_listed(const SideVec *sides, u64 side) {
  for (u32 k = 0; k < sides->n; k++)
    if (sides->at[k].side == side) return true;
  return false;
}

/* Values of a switch that are known at most. */
enum { MAX_KNOWN = 256 };

/* Does one of the values lead there?  With none, nothing is known. */
static bool may_go_to(const Fn *fn, const Switch *sw, u32 pc, const u64 *values, u32 n) {
  for (u32 k = 0; k < n; k++)
    if (switch_target(fn, sw, values[k]) == pc) return true;
  return n == 0;
}

/* One side per place to go to, however many cases lead there. */
static void sides_of_switch(Vm *vm, State *s, SideVec *ret) {
  const Fn *fn = s->top->fn;
  const Switch *sw = &fn->switches[s->choice.reg];
  Model *m = context_model(s->context);
  u32 guess = switch_target(fn, sw, eval(vm->eval, m, s->choice.term));
  Expr cond = switch_condition(fn, sw, s->choice.term, guess);
  vec_push(ret, ((Side){.side = guess, .cond = cond, .model = model_ref(m)}));
  u64 values[MAX_KNOWN];
  u32 n_values = known_values(vm, s, s->choice.term, MAX_KNOWN, values);
  for (u32 k = 0; k <= sw->n_cases; k++) {
    u32 pc = k < sw->n_cases ? fn->cases[sw->first_case + k].pc : sw->other;
    if (is_listed(ret, pc) || !may_go_to(fn, sw, pc, values, n_values)) continue;
    Side side = {.side = pc, .cond = switch_condition(fn, sw, s->choice.term, pc)};
    if (sides_check(vm, s, pc, side.cond, ret, &side.model) == ANSWER_YES) vec_push(ret, side);
  }
}

void sides_clear(SideVec *sides) {
  for (u32 k = 0; k < sides->n; k++) model_unref(sides->at[k].model);
  sides->n = 0;
}

static void sides_of_value(Vm *vm, State *s, SideVec *ret) {
  Expr term = s->choice.term, rest = expr_bool(true);
  u32 limit = s->choice.limit ? s->choice.limit : vm->config.max_values;
  Model *m = model_ref(context_model(s->context));
  for (u32 n = 0; n < limit; n++) {
    u64 value = eval(vm->eval, m, term);
    Expr cond = expr_eq(term, expr_const(expr_width(term), value));
    vec_push(ret, ((Side){.side = value, .cond = cond, .model = m}));
    rest = expr_and(rest, expr_not(cond));
    if (sides_check(vm, s, 0, rest, ret, &m) != ANSWER_YES) return;
  }
  if (s->choice.merges) {
    model_unref(m);
    sides_clear(ret);
    m = model_ref(context_model(s->context));
    vec_push(ret, ((Side){.side = SIDE_MERGED, .cond = expr_bool(true), .model = m}));
    return;
  }
  const char *text = s->choice.kind == CHOICE_VALUE && s->choice.limit
                         ? "other values than the program wanted"
                         : "values";
  vec_push(ret, ((Side){.cond = rest, .model = m, .stop = STOP_BOUND, .text = text}));
}

static int side_compare(const void *a, const void *b) {
  u64 x = ((const Side *)a)->side, y = ((const Side *)b)->side;
  return (x > y) - (x < y);
}

/* The same, in the order of the values: it is the program's, not the solver's. */
static void sides_of_split(Vm *vm, State *s, SideVec *ret) {
  sides_of_value(vm, s, ret);
  u32 n = 0;
  while (n < ret->n && ret->at[n].stop == STOP_NOT) n++;
  for (u32 k = 0; k < n; k++) ret->at[k].side = side_of_value(&s->choice, ret->at[k].side);
  qsort(ret->at, n, sizeof *ret->at, side_compare);
}

/* Live sides have a model that takes them, and no two are the same. */
debug_only static bool sides_are_sound(const Vm *vm, const SideVec *sides) {
  (void)vm;
  for (u32 k = 0; k < sides->n; k++) {
    const Side *side = &sides->at[k];
    assert(expr_width(side->cond) == 1);
    assert(!side->model || eval_true(vm->eval, side->model, side->cond));
    if (side->stop != STOP_NOT) continue;
    assert(side->model);
    for (u32 i = 0; i < k && k < 64; i++)
      assert(sides->at[i].stop != STOP_NOT || sides->at[i].side != side->side);
  }
  return true;
}

static void sides_of(Vm *vm, State *s, SideVec *ret) {
  switch (s->choice.kind) {
  case CHOICE_NONE:
    die(__FILE__, __LINE__, "no choice");
  case CHOICE_BRANCH:
  case CHOICE_CHECK:
    return sides_of_bit(vm, s, ret);
  case CHOICE_ASSUME:
    return sides_of_assume(vm, s, ret);
  case CHOICE_SWITCH:
    return sides_of_switch(vm, s, ret);
  case CHOICE_ADDRESS:
    return sides_of_address(vm, s, vm->config.max_objects, ret);
  case CHOICE_VALUE:
    return sides_of_value(vm, s, ret);
  case CHOICE_SPLIT:
    return sides_of_split(vm, s, ret);
  case CHOICE_SIZE:
    return sides_of_size(vm, s, ret);
  case CHOICE_PIN:
    return sides_of_pin(vm, s, ret);
  }
}

static void sides_done(SideVec *sides) {
  sides_clear(sides);
  vec_free(sides);
}

/* ---- public -------------------------------------------------------------------------------------- */

/* A path condition that was only collected gets its model first; false when it has none. */
static bool has_model(Vm *vm, State *s) {
  Result r = solver_solve(vm->solver, s->context);
  Answer answer = r.answer;
  result_done(&r);
  if (answer == ANSWER_YES) return true;
  state_stop(s, answer == ANSWER_NO ? STOP_INFEASIBLE : stop_of_unknown(vm), "");
  return false;
}

/* The state itself goes on if any side does. */
static void put_live_first(SideVec *sides) {
  u32 k = 0;
  while (k < sides->n && sides->at[k].stop != STOP_NOT) k++;
  if (k == 0 || k == sides->n) return;
  Side live = sides->at[k];
  assert(k < sides->n);
  memmove(sides->at + 1, sides->at, k * sizeof *sides->at);
  sides->at[0] = live;
}

/* Of sides that were all asked for; the solver may not have known about some. */
static Others sides_others(const SideVec *sides, ChoiceKind kind) {
  u32 n_possible = 0;
  for (u32 k = 0; k < sides->n; k++) n_possible += stop_infos[sides->at[k].stop].is_known;
  if (sides->n == 1 && kind != CHOICE_ASSUME) return OTHERS_IMPOSSIBLE;
  return n_possible > 1 ? OTHERS_POSSIBLE : OTHERS_UNASKED;
}

/* klee_set_forking(0): what goes on elsewhere is given up; errors at this place are told. */
static void prune_others(SideVec *sides) {
  for (u32 k = 1; k < sides->n; k++) {
    Side *side = &sides->at[k];
    if (side->stop != STOP_NOT) continue;
    side->stop = STOP_PRUNED;
    side->text = "the program turned forking off";
  }
}

static bool is_merging(const Vm *vm, const State *s, const SideVec *sides) {
  return vm->config.merges && !s->takes_one_side && sides->n == 2 &&
         sides->at[0].stop == STOP_NOT && sides->at[1].stop == STOP_NOT;
}

void choice_ask(Vm *vm, State *s, StateVec *ret_successors) {
  assert(state_is_live(s) && s->choice.kind != CHOICE_NONE && s->top->refs > 0);
  vec_push(ret_successors, s);
  if (!context_model(s->context) && !has_model(vm, s)) return;
  SideVec sides = {0};
  sides_of(vm, s, &sides);
  assert(sides.n && sides_are_sound(vm, &sides) && sides_are_all(vm, s, &sides));
  ChoiceKind kind = s->choice.kind; /* a size decides, whether there is room for all of it or not */
  bool is_open = sides.n > 1 || kind == CHOICE_ASSUME || kind == CHOICE_SIZE;
  if (is_open && !uninit_decide(vm, s, true)) {
    sides_done(&sides);
    return;
  }
  if (is_open) s->n_refuted = s->look_at = 0;
  if (!is_open && vm->config.knows_bytes) fixed_look(vm, s, s->choice.term);
  if (kind == CHOICE_BRANCH && is_merging(vm, s, &sides) && merge_sides(vm, s, vm->config.cover)) {
    sides_done(&sides);
    return;
  }
  put_live_first(&sides);
  u32 first = ret_successors->n - 1;
  for (u32 k = 1; k < sides.n; k++) vec_push(ret_successors, state_fork(vm, s));
  Others others = sides_others(&sides, s->choice.kind);
  if (s->takes_one_side) prune_others(&sides);
  assert(ret_successors->n == first + sides.n);
  for (u32 k = 0; k < sides.n; k++) take(vm, ret_successors->at[first + k], &sides.at[k], others);
  sides_done(&sides);
}

bool choice_guess(Vm *vm, const State *s, u64 *ret_side) {
  Model *m = context_model(s->context);
  if (!m || s->choice.kind == CHOICE_NONE) return false;
  u64 value = eval(vm->eval, m, s->choice.term);
  Object o;
  if (s->choice.kind == CHOICE_SWITCH)
    value = switch_target(s->top->fn, &s->top->fn->switches[s->choice.reg], value);
  if (s->choice.kind == CHOICE_ADDRESS) value = address_object(vm, s, m, value, &o);
  if (s->choice.kind == CHOICE_SIZE) value = size_side(&s->choice, value);
  if (s->choice.kind == CHOICE_SPLIT) value = side_of_value(&s->choice, value);
  if (s->choice.kind == CHOICE_PIN) value = pin_side(vm, &s->choice, m);
  *ret_side = value;
  return true;
}

/* The side of this number, as far as that can be said without asking. */
static bool side_of(State *s, u64 number, Side *ret) {
  const Choice *c = &s->choice;
  const Fn *fn = s->top->fn;
  Object o;
  switch (c->kind) {
  case CHOICE_NONE:
    return false;
  case CHOICE_BRANCH:
  case CHOICE_CHECK:
  case CHOICE_ASSUME:
    *ret = side_of_bit(c, number);
    return number <= 1;
  case CHOICE_SWITCH:
    if (!switch_has(fn, &fn->switches[c->reg], number)) return false;
    *ret = (Side){.side = number};
    ret->cond = switch_condition(fn, &fn->switches[c->reg], c->term, (u32)number);
    return true;
  case CHOICE_VALUE:
    if (number & ~value_mask(expr_width(c->term))) return false;
    *ret = (Side){.side = number, .cond = expr_bool(true)};
    if (!(c->merges && number == SIDE_MERGED))
      ret->cond = expr_eq(c->term, expr_const(expr_width(c->term), number));
    return true;
  case CHOICE_SPLIT:
    if (number & ~value_mask(expr_width(c->term))) return false;
    *ret = (Side){.side = number};
    ret->cond = expr_eq(c->term, expr_const(expr_width(c->term), value_of_side(c, number)));
    return true;
  case CHOICE_SIZE:
    return side_of_size(c, number, ret);
  case CHOICE_PIN:
    return side_of_pin(c, number, ret);
  case CHOICE_ADDRESS:
    if (address_is_half(number)) {
      *ret = side_of_half(c, number);
      return true;
    }
    if (!object_find(&s->space, number, &o) || o.base != number) return false;
    if (object_check(&s->space, number, c->n_bytes, c->is_write) > FAULT_SYMBOLIC_SIZE)
      return false;
    *ret = (Side){.side = number, .cond = address_within(c->term, c->n_bytes, &o)};
    return true;
  }
  return false;
}

bool choice_condition(const State *s, u64 number, Expr *ret_condition) {
  Side side;
  if (s->choice.kind == CHOICE_ADDRESS && number == 0) return false;
  if (!side_of((State *)s, number, &side)) return false;
  *ret_condition = side.cond;
  return true;
}

/* The error at an address has a condition that only models tell: asked for. */
static bool take_address_error(Vm *vm, State *s) {
  if (!uninit_decide(vm, s, false)) return true;
  if (!context_model(s->context) && !has_model(vm, s)) return true;
  SideVec sides = {0};
  sides_of_address(vm, s, UINT32_MAX, &sides);
  bool found = false;
  for (u32 k = 0; k < sides.n && !found; k++) {
    found = sides.at[k].stop != STOP_NOT;
    if (found) take(vm, s, &sides.at[k], OTHERS_UNASKED);
  }
  sides_done(&sides);
  return found;
}

/* The side that the model takes, known to be possible. */
static void take_guess(Vm *vm, State *s, u64 guess, Others others) {
  Side side;
  if (others != OTHERS_IMPOSSIBLE && !uninit_decide(vm, s, false)) return;
  if (!side_of(s, guess, &side)) {
    bool is_error = take_address_error(vm, s);
    assert(is_error);
    (void)is_error;
    return;
  }
  side.model = context_model(s->context);
  take(vm, s, &side, others);
}

Answer choice_prefer(Vm *vm, State *s, u64 number) {
  if (!context_model(s->context) && !has_model(vm, s)) return ANSWER_NO;
  u64 guess = 0;
  choice_guess(vm, s, &guess);
  Side side;
  if (guess == number) {
    take_guess(vm, s, guess, OTHERS_UNASKED);
    return ANSWER_YES;
  }
  Result r = {.answer = ANSWER_NO};
  if (side_of(s, number, &side)) r = solver_check(vm->solver, s->context, side.cond);
  Answer answer = r.answer;
  if (answer == ANSWER_YES) {
    side.model = r.model;
    /* the model took another */
    if (uninit_decide(vm, s, false)) take(vm, s, &side, OTHERS_POSSIBLE);
  } else {
    bool has_two = s->choice.kind == CHOICE_BRANCH || s->choice.kind == CHOICE_CHECK;
    take_guess(vm, s, guess, answer == ANSWER_NO && has_two ? OTHERS_IMPOSSIBLE : OTHERS_UNASKED);
  }
  result_done(&r);
  return answer;
}

void choice_go_on(Vm *vm, State *s) {
  if (!context_model(s->context) && !has_model(vm, s)) return;
  u64 guess = 0;
  choice_guess(vm, s, &guess);
  take_guess(vm, s, guess, OTHERS_UNASKED);
}

void choice_follow_model(Vm *vm, State *s) {
  u64 guess = 0;
  Side side;
  ChoiceKind kind = s->choice.kind;
  if (!choice_guess(vm, s, &guess) || !side_of(s, guess, &side) || side.stop != STOP_NOT) {
    choice_go_on(vm, s);
    return;
  }
  if (!uninit_decide(vm, s, false)) return;
  if (kind == CHOICE_BRANCH || kind == CHOICE_SWITCH) s->cost.n[COST_BRANCHES]++;
  move_on(vm, s, guess);
}

bool choice_take(Vm *vm, State *s, u64 number) {
  assert(state_is_live(s) && s->choice.kind != CHOICE_NONE);
  if (s->choice.kind == CHOICE_ADDRESS && number == 0) return take_address_error(vm, s);
  if (s->choice.kind == CHOICE_BRANCH && number == SIDE_MERGED) return merge_sides(vm, s, NULL);
  Side side;
  if (!side_of(s, number, &side)) return false;
  if (!uninit_decide(vm, s, false)) return true;
  Model *m = context_model(s->context);
  if (m && eval_true(vm->eval, m, side.cond)) side.model = m;
  take(vm, s, &side, OTHERS_UNASKED);
  return true;
}
