/* priority.h — draws from a list in proportion to weights that change: prioritised replay (Schaul,
 * Quan, Antonoglou, Silver, ICLR 2016). */
#pragma once

#include "base/rng.h"

/* A binary tree of sums: node i has the children 2i and 2i + 1, the weights are the leaves. */
typedef struct Priority {
  u32 n_leaves; /* a power of two */
  double *sums; /* owned; 2 * n_leaves; the first is unused */
} Priority;

Priority priority_new(u32 n);
void priority_done(Priority *p);

void priority_set(Priority *p, u32 i, double weight); /* not below 0 */
double priority_sum(const Priority *p);
/* One of those with a weight; the sum must not be 0. */
u32 priority_draw(const Priority *p, Rng *rng);
