/* Merge sort of a linked list.
 *
 * call: sort_values(int v[N], N)
 * class: n log n
 * killer: v = [i * 37 % 101 for i in range(N)]
 */
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *merge(struct node *a, struct node *b) {
  struct node head, *tail = &head;
  while (a && b) {
    if (a->value <= b->value) {
      tail->next = a;
      a = a->next;
    } else {
      tail->next = b;
      b = b->next;
    }
    tail = tail->next;
  }
  tail->next = a ? a : b;
  return head.next;
}

static struct node *list_sort(struct node *list) {
  if (!list || !list->next) return list;
  struct node *slow = list, *fast = list->next;
  while (fast && fast->next) {
    slow = slow->next;
    fast = fast->next->next;
  }
  struct node *second = slow->next;
  slow->next = NULL;
  return merge(list_sort(list), list_sort(second));
}

void sort_values(int *v, int n) {
  struct node *list = NULL;
  for (int i = n - 1; i >= 0; i--) {
    struct node *one = malloc(sizeof *one);
    one->value = v[i];
    one->next = list;
    list = one;
  }
  list = list_sort(list);
  for (int i = 0; i < n; i++) {
    struct node *next = list->next;
    v[i] = list->value;
    free(list);
    list = next;
  }
}
