/* weight_law.h — which weights did well, and which to try next.
 *
 * A weight is a number in [-1, 1].  From those that led to something good a law is learned, a normal
 * distribution cut to that range; of a weight that was never tried nothing is known, and all values
 * are equally likely.  The next weights follow the laws, or go against them, or do not care.
 * After: Cha, Hong, Lee, Oh, "Making symbolic execution promising by learning aggressive state-pruning
 * strategy", ESEC/FSE 2020, sections 3.2.3 and 3.2.4.
 */
#pragma once

#include "base/rng.h"

typedef struct WeightLaw {
  bool is_known; /* false: uniform */
  double mean, std;
} WeightLaw;

/* From `n` good values; none: nothing is known.  `flat_std` is the deviation where they are all equal. */
WeightLaw weight_law_learn(const double *good, u32 n, double flat_std);

typedef enum DrawMethod {
  DRAW_FOLLOW,  /* the laws: "exploitation" */
  DRAW_OPPOSE,  /* as far from what the laws say as some uniform draws go: "reverse exploitation" */
  DRAW_EXPLORE, /* uniform: "exploration" */
  DRAW_METHODS
} DrawMethod;

/* The first `n_exploring` times (`time` counts from 0) it is EXPLORE, then all are equally likely. */
DrawMethod draw_method(u64 time, u64 n_exploring, Rng *rng);

typedef struct DrawPlan {
  u32 n_opposing;         /* uniform draws of OPPOSE, at least 1 */
  bool opposes_each_anew; /* draws them for each weight, not once for all */
} DrawPlan;

void weights_draw(const WeightLaw *laws, u32 n, DrawMethod method, const DrawPlan *plan, Rng *rng,
                  double *ret_weights);

/* One of `n` alternatives, as often as each was counted; all are equally likely where nothing was. */
u32 frequency_draw(const double *counts, u32 n, Rng *rng);
