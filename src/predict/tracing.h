/* tracing.h — the path condition of a worst path as a trace: which conditions, of which shapes, in
 * which rounds of which loops.
 *
 * Loops are the natural loops of the code (code/loops.h), told apart by the calls through which
 * they were reached.  Conditions are taken on the side that the path takes.
 *
 * A sum that a condition compares gets a name, and sums that contain it then mention the name.
 * That is the dynamic single assignment of the paper, found in the terms instead of in the
 * program's stores.  So dist[v] of a shortest path has one shape however long the path is.
 */
#pragma once

#include "code/loops.h"
#include "laws/trace.h"
#include "policy/sample.h"
#include "predict/shape.h"

/* A point of a trace: the id is its index. */
typedef struct PointInfo {
  u64 key; /* calls, place, side, shape */
  u32 shape;
  bool defines; /* it gives the next name to this term; else it is a condition that holds */
} PointInfo;

/* What all traces of a program have in common. */
typedef struct Tracer {
  const Search *search; /* borrowed */
  ShapeSet shapes;
  VEC(PointInfo) points;
  Map point_ids, loop_ids; /* keys -> ids */
  LoopTable loops;
} Tracer;

Tracer tracer_new(const Search *h);
void tracer_done(Tracer *t);

/* Runs the program along the sample.  False: something on the path has no shape, and what. */
must_use Err tracer_run(Tracer *t, const Sample *s, LoopTrace *ret, bool *ret_ok, Text *ret_why);
