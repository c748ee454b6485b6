/* side.h — the sides of a choice, as choice.c, address.c, pins.c and size.c find them. */
#ifndef VM_CHOICE_SIDE_H
#define VM_CHOICE_SIDE_H

#include "vm/vm_impl.h"

typedef struct Side {
  u64 side; /* see path.h */
  Expr cond;
  Model *model;     /* owned; of the path condition and cond; NULL: not known */
  Stop stop;        /* NOT: the path goes on */
  u64 address;      /* of an error at an address */
  const char *text; /* borrowed; more about the stop, or NULL */
} Side;

typedef VEC(Side) SideVec;

/* Is this side possible?  When the solver does not know, it is added as one that ended. */
Answer sides_check(Vm *vm, State *s, u64 side, Expr cond, SideVec *sides, Model **ret_model);

/* Choices of ADDRESS (address.c). */
void sides_of_address(Vm *vm, State *s, u32 max, SideVec *ret); /* more than max: two halves */
Side side_of_half(const Choice *c, u64 number);
/* The side that a model points to; false if it is an error of a kind that is listed already. */
bool side_of_model(Vm *vm, State *s, Model *m, const SideVec *sides, Side *ret);
void sides_clear(SideVec *sides);

/* Choices of SIZE (size.c). */
void sides_of_size(Vm *vm, State *s, SideVec *ret);
bool side_of_size(const Choice *c, u64 number, Side *ret); /* false: the number is no side of it */
u64 size_side(const Choice *c, u64 size);                  /* the side of a size */

/* For asserts: does every input of the path take one of the sides, and only one (side_check.c)? */
bool sides_are_all(Vm *vm, State *s, const SideVec *sides);

#endif
