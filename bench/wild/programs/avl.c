/* AVL tree, recursive insertion with rotations.
 *
 * call: avl_build(int key[N], N)
 * class: n log n
 * killer: key = list(range(N))
 */
#include <stdlib.h>

typedef struct avl {
  int key, height;
  struct avl *child[2];
} avl_t;

static int height(const avl_t *t) { return t ? t->height : 0; }

static void update(avl_t *t) {
  int l = height(t->child[0]), r = height(t->child[1]);
  t->height = (l > r ? l : r) + 1;
}

static avl_t *rotate(avl_t *t, int side) {
  avl_t *up = t->child[!side];
  t->child[!side] = up->child[side];
  up->child[side] = t;
  update(t);
  update(up);
  return up;
}

static avl_t *balance(avl_t *t) {
  update(t);
  for (int side = 0; side < 2; side++) {
    if (height(t->child[side]) <= height(t->child[!side]) + 1) continue;
    avl_t *c = t->child[side];
    if (height(c->child[side]) < height(c->child[!side])) t->child[side] = rotate(c, side);
    return rotate(t, !side);
  }
  return t;
}

static avl_t *insert(avl_t *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
    t->height = 1;
    return t;
  }
  if (key == t->key) return t;
  int side = key > t->key;
  t->child[side] = insert(t->child[side], key);
  return balance(t);
}

void avl_build(int *key, int n) {
  avl_t *root = NULL;
  for (int i = 0; i < n; i++) root = insert(root, key[i]);
}
