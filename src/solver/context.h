/* context.h — inside of a path condition; for the files of solver/ only. */
#ifndef SOLVER_CONTEXT_H
#define SOLVER_CONTEXT_H

#include "solver/solver.h"

/* One constraint on top of a parent.  All contexts of a solver stand in one
 * list, so that a sweep of the expression table finds what they hold. */
struct Context {
  Context *parent;      /* shared; NULL: the empty one */
  Context *prev, *next; /* in the solver's list */
  Context **list;       /* head of that list, inside of the solver */
  Model *model;         /* shared; NULL: not solved yet */
  Expr e;               /* none in the empty one */
  u32 depth;            /* constraints from here down to the empty one */
  u32 refs;
};

Context *context_root(Context **list);
void context_set_model(Context *c, Model *m); /* m is shared */
void contexts_mark(void *list);               /* an ExprMark over the whole list */

#endif
