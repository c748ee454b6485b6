/* mention.h — which inputs a sequence of terms reads: what a model has to say.
 *
 * Kept along with the sequence, one level per term, so that the next question
 * on the same path walks only what is new.
 */
#ifndef SOLVER_MENTION_H
#define SOLVER_MENTION_H

#include "base/map.h"
#include "base/vec.h"
#include "expr/expr.h"

typedef struct MentionLevel {
  u32 n_nodes, n_cells, n_reads, n_arrays, n_equalities; /* when the level began */
} MentionLevel;

typedef VEC(u8) Flags;

typedef struct Mention {
  Flags seen_node, seen_cell; /* by handle, by cell */
  VEC(u32) nodes;             /* what is seen, in order */
  VEC(u32) cells;             /* of dense inputs; those of one read are neighbours */
  ExprVec reads;              /* selects, each after the reads its index depends on */
  VEC(Input) arrays;          /* sparse inputs */
  u32 n_equalities;           /* of arrays */
  VEC(MentionLevel) levels;
  Map roots; /* store → the leaf below it, or 0 when there are several */
  ExprVec stack;
} Mention;

void mention_done(Mention *m); /* a zeroed Mention is empty */
void mention_push(Mention *m, Expr term);
void mention_pop_to(Mention *m, u32 n_levels);

/* The leaf under the stores of an array; EXPR_NONE when it has several (an ite). */
Expr mention_root(Mention *m, Expr array);

#endif
