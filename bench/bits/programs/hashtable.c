/* hashtable.c — N insertions into a table of 8 buckets, by multiplicative hashing of 32-bit keys;
 * `nadir worst` proves how many comparisons they may need. */
#include <stdint.h>

struct Node {
  struct Node *next;
  uint32_t key;
};

int insert_all(const uint32_t *keys, int n) {
  static struct Node nodes[64], *buckets[8];
  int n_nodes = 0;
  for (int i = 0; i < n; i++) {
    struct Node **bucket = &buckets[keys[i] * 2654435769u >> 29], *at = *bucket;
    while (at && at->key != keys[i]) at = at->next;
    if (at) continue;
    nodes[n_nodes] = (struct Node){*bucket, keys[i]};
    *bucket = &nodes[n_nodes++];
  }
  return n_nodes;
}
