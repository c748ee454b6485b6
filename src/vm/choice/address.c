/* address.c — symbolic pointers: to which objects may they point?
 *
 * If the ranges of the term alone show that every value lies within one object, nobody is asked.
 * That is so for a table that is looked up by a byte.  Otherwise the choice comes up.  Its sides
 * are the objects that models point to: each object that is found is excluded, until none is left.
 * If there are too many, the sides are two halves of the addresses instead, and the choice comes
 * up again in each: nothing is left out, and the searcher decides how much of it is seen.  A model
 * that points to no object gives an error side, once per kind of error.  Its condition is the gap
 * between objects that the model points to.
 * After: Cadar, Dunbar, Engler, "KLEE", OSDI 2008, sec. 4.2.2.  Differs: errors are kept to the
 * gap, and a forced choice is a decision like every other.
 */
#include "expr/facts.h"
#include "vm/choice/choice.h"
#include "vm/choice/concretise.h"
#include "vm/memory/uninit.h"

#include <stdlib.h>

enum { MAX_LEAVES = 64 };

Expr address_within(Expr address, u32 n, const Object *o) {
  if (o->size < n) return expr_bool(false);
  Expr offset = expr_sub(address, expr_const(64, o->base));
  Expr within = expr_ule(offset, expr_const(64, o->size - n));
  if (!object_has_symbolic_size(*o)) return within;
  return expr_and(within, expr_ule(expr_add(offset, expr_const(64, n)), o->extent.size));
}

static u32 n_bytes_of(const Choice *c) { return (u32)expr_value(c->access.length); }

/* The object that the access is within when its address is `at`, as far as a symbol decides that by this model:
 * its first address; 0: none. */
static u64 object_at(Vm *vm, const State *s, Model *m, u64 at, Object *ret) {
  const Choice *c = &s->choice;
  Space *space = (Space *)&s->space;
  u32 n = n_bytes_of(c);
  Fault fault = object_check(space, at, n, c->access.is_write);
  if ((fault != FAULT_NONE && fault != FAULT_SYMBOLIC_SIZE) || !object_find(space, at, ret))
    return 0;
  if (fault == FAULT_SYMBOLIC_SIZE && at - ret->base + n > eval(vm->eval, m, ret->extent.size))
    return 0;
  return ret->base;
}

/* ---- without asking ---------------------------------------------------------------------------- */

/* Every value of the address is within this object. */
static bool is_certain(Space *space, Expr address, u32 n, bool is_write, Object *ret) {
  Facts facts = expr_facts(address);
  if (!object_find(space, facts.umin, ret) ||
      !(ret->is_live && !(is_write && ret->kind == OBJECT_CONSTANT)))
    return false;
  u64 size = object_sure(*ret);
  return size >= n && facts.umax - ret->base <= size - n && facts.umax >= ret->base;
}

bool address_is_certain(State *s, Expr address, u32 n, bool is_write) {
  Object o;
  return is_certain(&s->space, address, n, is_write, &o);
}

/* The values of a term that only chooses between numbers, as `c ? &x : &y->z` does. */
typedef struct Leaves {
  u64 at[MAX_LEAVES];
  u32 n;
} Leaves;

typedef struct PendingTerm {
  Expr e;
  u64 plus;
} PendingTerm;

/* False when there is something else in it, or too much. */
static bool leaves_of(Expr address, Leaves *ret) {
  PendingTerm pending[MAX_LEAVES + 1];
  u32 n = 0, n_seen = 0;
  ret->n = 0;
  pending[n++] = (PendingTerm){address, 0};
  while (n) {
    PendingTerm p = pending[--n];
    if (++n_seen > 2 * MAX_LEAVES || n + 2 > MAX_LEAVES || ret->n == MAX_LEAVES) return false;
    if (expr_is_const(p.e)) {
      ret->at[ret->n++] = expr_value(p.e) + p.plus;
    } else if (expr_kind(p.e) == EXPR_ITE) {
      pending[n++] = (PendingTerm){expr_kid(p.e, 1), p.plus};
      pending[n++] = (PendingTerm){expr_kid(p.e, 2), p.plus};
    } else if (expr_kind(p.e) == EXPR_ADD && expr_is_const(expr_kid(p.e, 1))) {
      pending[n++] = (PendingTerm){expr_kid(p.e, 0), p.plus + expr_value(expr_kid(p.e, 1))};
    } else {
      return false;
    }
  }
  return true;
}

/* The one place in the object that the access can be at, if there is only one: then it is as good
 * as a concrete one.  Found from the term alone, so that whoever follows the path finds it too. */
static Expr offset_in(Expr address, u32 n, const Object *o) {
  Leaves leaves;
  u32 n_inside = 0;
  u64 inside = 0;
  if (o->size == n) return expr_const(64, 0);
  if (leaves_of(address, &leaves)) {
    for (u32 k = 0; k < leaves.n; k++) {
      u64 offset = leaves.at[k] - o->base;
      if (offset > o->size - n || (n_inside && offset == inside)) continue;
      inside = offset;
      n_inside++;
    }
    if (n_inside == 1) return expr_const(64, inside);
  }
  return expr_sub(address, expr_const(64, o->base));
}

bool address_resolve(State *s, Expr address, u32 n, bool is_write, Place *ret) {
  Object o;
  Resume known = step_resume(s);
  bool is_found = known.kind == RESUME_OBJECT ? object_find(&s->space, known.object, &o)
                                              : is_certain(&s->space, address, n, is_write, &o);
  if (!is_found)
    return step_choice(s, (Choice){.kind = CHOICE_ADDRESS,
                                   .term = address,
                                   .access = {address, expr_const(64, n), is_write}});
  *ret = (Place){o.base, offset_in(address, n, &o), known.n_passed > 0};
  return true;
}

Concretised concretise_object(Vm *vm, State *s, SymbolicAccess *io) {
  (void)vm;
  Place *p = &io->place;
  if (!address_resolve(s, io->address, io->n_bytes, io->is_write, p)) return CONCRETE_EVENT;
  if (!expr_is_const(p->offset)) return CONCRETE_NOT;
  io->address = expr_const(64, p->base + expr_value(p->offset));
  return CONCRETE_NUMBER;
}

/* ---- asking ------------------------------------------------------------------------------------ */

/* The addresses around a bad one for which an access is bad in the same way. */
static Gap gap_around(Space *space, u64 at, u32 n) {
  Object o;
  if (at < CODE_BASE) return (Gap){0, CODE_BASE - 1};
  if (at < GLOBAL_BASE) return (Gap){CODE_BASE, GLOBAL_BASE - 1};
  if (at >= region_end(REGION_STACK)) return (Gap){region_end(REGION_STACK), UINT64_MAX};
  if (region_of(at) == REGION_NONE) /* below the first object of a region */
    return (Gap){at & ~((1ull << REGION_BITS) - 1), region_base((Region)(at >> REGION_BITS)) - 1};
  bool found = object_find(space, at, &o);
  bool is_inside = found && o.size >= n && at - o.base <= o.size - n;
  if (is_inside && !(object_has_symbolic_size(o) && o.is_live)) /* freed, or constant */
    return (Gap){o.base, o.base + o.size - n};
  Region r = region_of(at);
  Gap gap = {region_base(r), region_end(r) - 1};
  const Page *before = space_last(space, at), *after = space_next(space, at);
  if (before) {
    /* Accesses that begin within it; of an object of symbolic size the condition says which. */
    u64 fits = before->size >= n && !before->has_symbolic_size ? before->size - n + 1 : 0;
    gap.from = before->base + MIN(fits, at - before->base);
  }
  if (after && after->base > at)
    gap.to = after->base - 1;
  else if (after && before) {
    Object next;
    if (object_next(space, before->base + 1, &next)) gap.to = MIN(gap.to, next.base - 1);
  }
  fault_narrow(space, at, &gap);
  return gap;
}

/* The address is in the gap around a bad one, and no access of an object of symbolic size that begins there. */
static Expr gap_cond(Space *space, Expr address, u64 at, u32 n) {
  Gap gap = gap_around(space, at, n);
  Expr offset = expr_sub(address, expr_const(64, gap.from));
  Expr cond = expr_ule(offset, expr_const(64, gap.to - gap.from));
  Object o;
  if (!object_find(space, gap.from, &o) || !object_has_symbolic_size(o) || !o.is_live) return cond;
  return expr_and(cond, expr_not(address_within(address, n, &o)));
}

/* The side that a model points to; false if it is an error of a kind that is listed already. */
static bool side_of_model(Vm *vm, State *s, Model *m, const SideVec *sides, Side *ret) {
  Choice c = s->choice;
  Space *space = &s->space;
  u64 at = eval(vm->eval, m, c.term);
  u32 n = n_bytes_of(&c);
  Object o;
  if (object_at(vm, s, m, at, &o)) {
    *ret = (Side){.side = o.base, .cond = address_within(c.term, n, &o), .model = m};
    return true;
  }
  Fault fault = object_check(space, at, n, c.access.is_write);
  *ret = (Side){.cond = gap_cond(space, c.term, at, n),
                .model = m,
                .stop = stop_of_fault(fault, c.access.is_write),
                .object = at};
  for (u32 k = 0; k < sides->n; k++)
    if (sides->at[k].stop == ret->stop) return false;
  return true;
}

static bool repeats(Vm *vm, State *s, Model *m, const SideVec *sides, Expr *ret_cond) {
  Side side;
  if (side_of_model(vm, s, m, sides, &side)) return false;
  *ret_cond = side.cond;
  return true;
}

/* ---- halves ------------------------------------------------------------------------------------ */

enum { HALF_BELOW = 1, HALF_ABOVE = 2 };

static Side side_of_half(const Choice *c, u64 number) {
  Expr is_below = expr_ult(c->term, expr_const(64, number & ~3ull));
  return (Side){.side = number, .cond = (number & 3) == HALF_BELOW ? is_below : expr_not(is_below)};
}

/* An address that a model points to. */
typedef struct Tried {
  u64 at;
  Model *model; /* owned */
} Tried;

typedef VEC(Tried) TriedVec;

static int tried_compare(const void *a, const void *b) {
  u64 x = ((const Tried *)a)->at, y = ((const Tried *)b)->at;
  return (x > y) - (x < y);
}

/* The addresses below and above the middle of those tried.  False when they are too close. */
static bool halve(const Choice *c, TriedVec *tried, SideVec *ret) {
  qsort(tried->at, tried->n, sizeof *tried->at, tried_compare);
  u32 k = tried->n / 2;
  while (k + 1 < tried->n && (tried->at[k].at & ~(OBJECT_ALIGN - 1)) <= tried->at[0].at) k++;
  u64 middle = tried->at[k].at & ~(OBJECT_ALIGN - 1);
  if (middle <= tried->at[0].at) return false;
  sides_clear(ret);
  vec_push(ret, side_of_half(c, middle | HALF_BELOW));
  ret->at[0].model = model_ref(tried->at[0].model);
  vec_push(ret, side_of_half(c, middle | HALF_ABOVE));
  ret->at[1].model = model_ref(tried->at[k].model);
  return true;
}

/* Takes the model of the first side; the rest is asked for. */
static void collect(Vm *vm, State *s, u32 max, TriedVec *tried, SideVec *ret) {
  const Choice c = s->choice;
  Model *m = model_ref(context_model(s->context));
  Expr rest = expr_bool(true);
  do {
    Side side;
    vec_push(tried, ((Tried){eval(vm->eval, m, c.term), model_ref(m)}));
    bool is_new = side_of_model(vm, s, m, ret, &side);
    rest = expr_and(rest, expr_not(side.cond));
    if (is_new)
      vec_push(ret, side);
    else
      model_unref(m);
    if (sides_check(vm, s, 0, rest, ret, &m) != ANSWER_YES) return;
  } while (tried->n < max);
  if (halve(&c, tried, ret))
    model_unref(m);
  else
    vec_push(ret, ((Side){.cond = rest, .model = m, .stop = STOP_BOUND, .text = "objects"}));
}

static void sides_up_to(Vm *vm, State *s, u32 max, SideVec *ret) {
  TriedVec tried = {0};
  collect(vm, s, max, &tried, ret);
  for (u32 k = 0; k < tried.n; k++) model_unref(tried.at[k].model);
  vec_free(&tried);
}

static void sides_of_address(Vm *vm, State *s, SideVec *ret) {
  sides_up_to(vm, s, vm->config.max_objects, ret);
}

/* ---- one side -------------------------------------------------------------------------------------- */

static bool side_of_address(const State *s, u64 number, Side *ret) {
  const Choice *c = &s->choice;
  Space *space = (Space *)&s->space;
  Object o;
  if (address_is_half(number)) {
    *ret = side_of_half(c, number);
    return true;
  }
  if (!object_find(space, number, &o) || o.base != number) return false;
  if (object_check(space, number, n_bytes_of(c), c->access.is_write) > FAULT_SYMBOLIC_SIZE)
    return false;
  *ret = (Side){.side = number, .cond = address_within(c->term, n_bytes_of(c), &o)};
  return true;
}

static u64 guess(Vm *vm, const State *s, Model *m) {
  Object o;
  return object_at(vm, s, m, eval(vm->eval, m, s->choice.term), &o);
}

static void take(Vm *vm, State *s, const Choice *c, u64 side) {
  (void)vm, (void)c;
  if (!address_is_half(side)) s->resume = (Resume){.kind = RESUME_OBJECT, .object = side};
}

/* The error at an address has a condition that only models show: the solver is asked. */
static bool take_error(Vm *vm, State *s, u64 number) {
  if (number) return false;
  if (!uninit_decide(vm, s, false) || !choice_has_model(vm, s)) return true;
  SideVec sides = {0};
  sides_up_to(vm, s, UINT32_MAX, &sides);
  u32 k = 0;
  while (k < sides.n && sides.at[k].stop == STOP_NOT) k++;
  bool found = k < sides.n;
  if (found) side_take(vm, s, &sides.at[k], ALTERNATIVES_UNASKED);
  sides_clear(&sides);
  vec_free(&sides);
  return found;
}

const ChoiceOps address_ops = {.sides = sides_of_address,
                               .side = side_of_address,
                               .guess = guess,
                               .take = take,
                               .take_other = take_error,
                               .repeats = repeats,
                               .runs_again = true};
