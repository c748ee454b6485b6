/* priority.c — setting and drawing walk one branch of the tree.
 *
 * Sums are added anew on the way up, so that errors of rounding do not pile up. */
#include "learn/priority.h"

Priority priority_new(u32 n) {
  Priority p = {.n_leaves = 1};
  while (p.n_leaves < n) p.n_leaves *= 2;
  p.sums = mem_new(2 * (size_t)p.n_leaves * sizeof *p.sums);
  return p;
}

void priority_done(Priority *p) { p->sums = mem_free(p->sums); }

void priority_set(Priority *p, u32 i, double weight) {
  assert(i < p->n_leaves && weight >= 0);
  u32 node = p->n_leaves + i;
  p->sums[node] = weight;
  for (node /= 2; node; node /= 2) p->sums[node] = p->sums[2 * node] + p->sums[2 * node + 1];
}

double priority_sum(const Priority *p) { return p->sums[1]; }

u32 priority_draw(const Priority *p, Rng *rng) {
  assert(priority_sum(p) > 0);
  double left = rng_unit(rng) * priority_sum(p);
  u32 node = 1;
  while (node < p->n_leaves) {
    node *= 2;
    /* by rounding, what is left may be more than there is */
    if (left >= p->sums[node] && p->sums[node + 1] > 0) left -= p->sums[node++];
  }
  return node - p->n_leaves;
}
