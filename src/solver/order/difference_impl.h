/* difference_impl.h — what the files of the difference solver share.  Private to them.
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
#pragma once

#include "base/vec.h"
#include "solver/order/difference.h"

#define DIFFERENCE_NONE UINT32_MAX
#define DIFFERENCE_NE_ITEM 0x80000000u           /* in a conflict: disequality, not edge */
#define DIFFERENCE_FAR ((DifferenceInt)1 << 120) /* no value and no distance gets there */
#define DIFFERENCE_SETTLED (UINT32_MAX - (u32)1) /* a label's place once out of the heap */

typedef VEC(u32) DifferenceU32Vec;
typedef VEC(DifferenceMove) DifferenceMoveVec;

typedef struct DifferenceEdge {
  i64 c;
  u32 x, y, reason;
  u32 out_at;       /* where its arcs are; DIFFERENCE_NONE: it has none, a tighter edge does */
  u32 in_at : 31;   /* as out_at, once that says there are arcs */
  bool derived : 1; /* follows from `replaced` and a disequality, whose reason it has */
  u32 replaced;     /* the weaker edge whose arcs it took over, or DIFFERENCE_NONE */
} DifferenceEdge;

typedef struct DifferenceNe {
  u32 x, y, reason;
  i64 c;
} DifferenceNe;

/* One end's view of an edge. */
typedef struct DifferenceArc {
  i64 c;
  u32 other, edge;
} DifferenceArc;

typedef VEC(DifferenceArc) DifferenceArcVec;

typedef struct DifferenceVertex {
  DifferenceArcVec out; /* edges w - this <= c: they bound this from below */
  DifferenceArcVec in;  /* edges this - w <= c: they bound this from above */
  DifferenceU32Vec nes; /* disequalities it occurs in */
} DifferenceVertex;

typedef struct DifferenceLabel {
  DifferenceInt dist;
  u64 stamp; /* valid iff equal to the side's */
  u32 via;   /* edge over which it was reached; DIFFERENCE_NONE at a source */
  u32 place; /* in the heap, or DIFFERENCE_SETTLED */
} DifferenceLabel;

/* One run of Dijkstra's algorithm over slacks, along or against the edges. */
typedef struct DifferenceSide {
  VEC(DifferenceLabel) labels; /* per variable */
  DifferenceU32Vec heap;       /* labelled, not settled; nearest first */
  DifferenceU32Vec settled;    /* in order of distance */
  u64 stamp, work;             /* work: arcs scanned */
  DifferenceInt beyond;        /* the least distance seen that was too far */
  bool backward;
} DifferenceSide;

typedef struct DifferenceSplit {
  u32 ne;
  u32 edge;     /* the index of its edge: x - y < c first, then x - y > c */
  u32 saved_at; /* the conflict of the first case begins here in `saved` */
  bool second;
} DifferenceSplit;

struct Differences {
  VEC(DifferenceInt) values; /* per variable; that of variable 0 is 0 */
  VEC(DifferenceVertex) vertices;
  VEC(DifferenceEdge) edges;
  VEC(DifferenceNe) nes;
  DifferenceMark checked; /* the values satisfy the atoms below it; all, unless pushed unchecked */
  DifferenceInt gap;      /* how much further a repair may move what it moves */
  DifferenceSide down, up;
  VEC(u64) logged; /* per variable: the operation that last logged it */
  u64 operation;
  DifferenceMoveVec moves;  /* during an operation: old values; after it: new ones */
  DifferenceU32Vec pending; /* each violated disequality has a variable here */
  DifferenceU32Vec conflict, saved, reasons;
  VEC(DifferenceSplit) splits;
};

/* ---- difference.c ---- */
void difference_set(Differences *d, u32 var, DifferenceInt value);
u32 difference_add_edge(Differences *d, u32 x, u32 y, i64 c, u32 reason);
void difference_cut_edges(Differences *d, u32 n);
void difference_take_reasons(Differences *d); /* from `conflict` to `reasons` */

static inline bool difference_ne_holds(const Differences *d, const DifferenceNe *ne) {
  return d->values.at[ne->x] - d->values.at[ne->y] != ne->c;
}

/* ---- difference_search.c ---- */
void difference_side_begin(Differences *d, DifferenceSide *s, bool backward);
void difference_side_label(DifferenceSide *s, u32 var, DifferenceInt dist,
                           u32 via);                         /* if that is nearer */
void difference_side_run(Differences *d, DifferenceSide *s); /* settles all it can reach */

static inline bool difference_side_has(const DifferenceSide *s, u32 var) {
  return s->labels.at[var].stamp == s->stamp;
}

/* Makes the values satisfy the newest edge as well as all others.  False: they
 * cannot, values are unchanged and `conflict` is a negative cycle. */
must_use bool difference_repair(Differences *d);

/* ---- difference_batch.c ---- */
/* As difference_repair, for all edges at once; on false values are spoilt, but logged. */
must_use bool difference_repair_all(Differences *d);

/* ---- difference_ne.c ---- */
/* Makes the values satisfy the disequalities of pending variables too.  NO leaves
 * the reason in `conflict`. */
must_use DifferenceAnswer difference_repair_nes(Differences *d, u32 max_splits);
