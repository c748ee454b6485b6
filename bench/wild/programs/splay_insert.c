/* Splay tree: insertion of all keys, with the tree splayed at each.
 *
 * call: splay_build(int key[N], N)
 * class: n log n
 * killer: key = list(range(0, N, 2)) + list(range(N - 1 | 1, 0, -2)); key = (key + [0] * N)[:N]
 */
#include <stdlib.h>

typedef struct splay_node {
  int key;
  struct splay_node *l, *r;
} splay_node;

static splay_node *zig(splay_node *t) {
  splay_node *x = t->l;
  t->l = x->r;
  x->r = t;
  return x;
}

static splay_node *zag(splay_node *t) {
  splay_node *x = t->r;
  t->r = x->l;
  x->l = t;
  return x;
}

static splay_node *bring_up(splay_node *t, int key) {
  if (!t || t->key == key) return t;
  if (key < t->key) {
    if (!t->l) return t;
    if (key < t->l->key) {
      t->l->l = bring_up(t->l->l, key);
      t = zig(t);
    } else if (key > t->l->key) {
      t->l->r = bring_up(t->l->r, key);
      if (t->l->r) t->l = zag(t->l);
    }
    return t->l ? zig(t) : t;
  }
  if (!t->r) return t;
  if (key > t->r->key) {
    t->r->r = bring_up(t->r->r, key);
    t = zag(t);
  } else if (key < t->r->key) {
    t->r->l = bring_up(t->r->l, key);
    if (t->r->l) t->r = zig(t->r);
  }
  return t->r ? zag(t) : t;
}

void splay_build(int *key, int n) {
  splay_node *root = NULL;
  for (int i = 0; i < n; i++) {
    root = bring_up(root, key[i]);
    if (root && root->key == key[i]) continue;
    splay_node *one = calloc(1, sizeof *one);
    one->key = key[i];
    if (root && key[i] < root->key) {
      one->r = root;
      one->l = root->l;
      root->l = NULL;
    } else if (root) {
      one->l = root;
      one->r = root->r;
      root->r = NULL;
    }
    root = one;
  }
}
