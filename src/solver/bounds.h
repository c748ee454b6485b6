/* bounds.h — what the constraints on the trail say of single terms: ranges from
 * comparisons with constants.  Grows and shrinks with the trail. */
#pragma once

#include "base/map.h"
#include "expr/facts.h"
#include "solver/answer.h"

typedef struct Bound {
  Facts facts; /* of the term, path and all */
  u32 item;    /* 1 + the trail item that gave the latest part; 0: holds anywhere */
} Bound;

typedef struct BoundUndo {
  u32 slot, item; /* which bound; the trail item that changed it */
  Bound old;
} BoundUndo;

typedef struct Bounds {
  Map slot_of; /* expr id → slot + 1; 0 or absent: nothing special is known */
  VEC(Bound) slots;
  VEC(BoundUndo) undo;
  u32 n_fixed; /* slots whose range is a single value */
} Bounds;

void bounds_done(Bounds *b); /* a zeroed Bounds is empty */
void bounds_reset(Bounds *b);
void bounds_push(Bounds *b, u32 item, Expr e); /* trail item e enters */
void bounds_pop(Bounds *b, u32 n_items);       /* items >= n_items leave */

/* What is known of a term of width <= 64 here. */
Bound bounds_get(const Bounds *b, Expr term);

/* Can e, as a constraint, give a range to some term? */
bool bounds_is_range(Expr e);

/* Does e (width 1) hold, fail, or neither, by ranges alone?  YES, NO, UNKNOWN. */
Answer bounds_decide(const Bounds *b, Expr e);

/* What is left of e where ranges decide comparisons in its conjunctions and disjunctions; e itself,
 * if it is none. */
Expr bounds_reduce(const Bounds *b, Expr e);
