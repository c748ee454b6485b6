/* Inserts 200 symbols into a tree on the heap. */
#include <nadir.h>
#include <stdlib.h>
struct node { int key; struct node *kids[2]; };
int main(void) {
  struct node *root = 0;
  int v[200];
  nadir_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 200; i++) {
    struct node **at = &root;
    while (*at) at = &(*at)->kids[v[i] > (*at)->key];
    *at = calloc(1, sizeof **at);
    (*at)->key = v[i];
  }
  return root->kids[0] == 0;
}
