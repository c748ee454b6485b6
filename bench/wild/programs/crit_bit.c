/* A crit-bit tree of numbers with 32 bits: a step for each bit in which a key differs from others, so 32 at most.
 *
 * call: crit_bit(unsigned key[N], N)
 * small: 1:4
 * class: n
 * values: key [0, 1, 3, 1 << 31, (1 << 32) - 1]
 * killer: key = ([1 << b for b in range(31, 6, -1)] + list(range(N)))[:N]
 */
#include <stdint.h>
#include <stdlib.h>

struct node {
  uint32_t key, bit; /* of a leaf; of an inner node, which has children */
  struct node *child[2];
};

static struct node *leaf(uint32_t key) {
  struct node *x = calloc(1, sizeof *x);
  x->key = key;
  return x;
}

static int side(const struct node *x, uint32_t key) {
  return (key & x->bit) != 0;
}

static int insert(struct node **root, uint32_t key) {
  struct node *x = *root;
  if (!x) {
    *root = leaf(key);
    return 1;
  }
  while (x->bit) x = x->child[side(x, key)];
  uint32_t differs = x->key ^ key, bit = 1u << 31;
  if (!differs) return 0;
  while (!(differs & bit)) bit >>= 1;
  struct node **at = root;
  while ((*at)->bit > bit) at = &(*at)->child[side(*at, key)];
  struct node *inner = calloc(1, sizeof *inner);
  inner->bit = bit;
  inner->child[side(inner, key)] = leaf(key);
  inner->child[!side(inner, key)] = *at;
  *at = inner;
  return 1;
}

int crit_bit(const unsigned *key, int n) {
  struct node *root = NULL;
  int count = 0;
  for (int i = 0; i < n; i++) count += insert(&root, key[i]);
  return count;
}
