/* weights.c — a tree of sums: each node has the sum of the two below it.
 *
 * A change adds up anew what lies above the item and never adds a difference, so no error
 * accumulates: the sums depend on the weights alone, not on how these came to be.
 */
#include "explore/weights.h"

#include <math.h>
#include <string.h>

enum { FIRST_CAP = SIZED(64, 1) };

static void add_up(WeightTree *w, u32 node) {
  w->sums[node] = w->sums[2 * node] + w->sums[2 * node + 1];
}

static void grow(WeightTree *w, u32 item) {
  u32 cap = w->cap ? w->cap : FIRST_CAP;
  CHECK(item < UINT32_MAX / 4, "a weight for item %u", item);
  while (cap <= item) cap *= 2;
  double *sums = mem_new((size_t)cap * 2 * sizeof *sums);
  if (w->cap) memcpy(sums + cap, w->sums + w->cap, w->cap * sizeof *sums);
  mem_free(w->sums);
  *w = (WeightTree){sums, cap};
  for (u32 node = cap - 1; node > 0; node--) add_up(w, node);
}

void weights_set(WeightTree *w, u32 item, double weight) {
  assert(isfinite(weight) && weight >= 0);
  if (item >= w->cap) grow(w, item);
  u32 node = w->cap + item;
  w->sums[node] = weight;
  while (node /= 2) add_up(w, node);
}

double weights_get(const WeightTree *w, u32 item) {
  return item < w->cap ? w->sums[w->cap + item] : 0;
}

/* With room for one item the root is the item. */
double weights_sum(const WeightTree *w) { return w->cap ? w->sums[1] : 0; }

/* What is left of the random number may exceed a sum by a rounding error: a part without weight is
 * not entered even then. */
bool weights_pick(const WeightTree *w, Rng *rng, u32 *ret_item) {
  double left = weights_sum(w);
  if (left <= 0) return false;
  left *= rng_unit(rng);
  u32 node = 1;
  while (node < w->cap) {
    double first = w->sums[2 * node];
    bool is_first = left < first || w->sums[2 * node + 1] <= 0;
    if (!is_first) left -= first;
    node = 2 * node + !is_first;
  }
  assert(w->sums[node] > 0);
  *ret_item = node - w->cap;
  return true;
}

void weights_done(WeightTree *w) {
  w->sums = mem_free(w->sums);
  w->cap = 0;
}
