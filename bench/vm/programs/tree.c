/* tree.c — paths: N numbers put into a binary search tree. */
#include <nadir.h>
#include <stdlib.h>

typedef struct Node {
  struct Node *less, *more;
  int key;
} Node;

static void insert(Node **at, int key) {
  while (*at) at = key < (*at)->key ? &(*at)->less : &(*at)->more;
  *at = calloc(1, sizeof **at);
  (*at)->key = key;
}

int main(void) {
  int a[N];
  Node *root = NULL;
  nadir_symbolic(a, sizeof a, "a");
  for (int i = 0; i < N; i++) insert(&root, a[i]);
  return 0;
}
