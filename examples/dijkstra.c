/* dijkstra.c — the lengths of the shortest paths from vertex 0 of a complete directed graph,
 * without a heap (Dijkstra).
 *
 * Symbolic: the N*N lengths of the edges (those on the diagonal are not used).
 *
 *     nadir worst examples/dijkstra.c --call 'dijkstra(N, int w[N][N] in 0..1000)' --size 1:5 \
 *         --cost block:dijkstra.c:32
 *
 * Worst: N*(N - 1)/2 paths are improved, when each vertex makes the way to all that follow it
 * shorter.  There are 4, 56, 2592 paths at 3, 4, 5. */
#include <limits.h>
#include <stdbool.h>

/* The length of the longest of them. */
int dijkstra(int n, int w[n][n]) {
  bool done[n];
  int length[n];
  for (int v = 0; v < n; v++) {
    done[v] = false;
    length[v] = INT_MAX;
  }
  length[0] = 0;

  int u = 0;
  for (int step = 0; step < n; step++) {
    u = -1;
    for (int v = 0; v < n; v++)
      if (!done[v] && (u < 0 || length[v] < length[u])) u = v;
    done[u] = true;
    for (int v = 0; v < n; v++) {
      if (done[v] || length[u] + w[u][v] >= length[v]) continue;
      length[v] = length[u] + w[u][v];
    }
  }
  return length[u];
}
