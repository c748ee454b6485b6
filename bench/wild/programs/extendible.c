/* Extendible hashing: a directory that doubles when a bucket of 4 is full, up to 1024 entries; keys with the same low bits
 * double it with each insertion, but not beyond that.
 *
 * call: extendible(unsigned key[N], N)
 * small: 1:5
 * class: n
 * values: key [i % 5 << 12 | i // 5 for i in range(N + 5)]
 * killer: key = [i % 5 << 12 | i // 5 for i in range(N)]
 */
#include <stdlib.h>

enum { FULL = 4, DEEPEST = 10 };

struct bucket {
  unsigned depth, n, key[FULL];
};

struct directory {
  struct bucket **at;
  unsigned depth;
};

static struct bucket *bucket_new(unsigned depth) {
  struct bucket *b = calloc(1, sizeof *b);
  b->depth = depth;
  return b;
}

static void widen(struct directory *d) {
  unsigned size = 1u << d->depth;
  struct bucket **wide = malloc(2 * size * sizeof(struct bucket *));
  for (unsigned i = 0; i < 2 * size; i++) wide[i] = d->at[i % size];
  free(d->at);
  d->at = wide;
  d->depth++;
}

static void split(struct directory *d, struct bucket *b) {
  struct bucket *other = bucket_new(b->depth + 1);
  unsigned bit = 1u << b->depth++, kept = 0;
  for (unsigned i = 0; i < FULL; i++)
    if (b->key[i] & bit)
      other->key[other->n++] = b->key[i];
    else
      b->key[kept++] = b->key[i];
  b->n = kept;
  for (unsigned i = 0; i < 1u << d->depth; i++)
    if (d->at[i] == b && i & bit) d->at[i] = other;
}

static int insert(struct directory *d, unsigned key) {
  for (;;) {
    struct bucket *b = d->at[key & ((1u << d->depth) - 1)];
    for (unsigned i = 0; i < b->n; i++)
      if (b->key[i] == key) return 0;
    if (b->n < FULL) {
      b->key[b->n++] = key;
      return 1;
    }
    if (b->depth == DEEPEST) return 0;
    if (b->depth == d->depth) widen(d);
    split(d, b);
  }
}

int extendible(const unsigned *key, int n) {
  struct directory d = {malloc(sizeof(struct bucket *)), 0};
  int count = 0;
  d.at[0] = bucket_new(0);
  for (int i = 0; i < n; i++) count += insert(&d, key[i]);
  return count;
}
