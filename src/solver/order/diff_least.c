/* diff_least.c — the least solution of the edges.
 *
 * Shortest paths by Dijkstra's algorithm over slacks, which the present values
 * make non-negative (Johnson, "Efficient algorithms for shortest paths in sparse
 * networks", JACM 1977): O(E log V), with no need of Bellman and Ford.
 */
#include "solver/order/diff_int.h"

/* The value at which `s`, started at variable 0, says the variable must stop:
 * its least when searching backward, its greatest when forward. */
static DiffInt stop_of(const Diff *d, const DiffSide *s, u32 var) {
  DiffInt dist = s->labels.at[var].dist;
  return d->values.at[var] + (s->backward ? -dist : dist);
}

/* Starts `s` at variable 0.  Returns whether all variables are reached. */
static bool stops_find(Diff *d, DiffSide *s, bool backward) {
  diff_side_begin(d, s, backward);
  diff_side_label(s, DIFF_ZERO, 0, DIFF_NONE);
  diff_side_run(d, s, DIFF_NONE);
  return s->settled.n == d->values.n;
}

/* The stop to be given to the variables that `s` has not reached: 0, or as far
 * beyond 0 as the opposite bounds of these variables ask for. */
static DiffInt stop_for_free(Diff *d, const DiffSide *s, DiffSide *opposite) {
  DiffInt stop = 0;
  stops_find(d, opposite, !s->backward);
  for (u32 var = 0; var < d->values.n; var++) {
    if (diff_side_has(s, var) || !diff_side_has(opposite, var)) continue;
    DiffInt bound = stop_of(d, opposite, var);
    stop = s->backward ? MIN(stop, bound) : MAX(stop, bound);
  }
  return stop;
}

/* Every unreached variable becomes a source beside variable 0, at the distance
 * that its stop has from its value; a negative distance of a source is no harm. */
static void stops_find_again(Diff *d, DiffSide *s, DiffInt stop) {
  DiffU32Vec free_vars = {0};
  for (u32 var = 0; var < d->values.n; var++)
    if (!diff_side_has(s, var)) vec_push(&free_vars, var);
  diff_side_begin(d, s, s->backward);
  diff_side_label(s, DIFF_ZERO, 0, DIFF_NONE);
  for (u32 i = 0; i < free_vars.n; i++) {
    DiffInt gap = d->values.at[free_vars.at[i]] - stop;
    diff_side_label(s, free_vars.at[i], s->backward ? gap : -gap, DIFF_NONE);
  }
  diff_side_run(d, s, DIFF_NONE);
  vec_free(&free_vars);
}

static bool extreme(Diff *d, bool backward, DiffInt *ret_values) {
  CHECK(d->checked.n_edges == d->edges.n, "bounds of unchecked edges");
  DiffSide *s = &d->down;
  if (!stops_find(d, s, backward)) stops_find_again(d, s, stop_for_free(d, s, &d->up));
  for (u32 var = 0; var < d->values.n; var++) ret_values[var] = stop_of(d, s, var);
  for (u32 i = 0; i < d->nes.n; i++) {
    const DiffNe *ne = &d->nes.at[i];
    if (ret_values[ne->x] - ret_values[ne->y] == ne->c) return false;
  }
  return true;
}

bool diff_least(Diff *d, DiffInt *ret_values) {
  return extreme(d, true, ret_values);
}
