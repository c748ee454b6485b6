/* trace_law.c — walks the tree of a trace law at a size, and asks its laws on the way.
 *
 * The walk reports each event to a visitor and stores nothing, so that a path condition can be
 * written from it at any size.  Making a trace is such a visitor; trace_law_agrees makes one and
 * compares it.  The tree is fitted in trace_fit.c.
 */
#include "laws/trace_law.h"

#include <inttypes.h>

typedef struct LawVisit {
  const TraceLaw *law;
  TraceVisit *visit;
  void *user;
  i64 x[MAX_VARIABLES], extent[MAX_VARIABLES];
  I64Vec leaf;
  Text *why;
} LawVisit;

static bool refuse(LawVisit *v, const TraceNode *node, const char *what) {
  if (v->why) {
    text_addf(v->why, "%s %u has no %s at N = %" PRId64, node->is_loop ? "loop" : "point", node->id,
              what, v->x[0]);
  }
  return false;
}

static bool visit_children(LawVisit *v, const TraceNode *loop);

static bool visit_loop(LawVisit *v, const TraceNode *loop) {
  i64 n_rounds;
  if (!law_at(&loop->rounds, v->x, v->extent, &n_rounds) || n_rounds < 0) {
    return refuse(v, loop, "number of rounds");
  }
  u32 depth = loop->depth + 1;
  if (!v->visit(v->user, TRACE_ENTER, loop->id, NULL, 0)) return false;
  for (i64 i = 0; i < n_rounds; i++) {
    v->x[depth] = i;
    v->extent[depth] = n_rounds;
    if (!v->visit(v->user, TRACE_ROUND, 0, NULL, 0)) return false;
    if (!visit_children(v, loop)) return false;
  }
  return v->visit(v->user, TRACE_LEAVE, 0, NULL, 0);
}

static bool visit_point(LawVisit *v, const TraceNode *point) {
  vec_clear(&v->leaf);
  for (u32 w = 0; w < point->width; w++) {
    i64 value;
    if (!law_at(&point->values[w], v->x, v->extent, &value)) {
      return refuse(v, point, "integer as its value");
    }
    vec_push(&v->leaf, value);
  }
  return v->visit(v->user, TRACE_POINT, point->id, v->leaf.at, point->width);
}

static bool visit_children(LawVisit *v, const TraceNode *loop) {
  for (u32 i = 0; i < loop->children.n; i++) {
    const TraceNode *child = &v->law->nodes.at[loop->children.at[i]];
    i64 happens;
    if (!law_at(&child->happens, v->x, v->extent, &happens) || happens < 0 || happens > 1) {
      return refuse(v, child, "yes or no to whether it happens");
    }
    if (!happens) continue;
    if (!(child->is_loop ? visit_loop(v, child) : visit_point(v, child))) return false;
  }
  return true;
}

bool trace_law_visit(const TraceLaw *m, i64 size, TraceVisit *visit, void *user, Text *ret_why) {
  if (size < m->from) {
    if (ret_why) text_addf(ret_why, "the law holds from N = %" PRId64 " on", m->from);
    return false;
  }
  LawVisit v = {.law = m, .visit = visit, .user = user, .x = {size}, .why = ret_why};
  bool done = visit_children(&v, &m->nodes.at[0]);
  vec_free(&v.leaf);
  return done;
}

typedef struct TraceWriter {
  LoopTrace trace;
  u64 n_left;
} TraceWriter;

static bool record(void *user, TraceKind kind, u32 id, const i64 *leaf, u32 width) {
  TraceWriter *r = user;
  if (r->n_left == 0) return false;
  r->n_left--;
  switch (kind) {
  case TRACE_ENTER:
    trace_enter(&r->trace, id);
    break;
  case TRACE_ROUND:
    trace_round(&r->trace);
    break;
  case TRACE_LEAVE:
    trace_leave(&r->trace);
    break;
  case TRACE_POINT:
    trace_point(&r->trace, id, leaf, width);
    break;
  }
  return true;
}

bool trace_law_make(const TraceLaw *m, i64 size, u64 max_events, LoopTrace *ret, Text *ret_why) {
  TraceWriter r = {.trace = {.size = size}, .n_left = MIN(max_events, UINT32_MAX / 4)};
  if (trace_law_visit(m, size, record, &r, ret_why)) {
    *ret = r.trace;
    return true;
  }
  if (r.n_left == 0 && ret_why) text_add(ret_why, "the trace is too long");
  trace_done(&r.trace);
  return false;
}

bool trace_law_agrees(const TraceLaw *m, const LoopTrace *seen) {
  LoopTrace made;
  if (!trace_law_make(m, seen->size, (u64)seen->events.n + 1, &made, NULL)) return false;
  bool agrees = trace_equal(&made, seen);
  trace_done(&made);
  return agrees;
}

static bool is_always(const Law *f) {
  const MultiPoly *p = &f->poly;
  i64 value;
  if (f->partition != PARTITION_NONE || p->n != 1) return false;
  return multipoly_at(p, (i64[MAX_VARIABLES]){0}, &value) && value == 1;
}

static void node_print(const TraceLaw *m, const TraceNode *node, Text *ret) {
  text_addf(ret, "%*s", (int)(2 * node->depth), "");
  if (!is_always(&node->happens)) {
    text_add(ret, "if ");
    law_print(&node->happens, law_names, law_extents, ret);
    text_add(ret, ": ");
  }
  if (!node->is_loop) {
    text_addf(ret, "point %u (", node->id);
    for (u32 w = 0; w < node->width; w++) {
      text_add(ret, w ? ", " : "");
      law_print(&node->values[w], law_names, law_extents, ret);
    }
    text_add(ret, ")\n");
    return;
  }
  text_addf(ret, "loop %u: %s < ", node->id, law_names[node->depth + 1]);
  law_print(&node->rounds, law_names, law_extents, ret);
  text_add_char(ret, '\n');
  for (u32 i = 0; i < node->children.n; i++) {
    node_print(m, &m->nodes.at[node->children.at[i]], ret);
  }
}

void trace_law_print(const TraceLaw *m, Text *ret) {
  const U32Vec *top = &m->nodes.at[0].children;
  for (u32 i = 0; i < top->n; i++) node_print(m, &m->nodes.at[top->at[i]], ret);
}

void trace_law_done(TraceLaw *m) {
  for (u32 i = 0; i < m->nodes.n; i++) {
    TraceNode *node = &m->nodes.at[i];
    vec_free(&node->children);
    law_done(&node->happens);
    law_done(&node->rounds);
    for (u32 v = 0; node->values && v < node->width; v++) law_done(&node->values[v]);
    mem_free(node->values);
  }
  vec_free(&m->nodes);
}
