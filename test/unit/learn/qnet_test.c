/* qnet_test.c — the Q-network: its values and its gradient against the formulas of qnet.h in plain
 * doubles, and its determinism. */
#include "unit/unit.h"

#include "learn/qnet.h"

#include <math.h>

enum { MAX_NUMBERS = 256, MAX_UNITS = 8 };

static float random_number(Rng *rng) { return (float)((double)(rng_u64(rng) >> 11) * 0x1p-52 - 1); }

static void random_lanes(QLanes *ret, u32 n, Rng *rng) {
  for (u32 i = 0; i < n; i++)
    for (u32 lane = 0; lane < QNET_LANES; lane++) ret[i].of[lane] = random_number(rng);
}

/* ---- the formulas ------------------------------------------------------------------------------ */

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

typedef struct PlainCell {
  double h[MAX_UNITS], c[MAX_UNITS];
} PlainCell;

static void plain_step(const QShape *s, const double *weights, const double *x, PlainCell *io) {
  u32 n = s->n_inputs + s->n_hidden + 1;
  PlainCell before = *io;
  for (u32 u = 0; u < s->n_hidden; u++) {
    double gates[4]; /* in, forget, new, out */
    for (u32 g = 0; g < 4; g++) {
      const double *w = weights + (size_t)(g * s->n_hidden + u) * n;
      gates[g] = w[n - 1];
      for (u32 i = 0; i < s->n_inputs; i++) gates[g] += w[i] * x[i];
      for (u32 i = 0; i < s->n_hidden; i++) gates[g] += w[s->n_inputs + i] * before.h[i];
    }
    io->c[u] = sigmoid(gates[1]) * before.c[u] + sigmoid(gates[0]) * tanh(gates[2]);
    io->h[u] = sigmoid(gates[3]) * tanh(io->c[u]);
  }
}

/* The values of one lane. */
static void plain_values(const QShape *s, const double *weights, const QLanes *history, u32 lane,
                         double *ret) {
  const double *head = weights + (size_t)4 * s->n_hidden * (s->n_inputs + s->n_hidden + 1);
  PlainCell cell = {0};
  for (u32 out = 0; out < s->n_outputs; out++) ret[out] = 0;
  for (u32 step = 0; step < s->n_steps; step++) {
    double x[MAX_NUMBERS];
    for (u32 i = 0; i < s->n_inputs; i++) x[i] = history[step * s->n_inputs + i].of[lane];
    plain_step(s, weights, x, &cell);
    for (u32 out = 0; out < s->n_outputs; out++)
      for (u32 u = 0; u < s->n_hidden; u++)
        ret[out] += head[(out * s->n_steps + s->n_steps - 1 - step) * s->n_hidden + u] * cell.h[u];
  }
}

static double plain_sum(const QShape *s, const double *weights, const QLanes *history,
                        const QLanes *by) {
  double sum = 0, values[MAX_NUMBERS];
  for (u32 lane = 0; lane < QNET_LANES; lane++) {
    plain_values(s, weights, history, lane, values);
    for (u32 out = 0; out < s->n_outputs; out++) sum += by[out].of[lane] * values[out];
  }
  return sum;
}

/* ---- tests ------------------------------------------------------------------------------------- */

static const QShape shapes[] = {{3, 3, 2, 2}, {1, 1, 1, 1}, {5, 4, 3, 2}, {2, 6, 5, 3}};

static void check_gradient(const QShape *shape, u64 seed) {
  Rng rng = {seed};
  QNet *q = qnet_new(shape, &rng);
  QLanes history[MAX_NUMBERS], by[MAX_NUMBERS], values[MAX_NUMBERS];
  u32 n = qshape_weights(shape);
  float *gradient = mem_new(n * sizeof *gradient);
  double *weights = mem_new(n * sizeof *weights);
  for (u32 i = 0; i < n; i++) weights[i] = q->weights[i];
  random_lanes(history, shape->n_steps * shape->n_inputs, &rng);
  random_lanes(by, shape->n_outputs, &rng);
  qnet_value(q, history, values);
  qnet_gradient(q, by, gradient);
  const double step = 1e-5;
  for (u32 i = 0; i < n; i++) {
    double w = weights[i];
    weights[i] = w + step;
    double above = plain_sum(shape, weights, history, by);
    weights[i] = w - step;
    double below = plain_sum(shape, weights, history, by);
    weights[i] = w;
    assert_true(fabs((above - below) / (2 * step) - gradient[i]) < 1e-5);
  }
  mem_free(weights);
  mem_free(gradient);
  qnet_free(q);
}

static void test_gradient(void **unused) {
  (void)unused;
  for (u32 i = 0; i < ARRAY_LEN(shapes); i++)
    for (u64 seed = 1; seed <= 5; seed++) check_gradient(&shapes[i], seed);
}

/* Inputs of all sizes, so that gates are open, shut, and between; and far beyond what exp bears. */
static void check_values(const QShape *shape, double size, u64 seed) {
  Rng rng = {seed};
  QNet *q = qnet_new(shape, &rng);
  QLanes history[MAX_NUMBERS], values[MAX_NUMBERS];
  double weights[MAX_NUMBERS], plain[MAX_NUMBERS];
  for (u32 i = 0; i < qshape_weights(shape); i++) weights[i] = q->weights[i];
  random_lanes(history, shape->n_steps * shape->n_inputs, &rng);
  for (u32 i = 0; i < shape->n_steps * shape->n_inputs; i++)
    for (u32 lane = 0; lane < QNET_LANES; lane++) history[i].of[lane] *= (float)size;
  qnet_value(q, history, values);
  for (u32 lane = 0; lane < QNET_LANES; lane++) {
    plain_values(shape, weights, history, lane, plain);
    for (u32 out = 0; out < shape->n_outputs; out++)
      assert_true(fabs(plain[out] - values[out].of[lane]) < 2e-6 * (1 + size));
  }
  qnet_free(q);
}

static void test_values_are_right(void **unused) {
  (void)unused;
  for (u32 i = 0; i < ARRAY_LEN(shapes); i++)
    for (u64 seed = 1; seed <= 5; seed++) {
      check_values(&shapes[i], 1, seed);
      check_values(&shapes[i], 20, seed);
    }
  QShape shape = {3, 3, 2, 2};
  Rng rng = {1};
  QNet *q = qnet_new(&shape, &rng);
  QLanes history[9], values[2];
  random_lanes(history, 9, &rng);
  for (u32 i = 0; i < 9; i++)
    for (u32 lane = 0; lane < QNET_LANES; lane++) history[i].of[lane] *= 1e9f;
  qnet_value(q, history, values);
  for (u32 lane = 0; lane < QNET_LANES; lane++) assert_true(isfinite(values[0].of[lane]));
  qnet_free(q);
}

/* Gradients add up: two calls give the sum. */
static void test_gradient_adds(void **unused) {
  (void)unused;
  QShape shape = {3, 3, 2, 2};
  Rng rng = {7};
  QNet *q = qnet_new(&shape, &rng);
  QLanes history[9], values[2], by[2];
  float once[MAX_NUMBERS] = {0}, twice[MAX_NUMBERS] = {0};
  random_lanes(history, 9, &rng);
  random_lanes(by, 2, &rng);
  qnet_value(q, history, values);
  qnet_gradient(q, by, once);
  qnet_gradient(q, by, twice);
  qnet_gradient(q, by, twice);
  for (u32 i = 0; i < qshape_weights(&shape); i++)
    assert_true(fabsf(twice[i] - 2 * once[i]) < 1e-5f);
  qnet_free(q);
}

/* The order of the records matters, a lane does not see the others, and the same seed gives the same
 * network. */
static void test_values(void **unused) {
  (void)unused;
  QShape shape = {2, 2, 3, 2};
  Rng one = {3}, two = {3};
  QNet *a = qnet_new(&shape, &one), *b = qnet_new(&shape, &two);
  static const float there[4] = {0.5, 1, -1, 0.25}, back[4] = {-1, 0.25, 0.5, 1};
  QLanes both[4] = {0}, x[2], y[2];
  for (u32 i = 0; i < 4; i++) both[i].of[0] = both[i].of[5] = there[i], both[i].of[1] = back[i];
  qnet_value(a, both, x);
  qnet_value(b, both, y);
  assert_memory_equal(x, y, sizeof x);
  assert_true(x[0].of[0] == x[0].of[5]);
  assert_true(x[0].of[0] != x[0].of[1]);
  qnet_free(a);
  qnet_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gradient),
      cmocka_unit_test(test_values_are_right),
      cmocka_unit_test(test_gradient_adds),
      cmocka_unit_test(test_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
