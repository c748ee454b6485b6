/* A set of four-byte keys, FNV-1a, with chains.
 *
 * call: set_of_keys(unsigned char key[N][4], N)
 * small: 1:3
 * class: n^2
 * values: key [0, 1, 64]
 * killer: def fnv(b):
 *           h = 2166136261
 *           for x in b: h = (h ^ x) * 16777619 & 0xffffffff
 *           return h
 *         same = [(a, b, c, 0) for a in range(9) for b in range(40) for c in range(40) if fnv((a, b, c, 0)) & 63 == 9]
 *         key = [x for k in same[:N] for x in k]
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct item {
  unsigned char key[4];
  struct item *next;
};

static uint32_t fnv1a(const unsigned char *p, int n) {
  uint32_t h = 2166136261u;
  while (n--) {
    h ^= *p++;
    h *= 16777619u;
  }
  return h;
}

int set_of_keys(unsigned char (*key)[4], int n) {
  struct item *bucket[64];
  int size = 0;
  memset(bucket, 0, sizeof bucket);
  for (int i = 0; i < n; i++) {
    struct item **head = &bucket[fnv1a(key[i], 4) & 63], *x;
    for (x = *head; x; x = x->next)
      if (memcmp(x->key, key[i], 4) == 0) break;
    if (x) continue;
    x = malloc(sizeof *x);
    memcpy(x->key, key[i], 4);
    x->next = *head;
    *head = x;
    size++;
  }
  return size;
}
