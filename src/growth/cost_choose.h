/* cost_choose.h — the simplest law through given costs for which they are evidence enough. */
#pragma once

#include "growth/cost_fit.h"

/* Whether something that is known besides speaks against a law; then the next one is looked at. */
typedef struct CostVeto {
  bool (*is_refuted)(const void *self, const CostLaw *l);
  const void *self;
} CostVeto;

/* False: no law, or two equally simple ones that differ in how they grow. */
bool cost_choose(const CostPoints *p, const CostVeto *veto, CostLaw *ret);
