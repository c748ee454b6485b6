/* Looks routes up through a cache of the last 16 answers; what is not in it costs a walk over all rules.  Few different addresses
 * are cheap, more than 16 in turn never hit.
 *
 * call: route_all(unsigned address[N], N)
 * small: 1:5
 * class: n
 * values: address [i << 26 for i in range(N)]
 * killer: address = [0x0B000000 + i for i in range(N)]
 */
#include <stdint.h>

enum { CACHED = 16, RULES = 32 };

struct cache {
  uint32_t address[CACHED], answer[CACHED];
  int n, next;
};

/* Rule r is for all addresses with the highest r bits of a fixed one; the longest that fits wins. */
static uint32_t look_up(uint32_t address) {
  uint32_t best = 0;
  for (uint32_t r = 1; r < RULES; r++) {
    uint32_t mask = ~0u << (32 - r);
    if ((address & mask) == (0x0A01FE07u & mask)) best = r;
  }
  return best;
}

static uint32_t route(struct cache *c, uint32_t address) {
  for (int i = 0; i < c->n; i++)
    if (c->address[i] == address) return c->answer[i];
  uint32_t answer = look_up(address);
  c->address[c->next] = address;
  c->answer[c->next] = answer;
  c->next = (c->next + 1) % CACHED;
  if (c->n < CACHED) c->n++;
  return answer;
}

unsigned route_all(const uint32_t *address, int n) {
  struct cache c = {{0}, {0}, 0, 0};
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum += route(&c, address[i]);
  return sum;
}
