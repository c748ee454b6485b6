/* choice.h — what the kinds of choice have in common.
 *
 * A kind is a row of choices.def and a ChoiceOps in a file of its own.  choice.c asks, forks and ends paths by
 * these alone.
 */
#pragma once

#include "vm/vm_impl.h"

typedef struct Side {
  u64 side; /* see choices.def */
  Expr cond;
  Model *model;     /* owned; of the path condition and cond; NULL: not known */
  Stop stop;        /* NOT: the path goes on */
  u64 object;       /* an error at an object of symbolic size: in it; 0: none */
  const char *text; /* borrowed; more about the stop, or NULL */
} Side;

typedef VEC(Side) SideVec;

typedef struct ChoiceOps {
  /* Appends every side that some input of the path takes, with a model of it; one of which the solver does
   * not know whether it is one, as one that ended.  The path condition has a model. */
  void (*sides)(Vm *vm, State *s, SideVec *ret);
  /* The side of this number, as far as that is known without the solver; false: there is no such side. */
  bool (*side)(const State *s, u64 number, Side *ret);
  /* The number of the side that the model takes. */
  u64 (*guess)(Vm *vm, const State *s, Model *m);
  /* Goes on along this side; the state stands at no choice any more. */
  void (*take)(Vm *vm, State *s, const Choice *c, u64 side);
  /* Takes a side that `side` does not know; false: there is no such side.  NULL: `side` knows all. */
  bool (*take_other)(Vm *vm, State *s, u64 number);
  /* An input that takes none of the sides may still make an error that is listed: on this condition.  NULL:
   * there are no such.  For asserts. */
  bool (*repeats)(Vm *vm, State *s, Model *m, const SideVec *sides, Expr *ret_cond);
  bool is_bit;         /* a term and its negation are the two sides */
  bool is_jump;        /* the source decides here where the program goes */
  bool is_assumption;  /* no decision: its other side is wanted nowhere */
  bool always_decides; /* also where there is only one side */
  bool runs_again;     /* the instruction, after its choice, knowing State.resume */
} ChoiceOps;

#define CHOICE(id, ops, ...) extern const ChoiceOps ops;
#include "vm/choice/choices.def"
#undef CHOICE

/* ---- for the kinds --------------------------------------------------------------------------------- */

/* Is this side possible?  When the solver does not know, it is added as one that ended. */
Answer sides_check(Vm *vm, State *s, u64 side, Expr cond, SideVec *sides, Model **ret_model);
/* Adds a side that the model of the path takes, or the solver finds an input for. */
void sides_add(Vm *vm, State *s, Side side, SideVec *io);
void sides_clear(SideVec *sides);

/* Both sides of a bit; that which the source calls true comes first. */
void sides_of_bit(Vm *vm, State *s, SideVec *ret);
u64 guess_of_bit(Vm *vm, const State *s, Model *m);

/* Up to `limit` values of the term, each a side.  True: there are others, which are the side `ret_rest`. */
bool sides_of_values(Vm *vm, State *s, u32 limit, SideVec *ret, Side *ret_rest);

/* The state takes this side; others: what is known of those beside it. */
void side_take(Vm *vm, State *s, const Side *side, Alternatives alternatives);
/* A path condition that was only collected gets its model; false, and the path has ended, when it has none. */
bool choice_has_model(Vm *vm, State *s);

/* For asserts: does every input of the path take one of the sides, and only one (side_check.c)? */
bool sides_are_all(Vm *vm, State *s, const SideVec *sides);

static inline Side side_of_value(const Choice *c, u64 side, u64 value) {
  return (Side){.side = side, .cond = expr_eq(c->term, expr_const(expr_width(c->term), value))};
}
