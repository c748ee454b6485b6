/* Insertion into a binary search tree that nobody balances.
 *
 * call: tree_build(int key[N], N)
 * class: n^2
 * killer: key = list(range(N))
 */
#include <stdlib.h>

struct tree {
  int key;
  struct tree *left, *right;
};

void tree_build(const int *key, int n) {
  struct tree *root = NULL;
  for (int i = 0; i < n; i++) {
    struct tree **at = &root;
    while (*at) at = key[i] < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = calloc(1, sizeof **at);
    (*at)->key = key[i];
  }
}
