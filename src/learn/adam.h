/* adam.h — Adam (Kingma and Ba, ICLR 2015): gradient descent with a step size for each weight. */
#pragma once

#include "base/base.h"

typedef struct Adam {
  u32 n;
  double rate;
  float *mean, *square;            /* owned; decaying averages of the gradient and of its square */
  double decay_mean, decay_square; /* what is left of their zero beginnings */
} Adam;

Adam adam_new(u32 n, double rate);
void adam_done(Adam *a);

/* Forgets the averages, not the weights. */
void adam_restart(Adam *a);

/* One step downhill. */
void adam_step(Adam *a, float *weights, const float *gradient);
