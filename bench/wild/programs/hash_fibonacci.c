/* A set with Fibonacci hashing, open addressing and doubling: colliding keys are multiples of the inverse of the factor.
 *
 * call: fib_set(unsigned key[N], N)
 * small: 1:4
 * class: n^2
 * values: key [pow(2654435769, -1, 1 << 32) * i % (1 << 32) for i in range(1, N + 1)]
 * killer: inverse = pow(2654435769, -1, 1 << 32); key = [inverse * i % (1 << 32) for i in range(1, N + 1)]
 */
#include <stdint.h>
#include <stdlib.h>

struct set {
  uint32_t *slot; /* 0: free */
  unsigned bits, used;
};

static uint32_t *find(struct set *s, uint32_t key) {
  uint32_t mask = (1u << s->bits) - 1, i = key * 2654435769u >> (32 - s->bits);
  while (s->slot[i] && s->slot[i] != key) i = (i + 1) & mask;
  return &s->slot[i];
}

static void grow(struct set *s) {
  struct set old = *s;
  s->bits++;
  s->slot = calloc((size_t)1 << s->bits, sizeof *s->slot);
  for (uint32_t i = 0; i < 1u << old.bits; i++)
    if (old.slot[i]) *find(s, old.slot[i]) = old.slot[i];
  free(old.slot);
}

unsigned fib_set(const unsigned *key, int n) {
  struct set s = {calloc(8, sizeof(uint32_t)), 3, 0};
  for (int i = 0; i < n; i++) {
    if (!key[i]) continue;
    if (4 * (s.used + 1) > 3u << s.bits) grow(&s);
    uint32_t *at = find(&s, key[i]);
    if (*at) continue;
    *at = key[i];
    s.used++;
  }
  free(s.slot);
  return s.used;
}
