/* side.h — the sides of a choice, as branch.c and address.c find them. */
#ifndef VM_SIDE_H
#define VM_SIDE_H

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

void sides_of_address(Vm *vm, State *s, SideVec *ret);

#endif
