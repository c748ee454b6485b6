/* weight_law.c — mean and deviation of what was good, and draws from that. */
#include "learn/weight_law.h"

#include "base/vec.h"
#include "learn/truncated.h"

#include <math.h>

WeightLaw weight_law_learn(const double *good, u32 n, double flat_std) {
  if (!n) return (WeightLaw){0};
  double sum = 0, square = 0;
  bool is_flat = true;
  for (u32 i = 0; i < n; i++) {
    assert(good[i] >= -1 && good[i] <= 1);
    sum += good[i];
    is_flat &= good[i] == good[0];
  }
  if (is_flat) return (WeightLaw){true, good[0], flat_std};
  double mean = sum / n;
  for (u32 i = 0; i < n; i++) square += (good[i] - mean) * (good[i] - mean);
  return (WeightLaw){true, mean, sqrt(square / n)};
}

DrawMethod draw_method(u64 time, u64 n_exploring, Rng *rng) {
  return time < n_exploring ? DRAW_EXPLORE : (DrawMethod)rng_below(rng, DRAW_METHODS);
}

static double follow(const WeightLaw *law, Rng *rng) {
  return law->is_known ? truncated_draw(law->mean, law->std, rng) : rng_around(rng);
}

static double farthest(double from, const double *among, u32 n) {
  double best = among[0];
  for (u32 i = 1; i < n; i++)
    if (fabs(among[i] - from) > fabs(best - from)) best = among[i];
  return best;
}

static void draw_around(double *to, u32 n, Rng *rng) {
  for (u32 i = 0; i < n; i++) to[i] = rng_around(rng);
}

static void oppose(const WeightLaw *laws, u32 n, const DrawPlan *plan, Rng *rng, double *ret) {
  assert(plan->n_opposing);
  double *among = mem_new(plan->n_opposing * sizeof *among);
  draw_around(among, plan->n_opposing, rng);
  for (u32 i = 0; i < n; i++) {
    if (plan->opposes_each_anew) draw_around(among, plan->n_opposing, rng);
    ret[i] = farthest(follow(&laws[i], rng), among, plan->n_opposing);
  }
  mem_free(among);
}

void weights_draw(const WeightLaw *laws, u32 n, DrawMethod method, const DrawPlan *plan, Rng *rng,
                  double *ret_weights) {
  if (method == DRAW_OPPOSE)
    oppose(laws, n, plan, rng, ret_weights);
  else if (method == DRAW_EXPLORE)
    draw_around(ret_weights, n, rng);
  else
    for (u32 i = 0; i < n; i++) ret_weights[i] = follow(&laws[i], rng);
}

u32 frequency_draw(const double *counts, u32 n, Rng *rng) {
  double all = 0;
  assert(n);
  for (u32 i = 0; i < n; i++) all += counts[i];
  if (!(all > 0)) return (u32)rng_below(rng, n);
  double left = rng_unit(rng) * all;
  u32 last = 0;
  for (u32 i = 0; i < n; i++) {
    if (!(counts[i] > 0)) continue;
    last = i; /* by rounding, what is left may be more than there is */
    if (left < counts[i]) break;
    left -= counts[i];
  }
  return last;
}
