/* difference_ne.c — disequalities x - y != c on top of the edges.
 *
 * Only those of variables that moved are looked at.  A violated one is first
 * dodged: one of its variables steps to the nearest value that its edges allow,
 * the others staying, and that none of its disequalities forbids; in programs'
 * path conditions this nearly always works.  If not, a case split: x - y < c,
 * then x - y > c, each an edge for the time being.  A case that fails leaves a
 * conflict; a conflict that does not mention the split's edge refutes the level
 * above as it stands; two that do are resolved into one.
 */
#include "base/sort.h"
#include "solver/order/difference_impl.h"

#include <stdlib.h>

typedef VEC(DifferenceInt) IntVec;

/* A variable leaves `pending` once all of its disequalities hold. */
static u32 violated_find(Differences *d) {
  while (d->pending.n > 0) {
    const DifferenceU32Vec *nes = &d->vertices.at[vec_last(&d->pending)].nes;
    for (u32 i = 0; i < nes->n; i++)
      if (!difference_ne_holds(d, &d->nes.at[nes->at[i]])) return nes->at[i];
    d->pending.n--;
  }
  return DIFFERENCE_NONE;
}

static int compare_ints(const void *a, const void *b) {
  DifferenceInt x = *(const DifferenceInt *)a, y = *(const DifferenceInt *)b;
  return (x > y) - (x < y);
}

/* Between which values `var` may move while everything else stays. */
static void room_of(const Differences *d, u32 var, DifferenceInt *ret_low,
                    DifferenceInt *ret_high) {
  const DifferenceVertex *vertex = &d->vertices.at[var];
  *ret_low = -DIFFERENCE_FAR;
  *ret_high = DIFFERENCE_FAR;
  for (u32 i = 0; i < vertex->in.n; i++) {
    DifferenceInt bound = d->values.at[vertex->in.at[i].other] + vertex->in.at[i].c;
    *ret_high = MIN(*ret_high, bound);
  }
  for (u32 i = 0; i < vertex->out.n; i++) {
    DifferenceInt bound = d->values.at[vertex->out.at[i].other] - vertex->out.at[i].c;
    *ret_low = MAX(*ret_low, bound);
  }
}

/* The values its disequalities forbid `var` now, in order. */
static void forbidden_of(const Differences *d, u32 var, IntVec *ret_values) {
  const DifferenceU32Vec *nes = &d->vertices.at[var].nes;
  for (u32 i = 0; i < nes->n; i++) {
    const DifferenceNe *ne = &d->nes.at[nes->at[i]];
    if (ne->x == ne->y) continue;
    vec_push(ret_values, ne->x == var ? d->values.at[ne->y] + ne->c : d->values.at[ne->x] - ne->c);
  }
  qsort(ret_values->at, ret_values->n, sizeof *ret_values->at, compare_ints);
}

/* Moves `var` alone to the nearest value where nothing of its own is violated. */
static bool dodge(Differences *d, u32 var) {
  if (var == DIFFERENCE_ZERO) return false;
  DifferenceInt low, high, now = d->values.at[var], below = now, above = now;
  room_of(d, var, &low, &high);
  assert(low <= now && now <= high); /* all edges hold */
  if (low == high) return false;
  IntVec forbidden = {0};
  forbidden_of(d, var, &forbidden);
  for (u32 i = 0; i < forbidden.n; i++) above += forbidden.at[i] == above;
  for (u32 i = forbidden.n; i-- > 0;) below -= forbidden.at[i] == below;
  vec_free(&forbidden);
  bool can_sink = below >= low, can_rise = above <= high;
  if (!can_sink && !can_rise) return false;
  bool sink = can_sink && (!can_rise || now - below <= above - now);
  difference_set(d, var, sink ? below : above);
  return true;
}

static bool conflict_remove(DifferenceU32Vec *c, u32 item) {
  for (u32 i = 0; i < c->n; i++) {
    if (c->at[i] != item) continue;
    c->at[i] = vec_pop(c);
    return true;
  }
  return false;
}

/* Adds the edge of the split's present case. */
static bool case_enter(Differences *d, const DifferenceSplit *split) {
  assert(split->edge == d->edges.n);
  const DifferenceNe *ne = &d->nes.at[split->ne];
  if (split->second) {
    difference_add_edge(d, ne->y, ne->x, -ne->c - 1, ne->reason);
  } else {
    difference_add_edge(d, ne->x, ne->y, ne->c - 1, ne->reason);
  }
  return difference_repair(d);
}

/* Goes back from `conflict` to the nearest split with a case left and enters
 * it.  False: none is left, and `conflict` speaks of the caller's atoms only. */
static bool conflict_resolve(Differences *d) {
  while (d->splits.n > 0) {
    DifferenceSplit *split = &vec_last(&d->splits);
    difference_cut_edges(d, split->edge);
    bool mentioned = conflict_remove(&d->conflict, split->edge);
    if (mentioned && !split->second) {
      vec_append(&d->saved, d->conflict.at, d->conflict.n);
      split->second = true;
      if (case_enter(d, split)) return true;
      continue;
    }
    if (mentioned) {
      for (u32 i = split->saved_at; i < d->saved.n; i++) vec_push(&d->conflict, d->saved.at[i]);
      vec_push(&d->conflict, split->ne | DIFFERENCE_NE_ITEM);
      d->conflict.n = u32_sort_once(d->conflict.at, d->conflict.n);
    }
    d->saved.n = vec_pop(&d->splits).saved_at;
  }
  return false;
}

DifferenceAnswer difference_repair_nes(Differences *d, u32 max_splits) {
  u32 n_edges = d->edges.n, n_splits = 0;
  vec_clear(&d->splits);
  vec_clear(&d->saved);
  DifferenceAnswer answer = DIFFERENCE_YES;
  for (u32 ne; (ne = violated_find(d)) != DIFFERENCE_NONE;) {
    u32 x = d->nes.at[ne].x, y = d->nes.at[ne].y;
    if (x != y && (dodge(d, x) || dodge(d, y))) continue;
    if (n_splits++ == max_splits) {
      answer = DIFFERENCE_UNKNOWN;
      break;
    }
    vec_push(&d->splits, ((DifferenceSplit){ne, d->edges.n, d->saved.n, false}));
    if (!case_enter(d, &vec_last(&d->splits)) && !conflict_resolve(d)) {
      answer = DIFFERENCE_NO;
      break;
    }
  }
  difference_cut_edges(d, n_edges);
  return answer;
}
