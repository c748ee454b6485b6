/* graph_bfs.c — is there a way from one vertex of a directed graph to another?  Breadth first.
 *
 * Symbolic: the N*N entries of the adjacency matrix (those on the diagonal are not used).
 *
 *     nadir worst examples/graph_bfs.c --call 'graph_bfs(N, int edge[N][N], 0, N - 1)' \
 *         --size 2:6,20 --cost statements
 *
 * Worst: 2*N^2 + 4*N + 3 statements, on a complete graph for example.  There are 2, 5, 20, 121
 * paths at 2 to 5. */
#include <stdbool.h>
#include <string.h>

bool graph_bfs(int n, int edge[n][n], int start, int finish) {
  bool met[n];
  memset(met, 0, sizeof met);
  met[start] = true;

  int queue[n], head = 0, tail = 0;
  queue[tail++] = start;
  while (head < tail) {
    int at = queue[head++];
    if (at == finish) return true;
    for (int v = 0; v < n; v++) {
      if (met[v] || !edge[at][v]) continue;
      met[v] = true;
      queue[tail++] = v;
    }
  }
  return false;
}
