/* trace_fit.c — makes the tree of loops and points of several traces, and fits its laws; see
 * trace_law.h.
 *
 * The traces are walked twice.  The first walk grows the tree and counts the rounds of each loop (a
 * law may refer to the last round); the second collects what each law has to explain.
 */
#include "laws/generator.h"
#include "laws/trace_law.h"

enum { MAX_CHILDREN = 64 }; /* one bit each */

/* What is known about a node while fitting. */
typedef struct NodeFit {
  u64 after[MAX_CHILDREN]; /* loop: for each child those that were seen after it in a round */
  PointVec happens, rounds;
  PointVec *values; /* of the width of the node */
} NodeFit;

typedef struct LoopFrame {
  u32 node;
  u32 instance; /* number of the loop in the order of entering */
  U32Vec seen;  /* children seen in this round, as positions in `children` */
} LoopFrame;

typedef struct TraceWalk {
  TraceLaw *law;
  VEC(NodeFit) fits;
  VEC(LoopFrame) frames;
  I64Vec rounds; /* of each loop, in the order of entering */
  u32 n_entered;
  bool is_second; /* the tree and the rounds are known */
  Point point;    /* where we are */
  Text *why;
} TraceWalk;

static bool refuse(TraceWalk *w, const char *reason) {
  text_add(w->why, reason);
  return false;
}

static u32 node_add(TraceWalk *w, TraceNode node) {
  vec_push(&w->law->nodes, node);
  NodeFit fit = {.values = mem_new((node.width + 1) * sizeof *fit.values)};
  vec_push(&w->fits, fit);
  return w->law->nodes.n - 1;
}

static TraceNode *node_at(TraceWalk *w, u32 node) { return &w->law->nodes.at[node]; }

/* The child of the innermost loop that an event belongs to; grown on the first walk.  False: more
 * children than we handle, or numbers of numbers that differ. */
static bool child_find(TraceWalk *w, bool is_loop, u32 id, u32 width, u32 *ret_node) {
  LoopFrame *f = &vec_last(&w->frames);
  const U32Vec *children = &node_at(w, f->node)->children;
  u32 nth = 0, position;
  for (u32 i = 0; i < f->seen.n; i++) {
    const TraceNode *seen = node_at(w, children->at[f->seen.at[i]]);
    nth += seen->is_loop == is_loop && seen->id == id;
  }
  for (position = 0; position < children->n; position++) {
    const TraceNode *c = node_at(w, children->at[position]);
    if (c->is_loop == is_loop && c->id == id && c->nth == nth) break;
  }
  if (position == children->n) {
    u32 depth = w->frames.n - 1;
    if (position == MAX_CHILDREN) return refuse(w, "too much happens in one round of a loop");
    if (is_loop && depth == MAX_DEPTH) return refuse(w, "loops are nested too deeply");
    u32 node = node_add(w, (TraceNode){.is_loop = is_loop,
                                       .id = id,
                                       .nth = nth,
                                       .depth = depth,
                                       .parent = f->node,
                                       .width = width});
    vec_push(&node_at(w, f->node)->children, node);
  }
  u32 node = node_at(w, f->node)->children.at[position];
  if (node_at(w, node)->width != width) return refuse(w, "a point's leaf vectors differ in length");
  NodeFit *fit = &w->fits.at[f->node];
  for (u32 i = 0; i < f->seen.n; i++) fit->after[f->seen.at[i]] |= 1ull << position;
  vec_push(&f->seen, position);
  *ret_node = node;
  return true;
}

/* ---- one walk ---- */

/* Which children happened in the round that ends. */
static void round_end(TraceWalk *w) {
  const LoopFrame *f = &vec_last(&w->frames);
  const U32Vec *children = &node_at(w, f->node)->children;
  if (!w->is_second) return;
  for (u32 i = 0; i < children->n; i++) {
    w->point.y = 0;
    for (u32 k = 0; k < f->seen.n; k++) w->point.y |= f->seen.at[k] == i;
    vec_push(&w->fits.at[children->at[i]].happens, w->point);
  }
}

static void loop_enter(TraceWalk *w, u32 node) {
  if (!w->is_second) vec_push(&w->rounds, 0);
  vec_push(&w->frames, ((LoopFrame){.node = node, .instance = w->n_entered++}));
}

static void loop_round(TraceWalk *w, i64 *n_rounds) {
  if (*n_rounds > 0) round_end(w);
  LoopFrame *f = &vec_last(&w->frames);
  u32 depth = w->frames.n - 1;
  if (!w->is_second) w->rounds.at[f->instance]++;
  if (w->is_second && depth) w->point.extent[depth] = w->rounds.at[f->instance];
  if (depth) w->point.x[depth] = *n_rounds;
  vec_clear(&f->seen);
  ++*n_rounds;
}

static void loop_leave(TraceWalk *w, i64 n_rounds) {
  if (n_rounds > 0) round_end(w);
  LoopFrame f = vec_pop(&w->frames);
  vec_free(&f.seen);
  w->point.y = n_rounds;
  if (w->is_second) vec_push(&w->fits.at[f.node].rounds, w->point);
}

static void point_pass(TraceWalk *w, u32 node, const i64 *leaf) {
  if (!w->is_second) return;
  for (u32 v = 0; v < node_at(w, node)->width; v++) {
    w->point.y = leaf[v];
    vec_push(&w->fits.at[node].values[v], w->point);
  }
}

static bool walk_events(TraceWalk *w, const LoopTrace *t, I64Vec *n_rounds) {
  for (u32 i = 0; i < t->events.n; i++) {
    const TraceEvent *e = &t->events.at[i];
    u32 node;
    switch (e->kind) {
    case TRACE_ENTER:
      if (!child_find(w, true, e->id, 0, &node)) return false;
      loop_enter(w, node);
      vec_push(n_rounds, 0);
      break;
    case TRACE_ROUND:
      loop_round(w, &vec_last(n_rounds));
      break;
    case TRACE_LEAVE:
      loop_leave(w, vec_pop(n_rounds));
      break;
    case TRACE_POINT:
      if (!child_find(w, false, e->id, e->width, &node)) return false;
      point_pass(w, node, t->leaves.at + e->leaf);
      break;
    }
  }
  return true;
}

static bool walk_trace(TraceWalk *w, const LoopTrace *t) {
  I64Vec n_rounds = {0};
  assert(t->depth == 0);
  w->point = (Point){.x = {t->size}};
  loop_enter(w, 0);
  vec_push(&n_rounds, 0);
  loop_round(w, &vec_last(&n_rounds));
  bool fits = walk_events(w, t, &n_rounds);
  while (w->frames.n > 0) loop_leave(w, vec_pop(&n_rounds));
  vec_free(&n_rounds);
  return fits;
}

/* ---- order ---- */

/* Puts the children of a loop into an order that all rounds agree with. */
static bool children_sort(TraceWalk *w, u32 node) {
  U32Vec *children = &node_at(w, node)->children, sorted = {0};
  const NodeFit *fit = &w->fits.at[node];
  u64 placed = 0;
  while (sorted.n < children->n) {
    u32 next = 0;
    for (; next < children->n; next++) {
      bool is_free = !(placed >> next & 1);
      for (u32 i = 0; i < children->n && is_free; i++) {
        is_free = i == next || placed >> i & 1 || !(fit->after[i] >> next & 1);
      }
      if (is_free) break;
    }
    if (next == children->n) break;
    placed |= 1ull << next;
    vec_push(&sorted, children->at[next]);
  }
  bool is_sorted = sorted.n == children->n;
  if (is_sorted && sorted.n) memcpy(children->at, sorted.at, sorted.n * sizeof *sorted.at);
  vec_free(&sorted);
  return is_sorted || refuse(w, "what happens in a round has no fixed order");
}

/* ---- laws ---- */

static bool one_fit(const PointVec *points, u32 n_variables, Cases cases, Law *ret, Text *why) {
  return points->n == 0 || law_fit(points->at, points->n, n_variables, cases, ret, why);
}

static bool refuse_node(TraceWalk *w, const TraceNode *node, const char *what) {
  text_addf(w->why, " (%s %u, %s)", node->is_loop ? "loop" : "point", node->id, what);
  return false;
}

static bool node_fit(TraceWalk *w, u32 number, Cases cases) {
  TraceNode *node = node_at(w, number);
  const NodeFit *fit = &w->fits.at[number];
  if (!one_fit(&fit->happens, node->depth + 1, cases, &node->happens, w->why)) {
    return refuse_node(w, node, "whether it happens");
  }
  if (!one_fit(&fit->rounds, node->depth + 1, cases, &node->rounds, w->why)) {
    return refuse_node(w, node, "number of rounds");
  }
  node->values = mem_new((node->width + 1) * sizeof *node->values);
  for (u32 v = 0; v < node->width; v++) {
    if (one_fit(&fit->values[v], node->depth + 1, cases, &node->values[v], w->why)) continue;
    text_addf(w->why, " (point %u, value %u)", node->id, v + 1);
    return false;
  }
  return true;
}

static void walk_done(TraceWalk *w) {
  for (u32 i = 0; i < w->fits.n; i++) {
    NodeFit *fit = &w->fits.at[i];
    vec_free(&fit->happens);
    vec_free(&fit->rounds);
    for (u32 v = 0; v < node_at(w, i)->width; v++) vec_free(&fit->values[v]);
    mem_free(fit->values);
  }
  vec_free(&w->fits);
  vec_free(&w->frames);
  vec_free(&w->rounds);
}

static bool walk_fit(TraceWalk *w, const LoopTrace *at, u32 n, Cases cases) {
  node_add(w, (TraceNode){.is_loop = true});
  for (u32 i = 0; i < n; i++) {
    if (!walk_trace(w, &at[i])) return false;
  }
  w->is_second = true;
  w->n_entered = 0;
  for (u32 i = 0; i < n; i++) {
    if (!walk_trace(w, &at[i])) return false;
  }
  for (u32 i = 0; i < w->law->nodes.n; i++) {
    if (!children_sort(w, i) || (i > 0 && !node_fit(w, i, cases))) return false;
  }
  return true;
}

static bool sizes_fit(const LoopTrace *at, u32 n, Cases cases, TraceLaw *ret, Text *why) {
  TraceLaw m = {.from = at[0].size};
  TraceWalk w = {.law = &m, .why = why};
  bool fits = walk_fit(&w, at, n, cases);
  walk_done(&w);
  for (u32 i = 0; i < n && fits; i++) fits = trace_law_agrees(&m, &at[i]); /* the last word */
  if (fits) {
    *ret = m;
  } else {
    trace_law_done(&m);
  }
  return fits;
}

static u32 weigh(const TraceLaw *m, u32 n_left_out) {
  u32 weight = n_left_out * WEIGHT_LEFT_OUT;
  for (u32 i = 1; i < m->nodes.n; i++) {
    const TraceNode *node = &m->nodes.at[i];
    weight += law_weight(&node->happens) + law_weight(&node->rounds);
    for (u32 v = 0; v < node->width; v++) weight += law_weight(&node->values[v]);
  }
  return weight;
}

bool trace_law_fit(const LoopTrace *at, u32 n, TraceLaw *ret, Text *ret_why) {
  bool has_best = false;
  cleanup(text_free) Text why = {0}, unsaid = {0};
  for (u32 first = 0; n >= first + MIN_SIZES; first++) {
    Cases cases = n >= first + MIN_SIZES_CASES ? CASES_NESTED : CASES_NO;
    TraceLaw m;
    /* The reason given is that of all sizes together. */
    if (!sizes_fit(at + first, n - first, cases, &m, first == 0 ? &why : &unsaid)) continue;
    m.weight = weigh(&m, first);
    if (has_best && ret->weight <= m.weight) {
      trace_law_done(&m);
      continue;
    }
    if (has_best) trace_law_done(ret);
    *ret = m;
    has_best = true;
  }
  if (has_best || !ret_why) return has_best;
  text_add(ret_why, text_c(&why));
  if (n < MIN_SIZES) text_addf(ret_why, "%u sizes are too few, %u are needed", n, MIN_SIZES);
  return false;
}
