/* A hash set that doubles when three quarters full; quadratic probing.
 *
 * call: grow_set(unsigned key[N], N)
 * small: 1:4
 * class: n^2
 * values: key [1024 * i for i in range(N)] + [1]
 * killer: key = [65536 * i + 5 for i in range(1, N + 1)]
 */
#include <stdint.h>
#include <stdlib.h>

struct set {
  uint32_t *slot; /* 0: free */
  uint32_t mask, used;
};

static uint32_t find(const struct set *s, uint32_t key) {
  uint32_t i = key & s->mask, step = 0;
  while (s->slot[i] && s->slot[i] != key) i = (i + ++step) & s->mask;
  return i;
}

static void grow(struct set *s) {
  struct set old = *s;
  s->mask = old.mask * 2 + 1;
  s->slot = calloc(s->mask + 1, sizeof *s->slot);
  for (uint32_t i = 0; i <= old.mask; i++)
    if (old.slot[i]) s->slot[find(s, old.slot[i])] = old.slot[i];
  free(old.slot);
}

int grow_set(const uint32_t *key, int n) {
  struct set s = {calloc(8, sizeof(uint32_t)), 7, 0};
  for (int i = 0; i < n; i++) {
    if (key[i] == 0) continue;
    if (s.used * 4 >= (s.mask + 1) * 3) grow(&s);
    uint32_t at = find(&s, key[i]);
    if (s.slot[at]) continue;
    s.slot[at] = key[i];
    s.used++;
  }
  free(s.slot);
  return (int)s.used;
}
