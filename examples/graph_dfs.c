/* graph_dfs.c — is there a way from one vertex of a directed graph to another?  Depth first.
 *
 * Symbolic: the N*N entries of the adjacency matrix (those on the diagonal are not used).
 *
 *     nadir worst examples/graph_dfs.c --call 'graph_dfs(N, int edge[N][N], 0, N - 1)' \
 *         --size 2:6,20 --cost statements
 *
 * Worst: 2*N^2 + 4*N - 2 statements, when all but the last vertex lead to each other, and to the
 * last one leads the first alone.  There are 2, 5, 19, 110 paths at 2 to 5. */
#include <stdbool.h>
#include <string.h>

static bool search(int n, int edge[n][n], int at, int finish, bool *visited) {
  if (at == finish) return true;
  visited[at] = true;
  for (int v = 0; v < n; v++) {
    if (visited[v] || !edge[at][v]) continue;
    if (search(n, edge, v, finish, visited)) return true;
  }
  return false;
}

bool graph_dfs(int n, int edge[n][n], int start, int finish) {
  bool visited[n];
  memset(visited, 0, sizeof visited);
  return search(n, edge, start, finish, visited);
}
