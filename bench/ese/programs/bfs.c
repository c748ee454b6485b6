/* bfs.c — ESE's bfs with ESE's cost.  The plain program is examples/graph_bfs.c.
 *
 * Symbolic: n*(n - 1) integers, for the largest n for which these are at most N (graph.h).
 *
 *     nadir worst bench/ese/programs/bfs.c --size 2,6,12,50,75,100 --cost user
 *
 * Differs: one unit is counted for each line of the Python program (line.h), which the paper does
 * not show.  Making the graph and listing the neighbours of a vertex are not part of it and cost
 * nothing.
 * Worst: 2*n^2 + 2*n + 2, as in the paper: 26, 114, 182, 222 at 10, 50, 75, 100, when the graph is
 * complete.  There are 10, 218, 21886 paths at n = 3, 4, 5. */
#include "graph.h"
#include "line.h"
#include <stdbool.h>

static bool bfs(const Graph *g, int start, int finish) {
  lines(2);
  int queue[g->n], head = 0, tail = 0;
  queue[tail++] = start;
  bool visited[g->n];
  for (int v = 0; v < g->n; v++) visited[v] = v == start;

  int neighbour[g->n];
  while (line(), head < tail) {
    line();
    int current = queue[head++];
    if (line(), current == finish) return line(), true;
    int n_neighbours = graph_outgoing(g, current, neighbour);
    for (int i = 0; line(), i < n_neighbours; i++) {
      if (line(), visited[neighbour[i]]) continue;
      lines(2);
      visited[neighbour[i]] = true;
      queue[tail++] = neighbour[i];
    }
  }
  return line(), false;
}

int main(void) {
  Graph g = graph_symbolic(nadir_size());
  bfs(&g, 0, g.n - 1);
  free(g.edge);
}
