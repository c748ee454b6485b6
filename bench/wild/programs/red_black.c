/* Left-leaning red-black tree.
 *
 * call: rb_build(int key[N], N)
 * class: n log n
 * killer: key = [N - i for i in range(N)]
 */
#include <stdbool.h>
#include <stdlib.h>

struct rb {
  int key;
  bool red;
  struct rb *left, *right;
};

static bool is_red(const struct rb *t) { return t && t->red; }

static struct rb *rotate_left(struct rb *t) {
  struct rb *x = t->right;
  t->right = x->left;
  x->left = t;
  x->red = t->red;
  t->red = true;
  return x;
}

static struct rb *rotate_right(struct rb *t) {
  struct rb *x = t->left;
  t->left = x->right;
  x->right = t;
  x->red = t->red;
  t->red = true;
  return x;
}

static struct rb *put(struct rb *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    *t = (struct rb){key, true, NULL, NULL};
    return t;
  }
  if (key < t->key)
    t->left = put(t->left, key);
  else if (key > t->key)
    t->right = put(t->right, key);
  if (is_red(t->right) && !is_red(t->left)) t = rotate_left(t);
  if (is_red(t->left) && is_red(t->left->left)) t = rotate_right(t);
  if (is_red(t->left) && is_red(t->right)) {
    t->red = !t->red;
    t->left->red = t->right->red = false;
  }
  return t;
}

void rb_build(const int *key, int n) {
  struct rb *root = NULL;
  for (int i = 0; i < n; i++) {
    root = put(root, key[i]);
    root->red = false;
  }
}
