/* weights.h — a random choice among numbered items, each as likely as its weight says.
 *
 * Items are small numbers, such as the slots of leaves; one that was never set has weight 0 and is
 * not chosen.  To set a weight and to choose take O(log n) steps.
 */
#pragma once

#include "base/rng.h"

typedef struct WeightTree {
  double *sums; /* owned; a binary tree: 1 is the root, below i are 2i and 2i + 1 */
  u32 cap;      /* items that there is room for, a power of two or 0; item k is the node cap + k */
} WeightTree;

void weights_set(WeightTree *w, u32 item, double weight); /* finite, not below 0; 0: it is gone */
double weights_get(const WeightTree *w, u32 item);
double weights_sum(const WeightTree *w);
bool weights_pick(const WeightTree *w, Rng *rng, u32 *ret_item); /* false: all weights are 0 */
void weights_done(WeightTree *w);
