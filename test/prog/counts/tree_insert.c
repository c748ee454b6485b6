// Inserting N symbolic keys into a binary search tree: N! paths without equal keys apart.
// RUN: run --size 3 --search bfs
// EXPECT: finished 6
// RUN: run --size 5
// EXPECT: finished 120
// RUN: run --size 5 --search random-path
// EXPECT: finished 120
// RUN: run --size 6 --search random
// EXPECT: finished 720
#include <nadir.h>
#include <stdlib.h>

typedef struct Node {
  struct Node *child[2];
  long key;
} Node;

static Node *insert(Node *tree, Node *node) {
  if (!tree) return node;
  if (node->key < tree->key) tree->child[0] = insert(tree->child[0], node);
  else tree->child[1] = insert(tree->child[1], node);
  return tree;
}

int main(void) {
  Node *root = NULL;
  for (size_t i = 0; i < nadir_size(); i++) {
    Node *node = calloc(1, sizeof *node);
    nadir_symbolic(&node->key, sizeof node->key, "key");
    root = insert(root, node);
  }
  return 0;
}
