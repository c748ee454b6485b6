/* qnet.c — the network's values, and their gradient by going back through the steps.
 *
 * After Hochreiter and Schmidhuber (Neural Computation, 1997) with the forget gate of Gers et al.
 * (2000), as Koo et al. use it (PySE, ICST 2019, section IV-C).
 */
#include "learn/qnet.h"

#include <math.h>
#include <string.h>

/* The weights of a gate: for each hidden unit those of the inputs, of the h before, and the bias. */
typedef enum CellGate { GATE_IN, GATE_FORGET, GATE_NEW, GATE_OUT, GATE_COUNT } CellGate;

/* What is kept of each step: the record, then h, c, tanh(c) and the gates. */
enum { PART_H = GATE_COUNT, PART_C, PART_TANH_C, PART_COUNT };

static u32 unit_weights(const QShape *s) {
  return s->n_inputs + s->n_hidden + 1;
}

static u32 cell_weights(const QShape *s) {
  return GATE_COUNT * s->n_hidden * unit_weights(s);
}

u32 qshape_weights(const QShape *s) {
  return cell_weights(s) + s->n_outputs * s->n_steps * s->n_hidden;
}

static u32 trace_step(const QShape *s) {
  return s->n_inputs + PART_COUNT * s->n_hidden;
}

static double *record_of(const QNet *q, u32 step) {
  return q->trace + (size_t)step * trace_step(&q->shape);
}

static double *part_of(const QNet *q, u32 step, u32 part) {
  return record_of(q, step) + q->shape.n_inputs + part * q->shape.n_hidden;
}

static double *unit_of(double *weights, const QShape *s, u32 gate, u32 unit) {
  return weights + (size_t)(gate * s->n_hidden + unit) * unit_weights(s);
}

/* The head's weights for the h of a step: the newest step is the first. */
static double *head_of(double *weights, const QShape *s, u32 output, u32 step) {
  u32 age = s->n_steps - 1 - step;
  return weights + cell_weights(s) + (size_t)(output * s->n_steps + age) * s->n_hidden;
}

/* ---- life -------------------------------------------------------------------------------------- */

static double uniform(Rng *rng, double bound) {
  return bound * ((double)(rng_u64(rng) >> 11) * 0x1p-52 - 1);
}

static void glorot(double *weights, u32 n, u32 n_in, u32 n_out, Rng *rng) {
  double bound = sqrt(6.0 / (n_in + n_out));
  for (u32 i = 0; i < n; i++) weights[i] = uniform(rng, bound);
}

static void begin_cell(QNet *q, Rng *rng) {
  const QShape *s = &q->shape;
  for (u32 gate = 0; gate < GATE_COUNT; gate++)
    for (u32 unit = 0; unit < s->n_hidden; unit++) {
      double *w = unit_of(q->weights, s, gate, unit);
      u32 n = unit_weights(s) - 1;
      glorot(w, n, n, s->n_hidden, rng);
      w[n] = gate == GATE_FORGET;
    }
}

QNet *qnet_new(const QShape *shape, Rng *rng) {
  assert(shape->n_inputs && shape->n_steps && shape->n_hidden && shape->n_outputs);
  QNet *q = NEW(QNet);
  q->shape = *shape;
  q->weights = mem_new(qshape_weights(shape) * sizeof *q->weights);
  q->trace = mem_new((size_t)shape->n_steps * trace_step(shape) * sizeof *q->trace);
  q->flow = mem_new((size_t)(2 + GATE_COUNT) * shape->n_hidden * sizeof *q->flow);
  begin_cell(q, rng);
  u32 n_features = shape->n_steps * shape->n_hidden;
  glorot(q->weights + cell_weights(shape), shape->n_outputs * n_features, n_features,
         shape->n_outputs, rng);
  return q;
}

QNet *qnet_free(QNet *q) {
  if (!q) return NULL;
  mem_free(q->weights);
  mem_free(q->trace);
  mem_free(q->flow);
  mem_free(q);
  return NULL;
}

/* ---- forward ----------------------------------------------------------------------------------- */

static double sigmoid(double x) {
  return 1 / (1 + exp(-x));
}

static double dot(const double *a, const double *b, u32 n) {
  double sum = 0;
  for (u32 i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* Before its squashing. */
static double gate_input(const QNet *q, u32 step, u32 gate, u32 unit) {
  const QShape *s = &q->shape;
  const double *w = unit_of(q->weights, s, gate, unit);
  double sum = w[s->n_inputs + s->n_hidden] + dot(w, record_of(q, step), s->n_inputs);
  if (step) sum += dot(w + s->n_inputs, part_of(q, step - 1, PART_H), s->n_hidden);
  return sum;
}

static void cell_step(QNet *q, u32 step) {
  double *g[PART_COUNT];
  for (u32 part = 0; part < PART_COUNT; part++) g[part] = part_of(q, step, part);
  for (u32 u = 0; u < q->shape.n_hidden; u++) {
    g[GATE_IN][u] = sigmoid(gate_input(q, step, GATE_IN, u));
    g[GATE_FORGET][u] = sigmoid(gate_input(q, step, GATE_FORGET, u));
    g[GATE_NEW][u] = tanh(gate_input(q, step, GATE_NEW, u));
    g[GATE_OUT][u] = sigmoid(gate_input(q, step, GATE_OUT, u));
    double before = step ? part_of(q, step - 1, PART_C)[u] : 0;
    g[PART_C][u] = g[GATE_FORGET][u] * before + g[GATE_IN][u] * g[GATE_NEW][u];
    g[PART_TANH_C][u] = tanh(g[PART_C][u]);
    g[PART_H][u] = g[GATE_OUT][u] * g[PART_TANH_C][u];
  }
}

void qnet_value(QNet *q, const double *history, double *ret_values) {
  const QShape *s = &q->shape;
  memset(ret_values, 0, s->n_outputs * sizeof *ret_values);
  for (u32 step = 0; step < s->n_steps; step++) {
    memcpy(record_of(q, step), history + (size_t)step * s->n_inputs, s->n_inputs * sizeof *history);
    cell_step(q, step);
    for (u32 out = 0; out < s->n_outputs; out++)
      ret_values[out] +=
          dot(head_of(q->weights, s, out, step), part_of(q, step, PART_H), s->n_hidden);
  }
}

/* ---- backward ---------------------------------------------------------------------------------- */

/* What the head makes of the h of a step: its own gradient, and what flows back into dh. */
static void head_back(QNet *q, u32 step, const double *by, double *dh, double *io) {
  const QShape *s = &q->shape;
  const double *h = part_of(q, step, PART_H);
  for (u32 out = 0; out < s->n_outputs; out++) {
    const double *w = head_of(q->weights, s, out, step);
    double *dw = head_of(io, s, out, step);
    for (u32 u = 0; u < s->n_hidden; u++) {
      dw[u] += by[out] * h[u];
      dh[u] += by[out] * w[u];
    }
  }
}

/* From dh and dc of a step to the inputs of its gates; dc becomes that of the step before. */
static void gates_back(QNet *q, u32 step, const double *dh, double *dc, double *dgates) {
  u32 n = q->shape.n_hidden;
  const double *g[PART_COUNT];
  for (u32 part = 0; part < PART_COUNT; part++) g[part] = part_of(q, step, part);
  for (u32 u = 0; u < n; u++) {
    double in = g[GATE_IN][u], forget = g[GATE_FORGET][u], fresh = g[GATE_NEW][u];
    double out = g[GATE_OUT][u], t = g[PART_TANH_C][u];
    double before = step ? part_of(q, step - 1, PART_C)[u] : 0;
    double d = dc[u] + dh[u] * out * (1 - t * t);
    dgates[GATE_OUT * n + u] = dh[u] * t * out * (1 - out);
    dgates[GATE_IN * n + u] = d * fresh * in * (1 - in);
    dgates[GATE_NEW * n + u] = d * in * (1 - fresh * fresh);
    dgates[GATE_FORGET * n + u] = d * before * forget * (1 - forget);
    dc[u] = d * forget;
  }
}

/* From the inputs of the gates to their weights; dh becomes that of the step before. */
static void weights_back(QNet *q, u32 step, const double *dgates, double *dh, double *io) {
  const QShape *s = &q->shape;
  const double *x = record_of(q, step), *h = step ? part_of(q, step - 1, PART_H) : NULL;
  memset(dh, 0, s->n_hidden * sizeof *dh);
  for (u32 gate = 0; gate < GATE_COUNT; gate++)
    for (u32 unit = 0; unit < s->n_hidden; unit++) {
      double d = dgates[gate * s->n_hidden + unit];
      const double *w = unit_of(q->weights, s, gate, unit);
      double *dw = unit_of(io, s, gate, unit);
      for (u32 i = 0; i < s->n_inputs; i++) dw[i] += d * x[i];
      for (u32 u = 0; h && u < s->n_hidden; u++) {
        dw[s->n_inputs + u] += d * h[u];
        dh[u] += d * w[s->n_inputs + u];
      }
      dw[s->n_inputs + s->n_hidden] += d;
    }
}

void qnet_gradient(QNet *q, const double *by, double *io) {
  const QShape *s = &q->shape;
  double *dh = q->flow, *dc = dh + s->n_hidden, *dgates = dc + s->n_hidden;
  memset(dh, 0, 2 * s->n_hidden * sizeof *dh);
  for (u32 step = s->n_steps; step-- > 0;) {
    head_back(q, step, by, dh, io);
    gates_back(q, step, dh, dc, dgates);
    weights_back(q, step, dgates, dh, io);
  }
}
