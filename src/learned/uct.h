/* uct.h — which side of a known decision to go down: tree search over the paths that were taken.
 *
 * UCT (Kocsis and Szepesvari, ECML 2006) in the form with a prior (Rosin, AMAI 2011; Silver et al.,
 * Nature 2016).  A side is worth the highest cost seen below it and not the mean, as a single worst
 * path is looked for.
 */
#pragma once

#include "learned/observed.h"

/* What costs are compared with. */
typedef struct UctScale {
  double low, high; /* an ordinary cost: worth 0; the highest: worth 1 */
  double explore;   /* weight of sides that were taken seldom */
} UctScale;

/* The side of a node to go down; one that is open, if any is.  `prior_true`, from 0 to 1: how much
 * the policy likes the side true. */
bool uct_side(const Observed *o, u32 node, const UctScale *scale, double prior_true);
