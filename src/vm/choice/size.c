/* size.c — an object whose size a symbol decides stays one object of that size.
 *
 * A new object asks one thing: is there room for it?  If there is, its size is symbolic: it has pages
 * for the most bytes that it may have, which cost nothing before they are written, and the size as
 * a term.  So no address depends on the size.  An access within what the path condition is known
 * to guarantee runs as usual.  One beyond that is a check against the term, and where it holds,
 * that much is guaranteed from then on.  So a loop over the array asks once for every element, and
 * a path is split only where a size makes a difference.
 * After: Trtík, Strejček, "Symbolic memory with pointers", ATVA 2014, whose blocks have symbolic
 * sizes.  Differs: contents stay bytes at concrete addresses; only the bound is a term.
 */
#include "vm/choice/side.h"

/* The most bytes that a size may have are found roughly: it only says how far away the next object
 * is. */
enum { LEAST_CLASS = 4096, NEXT_CLASS = 16 };

/* ---- running ------------------------------------------------------------------------------------ */

bool step_size(State *s, Expr size, u64 room, Stop stop, u64 *ret_most) {
  u64 most = step_resolved(s);
  *ret_most = most == SIZE_NONE ? 0 : most;
  if (most) return true;
  return step_choice(
      s, (Choice){.kind = CHOICE_SIZE, .term = size, .room = MAX(room, 1), .stop = stop});
}

/* Is an object of symbolic size so large?  Where it is, the instruction runs again. */
bool step_symbolic_size(Vm *vm, State *s, u64 address, u64 n, bool is_write) {
  Object o;
  bool found = object_find(&s->space, address, &o);
  assert(found);
  (void)found;
  Expr fine = expr_ule(expr_const(64, address - o.base + n), o.extent.size);
  if (expr_is_value(fine, 0)) {
    state_fault(vm, s, FAULT_BOUNDS, address, n, is_write);
    return false;
  }
  return step_choice(s, (Choice){.kind = CHOICE_CHECK,
                                 .term = fine,
                                 .stop = stop_of_fault(FAULT_BOUNDS, is_write),
                                 .address = expr_const(64, address),
                                 .length = expr_const(64, n),
                                 .is_write = is_write,
                                 .grows = true});
}

/* ---- sides --------------------------------------------------------------------------------------- */

u64 size_side(const Choice *c, u64 size) {
  if (size <= c->room) return c->room;
  return c->stop == STOP_NOT && size <= INT64_MAX ? SIZE_OVER : 0;
}

bool side_of_size(const Choice *c, u64 number, Side *ret) {
  Expr fits = expr_ule(c->term, expr_const(64, c->room));
  Expr is_absurd = expr_ugt(c->term, expr_const(64, INT64_MAX));
  *ret = (Side){.side = number};
  if (number == SIZE_OVER) {
    ret->cond = expr_not(expr_or(fits, is_absurd));
    ret->stop = STOP_MEMORY;
    return c->stop == STOP_NOT;
  }
  if (number) {
    ret->cond = expr_ule(c->term, expr_const(64, number));
    return number <= c->room;
  }
  ret->cond = c->stop == STOP_NOT ? is_absurd : expr_not(fits);
  ret->stop = c->stop;
  return true;
}

/* At most room; less where all sizes are. */
static u64 size_class(Vm *vm, State *s) {
  const Choice *c = &s->choice;
  for (u64 most = LEAST_CLASS; most < c->room; most *= NEXT_CLASS)
    if (solver_must(vm->solver, s->context, expr_ule(c->term, expr_const(64, most))) == ANSWER_YES)
      return most;
  return c->room;
}

void sides_of_size(Vm *vm, State *s, SideVec *ret) {
  Model *m = context_model(s->context);
  const u64 numbers[] = {size_class(vm, s), 0, SIZE_OVER};
  u32 n = numbers[0] < s->choice.room ? 1 : ARRAY_LEN(numbers);
  for (u32 k = 0; k < n; k++) {
    Side side;
    if (!side_of_size(&s->choice, numbers[k], &side)) continue;
    if (eval_true(vm->eval, m, side.cond))
      side.model = model_ref(m);
    else if (sides_check(vm, s, side.side, side.cond, ret, &side.model) != ANSWER_YES)
      continue;
    vec_push(ret, side);
  }
}
