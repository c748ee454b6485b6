/* dijkstra_lazy.c — the length of a shortest path in a complete directed graph, with a binary heap
 * (Dijkstra).  A vertex that is reached in a shorter way is pushed again; the old entry is skipped
 * when it comes out.
 *
 * Symbolic: the N*N lengths of the edges (those on the diagonal are not used).
 *
 *     nadir worst examples/dijkstra_lazy.c --call 'dijkstra_lazy(N, int w[N][N] in 0..1000)' \
 *         --size 2:4 --cost branches
 *
 * Worst: 0, 3, 16, 41 branches (comparisons of lengths) at 2, 3, 4, 5 vertices; no formula is known
 * to us.  There are 1, 3, 48, 10709 paths. */
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct Item {
  int length, vertex;
};

struct Heap {
  struct Item *at;
  int n;
};

static void heap_push(struct Heap *h, struct Item x) {
  int i = h->n++;
  while (i > 0 && x.length < h->at[(i - 1) / 2].length) {
    h->at[i] = h->at[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  h->at[i] = x;
}

static struct Item heap_pop(struct Heap *h) {
  struct Item top = h->at[0], x = h->at[--h->n];
  int i = 0;
  for (int child = 1; child < h->n; child = 2 * i + 1) {
    if (child + 1 < h->n && h->at[child + 1].length < h->at[child].length) child++;
    if (!(h->at[child].length < x.length)) break;
    h->at[i] = h->at[child];
    i = child;
  }
  h->at[i] = x;
  return top;
}

/* From vertex 0 to vertex n - 1; -1 without memory. */
int dijkstra_lazy(int n, int w[n][n]) {
  bool done[n], reached[n];
  int length[n];
  for (int v = 0; v < n; v++) done[v] = reached[v] = false;
  struct Heap heap = {malloc(n * n * sizeof *heap.at), 0};
  if (!heap.at) return -1;

  length[0] = 0;
  heap_push(&heap, (struct Item){0, 0});
  while (heap.n > 0) {
    int u = heap_pop(&heap).vertex;
    if (u == n - 1) break;
    if (done[u]) continue;
    done[u] = true;
    for (int v = 0; v < n; v++) {
      if (done[v]) continue;
      int new = length[u] + w[u][v];
      if (reached[v] && new >= length[v]) continue;
      length[v] = new;
      reached[v] = true;
      heap_push(&heap, (struct Item){new, v});
    }
  }
  free(heap.at);
  return length[n - 1];
}
