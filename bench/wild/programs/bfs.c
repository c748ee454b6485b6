/* Breadth-first search in an adjacency matrix.
 *
 * call: bfs(unsigned char g[N*N] in 0..1, N)
 * small: 1:3
 * large: 30
 * class: n^2
 * values: g range(2)
 * killer: g = [int(c > r) for r in range(N) for c in range(N)]
 */
#include <stdlib.h>

int bfs(const unsigned char *g, int n) {
  int *queue = malloc(n * sizeof *queue), head = 0, tail = 0;
  char *seen = calloc(n, 1);
  queue[tail++] = 0;
  seen[0] = 1;
  while (head < tail) {
    int from = queue[head++];
    for (int to = 0; to < n; to++) {
      if (!g[from * n + to] || seen[to]) continue;
      seen[to] = 1;
      queue[tail++] = to;
    }
  }
  free(queue);
  free(seen);
  return tail;
}
