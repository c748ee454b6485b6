/* adam.c — one step of Adam, with the constants of its authors. */
#include "learn/adam.h"

#include <math.h>

static const double keep_mean = 0.9, keep_square = 0.999, least = 1e-8;

Adam adam_new(u32 n, double rate) {
  return (Adam){.n = n,
                .rate = rate,
                .mean = mem_new(n * sizeof(double)),
                .square = mem_new(n * sizeof(double)),
                .decay_mean = 1,
                .decay_square = 1};
}

void adam_done(Adam *a) {
  a->mean = mem_free(a->mean);
  a->square = mem_free(a->square);
}

void adam_step(Adam *a, double *weights, const double *gradient) {
  a->decay_mean *= keep_mean;
  a->decay_square *= keep_square;
  double rate = a->rate * sqrt(1 - a->decay_square) / (1 - a->decay_mean);
  for (u32 i = 0; i < a->n; i++) {
    a->mean[i] = keep_mean * a->mean[i] + (1 - keep_mean) * gradient[i];
    a->square[i] = keep_square * a->square[i] + (1 - keep_square) * gradient[i] * gradient[i];
    weights[i] -= rate * a->mean[i] / (sqrt(a->square[i]) + least);
  }
}
