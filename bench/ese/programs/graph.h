/* graph.h — the symbolic graphs of ESE's dfs and bfs.
 *
 * ESE's size is a number of symbolic integers: a graph of size S has the largest n vertices with
 * n*(n - 1) <= S, and one integer for each ordered pair of different vertices, so 3, 7, 9, 10
 * vertices at 10, 50, 75, 100.  A vertex leads to another if their integer is not zero. */
#ifndef GRAPH_H
#define GRAPH_H

#include <nadir.h>
#include <stdlib.h>

typedef struct Graph {
  int n;
  int *edge; /* owned; n - 1 of vertex 0, then n - 1 of vertex 1 ... */
} Graph;

static Graph graph_symbolic(size_t size) {
  size_t n = 1;
  while ((n + 1) * n <= size) n++;
  size_t bytes = n * (n - 1) * sizeof(int);
  Graph g = {n, malloc(bytes ? bytes : 1)};
  if (!g.edge) abort();
  if (bytes) nadir_symbolic(g.edge, bytes, "edge");
  return g;
}

/* The vertices that u leads to, in ascending order.  The whole row is looked at: one decision for
 * each of its integers, and no line of the program. */
static int graph_outgoing(const Graph *g, int u, int *ret_vertices) {
  int n_found = 0;
  const int *row = &g->edge[u * (g->n - 1)];
  for (int v = 0; v < g->n; v++)
    if (v != u && row[v < u ? v : v - 1] != 0) ret_vertices[n_found++] = v;
  return n_found;
}

#endif
