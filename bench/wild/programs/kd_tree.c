/* A tree of points in the plane, compared by x and y in turn.
 *
 * call: build(struct point p[N], N)
 * fields: p int 2
 * small: 1:4
 * class: n^2
 * killer: p = [i // 2 for i in range(2 * N)]
 */
#include <stdlib.h>

struct point {
  int x, y;
};

struct node {
  struct point p;
  struct node *left, *right;
};

static int insert(struct node **at, struct point p) {
  int depth = 0;
  for (; *at; depth++) {
    struct node *t = *at;
    if (t->p.x == p.x && t->p.y == p.y) return depth;
    int goes_left = depth % 2 ? p.y < t->p.y : p.x < t->p.x;
    at = goes_left ? &t->left : &t->right;
  }
  *at = calloc(1, sizeof **at);
  (*at)->p = p;
  return depth;
}

int build(const struct point *p, int n) {
  struct node *root = NULL;
  int deepest = 0;
  for (int i = 0; i < n; i++) {
    int depth = insert(&root, p[i]);
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}
