/* A list of nodes with 16 numbers each, asked by index: the walk to an element has a step for each 16 of them.
 *
 * call: sum_at(int index[N] in 0..N-1, N)
 * small: 1:5
 * class: n^2
 * killer: index = [N - 1] * N
 */
#include <stdlib.h>

enum { PER_NODE = 16 };

struct node {
  int used, value[PER_NODE];
  struct node *next;
};

static struct node *fill(int n) {
  struct node *first = calloc(1, sizeof *first), *last = first;
  for (int i = 0; i < n; i++) {
    if (last->used == PER_NODE) last = last->next = calloc(1, sizeof *last);
    last->value[last->used++] = i;
  }
  return first;
}

static int get(const struct node *x, int i) {
  while (i >= x->used) {
    i -= x->used;
    x = x->next;
  }
  return x->value[i];
}

long sum_at(const int *index, int n) {
  struct node *list = fill(n);
  long sum = 0;
  for (int i = 0; i < n; i++) sum += get(list, index[i]);
  return sum;
}
