/* Splay tree, top down: look-ups in a tree of 32 keys that were inserted in order.
 *
 * call: splay_queries(int q[N] in 0..31, N)
 * class: n
 * small: 1:3
 * values: q range(32)
 * killer: q = [(0, 31, 1, 30, 2, 29)[i % 6] for i in range(N)]
 */
#include <stddef.h>

struct node {
  int key;
  struct node *left, *right;
};

static struct node *splay(struct node *t, int key) {
  if (!t) return NULL;
  struct node header = {0, NULL, NULL}, *l = &header, *r = &header;
  for (;;) {
    if (key < t->key) {
      if (!t->left) break;
      if (key < t->left->key) {
        struct node *y = t->left;
        t->left = y->right;
        y->right = t;
        t = y;
        if (!t->left) break;
      }
      r->left = t;
      r = t;
      t = t->left;
    } else if (key > t->key) {
      if (!t->right) break;
      if (key > t->right->key) {
        struct node *y = t->right;
        t->right = y->left;
        y->left = t;
        t = y;
        if (!t->right) break;
      }
      l->right = t;
      l = t;
      t = t->right;
    } else {
      break;
    }
  }
  l->right = t->left;
  r->left = t->right;
  t->left = header.right;
  t->right = header.left;
  return t;
}

int splay_queries(const int *q, int n) {
  struct node pool[32], *root = NULL;
  for (int i = 0; i < 32; i++) {
    pool[i] = (struct node){i, root, NULL};
    root = &pool[i];
  }
  int found = 0;
  for (int i = 0; i < n; i++) {
    root = splay(root, q[i]);
    found += root->key == q[i];
  }
  return found;
}
