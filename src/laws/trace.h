/* trace.h — what a path did at one size, in order: loops entered, rounds begun, points passed.
 *
 * A point is a place of the program that adds something to the path condition (the paper's
 * constraint generator point: a branch and its side, or an assignment), with the numbers in it
 * that may change from one time to the next (its leaf vector).  Loops and points have ids that
 * the caller chooses; the same loop or point in another calling context should have another one.
 *
 *     insertion sort at N = 3:
 *       enter 1
 *         round  enter 2  round  point 7 (0 1)                    leave
 *         round  enter 2  round  point 7 (1 2)  round  point 7 (0 2)  leave
 *       leave
 */
#pragma once

#include "laws/nest.h"

typedef enum TraceKind { TRACE_ENTER, TRACE_ROUND, TRACE_LEAVE, TRACE_POINT } TraceKind;

typedef struct TraceEvent {
  TraceKind kind;
  u32 id;    /* of the loop or point; 0 for TRACE_ROUND and TRACE_LEAVE */
  u32 leaf;  /* TRACE_POINT: where its numbers begin in `leaves` */
  u32 width; /* and how many there are */
} TraceEvent;

typedef struct LoopTrace {
  i64 size;               /* N */
  VEC(TraceEvent) events; /* owned */
  I64Vec leaves;          /* owned */
  u32 depth;              /* loops that are open */
} LoopTrace;

/* A zeroed LoopTrace with its size set is an empty one. */
void trace_enter(LoopTrace *t, u32 loop);
void trace_round(LoopTrace *t); /* of the innermost open loop */
void trace_leave(LoopTrace *t);
void trace_point(LoopTrace *t, u32 point, const i64 *leaf, u32 width);
bool trace_equal(const LoopTrace *a, const LoopTrace *b);
void trace_done(LoopTrace *t);
