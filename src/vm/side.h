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

/* What of the choice is left when the condition is added: NO when nothing; else a side that ended
 * (UNKNOWN) is added. */
Answer sides_check(Vm *vm, State *s, Expr cond, SideVec *sides, Model **ret_model);

void sides_of_address(Vm *vm, State *s, SideVec *ret);

#endif
