/* qnet_test.c — the Q-network: its gradient against differences, its determinism. */
#include "unit/unit.h"

#include "learn/qnet.h"

#include <math.h>

enum { MAX_NUMBERS = 256 };

static void random_numbers(double *ret, u32 n, Rng *rng) {
  for (u32 i = 0; i < n; i++) ret[i] = (double)(rng_u64(rng) >> 11) * 0x1p-52 - 1;
}

static double weighted(QNet *q, const double *history, const double *by) {
  double values[MAX_NUMBERS], sum = 0;
  qnet_value(q, history, values);
  for (u32 i = 0; i < q->shape.n_outputs; i++) sum += by[i] * values[i];
  return sum;
}

static void check_gradient(const QShape *shape, u64 seed) {
  Rng rng = {seed};
  QNet *q = qnet_new(shape, &rng);
  double history[MAX_NUMBERS], by[MAX_NUMBERS];
  u32 n = qshape_weights(shape);
  double *gradient = mem_new(n * sizeof *gradient);
  random_numbers(history, shape->n_steps * shape->n_inputs, &rng);
  random_numbers(by, shape->n_outputs, &rng);
  weighted(q, history, by);
  qnet_gradient(q, by, gradient);
  const double step = 1e-5;
  for (u32 i = 0; i < n; i++) {
    double w = q->weights[i];
    q->weights[i] = w + step;
    double above = weighted(q, history, by);
    q->weights[i] = w - step;
    double below = weighted(q, history, by);
    q->weights[i] = w;
    double difference = (above - below) / (2 * step);
    assert_true(fabs(difference - gradient[i]) < 1e-7);
  }
  mem_free(gradient);
  qnet_free(q);
}

static void test_gradient(void **unused) {
  (void)unused;
  static const QShape shapes[] = {{3, 3, 2, 2}, {1, 1, 1, 1}, {5, 4, 3, 2}, {2, 6, 5, 3}};
  for (u32 i = 0; i < ARRAY_LEN(shapes); i++)
    for (u64 seed = 1; seed <= 5; seed++) check_gradient(&shapes[i], seed);
}

/* Gradients add up: two calls give the sum. */
static void test_gradient_adds(void **unused) {
  (void)unused;
  QShape shape = {3, 3, 2, 2};
  Rng rng = {7};
  QNet *q = qnet_new(&shape, &rng);
  double history[9], once[MAX_NUMBERS] = {0}, twice[MAX_NUMBERS] = {0};
  double values[2], by[2] = {1, -2};
  random_numbers(history, 9, &rng);
  qnet_value(q, history, values);
  qnet_gradient(q, by, once);
  qnet_gradient(q, by, twice);
  qnet_gradient(q, by, twice);
  for (u32 i = 0; i < qshape_weights(&shape); i++)
    assert_true(fabs(twice[i] - 2 * once[i]) < 1e-12);
  qnet_free(q);
}

/* The order of the records matters, and the same seed gives the same network. */
static void test_values(void **unused) {
  (void)unused;
  QShape shape = {2, 2, 3, 2};
  Rng one = {3}, two = {3};
  QNet *a = qnet_new(&shape, &one), *b = qnet_new(&shape, &two);
  double there[4] = {0.5, 1, -1, 0.25}, back[4] = {-1, 0.25, 0.5, 1};
  double x[2], y[2], z[2];
  qnet_value(a, there, x);
  qnet_value(b, there, y);
  qnet_value(a, back, z);
  assert_memory_equal(x, y, sizeof x);
  assert_true(x[0] != z[0]);
  qnet_free(a);
  qnet_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_gradient),
      cmocka_unit_test(test_gradient_adds),
      cmocka_unit_test(test_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
