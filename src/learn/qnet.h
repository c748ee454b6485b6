/* qnet.h — PySE's Q-network: one LSTM cell unrolled over a short history, and a linear head.
 *
 *     i, f, o = sigmoid(W x + U h' + b)      c = f c' + i tanh(W x + U h' + b)      h = o tanh(c)
 *
 * The head is linear in the h of all steps, the newest first.  All weights are one array, which an
 * optimiser and a file can treat as plain numbers.  Several histories are valued at once, one in
 * each lane of the processor's registers.  Nothing is allocated after qnet_new.
 */
#pragma once

#include "base/rng.h"

enum { QNET_LANES = 8 };

/* The same number of each of the histories. */
typedef struct QLanes {
  float of[QNET_LANES];
} QLanes;

/* At least one of each. */
typedef struct QShape {
  u32 n_inputs;  /* numbers of a record */
  u32 n_steps;   /* records of a history */
  u32 n_hidden;  /* length of h and of c */
  u32 n_outputs; /* one value for each action */
} QShape;

typedef struct QNet {
  QShape shape;
  float *weights; /* owned; qshape_weights of them */
  QLanes *trace;  /* owned; what qnet_value saw, for qnet_gradient */
  QLanes *flow;   /* owned; of qnet_gradient */
} QNet;

u32 qshape_weights(const QShape *s);

/* Glorot's uniform distribution; the cell begins by remembering (forget gates have bias 1). */
QNet *qnet_new(const QShape *shape, Rng *rng);
QNet *qnet_free(QNet *q); /* accepts NULL, returns NULL */

/* n_steps records, the oldest first, to n_outputs values. */
void qnet_value(QNet *q, const QLanes *histories, QLanes *ret_values);

/* For the histories of the last qnet_value: adds to `io`, an array parallel to the weights, the
 * gradient of the sum of all values weighted by `by`. */
void qnet_gradient(QNet *q, const QLanes *by, float *io);
