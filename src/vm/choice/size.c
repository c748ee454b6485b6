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
#include "vm/choice/choice.h"

/* The most bytes that a size may have are found roughly: it only says how far away the next object
 * is. */
enum { LEAST_CLASS = 4096, NEXT_CLASS = 16 };

/* ---- running ------------------------------------------------------------------------------------ */

bool step_size(State *s, Expr size, u64 room, Stop stop, u64 *ret_most) {
  Resume known = step_resume(s);
  *ret_most = known.kind == RESUME_SIZE ? known.most_bytes : 0;
  if (known.kind == RESUME_SIZE) return true;
  return step_choice(
      s, (Choice){.kind = CHOICE_SIZE, .term = size, .size = {.room = MAX(room, 1), .stop = stop}});
}

/* Is an object of symbolic size so large?  Where it is, the instruction runs again. */
bool step_symbolic_size(Vm *vm, State *s, u64 address, u64 n, bool is_write) {
  Object o = object_known(&s->space, address);
  Expr fine = expr_ule(expr_const(64, address - o.base + n), o.extent.size);
  if (expr_is_value(fine, 0)) {
    state_fault(vm, s, FAULT_BOUNDS, address, n, is_write);
    return false;
  }
  return step_choice(s, (Choice){.kind = CHOICE_CHECK,
                                 .term = fine,
                                 .access = access_at(address, n, is_write),
                                 .check = {stop_of_fault(FAULT_BOUNDS, is_write), CHECK_GROWS}});
}

/* ---- sides --------------------------------------------------------------------------------------- */

static u64 guess(Vm *vm, const State *s, Model *m) {
  const Choice *c = &s->choice;
  u64 size = eval(vm->eval, m, c->term);
  if (size <= c->size.room) return c->size.room;
  return c->size.stop == STOP_NOT && size <= INT64_MAX ? SIZE_OVER : 0;
}

static bool side(const State *s, u64 number, Side *ret) {
  const Choice *c = &s->choice;
  bool is_heap = c->size.stop == STOP_NOT;
  Expr fits = expr_ule(c->term, expr_const(64, c->size.room));
  Expr is_absurd = expr_ugt(c->term, expr_const(64, INT64_MAX));
  *ret = (Side){.side = number};
  if (number == SIZE_OVER) {
    ret->cond = expr_not(expr_or(fits, is_absurd));
    ret->stop = STOP_MEMORY;
    return is_heap;
  }
  if (number) {
    ret->cond = expr_ule(c->term, expr_const(64, number));
    return number <= c->size.room;
  }
  ret->cond = is_heap ? is_absurd : expr_not(fits);
  ret->stop = c->size.stop;
  return true;
}

/* At most room; less where all sizes are. */
static u64 size_class(Vm *vm, State *s) {
  const Choice *c = &s->choice;
  for (u64 most = LEAST_CLASS; most < c->size.room; most *= NEXT_CLASS)
    if (solver_must(vm->solver, s->context, expr_ule(c->term, expr_const(64, most))) == ANSWER_YES)
      return most;
  return c->size.room;
}

static void sides(Vm *vm, State *s, SideVec *ret) {
  const u64 numbers[] = {size_class(vm, s), 0, SIZE_OVER};
  u32 n = numbers[0] < s->choice.size.room ? 1 : ARRAY_LEN(numbers);
  for (u32 k = 0; k < n; k++) {
    Side added;
    if (side(s, numbers[k], &added)) sides_add(vm, s, added, ret);
  }
}

static void take(Vm *vm, State *s, const Choice *c, u64 most) {
  (void)vm, (void)c;
  assert(most <= c->size.room);
  s->resume = (Resume){.kind = RESUME_SIZE, .most_bytes = most};
}

/* A size decides, whether there is room for all of it or not. */
const ChoiceOps size_ops = {.sides = sides,
                            .side = side,
                            .guess = guess,
                            .take = take,
                            .always_decides = true,
                            .runs_again = true};
