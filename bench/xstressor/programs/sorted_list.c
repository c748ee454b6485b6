/* sorted_list.c — the sorted list of the WISE paper: the list, too, is made of symbolic numbers.
 *
 * Symbolic: the N numbers that make the list, and the one that is inserted then.
 *
 *     nadir worst bench/xstressor/programs/sorted_list.c --call 'sorted_list(int a[N+1], N)' \
 *         --size 1:5 --cost target
 *
 * Worst: N steps of the last insertion.  There are (N + 1)! paths.
 *
 * Differs from examples/sorted_list.c in this, and in that only the last insertion is counted. */
#include <nadir.h>
#include <stdbool.h>
#include <stdlib.h>

struct Node {
  int value;
  struct Node *next;
};

static void list_insert(struct Node **list, struct Node *new, bool counted) {
  while (*list && (*list)->value < new->value) {
    if (counted) nadir_target();
    list = &(*list)->next;
  }
  new->next = *list;
  *list = new;
}

void sorted_list(const int *a, size_t n) {
  struct Node *nodes = calloc(n + 1, sizeof *nodes), *list = NULL;
  if (!nodes) return;
  for (size_t i = 0; i <= n; i++) {
    nodes[i].value = a[i];
    list_insert(&list, &nodes[i], i == n);
  }
  free(nodes);
}
