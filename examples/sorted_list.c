/* sorted_list.c — inserts a number into a sorted list.
 *
 * Symbolic: the number; the list is 1, 2, ..., N.
 *
 *     nadir worst examples/sorted_list.c --call 'sorted_list(N, int x)' --size 1:8,100 --cost branches
 *
 * Worst: N branches (comparisons), with a number that is larger than all, or than all but the last.
 * There are N + 1 paths. */
#include <stddef.h>
#include <stdlib.h>

struct Node {
  int value;
  struct Node *next;
};

static void list_insert(struct Node **list, struct Node *new) {
  while (*list && (*list)->value < new->value) list = &(*list)->next;
  new->next = *list;
  *list = new;
}

/* The smallest number of the list afterwards; 0 without memory. */
int sorted_list(int n, int x) {
  struct Node *nodes = calloc((size_t)n + 1, sizeof *nodes);
  if (!nodes) return 0;

  struct Node *list = NULL;
  for (int i = n; i > 0; i--) {
    nodes[i].value = i;
    list_insert(&list, &nodes[i]);
  }
  nodes[0].value = x;
  list_insert(&list, &nodes[0]);
  int first = list->value;
  free(nodes);
  return first;
}
