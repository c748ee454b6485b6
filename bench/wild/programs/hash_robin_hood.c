/* Robin Hood hashing with a mixed hash of 32 bits, as maps for C have it: slots know how far they are from where they belong.
 *
 * call: robin_hood(unsigned key[N], N)
 * small: 1:3
 * class: n^2
 * values: key range(1, 20)
 * killer: def mix(x):
 *           x = (x ^ x >> 16) * 0x85ebca6b & 0xffffffff
 *           x = (x ^ x >> 13) * 0xc2b2ae35 & 0xffffffff
 *           return x ^ x >> 16
 *         key = [k for k in range(1, 40000) if mix(k) & 255 == 7][:N]
 */
#include <stdint.h>
#include <stdlib.h>

struct slot {
  uint32_t key, distance; /* 0: free; else one more than it is away */
};

struct map {
  struct slot *slot;
  uint32_t size, used;
};

static uint32_t mix(uint32_t x) {
  x = (x ^ x >> 16) * 0x85ebca6bu;
  x = (x ^ x >> 13) * 0xc2b2ae35u;
  return x ^ x >> 16;
}

static int insert(struct map *m, uint32_t key) {
  struct slot mine = {key, 1};
  for (uint32_t i = mix(key) & (m->size - 1);; i = (i + 1) & (m->size - 1)) {
    struct slot *s = &m->slot[i];
    if (!s->distance) {
      *s = mine;
      m->used++;
      return 1;
    }
    if (s->key == mine.key) return 0;
    if (s->distance < mine.distance) {
      struct slot other = *s;
      *s = mine;
      mine = other;
    }
    mine.distance++;
  }
}

static void grow(struct map *m) {
  struct map old = *m;
  *m = (struct map){calloc(2 * old.size, sizeof(struct slot)), 2 * old.size, 0};
  for (uint32_t i = 0; i < old.size; i++)
    if (old.slot[i].distance) insert(m, old.slot[i].key);
  free(old.slot);
}

unsigned robin_hood(const unsigned *key, int n) {
  struct map m = {calloc(16, sizeof(struct slot)), 16, 0};
  for (int i = 0; i < n; i++) {
    if (4 * m.used >= 3 * m.size) grow(&m);
    insert(&m, key[i]);
  }
  free(m.slot);
  return m.used;
}
