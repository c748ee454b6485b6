/* bst_search.c — builds a binary search tree of N keys, without balancing, and looks for one more.
 *
 * Symbolic: the N keys and what is looked for.
 *
 *     nadir worst examples/bst_search.c --call 'bst_search(int key[N], N, int wanted)' \
 *         --size 1:5,100 --cost branches
 *
 * Worst: N*(N - 1)/2 branches to make the tree a list, and 2*N to come to its end and beyond. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct Node {
  int key;
  struct Node *left, *right;
};

static void tree_insert(struct Node **tree, struct Node *new) {
  while (*tree) tree = new->key < (*tree)->key ? &(*tree)->left : &(*tree)->right;
  *tree = new;
}

static bool tree_has(const struct Node *tree, int key) {
  while (tree) {
    if (tree->key == key) return true;
    tree = key < tree->key ? tree->left : tree->right;
  }
  return false;
}

bool bst_search(const int *key, size_t n, int wanted) {
  struct Node *nodes = calloc(n, sizeof *nodes);
  if (!nodes) return false;

  struct Node *root = NULL;
  for (size_t i = 0; i < n; i++) {
    nodes[i].key = key[i];
    tree_insert(&root, &nodes[i]);
  }
  bool found = tree_has(root, wanted);
  free(nodes);
  return found;
}
