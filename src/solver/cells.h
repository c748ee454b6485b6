/* cells.h — which input cells (bytes) a term reads; memoised per term. */
#ifndef SOLVER_CELLS_H
#define SOLVER_CELLS_H

#include "base/map.h"
#include "expr/expr.h"

typedef struct Cells {
  Map at;             /* expr id → offset into the pool << 32 | count */
  VEC(u32) pool;      /* sorted runs of cells */
  u32 epoch;          /* of the expression table the memo belongs to */
  ExprVec stack;      /* of the walk */
  Map seen;           /* of the walk */
  ExprVec landmarks;  /* to be walked, the last first */
  bool has_landmarks; /* where walks end */
  VEC(u32) added_in;  /* for each cell the walk that added it last */
  u32 n_walks;
} Cells;

void cells_done(Cells *c); /* a zeroed Cells is empty */

/* The sorted cells of e; borrowed until the next call. */
const u32 *cells_of(Cells *c, Expr e, u32 *ret_n);

#endif
