/* trace_law.h — laws of traces: all that a path does at any size, in its order, without running
 * the program.
 *
 * The loops and points of all traces are put into one tree: the children of a loop are what happens
 * in its rounds.  Each child has a law for whether it happens in a round (over the size and the
 * indices of the loops around), a loop also one for its number of rounds, a point one for each of
 * its numbers.  What happens twice in one round is two children.  The order of children is the one
 * that all rounds agree on.
 *
 *     i < N - 1:               loop 1
 *       j < i + 1:             loop 2
 *         point 7 (i - j, i + 1)
 *
 * So a point that is passed only in the last round (the false side of a loop's condition), or never
 * in the first, needs nothing special, and the path condition at a size is written in execution
 * order.
 *
 * After: Saumya, Koo, Kulkarni, Bagchi, "XSTRESSOR", ICST 2019, sec. IV-E.
 * Differs: there each point has its own sequences, and its own idea of the loops.
 */
#pragma once

#include "laws/law.h"
#include "laws/trace.h"

typedef struct TraceNode {
  bool is_loop;
  u32 id, nth;       /* which of those with this id in a round; 0: the first */
  u32 parent, depth; /* number of loops around */
  u32 width;         /* point: numbers */
  U32Vec children;   /* owned; loop: in the order of execution */
  Law happens;       /* owned; 0 or 1 in each round of the parent */
  Law rounds;        /* owned; loop */
  Law *values;       /* owned; point: `width` of them */
} TraceNode;

typedef struct TraceLaw {
  VEC(TraceNode) nodes; /* owned; 0 is the whole run: a loop of one round, around everything */
  i64 from;             /* the smallest size that it was made from */
  u32 weight;           /* as of a generator */
} TraceLaw;

/* From traces of ascending sizes.  Small ones may be left out as by generator_fit.  False: no
 * law, and why. */
bool trace_law_fit(const LoopTrace *at, u32 n, TraceLaw *ret, Text *ret_why);

/* Called with each event in order; false stops. */
typedef bool TraceVisit(void *user, TraceKind kind, u32 id, const i64 *leaf, u32 width);
/* False: the law says nothing at this size (and why), or the visitor stopped. */
bool trace_law_visit(const TraceLaw *m, i64 size, TraceVisit *visit, void *user, Text *ret_why);
/* The whole trace, of at most max_events. */
bool trace_law_make(const TraceLaw *m, i64 size, u64 max_events, LoopTrace *ret, Text *ret_why);
bool trace_law_agrees(const TraceLaw *m, const LoopTrace *seen);
/* As above, one line per loop and point. */
void trace_law_print(const TraceLaw *m, Text *ret);
void trace_law_done(TraceLaw *m);
