/* trace.c — records a trace as a vector of events, with the numbers of all points in another.
 *
 * Two traces are equal if their events and numbers are; where the numbers lie is not compared.
 */
#include "laws/trace.h"

static void add(LoopTrace *t, TraceKind kind, u32 id, u32 width) {
  vec_push(&t->events, ((TraceEvent){kind, id, t->leaves.n, width}));
}

void trace_enter(LoopTrace *t, u32 loop) {
  add(t, TRACE_ENTER, loop, 0);
  t->depth++;
}

void trace_round(LoopTrace *t) {
  assert(t->depth > 0);
  add(t, TRACE_ROUND, 0, 0);
}

void trace_leave(LoopTrace *t) {
  assert(t->depth > 0);
  add(t, TRACE_LEAVE, 0, 0);
  t->depth--;
}

void trace_point(LoopTrace *t, u32 point, const i64 *leaf, u32 width) {
  add(t, TRACE_POINT, point, width);
  vec_append(&t->leaves, leaf, width);
}

bool trace_equal(const LoopTrace *a, const LoopTrace *b) {
  if (a->size != b->size || a->events.n != b->events.n || a->leaves.n != b->leaves.n) return false;
  for (u32 i = 0; i < a->events.n; i++) {
    const TraceEvent *e = &a->events.at[i], *f = &b->events.at[i];
    if (e->kind != f->kind || e->id != f->id || e->width != f->width) return false;
  }
  return !a->leaves.n || memcmp(a->leaves.at, b->leaves.at, a->leaves.n * sizeof(i64)) == 0;
}

void trace_done(LoopTrace *t) {
  vec_free(&t->events);
  vec_free(&t->leaves);
}
