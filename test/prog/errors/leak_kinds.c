// A leak is what nothing frees at the end: the head of a list that was dropped.
// RUN: run --check=leak
// EXPECT: error leak 22
// EXPECT: error 1
// EXPECT: finished 1
// RUN: run
// EXPECT: finished 2
#include <nadir.h>
#include <stdlib.h>

typedef struct Node {
  struct Node *next;
} Node;

int main(void) {
  _Bool drops;
  unsigned char x;
  nadir_symbolic(&x, sizeof x, "x");
  drops = x == 9;
  Node *list = NULL;
  for (int i = 0; i < 3; i++) {
    Node *node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  if (drops) list = list->next;
  while (list) {
    Node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
