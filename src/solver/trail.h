/* trail.h — the one path condition that is materialised: constraints in order,
 * who reads which cell, what is known of single terms.
 *
 * trail_sync() moves from the last context to another by undoing to their common ancestor and doing
 * the rest.  The trail reports every step to stages that keep state along the path (stage.h).
 */
#pragma once

#include "base/map.h"
#include "base/vec.h"
#include "expr/expr.h"
#include "solver/bounds.h"
#include "solver/bytes/domains.h"
#include "solver/cells.h"
#include "solver/context.h"

typedef struct BitSolver BitSolver;

typedef struct TrailItem {
  Expr e;
  Expr residual; /* what is left of it under the ranges of those before it: another term, or e */
} TrailItem;

typedef struct TrailWatcher {
  void (*push)(void *self, u32 item); /* trail->items.at[item] entered */
  void (*pop)(void *self, u32 n);     /* items >= n are leaving */
  void (*reset)(void *self);          /* the expression table was swept: forget all handles */
  void *self;                         /* borrowed for the life of the trail */
} TrailWatcher;

typedef struct Trail {
  ContextPath path; /* of as many constraints as there are items */
  VEC(TrailItem) items;
  VEC(U32Vec) readers; /* by cell: the items that read it, in order */
  u32 n_reduced; /* items with a residual; what a range came from is then not seen at its readers */
  Map item_of;   /* expr id → 1 + item, while it is on the trail; else 0 */
  Bounds bounds;
  Domains domains;
  Cells cells;
  BitSolver *bits; /* owned; terms as circuits, for the stages that look at bits */
  VEC(TrailWatcher) watchers;
  u32 epoch;
  U32Vec item_stamps; /* by item and by cell: the search that saw it last */
  U32Vec cell_stamps;
  u32 stamp;
} Trail;

void trail_init(Trail *t);
void trail_done(Trail *t);
void trail_watch(Trail *t, TrailWatcher w);
void trail_sync(Trail *t, Context *c);

/* Appends to *ret the items that read one of these cells, each once. */
void trail_readers(Trail *t, const u32 *cells, u32 n, U32Vec *ret);

/* Appends the items that depend on these cells, directly or through others, in
 * order: the slice. */
void trail_slice(Trail *t, const u32 *cells, u32 n, U32Vec *ret);
