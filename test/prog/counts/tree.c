// One comparison per node on the way: N! paths.
// RUN: run --size 4
// EXPECT: finished 24
// RUN: run --size 4 --search random-path --max-states 2
// EXPECT: finished 24
// EXPECT: parked
#include <nadir.h>
#include <stdlib.h>

typedef struct Node {
  int key;
  struct Node *left, *right;
} Node;

int main(void) {
  Node *root = NULL;
  for (unsigned long i = 0; i < nadir_size(); i++) {
    Node **at = &root, *node = calloc(1, sizeof *node);
    nadir_symbolic(&node->key, sizeof node->key, "key");
    while (*at) at = node->key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = node;
  }
  return 0;
}
