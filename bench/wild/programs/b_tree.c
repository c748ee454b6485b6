/* A B-tree of order 4 (2-3-4 tree), nodes split on the way down.
 *
 * call: build(int key[N], N)
 * class: n log n
 * killer: key = list(range(N))
 */
#include <stdlib.h>
#define MOST 3

struct node {
  int n, key[MOST];
  struct node *child[MOST + 1];
};

static struct node *node_new(void) {
  return calloc(1, sizeof(struct node));
}

static void split(struct node *up, int at) {
  struct node *left = up->child[at], *right = node_new();
  right->n = 1;
  right->key[0] = left->key[2];
  right->child[0] = left->child[2];
  right->child[1] = left->child[3];
  left->n = 1;
  for (int i = up->n; i > at; i--) {
    up->key[i] = up->key[i - 1];
    up->child[i + 1] = up->child[i];
  }
  up->key[at] = left->key[1];
  up->child[at + 1] = right;
  up->n++;
}

static struct node *insert(struct node *root, int key) {
  if (root->n == MOST) {
    struct node *top = node_new();
    top->child[0] = root;
    split(top, 0);
    root = top;
  }
  for (struct node *t = root;;) {
    int i = 0;
    while (i < t->n && key > t->key[i]) i++;
    if (i < t->n && key == t->key[i]) return root;
    if (!t->child[0]) {
      for (int k = t->n; k > i; k--) t->key[k] = t->key[k - 1];
      t->key[i] = key;
      t->n++;
      return root;
    }
    if (t->child[i]->n == MOST) {
      split(t, i);
      if (key == t->key[i]) return root;
      if (key > t->key[i]) i++;
    }
    t = t->child[i];
  }
}

int build(const int *key, int n) {
  struct node *root = node_new();
  for (int i = 0; i < n; i++) root = insert(root, key[i]);
  return root->n;
}
