/* difference_least.c — the least solution of the edges.
 *
 * Shortest paths by Dijkstra's algorithm over slacks, which the present values
 * make non-negative (Johnson, "Efficient algorithms for shortest paths in sparse
 * networks", JACM 1977): O(E log V), with no need of Bellman and Ford.
 */
#include "solver/order/difference_impl.h"

/* The value at which `s`, started at variable 0, says the variable must stop:
 * its least when searching backward, its greatest when forward. */
static DifferenceInt stop_of(const Differences *d, const DifferenceSide *s, u32 var) {
  assert(difference_side_has(s, var));
  DifferenceInt dist = s->labels.at[var].dist;
  return d->values.at[var] + (s->backward ? -dist : dist);
}

/* Starts `s` at variable 0.  Returns whether all variables are reached. */
static bool stops_find(Differences *d, DifferenceSide *s, bool backward) {
  difference_side_begin(d, s, backward);
  difference_side_label(s, DIFFERENCE_ZERO, 0, DIFFERENCE_NONE);
  difference_side_run(d, s);
  return s->settled.n == d->values.n;
}

/* The stop to be given to the variables that `s`, backward, has not reached: 0, or as far below 0
 * as their greatest values ask for. */
static DifferenceInt stop_for_free(Differences *d, const DifferenceSide *s,
                                   DifferenceSide *opposite) {
  DifferenceInt stop = 0;
  stops_find(d, opposite, false);
  for (u32 var = 0; var < d->values.n; var++)
    if (!difference_side_has(s, var) && difference_side_has(opposite, var))
      stop = MIN(stop, stop_of(d, opposite, var));
  return stop;
}

/* Every unreached variable becomes a source beside variable 0, at the distance that its stop has
 * from its value; a source may have a negative distance. */
static void stops_find_again(Differences *d, DifferenceSide *s, DifferenceInt stop) {
  DifferenceU32Vec free_vars = {0};
  for (u32 var = 0; var < d->values.n; var++)
    if (!difference_side_has(s, var)) vec_push(&free_vars, var);
  difference_side_begin(d, s, true);
  difference_side_label(s, DIFFERENCE_ZERO, 0, DIFFERENCE_NONE);
  for (u32 i = 0; i < free_vars.n; i++)
    difference_side_label(s, free_vars.at[i], d->values.at[free_vars.at[i]] - stop,
                          DIFFERENCE_NONE);
  difference_side_run(d, s);
  vec_free(&free_vars);
}

bool difference_least(Differences *d, DifferenceInt *ret_values) {
  CHECK(d->checked.n_edges == d->edges.n, "bounds of unchecked edges");
  DifferenceSide *s = &d->down;
  if (!stops_find(d, s, true)) stops_find_again(d, s, stop_for_free(d, s, &d->up));
  for (u32 var = 0; var < d->values.n; var++) ret_values[var] = stop_of(d, s, var);
  for (u32 i = 0; i < d->nes.n; i++) {
    const DifferenceNe *ne = &d->nes.at[i];
    if (ret_values[ne->x] - ret_values[ne->y] == ne->c) return false;
  }
  return true;
}
