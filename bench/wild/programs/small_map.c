/* A map that is an array of 16 pairs at first, and then a table with 64 chains: two regimes, both with their own worst keys.
 *
 * call: count_values(unsigned key[N], N)
 * small: 1:5
 * class: n^2
 * values: key [64 * i for i in range(N)] + [1]
 * killer: key = [64 * i for i in range(N)]
 */
#include <stdlib.h>

enum { FEW = 16, CHAINS = 64 };

struct entry {
  unsigned key, count;
  struct entry *next;
};

struct map {
  struct entry few[FEW], *chain[CHAINS];
  int n_few, is_large;
};

static void put(struct map *m, unsigned key, unsigned count) {
  struct entry **at = &m->chain[key % CHAINS];
  while (*at && (*at)->key != key) at = &(*at)->next;
  if (!*at) {
    *at = calloc(1, sizeof **at);
    (*at)->key = key;
  }
  (*at)->count += count;
}

static void count_one(struct map *m, unsigned key) {
  if (m->is_large) {
    put(m, key, 1);
    return;
  }
  for (int i = 0; i < m->n_few; i++)
    if (m->few[i].key == key) {
      m->few[i].count++;
      return;
    }
  if (m->n_few < FEW) {
    m->few[m->n_few].key = key;
    m->few[m->n_few++].count = 1;
    return;
  }
  for (int i = 0; i < FEW; i++) put(m, m->few[i].key, m->few[i].count);
  m->is_large = 1;
  put(m, key, 1);
}

void count_values(const unsigned *key, int n) {
  struct map m = {0};
  for (int i = 0; i < n; i++) count_one(&m, key[i]);
}
