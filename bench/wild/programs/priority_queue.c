/* A binary heap with a callback: everything is pushed, then popped.
 *
 * call: push_and_pop(int a[N], N, smaller)
 * class: n log n
 * killer: a = [N - i for i in range(N)]
 */
#include <stdbool.h>
#include <stdlib.h>

struct heap {
  int *at;
  int n;
  bool (*before)(int, int);
};

static bool smaller(int x, int y) { return x < y; }

static void push(struct heap *h, int x) {
  int i = h->n++;
  while (i > 0 && h->before(x, h->at[(i - 1) / 2])) {
    h->at[i] = h->at[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  h->at[i] = x;
}

static int pop(struct heap *h) {
  int top = h->at[0], x = h->at[--h->n], i = 0;
  for (;;) {
    int c = 2 * i + 1;
    if (c >= h->n) break;
    if (c + 1 < h->n && h->before(h->at[c + 1], h->at[c])) c++;
    if (!h->before(h->at[c], x)) break;
    h->at[i] = h->at[c];
    i = c;
  }
  h->at[i] = x;
  return top;
}

void push_and_pop(int *a, int n, bool (*before)(int, int)) {
  struct heap h = {malloc(n * sizeof(int)), 0, before};
  for (int i = 0; i < n; i++) push(&h, a[i]);
  for (int i = 0; i < n; i++) a[i] = pop(&h);
  free(h.at);
}
