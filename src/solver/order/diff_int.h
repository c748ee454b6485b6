/* diff_int.h — what the files of the difference solver share.  Private to them.
 *
 * An edge x - y <= c is drawn from y to x.  Its slack under the values v is
 * c - (v(x) - v(y)): not negative iff the edge holds, and then a length for
 * Dijkstra's algorithm.
 *
 * Each vertex keeps its edges in two arrays, newest last.  Edges come and go in
 * stack order, so the edge popped is the last entry of both its arrays: popping
 * stays O(1), as with linked lists, and a scan reads memory in order.  Of the edges
 * between the same two vertices only the tightest is needed: a loop that asks
 * i < n for growing i would otherwise scan its whole past at each turn.
 */
#ifndef SOLVER_ORDER_DIFF_INT_H
#define SOLVER_ORDER_DIFF_INT_H

#include "base/vec.h"
#include "solver/order/diff.h"

#define DIFF_NONE UINT32_MAX
#define DIFF_NE_ITEM 0x80000000u           /* in a conflict: disequality, not edge */
#define DIFF_FAR ((DiffInt)1 << 120)       /* no value and no distance gets there */
#define DIFF_SETTLED (UINT32_MAX - (u32)1) /* a label's place once out of the heap */

typedef VEC(u32) DiffU32Vec;
typedef VEC(DiffMove) DiffMoveVec;

typedef struct DiffEdge {
  i64 c;
  u32 x, y, reason;
  u32 out_at;       /* where its arcs are; DIFF_NONE: it has none, a tighter edge does */
  u32 in_at : 31;   /* as out_at, once that says there are arcs */
  bool derived : 1; /* follows from `replaced` and a disequality, whose reason it has */
  u32 replaced;     /* the weaker edge whose arcs it took over, or DIFF_NONE */
} DiffEdge;

typedef struct DiffNe {
  u32 x, y, reason;
  i64 c;
} DiffNe;

/* One end's view of an edge. */
typedef struct DiffArc {
  i64 c;
  u32 other, edge;
} DiffArc;

typedef VEC(DiffArc) DiffArcVec;

typedef struct DiffVertex {
  DiffArcVec out; /* edges w - this <= c: they bound this from below */
  DiffArcVec in;  /* edges this - w <= c: they bound this from above */
  DiffU32Vec nes; /* disequalities it occurs in */
} DiffVertex;

typedef struct DiffLabel {
  DiffInt dist;
  u64 stamp; /* valid iff equal to the side's */
  u32 via;   /* edge over which it was reached; DIFF_NONE at a source */
  u32 place; /* in the heap, or DIFF_SETTLED */
} DiffLabel;

/* One run of Dijkstra's algorithm over slacks, along or against the edges. */
typedef struct DiffSide {
  VEC(DiffLabel) labels; /* per variable */
  DiffU32Vec heap;       /* labelled, not settled; nearest first */
  DiffU32Vec settled;    /* in order of distance */
  u64 stamp, work;       /* work: arcs scanned */
  DiffInt beyond;        /* the least distance seen that was too far */
  bool backward;
} DiffSide;

typedef struct DiffSplit {
  u32 ne;
  u32 edge;     /* the index of its edge: x - y < c first, then x - y > c */
  u32 saved_at; /* the conflict of the first case begins here in `saved` */
  bool second;
} DiffSplit;

struct Diff {
  VEC(DiffInt) values; /* per variable; that of variable 0 is 0 */
  VEC(DiffVertex) vertices;
  VEC(DiffEdge) edges;
  VEC(DiffNe) nes;
  DiffMark checked; /* the values satisfy the atoms below it; all, unless pushed unchecked */
  DiffInt gap;      /* how much further a repair may move what it moves */
  DiffSide down, up;
  VEC(u64) logged; /* per variable: the operation that last logged it */
  u64 operation;
  DiffMoveVec moves;  /* during an operation: old values; after it: new ones */
  DiffU32Vec pending; /* each violated disequality has a variable here */
  DiffU32Vec conflict, saved, reasons;
  VEC(DiffSplit) splits;
};

/* ---- diff.c ---- */
void diff_set(Diff *d, u32 var, DiffInt value);
u32 diff_add_edge(Diff *d, u32 x, u32 y, i64 c, u32 reason);
void diff_cut_edges(Diff *d, u32 n);
void diff_take_reasons(Diff *d); /* from `conflict` to `reasons` */

static inline bool diff_ne_holds(const Diff *d, const DiffNe *ne) {
  return d->values.at[ne->x] - d->values.at[ne->y] != ne->c;
}

/* ---- diff_search.c ---- */
void diff_side_begin(Diff *d, DiffSide *s, bool backward);
void diff_side_label(DiffSide *s, u32 var, DiffInt dist, u32 via); /* if that is nearer */
void diff_side_run(Diff *d, DiffSide *s, u32 until); /* DIFF_NONE: settle all it can reach */
void diff_side_path(const Diff *d, const DiffSide *s, u32 from, DiffU32Vec *ret_edges); /* adds */

static inline bool diff_side_has(const DiffSide *s, u32 var) {
  return s->labels.at[var].stamp == s->stamp;
}

/* Makes the values satisfy the newest edge as well as all others.  False: they
 * cannot, values are unchanged and `conflict` is a negative cycle. */
must_use bool diff_repair(Diff *d);

/* ---- diff_batch.c ---- */
/* As diff_repair, for all edges at once; on false values are spoilt, but logged. */
must_use bool diff_repair_all(Diff *d);

/* ---- diff_ne.c ---- */
/* Makes the values satisfy the disequalities of pending variables too.  NO leaves
 * the reason in `conflict`. */
must_use DiffAnswer diff_repair_nes(Diff *d, u32 max_splits);
void diff_conflict_sort(DiffU32Vec *c); /* and each only once */

#endif
