/* A skew heap: all numbers are added, then taken out in order.
 *
 * call: skew(int a[N], N)
 * class: n log n
 * killer: a = [N - i for i in range(N)]
 */
#include <stdlib.h>

struct node {
  int value;
  struct node *left, *right;
};

static struct node *merge(struct node *a, struct node *b) {
  if (!a) return b;
  if (!b) return a;
  if (a->value > b->value) {
    struct node *t = a;
    a = b;
    b = t;
  }
  struct node *t = a->left;
  a->left = merge(a->right, b);
  a->right = t;
  return a;
}

void skew(int *a, int n) {
  struct node *top = NULL;
  for (int i = 0; i < n; i++) {
    struct node *one = malloc(sizeof *one);
    *one = (struct node){a[i], NULL, NULL};
    top = merge(top, one);
  }
  for (int i = 0; i < n; i++) {
    struct node *gone = top;
    a[i] = top->value;
    top = merge(top->left, top->right);
    free(gone);
  }
}
