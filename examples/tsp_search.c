/* tsp_search.c — the length of the shortest round trip through n cities, by branch and bound.
 *
 * Symbolic: the N*N distances.
 *
 *     nadir worst examples/tsp_search.c --call 'tsp_search(N, int d[N][N] in 0..1000)' --size 2:4 \
 *         --cost calls:search
 *
 * Worst: nothing is cut off: the sum of (N-1)!/(N-1-k)! for k = 0..N-1 calls, that is 5, 16, 65,
 * 326. */
#include <limits.h>
#include <stdbool.h>

struct Tour {
  int n, best;
  const int *d; /* n*n */
  bool *visited;
};

/* Goes on from a city to which it is this far, with so many cities left. */
static void search(struct Tour *t, int city, int length, int n_left) {
  const int *d = t->d + city * t->n;
  if (n_left == 0) {
    if (length + d[0] < t->best) t->best = length + d[0];
    return;
  }
  if (length >= t->best) return;
  for (int to = 0; to < t->n; to++) {
    if (t->visited[to]) continue;
    t->visited[to] = true;
    search(t, to, length + d[to], n_left - 1);
    t->visited[to] = false;
  }
}

int tsp_search(int n, int d[n][n]) {
  bool visited[n];
  for (int city = 0; city < n; city++) visited[city] = city == 0;
  struct Tour t = {n, INT_MAX, &d[0][0], visited};
  search(&t, 0, 0, n - 1);
  return t.best;
}
