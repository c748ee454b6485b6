/* dijkstra_lazy.c — the shortest path from vertex 0 to vertex n - 1 of a complete directed graph as
 * the Python package Dijkstar looks for it, for the PySE paper's benchmark.
 *
 * Symbolic: the lengths of the edges, N*N of which N*(N - 1) are used (the paper's size is the
 * latter).
 *
 *     nadir worst bench/pyse/programs/dijkstra_lazy.c \
 *         --call 'dijkstra_lazy(N, int w[N][N] in -1000..1000)' --size 2:4 --cost branches
 *
 * Worst: 5, 29, 72 branches at 3, 4, 5 vertices, 136 or more at 6.  There are 5 and 155 paths at 3
 * and 4, and 4 and 682 sides that no input takes.
 *
 * Differs from examples/dijkstra_lazy.c in what the paper's counts depend on:
 * - items of the heap are pairs (cost, vertex), which Python compares by == first and by < only
 *   if that fails: two branches; equal costs leave it to the vertices, which are not symbolic;
 * - the heap is that of Python's heapq: taking one out moves the smaller child up all the way to a
 *   leaf, then sifts the last item up from there;
 * - all comparisons of a push are made in one source line, and so are all of a pop: to the paper a
 *   branch is a line of the Python program, and there it is three of them, with that of `cost >
 *   new`;
 * - lengths may be negative. */
#include <stdbool.h>

enum { VERTICES_MAX = 12, ITEMS_MAX = VERTICES_MAX * VERTICES_MAX };

struct Item {
  int cost, vertex;
};

struct Heap {
  struct Item at[ITEMS_MAX];
  int n;
};

typedef bool Less(struct Item x, struct Item y);

static bool less_in_push(struct Item x, struct Item y) {
  if (x.cost == y.cost) return x.vertex < y.vertex; else return x.cost < y.cost ? true : false;
}

static bool less_in_pop(struct Item x, struct Item y) {
  if (x.cost == y.cost) return x.vertex < y.vertex; else return x.cost < y.cost ? true : false;
}

static void sift_up(struct Heap *h, int i, Less *less) {
  struct Item x = h->at[i];
  while (i > 0 && less(x, h->at[(i - 1) / 2])) {
    h->at[i] = h->at[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  h->at[i] = x;
}

static void heap_push(struct Heap *h, struct Item x) {
  h->at[h->n++] = x;
  sift_up(h, h->n - 1, less_in_push);
}

static struct Item heap_pop(struct Heap *h) {
  struct Item top = h->at[0], last = h->at[--h->n];
  if (h->n == 0) return top;
  int i = 0;
  for (int child = 1; child < h->n; child = 2 * i + 1) {
    if (child + 1 < h->n && !less_in_pop(h->at[child], h->at[child + 1])) child++;
    h->at[i] = h->at[child];
    i = child;
  }
  h->at[i] = last;
  sift_up(h, i, less_in_pop);
  return top;
}

void dijkstra_lazy(int n, int w[n][n]) {
  if (n > VERTICES_MAX) return;
  int cost[VERTICES_MAX] = {0};
  bool costed[VERTICES_MAX] = {true}, visited[VERTICES_MAX] = {false};
  struct Heap heap = {.n = 0};

  heap_push(&heap, (struct Item){0, 0});
  while (heap.n > 0) {
    struct Item u = heap_pop(&heap);
    if (u.vertex == n - 1) break;
    if (visited[u.vertex]) continue;
    visited[u.vertex] = true;
    for (int v = 0; v < n; v++) {
      if (visited[v]) continue;
      int new = u.cost + w[u.vertex][v];
      if (costed[v] && !(cost[v] > new)) continue;
      cost[v] = new;
      costed[v] = true;
      heap_push(&heap, (struct Item){new, v});
    }
  }
}
