/* context.h — inside of a path condition; for the files of solver/ only. */
#pragma once

#include "base/vec.h"
#include "solver/solver.h"

/* One constraint on top of a parent.  All contexts of a solver stand in one
 * list, so that a sweep of the expression table finds what they hold.
 *
 * A context that only its children and the trail still need gives up its model: if the caller holds
 * only the end of a long path, we keep one model and not one per constraint. */
struct Context {
  Context *parent;      /* shared; NULL: the empty one */
  Context *prev, *next; /* in the solver's list */
  Context **list;       /* head of that list, inside of the solver */
  Model *model;         /* shared; of the first n_solved constraints; NULL: given up */
  Expr e;               /* none in the empty one */
  u32 depth;            /* constraints from here down to the empty one */
  u32 n_solved;         /* depth once the model satisfies all of it */
  u32 refs;             /* all of them … */
  u32 n_holders;        /* … and those of the solver's users */
};

Context *context_root(Context **list);
void context_set_model(Context *c, Model *m); /* m is shared; it satisfies all of c */
bool context_is_solved(const Context *c);

/* References that keep the constraint but not its model. */
Context *context_keep(Context *c);
void context_drop(Context *c);
void contexts_mark(void *list); /* an ExprMark over the whole list */

/* Where something that is kept up to date along a path condition stands: at[i] is the context of i + 1 constraints.
 * It moves by
 *
 *     u32 n = context_path_turn(p, c);    how many constraints it has in common with c: undo the rest
 *     context_path_leave(p, n);
 *     while ((c = context_path_next(p)))  do what c adds
 */
typedef struct ContextPath {
  VEC(Context *) at;   /* kept, so that no address is reused */
  VEC(Context *) road; /* borrowed; what leads on to where it turned, the last first */
} ContextPath;

u32 context_path_turn(ContextPath *p, Context *c);
void context_path_leave(ContextPath *p, u32 n);
Context *context_path_next(ContextPath *p); /* NULL: it is there */
void context_path_done(ContextPath *p);
