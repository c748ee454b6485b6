/* dfs.c — ESE's dfs (its listing 3) with ESE's cost.  The plain program is examples/graph_dfs.c.
 *
 * Symbolic: n*(n - 1) integers, for the largest n for which these are at most N (graph.h).
 *
 *     nadir worst bench/ese/programs/dfs.c --size 2,6,12,50,75,100 --cost user
 *
 * Differs: one unit is counted for each line of the Python program (line.h).  Making the graph and
 * listing the neighbours of a vertex are not part of it and cost nothing.
 * Worst: 2*n^2 - n + 3, as in the paper: 18, 94, 156, 193 at 10, 50, 75, 100.  All but the last
 * vertex lead to each other, and to the last one leads the first alone.  There are 10, 246, 29866
 * paths at n = 3, 4, 5. */
#include "graph.h"
#include "line.h"
#include <stdbool.h>

static bool do_search(const Graph *g, int current, int finish, bool *visited) {
  if (line(), current == finish) return line(), true;
  line();
  visited[current] = true;

  int neighbour[g->n];
  int n_neighbours = graph_outgoing(g, current, neighbour);
  for (int i = 0; line(), i < n_neighbours; i++) {
    if (line(), visited[neighbour[i]]) continue;
    if (line(), do_search(g, neighbour[i], finish, visited)) return line(), true;
  }
  return line(), false;
}

static bool dfs(const Graph *g, int start, int finish) {
  bool visited[g->n];
  for (int v = 0; v < g->n; v++) visited[v] = false;
  return line(), do_search(g, start, finish, visited);
}

int main(void) {
  Graph g = graph_symbolic(nadir_size());
  dfs(&g, 0, g.n - 1);
  free(g.edge);
}
