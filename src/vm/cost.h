/* cost.h — what a path has used up so far. */
#pragma once

#include "base/base.h"

typedef enum CostKind {
#define COST(id, name, meaning) COST_##id,
#include "vm/cost.def"
#undef COST
  COST_COUNT
} CostKind;

typedef struct Cost {
  u64 n[COST_COUNT];
} Cost;

extern const char *const cost_names[COST_COUNT];
extern const char *const cost_meanings[COST_COUNT];

static inline void cost_at_least(Cost *c, CostKind kind, u64 n) {
  if (c->n[kind] < n) c->n[kind] = n;
}
