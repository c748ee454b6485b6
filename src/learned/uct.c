/* uct.c — values of sides from 0 to 1, and what makes up for seldom visits. */
#include "learned/uct.h"

#include <math.h>

/* A side that nobody took is worth as much as the other one, which is why it is tried only if the
 * policy likes it or the other was taken often. */
static double value_of(const ObservedNode *n, bool side, const UctScale *s) {
  u64 best = n->visits[side] ? n->best[side] : n->best[!side];
  double range = s->high - s->low;
  if (range <= 0) return 0;
  double value = ((double)best - s->low) / range;
  return MAX(value, -1.0);
}

bool uct_side(const Observed *o, u32 node, const UctScale *s, double prior_true) {
  const ObservedNode *n = &o->nodes.at[node];
  bool open[2] = {observed_is_open(o, node, false), observed_is_open(o, node, true)};
  if (open[0] != open[1]) return open[1];
  double root = sqrt((double)n->visits[0] + n->visits[1] + 1), score[2];
  for (u32 side = 0; side < 2; side++) {
    double prior = side ? prior_true : 1 - prior_true;
    score[side] = value_of(n, side, s) + s->explore * prior * root / (1 + n->visits[side]);
  }
  return score[1] > score[0];
}
