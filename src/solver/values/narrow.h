/* narrow.h — facts of all terms of a conjunction at once, drawn from each other until they rest.
 *
 * Operands say something about results and results about operands (expr/facts.h).  Where every
 * condition has to hold, this narrows the ranges of input words: with `x / 7 = 3` and `x % 7 < 2`, x is
 * 21 or 22.  If something becomes empty, the conjunction has no model.
 */
#pragma once

#include "base/vec.h"
#include "expr/facts.h"

typedef struct NarrowNode {
  Expr e;
  u32 kids[3];       /* places of the operands */
  u32 n_kids;        /* 0: a leaf, or something that is not looked into */
  u32 changed;       /* when its facts changed last … */
  u32 ahead, behind; /* … and when it was last computed, and asked about its operands */
  bool holds;        /* it is one of the conditions */
} NarrowNode;

typedef struct Narrow {
  VEC(NarrowNode) nodes; /* owned; each after its operands */
  U32Vec words;          /* owned; the places of input words of at most 64 bits */
  u32 n_hard;            /* products of what is not constant, and divisions that are no shifts */
  u32 now, since;        /* what was changed until `since` has been seen */
  u64 n_steps;           /* nodes looked at */
} Narrow;

void narrow_done(Narrow *s); /* a zeroed one is empty */

/* Begins with these conditions, which all have to hold; false: they have more than max_nodes. */
bool narrow_begin(Narrow *s, const Expr *terms, u32 n, u32 max_nodes);

/* A box: facts of each node.  Before anything is drawn from the conditions: */
void narrow_init(Narrow *s, Facts *ret_box);

/* Takes up a box in which only this node has changed since it was at rest. */
void narrow_resume(Narrow *s, u32 changed);

/* Narrows it; false: it is empty. */
bool narrow_run(Narrow *s, Facts *io_box);
