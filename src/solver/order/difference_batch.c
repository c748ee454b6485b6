/* difference_batch.c — values for all edges at once.
 *
 * Pushing two million edges one by one repairs the same values again and again.
 * Here labels only sink, in passes: from the vertices that sank since they were
 * last looked at, a depth-first search follows the violated edges and orders
 * what it finds topologically; the pass scans in that order.  Where the violated
 * edges form no cycle, as in the path of a sort, one pass does it; in general a
 * pass does at least what a pass of Bellman and Ford does, so O(VE).
 * After: Goldberg, Radzik, "A heuristic improvement of the Bellman-Ford
 * algorithm", Appl. Math. Lett. 1993.
 *
 * Negative cycles: one of violated edges closes the depth-first search; any
 * other shows as a cycle of `via`, looked for after each pass (Cherkassky,
 * Goldberg, "Negative-cycle detection algorithms", Math. Programming 1999).
 */
#include "solver/order/difference_impl.h"

typedef enum Look { LOOK_NEW, LOOK_OPEN, LOOK_LISTED, LOOK_SCANNED } Look;

typedef struct VarVisit {
  u32 var, next; /* next: the arc to follow when we come back */
  u32 via;       /* the edge that led here */
} VarVisit;

typedef struct Batch {
  Differences *d;                /* borrowed */
  VEC(u8) look;                  /* per variable, a Look, of this pass */
  DifferenceU32Vec via;          /* per variable: the edge that last lowered it */
  VEC(VarVisit) visits;          /* the depth-first search's stack */
  DifferenceU32Vec order;        /* this pass, last to be scanned first */
  DifferenceU32Vec sunk, before; /* to be looked at in the next pass, in this pass */
  VEC(bool) is_sunk;             /* per variable */
} Batch;

static bool arc_violated(const Differences *d, u32 y, const DifferenceArc *arc) {
  return d->values.at[arc->other] - d->values.at[y] > arc->c;
}

static void sink(Batch *b, u32 var) {
  if (b->is_sunk.at[var]) return;
  b->is_sunk.at[var] = true;
  vec_push(&b->sunk, var);
}

/* The violated edges from `again` on the stack up to its top, and `closing`. */
static void cycle_of_visits(Batch *b, u32 again, u32 closing) {
  assert(b->visits.n && b->look.at[again] == LOOK_OPEN);
  vec_clear(&b->d->conflict);
  vec_push(&b->d->conflict, closing);
  for (u32 i = b->visits.n - 1; b->visits.at[i].var != again; i--)
    vec_push(&b->d->conflict, b->visits.at[i].via);
}

/* Adds what `root` reaches over violated edges to `order`; false on a cycle. */
static bool visit_from(Batch *b, u32 root) {
  vec_push(&b->visits, ((VarVisit){root, 0, DIFFERENCE_NONE}));
  b->look.at[root] = LOOK_OPEN;
  while (b->visits.n > 0) {
    VarVisit *v = &vec_last(&b->visits);
    const DifferenceArcVec *out = &b->d->vertices.at[v->var].out;
    const DifferenceArc *arc = NULL;
    while (!arc && v->next < out->n) {
      const DifferenceArc *a = &out->at[v->next++];
      if (b->look.at[a->other] < LOOK_LISTED && arc_violated(b->d, v->var, a)) arc = a;
    }
    if (!arc) {
      b->look.at[v->var] = LOOK_LISTED;
      vec_push(&b->order, v->var);
      b->visits.n--;
    } else if (b->look.at[arc->other] == LOOK_OPEN) {
      cycle_of_visits(b, arc->other, arc->edge);
      return false;
    } else {
      b->look.at[arc->other] = LOOK_OPEN;
      vec_push(&b->visits, ((VarVisit){arc->other, 0, arc->edge}));
    }
  }
  return true;
}

static void scan(Batch *b, u32 y) {
  assert(b->look.at[y] == LOOK_LISTED);
  Differences *d = b->d;
  const DifferenceArcVec *out = &d->vertices.at[y].out;
  b->look.at[y] = LOOK_SCANNED;
  for (u32 i = 0; i < out->n; i++) {
    const DifferenceArc *arc = &out->at[i];
    u32 x = arc->other;
    if (!arc_violated(d, y, arc)) continue;
    difference_set(d, x, d->values.at[y] + arc->c);
    b->via.at[x] = arc->edge;
    if (b->look.at[x] != LOOK_LISTED) sink(b, x);
  }
}

/* A cycle of `via` becomes the conflict.  `look` is free between passes: NEW
 * before we came by, OPEN on the present walk, LISTED on an earlier one. */
static bool cycle_of_via(Batch *b) {
  Differences *d = b->d;
  memset(b->look.at, LOOK_NEW, b->look.n);
  for (u32 start = 0; start < b->via.n; start++) {
    u32 v = start;
    while (b->look.at[v] == LOOK_NEW && b->via.at[v] != DIFFERENCE_NONE) {
      b->look.at[v] = LOOK_OPEN;
      v = d->edges.at[b->via.at[v]].y;
    }
    if (b->look.at[v] == LOOK_OPEN) {
      vec_clear(&d->conflict);
      u32 w = v;
      do {
        vec_push(&d->conflict, b->via.at[w]);
        w = d->edges.at[b->via.at[w]].y;
      } while (w != v);
      return true;
    }
    for (v = start; b->look.at[v] == LOOK_OPEN; v = d->edges.at[b->via.at[v]].y)
      b->look.at[v] = LOOK_LISTED;
  }
  return false;
}

static bool pass(Batch *b) {
  DifferenceU32Vec swap = b->before;
  b->before = b->sunk;
  b->sunk = swap;
  vec_clear(&b->sunk);
  vec_clear(&b->order);
  memset(b->look.at, LOOK_NEW, b->look.n);
  for (u32 i = 0; i < b->before.n; i++) {
    u32 var = b->before.at[i];
    b->is_sunk.at[var] = false;
    if (b->look.at[var] == LOOK_NEW && !visit_from(b, var)) return false;
  }
  for (u32 i = b->order.n; i-- > 0;) scan(b, b->order.at[i]);
  return !cycle_of_via(b);
}

static void batch_done(Batch *b) {
  vec_free(&b->look);
  vec_free(&b->via);
  vec_free(&b->visits);
  vec_free(&b->order);
  vec_free(&b->sunk);
  vec_free(&b->before);
  vec_free(&b->is_sunk);
}

bool difference_repair_all(Differences *d) {
  cleanup(batch_done) Batch b = {.d = d};
  vec_resize(&b.look, d->values.n);
  vec_resize(&b.is_sunk, d->values.n);
  for (u32 var = 0; var < d->values.n; var++) vec_push(&b.via, DIFFERENCE_NONE);
  for (u32 i = d->checked.n_edges; i < d->edges.n; i++) sink(&b, d->edges.at[i].y);
  while (b.sunk.n > 0)
    if (!pass(&b)) return false;
  DifferenceInt zero = d->values.at[DIFFERENCE_ZERO];
  if (zero != 0) /* it sank with the others: all rise again until it is back */
    for (u32 var = 0; var < d->values.n; var++) difference_set(d, var, d->values.at[var] - zero);
  return true;
}
