/* Multiplies two polynomials with a number-theoretic transform, padded to a power of two: the cost stays the same until the
 * next one.
 *
 * call: multiply(unsigned a[N] in 0..999, N)
 * small: 1:5
 * class: n log n
 * values: a [0, 1, 999]
 * killer: a = [1] * N
 */
#include <stdint.h>
#include <stdlib.h>

enum { PRIME = 998244353, ROOT = 3 };

static uint32_t power(uint64_t x, uint32_t e) {
  uint64_t r = 1;
  for (; e; e >>= 1, x = x * x % PRIME)
    if (e & 1) r = r * x % PRIME;
  return (uint32_t)r;
}

static void transform(uint32_t *a, uint32_t n, uint32_t root) {
  for (uint32_t i = 1, k = 0; i < n; i++) {
    uint32_t bit = n >> 1;
    for (; k & bit; bit >>= 1) k ^= bit;
    k ^= bit;
    if (i < k) {
      uint32_t t = a[i];
      a[i] = a[k];
      a[k] = t;
    }
  }
  for (uint32_t half = 1; half < n; half *= 2) {
    uint64_t step = power(root, (PRIME - 1) / (2 * half));
    for (uint32_t from = 0; from < n; from += 2 * half) {
      uint64_t w = 1;
      for (uint32_t i = from; i < from + half; i++, w = w * step % PRIME) {
        uint32_t u = a[i], v = (uint32_t)(a[i + half] * w % PRIME);
        a[i] = (u + v) % PRIME;
        a[i + half] = (u + PRIME - v) % PRIME;
      }
    }
  }
}

uint32_t multiply(const uint32_t *a, int n) {
  uint32_t size = 1;
  while (size < 2 * (uint32_t)n) size *= 2;
  uint32_t *f = calloc(size, sizeof *f);
  for (int i = 0; i < n; i++) f[i] = a[i];
  transform(f, size, ROOT);
  for (uint32_t i = 0; i < size; i++) f[i] = (uint32_t)((uint64_t)f[i] * f[i] % PRIME);
  transform(f, size, power(ROOT, PRIME - 2));
  uint32_t middle = f[size / 2];
  free(f);
  return middle;
}
