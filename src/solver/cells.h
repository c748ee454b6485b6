/* cells.h — which input cells (bytes) a term reads; memoised per term. */
#pragma once

#include "base/map.h"
#include "expr/expr.h"

/* Sorted cells, once for all terms that read the same. */
typedef struct CellSet {
  u32 start, n;  /* in the pool */
  u32 same_hash; /* another set; 0: none */
} CellSet;

typedef struct Cells {
  Map set_of;        /* expr id → its set */
  Map unions;        /* two sets, the smaller number first → their union */
  Map hashes;        /* of cells → a set */
  VEC(CellSet) sets; /* the first is empty */
  VEC(u32) pool;
  u32 epoch;     /* of the expression table the memo belongs to */
  ExprVec stack; /* of the walk */
} Cells;

void cells_done(Cells *c); /* a zeroed Cells is empty */

/* The sorted cells of e; borrowed until the next call. */
const u32 *cells_of(Cells *c, Expr e, u32 *ret_n);
