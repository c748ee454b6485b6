/* qnet.c — the network's values, and their gradient by going back through the steps.
 *
 * After Hochreiter and Schmidhuber (Neural Computation, 1997) with the forget gate of Gers et al.
 * (2000), as Koo et al. use it (PySE, ICST 2019, section IV-C).
 */
#include "learn/qnet.h"

#include <math.h>
#include <string.h>

/* Wider registers where the processor has them.  Lanes are added in the same order everywhere, and
 * no two operations are fused: the same seed learns the same on every processor. */
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WIDE __attribute__((target_clones("avx2", "default")))
#else
#define WIDE
#endif
#define INLINE static inline __attribute__((always_inline))

typedef float Lanes __attribute__((vector_size(sizeof(QLanes)), aligned(sizeof(float)), may_alias));
typedef i32 Bits __attribute__((vector_size(sizeof(QLanes)), aligned(sizeof(i32)), may_alias));
#pragma GCC diagnostic ignored "-Wpsabi" /* all functions of lanes are inlined */

/* The weights of a gate: for each hidden unit those of the inputs, of the h before, and the bias. */
typedef enum CellGate { GATE_IN, GATE_FORGET, GATE_NEW, GATE_OUT, GATE_COUNT } CellGate;

/* What is kept of each step: the record, then h, c, tanh(c) and the gates. */
enum { PART_H = GATE_COUNT, PART_C, PART_TANH_C, PART_COUNT };

INLINE u32 unit_weights(const QShape *s) { return s->n_inputs + s->n_hidden + 1; }

INLINE u32 cell_weights(const QShape *s) { return GATE_COUNT * s->n_hidden * unit_weights(s); }

u32 qshape_weights(const QShape *s) {
  return cell_weights(s) + s->n_outputs * s->n_steps * s->n_hidden;
}

INLINE u32 trace_step(const QShape *s) { return s->n_inputs + PART_COUNT * s->n_hidden; }

INLINE Lanes *record_of(const QNet *q, u32 step) {
  return (Lanes *)q->trace + (size_t)step * trace_step(&q->shape);
}

INLINE Lanes *part_of(const QNet *q, u32 step, u32 part) {
  return record_of(q, step) + q->shape.n_inputs + part * q->shape.n_hidden;
}

INLINE float *unit_of(float *weights, const QShape *s, u32 gate, u32 unit) {
  return weights + (size_t)(gate * s->n_hidden + unit) * unit_weights(s);
}

/* The head's weights for the h of a step: the newest step is the first. */
INLINE float *head_of(float *weights, const QShape *s, u32 output, u32 step) {
  u32 age = s->n_steps - 1 - step;
  return weights + cell_weights(s) + (size_t)(output * s->n_steps + age) * s->n_hidden;
}

/* ---- life -------------------------------------------------------------------------------------- */

static double uniform(Rng *rng, double bound) {
  return bound * ((double)(rng_u64(rng) >> 11) * 0x1p-52 - 1);
}

static void glorot(float *weights, u32 n, u32 n_in, u32 n_out, Rng *rng) {
  double bound = sqrt(6.0 / (n_in + n_out));
  for (u32 i = 0; i < n; i++) weights[i] = (float)uniform(rng, bound);
}

static void begin_cell(QNet *q, Rng *rng) {
  const QShape *s = &q->shape;
  for (u32 gate = 0; gate < GATE_COUNT; gate++)
    for (u32 unit = 0; unit < s->n_hidden; unit++) {
      float *w = unit_of(q->weights, s, gate, unit);
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

/* To 1e-7: 2^k times a polynomial for the rest, whose size is below 1/2. */
INLINE Lanes lanes_exp(Lanes x) {
  const float round = 0x1.8p23f; /* added, it leaves the integer in the lowest bits */
  Lanes t = x * 1.44269504f;
  Lanes shifted = t + round, f = t - (shifted - round);
  Lanes p = f * 1.5400e-4f + 1.33336e-3f;
  p = p * f + 9.6181e-3f;
  p = p * f + 5.55041e-2f;
  p = p * f + 2.402265e-1f;
  p = p * f + 6.9314718e-1f;
  p = p * f + 1.0f;
  return (Lanes)((Bits)p + ((Bits)shifted << 23));
}

INLINE Lanes lanes_pick(Bits which, Lanes yes, Lanes no) {
  return (Lanes)((which & (Bits)yes) | (~which & (Bits)no));
}

/* Beyond 40 nothing changes, and far beyond the exponent would not fit. */
INLINE Lanes lanes_sigmoid(Lanes x) {
  const Lanes most = (Lanes){0} + 40.0f;
  x = lanes_pick(x > -most, x, -most);
  x = lanes_pick(x < most, x, most);
  return 1.0f / (1.0f + lanes_exp(-x));
}

INLINE Lanes lanes_tanh(Lanes x) { return 2.0f * lanes_sigmoid(2.0f * x) - 1.0f; }

/* Before its squashing. */
INLINE Lanes gate_input(const QNet *q, u32 step, u32 gate, u32 unit) {
  const QShape *s = &q->shape;
  const float *w = unit_of(q->weights, s, gate, unit);
  const Lanes *x = record_of(q, step);
  Lanes sum = (Lanes){0} + w[s->n_inputs + s->n_hidden];
  for (u32 i = 0; i < s->n_inputs; i++) sum += w[i] * x[i];
  if (!step) return sum;
  const Lanes *h = part_of(q, step - 1, PART_H);
  for (u32 i = 0; i < s->n_hidden; i++) sum += w[s->n_inputs + i] * h[i];
  return sum;
}

INLINE void cell_step(QNet *q, u32 step) {
  Lanes *g[PART_COUNT];
  for (u32 part = 0; part < PART_COUNT; part++) g[part] = part_of(q, step, part);
  for (u32 u = 0; u < q->shape.n_hidden; u++) {
    g[GATE_IN][u] = lanes_sigmoid(gate_input(q, step, GATE_IN, u));
    g[GATE_FORGET][u] = lanes_sigmoid(gate_input(q, step, GATE_FORGET, u));
    g[GATE_NEW][u] = lanes_tanh(gate_input(q, step, GATE_NEW, u));
    g[GATE_OUT][u] = lanes_sigmoid(gate_input(q, step, GATE_OUT, u));
    Lanes before = step ? part_of(q, step - 1, PART_C)[u] : (Lanes){0};
    g[PART_C][u] = g[GATE_FORGET][u] * before + g[GATE_IN][u] * g[GATE_NEW][u];
    g[PART_TANH_C][u] = lanes_tanh(g[PART_C][u]);
    g[PART_H][u] = g[GATE_OUT][u] * g[PART_TANH_C][u];
  }
}

WIDE void qnet_value(QNet *q, const QLanes *histories, QLanes *ret_values) {
  const QShape *s = &q->shape;
  memset(ret_values, 0, s->n_outputs * sizeof *ret_values);
  for (u32 step = 0; step < s->n_steps; step++) {
    memcpy(record_of(q, step), histories + (size_t)step * s->n_inputs,
           s->n_inputs * sizeof *histories);
    cell_step(q, step);
    const Lanes *h = part_of(q, step, PART_H);
    for (u32 out = 0; out < s->n_outputs; out++) {
      const float *w = head_of(q->weights, s, out, step);
      Lanes *value = (Lanes *)&ret_values[out];
      for (u32 u = 0; u < s->n_hidden; u++) *value += w[u] * h[u];
    }
  }
}

/* ---- backward ---------------------------------------------------------------------------------- */

INLINE float lanes_sum(Lanes x) {
  return ((x[0] + x[4]) + (x[2] + x[6])) + ((x[1] + x[5]) + (x[3] + x[7]));
}

/* What the head makes of the h of a step: its own gradient, and what flows back into dh. */
INLINE void head_back(QNet *q, u32 step, const Lanes *by, Lanes *dh, float *io) {
  const QShape *s = &q->shape;
  const Lanes *h = part_of(q, step, PART_H);
  for (u32 out = 0; out < s->n_outputs; out++) {
    const float *w = head_of(q->weights, s, out, step);
    float *dw = head_of(io, s, out, step);
    for (u32 u = 0; u < s->n_hidden; u++) {
      dw[u] += lanes_sum(by[out] * h[u]);
      dh[u] += by[out] * w[u];
    }
  }
}

/* From dh and dc of a step to the inputs of its gates; dc becomes that of the step before. */
INLINE void gates_back(QNet *q, u32 step, const Lanes *dh, Lanes *dc, Lanes *dgates) {
  u32 n = q->shape.n_hidden;
  const Lanes *g[PART_COUNT];
  for (u32 part = 0; part < PART_COUNT; part++) g[part] = part_of(q, step, part);
  for (u32 u = 0; u < n; u++) {
    Lanes in = g[GATE_IN][u], forget = g[GATE_FORGET][u], fresh = g[GATE_NEW][u];
    Lanes out = g[GATE_OUT][u], t = g[PART_TANH_C][u];
    Lanes before = step ? part_of(q, step - 1, PART_C)[u] : (Lanes){0};
    Lanes d = dc[u] + dh[u] * out * (1.0f - t * t);
    dgates[GATE_OUT * n + u] = dh[u] * t * out * (1.0f - out);
    dgates[GATE_IN * n + u] = d * fresh * in * (1.0f - in);
    dgates[GATE_NEW * n + u] = d * in * (1.0f - fresh * fresh);
    dgates[GATE_FORGET * n + u] = d * before * forget * (1.0f - forget);
    dc[u] = d * forget;
  }
}

/* From the inputs of the gates to their weights; dh becomes that of the step before. */
INLINE void weights_back(QNet *q, u32 step, const Lanes *dgates, Lanes *dh, float *io) {
  const QShape *s = &q->shape;
  const Lanes *x = record_of(q, step), *h = step ? part_of(q, step - 1, PART_H) : NULL;
  memset(dh, 0, s->n_hidden * sizeof *dh);
  for (u32 gate = 0; gate < GATE_COUNT; gate++)
    for (u32 unit = 0; unit < s->n_hidden; unit++) {
      Lanes d = dgates[gate * s->n_hidden + unit];
      const float *w = unit_of(q->weights, s, gate, unit);
      float *dw = unit_of(io, s, gate, unit);
      for (u32 i = 0; i < s->n_inputs; i++) dw[i] += lanes_sum(d * x[i]);
      for (u32 u = 0; h && u < s->n_hidden; u++) {
        dw[s->n_inputs + u] += lanes_sum(d * h[u]);
        dh[u] += d * w[s->n_inputs + u];
      }
      dw[s->n_inputs + s->n_hidden] += lanes_sum(d);
    }
}

WIDE void qnet_gradient(QNet *q, const QLanes *by, float *io) {
  const QShape *s = &q->shape;
  Lanes *dh = (Lanes *)q->flow, *dc = dh + s->n_hidden, *dgates = dc + s->n_hidden;
  memset(dh, 0, 2 * s->n_hidden * sizeof *dh);
  for (u32 step = s->n_steps; step-- > 0;) {
    head_back(q, step, (const Lanes *)by, dh, io);
    gates_back(q, step, dh, dc, dgates);
    weights_back(q, step, dgates, dh, io);
  }
}
