/* difference_search.c — repair of the values after an edge was added.
 *
 * A violated edge x - y <= c lacks delta = v(x) - v(y) - c.  Either x comes down
 * by delta, and with it what lies below x too closely; or y goes up, and with it
 * what lies above.  By how much a vertex w must follow x is delta minus its
 * distance from x over slacks: a Dijkstra that stops at distance delta and
 * touches nothing that can stay.  If y itself would have to follow, the path and
 * the edge form a negative cycle.
 * After: Cotton, Maler, "Fast and Flexible Difference Constraint Propagation for
 * DPLL(T)", SAT 2006.
 *
 * Differs: both directions run in turns, the one with less work first.
 *  - x may come down by d1 and y go up by d2 as soon as d1 + d2 = delta and each
 *    side has settled everything nearer than its share.  This is sound: were an
 *    edge from u (coming down) to w (going up) broken by it, its slack would be
 *    below (d1 - dist(u)) + (d2 - dist(w)), so that the path x..u,w..y would be
 *    shorter than delta; but then the sides have met and found that cycle.
 *    The cost is about twice that of the cheaper direction: a new smallest
 *    element is lowered without touching the others, whichever side it is on.
 *  - Variable 0 never moves.  A side that would have to move it stops there, and
 *    the other must provide the rest.  So values need no common offset, and what
 *    moved is exactly what the search settled.
 *  - A side that does it all knows at which distance it would have touched the
 *    next vertex, and may go half of the way there (difference_set_gap).  On random
 *    insertion sorts of 500 elements, where a tight order must be shifted for
 *    every element that goes between two, this made difference_bench 12 times faster.
 * The cycle found is simple: had the two paths a vertex in common, they would
 * have met there before.
 */
#include "solver/order/difference_impl.h"

static void heap_put(DifferenceSide *s, u32 place, u32 var) {
  s->heap.at[place] = var;
  s->labels.at[var].place = place;
}

static void heap_rise(DifferenceSide *s, u32 place) {
  assert(place < s->heap.n);
  u32 var = s->heap.at[place];
  DifferenceInt dist = s->labels.at[var].dist;
  while (place > 0) {
    u32 above = (place - 1) / 2;
    if (s->labels.at[s->heap.at[above]].dist <= dist) break;
    heap_put(s, place, s->heap.at[above]);
    place = above;
  }
  heap_put(s, place, var);
}

static void heap_sink(DifferenceSide *s, u32 place) {
  u32 var = s->heap.at[place], n = s->heap.n;
  DifferenceInt dist = s->labels.at[var].dist;
  for (u32 kid; (kid = 2 * place + 1) < n; place = kid) {
    const u32 *at = s->heap.at;
    if (kid + 1 < n && s->labels.at[at[kid + 1]].dist < s->labels.at[at[kid]].dist) kid++;
    if (dist <= s->labels.at[at[kid]].dist) break;
    heap_put(s, place, at[kid]);
  }
  heap_put(s, place, var);
}

static u32 side_settle(DifferenceSide *s) {
  assert(s->heap.n);
  u32 var = s->heap.at[0], last = vec_pop(&s->heap);
  if (s->heap.n > 0) {
    heap_put(s, 0, last);
    heap_sink(s, 0);
  }
  s->labels.at[var].place = DIFFERENCE_SETTLED;
  vec_push(&s->settled, var);
  return var;
}

/* Settles the nearest vertex of `s` and labels its neighbours nearer than
 * `limit`.  Returns a vertex where a path of `other` (may be NULL) was met such
 * that both paths together are shorter than `limit`, or DIFFERENCE_NONE. */
static u32 side_step(Differences *d, DifferenceSide *s, const DifferenceSide *other,
                     DifferenceInt limit) {
  u32 u = side_settle(s);
  const DifferenceVertex *vertex = &d->vertices.at[u];
  const DifferenceArcVec *arcs = s->backward ? &vertex->in : &vertex->out;
  const DifferenceInt *values = d->values.at;
  DifferenceInt base = s->labels.at[u].dist + (s->backward ? -values[u] : values[u]);
  s->work += arcs->n;
  for (u32 i = 0; i < arcs->n; i++) {
    const DifferenceArc *arc = &arcs->at[i];
    DifferenceInt value = values[arc->other];
    DifferenceInt dist = base + arc->c + (s->backward ? value : -value);
    if (dist >= limit) {
      s->beyond = MIN(s->beyond, dist);
      continue;
    }
    difference_side_label(s, arc->other, dist, arc->edge);
    if (other && difference_side_has(other, arc->other) &&
        dist + other->labels.at[arc->other].dist < limit)
      return arc->other;
  }
  return DIFFERENCE_NONE;
}

/* Everything nearer than this is settled; `limit` when all is. */
static DifferenceInt side_reach(const DifferenceSide *s, DifferenceInt limit) {
  return s->heap.n ? s->labels.at[s->heap.at[0]].dist : limit;
}

static bool side_blocked(const DifferenceSide *s) {
  assert(s->heap.n);
  return s->heap.at[0] == DIFFERENCE_ZERO;
}

/* Arcs scanned after the next step. */
static u64 side_cost(const Differences *d, const DifferenceSide *s) {
  const DifferenceVertex *next = &d->vertices.at[s->heap.at[0]];
  return s->work + (s->backward ? next->in.n : next->out.n);
}

/* How far x comes down, given how far each side may move; the rest y goes up. */
static DifferenceInt share_of_down(const Differences *d, DifferenceInt down, DifferenceInt up,
                                   DifferenceInt delta) {
  if (down >= delta && up >= delta) return d->down.settled.n <= d->up.settled.n ? delta : 0;
  if (up >= delta) return 0;
  return MIN(down, delta);
}

/* How much further a side that does it all can go without touching more. */
static DifferenceInt side_extra(const Differences *d, const DifferenceSide *s,
                                DifferenceInt delta) {
  DifferenceInt half = (s->beyond - delta) / 2;
  return MIN(half, d->gap);
}

static void side_move(Differences *d, const DifferenceSide *s, DifferenceInt share) {
  for (u32 i = 0; i < s->settled.n; i++) {
    u32 var = s->settled.at[i];
    DifferenceInt by = share - s->labels.at[var].dist;
    if (by <= 0) return;
    difference_set(d, var, d->values.at[var] + (s->backward ? by : -by));
  }
}

void difference_side_begin(Differences *d, DifferenceSide *s, bool backward) {
  if (s->labels.n < d->values.n) vec_resize(&s->labels, d->values.n);
  vec_clear(&s->heap);
  vec_clear(&s->settled);
  s->stamp++;
  s->work = 0;
  s->beyond = DIFFERENCE_FAR;
  s->backward = backward;
}

void difference_side_label(DifferenceSide *s, u32 var, DifferenceInt dist, u32 via) {
  DifferenceLabel *label = &s->labels.at[var];
  if (label->stamp != s->stamp) {
    *label = (DifferenceLabel){dist, s->stamp, via, s->heap.n};
    vec_push(&s->heap, var);
  } else if (dist < label->dist) {
    assert(label->place != DIFFERENCE_SETTLED);
    label->dist = dist;
    label->via = via;
  } else {
    return;
  }
  heap_rise(s, label->place);
}

void difference_side_run(Differences *d, DifferenceSide *s) {
  while (s->heap.n > 0) side_step(d, s, NULL, DIFFERENCE_FAR);
}

/* Adds the edges over which it was reached to the conflict. */
static void side_blame(Differences *d, const DifferenceSide *s, u32 from) {
  for (u32 via; (via = s->labels.at[from].via) != DIFFERENCE_NONE;) {
    vec_push(&d->conflict, via);
    from = s->backward ? d->edges.at[via].x : d->edges.at[via].y;
  }
}

bool difference_repair(Differences *d) {
  u32 newest = d->edges.n - 1, x = d->edges.at[newest].x, y = d->edges.at[newest].y;
  DifferenceInt delta = d->values.at[x] - d->values.at[y] - d->edges.at[newest].c;
  if (delta <= 0) return true;
  DifferenceSide *down = &d->down, *up = &d->up;
  difference_side_begin(d, down, false);
  difference_side_begin(d, up, true);
  difference_side_label(down, x, 0, DIFFERENCE_NONE);
  difference_side_label(up, y, 0, DIFFERENCE_NONE);
  u32 met = x == y ? x : DIFFERENCE_NONE;
  DifferenceInt reach_down = 0, reach_up = 0;
  while (met == DIFFERENCE_NONE && reach_down + reach_up < delta) {
    bool go_up = side_blocked(down) || (!side_blocked(up) && side_cost(d, up) < side_cost(d, down));
    assert(!side_blocked(go_up ? up : down));
    met = go_up ? side_step(d, up, down, delta) : side_step(d, down, up, delta);
    reach_down = side_reach(down, delta);
    reach_up = side_reach(up, delta);
  }
  if (met != DIFFERENCE_NONE) {
    vec_clear(&d->conflict);
    vec_push(&d->conflict, newest);
    side_blame(d, down, met);
    side_blame(d, up, met);
    return false;
  }
  DifferenceInt share = share_of_down(d, reach_down, reach_up, delta);
  side_move(d, down, share + (share == delta ? side_extra(d, down, delta) : 0));
  side_move(d, up, delta - share + (share == 0 ? side_extra(d, up, delta) : 0));
  return true;
}
