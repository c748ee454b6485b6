/* choice.c — what a symbol decides: the sides of a choice, and the states that take them.
 *
 * The model of a state decides one side of a condition without a question; the solver is asked
 * only about the others.  A condition that must hold is not added to the path condition, which
 * implies it.  What the sides are is the business of each kind (choice.h).
 */
#include "vm/choice/choice.h"

#include "vm/choice/facts.h"
#include "vm/memory/uninit.h"
#include "vm/prefer.h"

const ChoiceOps *choice_ops(ChoiceKind kind) {
  static const ChoiceOps *const all[CHOICE_COUNT] = {
#define CHOICE(id, ops, ...) [CHOICE_##id] = &ops,
#include "vm/choice/choices.def"
#undef CHOICE
  };
  assert(kind != CHOICE_NONE && kind < CHOICE_COUNT);
  return all[kind];
}

bool choice_is_sound(const State *s) {
  const Choice *c = &s->choice;
  if (c->kind == CHOICE_NONE) return true;
  debug_only const ChoiceOps *ops = choice_ops(c->kind);
  assert(!s->ending && s->top && s->top->pc < s->top->fn->n_code);
  assert(!expr_is_none(c->term) && !expr_is_const(c->term));
  assert(!(ops->is_bit || ops->is_assumption) || expr_width(c->term) == 1);
  assert(expr_is_none(c->access.address) == expr_is_none(c->access.length));
  assert(c->kind != CHOICE_ADDRESS || expr_is_const(c->access.length));
  assert(c->kind != CHOICE_SIZE || c->size.room);
  assert(c->kind != CHOICE_SPLIT || c->split.limit);
  assert(c->kind != CHOICE_SWITCH || op_is_control(s->top->fn->code[s->top->pc].op));
  assert(s->resume.kind == RESUME_NONE || ops->runs_again);
  return true;
}

bool choice_runs_again(const State *s) {
  const Choice *c = &s->choice;
  if (c->kind == CHOICE_NONE || !choice_ops(c->kind)->runs_again) return false;
  return c->kind != CHOICE_CHECK || c->check.then < CHECK_JUMPS;
}

/* ---- one side taken ------------------------------------------------------------------------------ */

static void move_on(Vm *vm, State *s, u64 side) {
  Choice c = s->choice;
  s->choice.kind = CHOICE_NONE;
  frame_own(vm, s);
  choice_ops(c.kind)->take(vm, s, &c, side);
  assert(s->top->refs == 1 && s->top->pc < s->top->fn->n_code);
}

/* Natively an object of no bytes often has some: an error is shown with one that has. */
static void prefer_bytes(Vm *vm, State *s, u64 address) {
  Object o;
  if (!object_find(&s->space, address, &o) || !object_has_symbolic_size(o)) return;
  Expr has_bytes = expr_ne(o.extent.size, expr_const(64, 0));
  cleanup(result_done) Result r = solver_check(vm->solver, s->context, has_bytes);
  if (r.answer == ANSWER_YES) context_extend(&s->context, has_bytes, r.model);
}

/* The path ends with an access, as its input has it. */
static void end_at_access(Vm *vm, State *s, const Side *side) {
  MemAccess a = s->choice.access;
  if (side->object) prefer_bytes(vm, s, side->object);
  prefer_apply(vm, s);
  Result r = solver_solve(vm->solver, s->context); /* it is for the test, in any case */
  u64 address = word_guess(vm, s, word_of_expr(a.address));
  u64 n = word_guess(vm, s, word_of_expr(a.length));
  result_done(&r);
  Fault fault = object_check(&s->space, address, n, a.is_write);
  s->choice.kind = CHOICE_NONE;
  state_fault(vm, s, fault, address, n, a.is_write);
  /* The bounds are not what is wrong. */
  if (s->ending->explanation.fault == FAULT_NONE) s->ending->stop = side->stop;
}

/* An assumption is no decision: its other side is not explored. */
void side_take(Vm *vm, State *s, const Side *side, Alternatives alternatives) {
  ChoiceKind kind = s->choice.kind;
  const ChoiceOps *ops = choice_ops(kind);
  assert(state_is_live(s) && choice_is_sound(s) && side->stop < STOP_COUNT);
  assert(!side->model || eval_true(vm->eval, side->model, side->cond));
  if (alternatives != ALTERNATIVES_IMPOSSIBLE)
    context_extend(&s->context, side->cond, side->model);
  else
    facts_learn(vm, s, side->cond);
  s->cost.n[COST_BRANCHES] += ops->is_jump;
  if (!ops->is_assumption) state_decide(vm, s, kind, side->side, alternatives);
  if (side->stop == STOP_NOT)
    move_on(vm, s, side->side);
  else {
    /* The instruction will not run again: it is counted now. */
    const Ins *i = &s->top->fn->code[s->top->pc];
    if (op_is_control(i->op) && choice_runs_again(s)) {
      s->cost.n[COST_INSTRUCTIONS] += i->n;
      s->cost.n[COST_WORK] += i->n;
    }
    if (stop_infos[side->stop].class == STOP_BUG && !expr_is_none(s->choice.access.address))
      end_at_access(vm, s, side);
    else
      state_stop(s, side->stop, side->text ? side->text : "");
  }
}

/* ---- the sides --------------------------------------------------------------------------------- */

Answer sides_check(Vm *vm, State *s, u64 side, Expr cond, SideVec *sides, Model **ret_model) {
  if (expr_is_value(cond, 0)) return ANSWER_NO;
  Result r = solver_check(vm->solver, s->context, cond);
  Answer answer = r.answer;
  if (answer == ANSWER_YES) *ret_model = TAKE(r.model);
  if (answer == ANSWER_NO) s->n_refuted += r.depth >= DEPTH_SLICE;
  if (answer == ANSWER_UNKNOWN)
    vec_push(sides, ((Side){.side = side,
                            .cond = cond,
                            .stop = stop_of_unknown(vm),
                            .text = reason_text(r.reason)}));
  result_done(&r);
  return answer;
}

void sides_add(Vm *vm, State *s, Side side, SideVec *io) {
  Model *m = context_model(s->context);
  if (eval_true(vm->eval, m, side.cond))
    side.model = model_ref(m);
  else if (sides_check(vm, s, side.side, side.cond, io, &side.model) != ANSWER_YES)
    return;
  vec_push(io, side);
}

void sides_clear(SideVec *sides) {
  for (u32 k = 0; k < sides->n; k++) model_unref(sides->at[k].model);
  sides->n = 0;
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

static void sides_done(SideVec *sides) {
  sides_clear(sides);
  vec_free(sides);
}

/* ---- public -------------------------------------------------------------------------------------- */

bool choice_has_model(Vm *vm, State *s) {
  if (context_model(s->context)) return true;
  cleanup(result_done) Result r = solver_solve(vm->solver, s->context);
  if (r.answer == ANSWER_YES) return true;
  state_stop(s, r.answer == ANSWER_NO ? STOP_INFEASIBLE : stop_of_unknown(vm), "");
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
static Alternatives sides_alternatives(const SideVec *sides, bool is_assumption) {
  u32 n_possible = 0;
  for (u32 k = 0; k < sides->n; k++) n_possible += stop_infos[sides->at[k].stop].is_known;
  if (sides->n == 1 && !is_assumption) return ALTERNATIVES_IMPOSSIBLE;
  return n_possible > 1 ? ALTERNATIVES_POSSIBLE : ALTERNATIVES_UNASKED;
}

/* Notes whether there is anything to decide; false: the path has ended, as what nobody set decides. */
static bool note_decision(Vm *vm, State *s, const ChoiceOps *ops, u32 n_sides) {
  bool decides = n_sides > 1 || ops->always_decides;
  if (decides && !uninit_decide(vm, s, true)) return false;
  if (decides) s->n_refuted = s->look_at = 0;
  if (!decides && vm->config.knows_bytes) facts_look(vm, s, s->choice.term);
  return true;
}

void choice_ask(Vm *vm, State *s, StateVec *ret_successors) {
  assert(state_is_live(s) && choice_is_sound(s) && s->top->refs > 0);
  const ChoiceOps *ops = choice_ops(s->choice.kind);
  vec_push(ret_successors, s);
  if (!choice_has_model(vm, s)) return;
  SideVec sides = {0};
  ops->sides(vm, s, &sides);
  assert(sides.n && sides_are_sound(vm, &sides) && sides_are_all(vm, s, &sides));
  if (!note_decision(vm, s, ops, sides.n)) {
    sides_done(&sides);
    return;
  }
  put_live_first(&sides);
  u32 first = ret_successors->n - 1;
  for (u32 k = 1; k < sides.n; k++) vec_push(ret_successors, state_fork(vm, s));
  Alternatives alternatives = sides_alternatives(&sides, ops->is_assumption);
  if (s->takes_one_side) {
    /* klee_set_forking(0): paths that go on elsewhere are dropped; errors at this place are reported. */
    for (u32 k = 1; k < sides.n; k++) {
      Side *side = &sides.at[k];
      if (side->stop != STOP_NOT) continue;
      side->stop = STOP_PRUNED;
      side->text = "the program turned forking off";
    }
  }
  assert(ret_successors->n == first + sides.n);
  for (u32 k = 0; k < sides.n; k++)
    side_take(vm, ret_successors->at[first + k], &sides.at[k], alternatives);
  sides_done(&sides);
}

bool choice_guess(Vm *vm, const State *s, u64 *ret_side) {
  Model *m = context_model(s->context);
  if (!m || s->choice.kind == CHOICE_NONE) return false;
  *ret_side = choice_ops(s->choice.kind)->guess(vm, s, m);
  return true;
}

bool choice_condition(const State *s, u64 number, Expr *ret_condition) {
  Side side;
  if (!choice_ops(s->choice.kind)->side(s, number, &side)) return false;
  *ret_condition = side.cond;
  return true;
}

/* The side that the model takes, known to be possible. */
static void take_guess(Vm *vm, State *s, u64 guess, Alternatives alternatives) {
  const ChoiceOps *ops = choice_ops(s->choice.kind);
  Side side;
  if (alternatives != ALTERNATIVES_IMPOSSIBLE && !uninit_decide(vm, s, false)) return;
  if (ops->side(s, guess, &side)) {
    side.model = context_model(s->context);
    side_take(vm, s, &side, alternatives);
    return;
  }
  bool is_taken = ops->take_other && ops->take_other(vm, s, guess);
  CHECK(is_taken, "a model takes no side of a choice");
}

Answer choice_prefer(Vm *vm, State *s, u64 number) {
  const ChoiceOps *ops = choice_ops(s->choice.kind);
  u64 guess;
  Side side;
  if (!choice_has_model(vm, s) || !choice_guess(vm, s, &guess)) return ANSWER_NO;
  if (guess == number) {
    take_guess(vm, s, guess, ALTERNATIVES_UNASKED);
    return ANSWER_YES;
  }
  Result r = {.answer = ANSWER_NO};
  if (ops->side(s, number, &side)) r = solver_check(vm->solver, s->context, side.cond);
  Answer answer = r.answer;
  if (answer == ANSWER_YES) {
    side.model = r.model;
    /* the model took another */
    if (uninit_decide(vm, s, false)) side_take(vm, s, &side, ALTERNATIVES_POSSIBLE);
  } else {
    bool is_forced = answer == ANSWER_NO && ops->is_bit;
    take_guess(vm, s, guess, is_forced ? ALTERNATIVES_IMPOSSIBLE : ALTERNATIVES_UNASKED);
  }
  result_done(&r);
  return answer;
}

void choice_go_on(Vm *vm, State *s) {
  u64 guess;
  if (choice_has_model(vm, s) && choice_guess(vm, s, &guess))
    take_guess(vm, s, guess, ALTERNATIVES_UNASKED);
}

void choice_follow_model(Vm *vm, State *s) {
  const ChoiceOps *ops = choice_ops(s->choice.kind);
  u64 guess;
  Side side;
  if (!choice_guess(vm, s, &guess) || !ops->side(s, guess, &side) || side.stop != STOP_NOT) {
    choice_go_on(vm, s);
    return;
  }
  if (!uninit_decide(vm, s, false)) return;
  s->cost.n[COST_BRANCHES] += ops->is_jump;
  move_on(vm, s, guess);
}

bool choice_take(Vm *vm, State *s, u64 number) {
  assert(state_is_live(s) && choice_is_sound(s));
  const ChoiceOps *ops = choice_ops(s->choice.kind);
  Side side;
  if (!ops->side(s, number, &side)) return ops->take_other && ops->take_other(vm, s, number);
  if (!uninit_decide(vm, s, false)) return true;
  Model *m = context_model(s->context);
  if (m && eval_true(vm->eval, m, side.cond)) side.model = m;
  side_take(vm, s, &side, ALTERNATIVES_UNASKED);
  return true;
}
