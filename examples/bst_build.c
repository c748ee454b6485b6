/* bst_build.c — builds a binary search tree of N keys, without balancing.
 *
 * Symbolic: the N keys.
 *
 *     nadir worst examples/bst_build.c --call 'bst_build(int key[N], N)' --size 1:7,100 --cost branches
 *
 * Worst: N*(N - 1)/2 branches (comparisons of keys), on a sequence that makes the tree a list.
 * There are N! paths. */
#include <stddef.h>
#include <stdlib.h>

struct Node {
  int key;
  struct Node *left, *right;
};

/* Returns how many nodes are above the new one. */
static size_t bst_insert(struct Node **tree, struct Node *new) {
  size_t depth = 0;
  while (*tree) {
    tree = new->key < (*tree)->key ? &(*tree)->left : &(*tree)->right;
    depth++;
  }
  *tree = new;
  return depth;
}

/* The height of the tree that these keys make, inserted in this order; a single node has 0. */
size_t bst_build(const int *key, size_t n) {
  struct Node *nodes = calloc(n, sizeof *nodes);
  if (!nodes) return 0;

  struct Node *root = NULL;
  size_t height = 0;
  for (size_t i = 0; i < n; i++) {
    nodes[i].key = key[i];
    size_t depth = bst_insert(&root, &nodes[i]);
    if (depth > height) height = depth;
  }
  free(nodes);
  return height;
}
