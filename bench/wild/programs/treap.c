/* Treap with priorities from a generator that always starts with the same seed.
 *
 * call: treap_build(int key[N], N)
 * class: n^2
 * killer: x, pri = 2463534242, []
 *         for i in range(N):
 *           x ^= x << 13 & 0xffffffff; x ^= x >> 17; x ^= x << 5 & 0xffffffff; pri.append(x)
 *         rank = sorted(range(N), key=lambda i: pri[i]); key = [0] * N
 *         for r, i in enumerate(rank): key[i] = r
 */
#include <stdint.h>
#include <stdlib.h>

struct treap {
  int key;
  uint32_t priority;
  struct treap *left, *right;
};

static uint32_t xorshift(uint32_t *state) {
  uint32_t x = *state;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  return *state = x;
}

static struct treap *insert(struct treap *t, struct treap *one) {
  if (!t) return one;
  if (one->key < t->key) {
    t->left = insert(t->left, one);
    if (t->left->priority > t->priority) {
      struct treap *up = t->left;
      t->left = up->right;
      up->right = t;
      return up;
    }
  } else {
    t->right = insert(t->right, one);
    if (t->right->priority > t->priority) {
      struct treap *up = t->right;
      t->right = up->left;
      up->left = t;
      return up;
    }
  }
  return t;
}

void treap_build(int *key, int n) {
  uint32_t state = 2463534242u;
  struct treap *root = NULL;
  for (int i = 0; i < n; i++) {
    struct treap *one = calloc(1, sizeof *one);
    one->key = key[i];
    one->priority = xorshift(&state);
    root = insert(root, one);
  }
}
