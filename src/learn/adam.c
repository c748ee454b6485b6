/* adam.c — one step of Adam, with the constants of its authors. */
#include "learn/adam.h"

#include <math.h>
#include <string.h>

static const float keep_mean = 0.9f, keep_square = 0.999f, least = 1e-8f;

Adam adam_new(u32 n, double rate) {
  return (Adam){.n = n,
                .rate = rate,
                .mean = mem_new(n * sizeof(float)),
                .square = mem_new(n * sizeof(float)),
                .decay_mean = 1,
                .decay_square = 1};
}

void adam_done(Adam *a) {
  a->mean = mem_free(a->mean);
  a->square = mem_free(a->square);
}

void adam_restart(Adam *a) {
  memset(a->mean, 0, a->n * sizeof *a->mean);
  memset(a->square, 0, a->n * sizeof *a->square);
  a->decay_mean = a->decay_square = 1;
}

void adam_step(Adam *a, float *weights, const float *gradient) {
  a->decay_mean *= keep_mean;
  a->decay_square *= keep_square;
  float rate = (float)(a->rate * sqrt(1 - a->decay_square) / (1 - a->decay_mean));
  for (u32 i = 0; i < a->n; i++) {
    a->mean[i] = keep_mean * a->mean[i] + (1 - keep_mean) * gradient[i];
    a->square[i] = keep_square * a->square[i] + (1 - keep_square) * gradient[i] * gradient[i];
    weights[i] -= rate * a->mean[i] / (sqrtf(a->square[i]) + least);
  }
}
