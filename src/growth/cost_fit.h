/* cost_fit.h — a law of given terms through given costs, if there is one. */
#pragma once

#include "growth/cost_law.h"

/* Costs at ascending sizes; borrowed. */
typedef struct CostPoints {
  const i64 *size, *cost;
  u32 n;
} CostPoints;

/* The law that goes through all points, with a use for each of its terms but powers of N; false: there
 * is none.  A recurrence is made from the sizes that follow one another at the beginning. */
bool cost_fit(const CostTerm *terms, u32 n_terms, const CostPoints *p, CostLaw *ret);
bool cost_law_meets(const CostLaw *l, i64 size, i64 cost);
