/* Dijkstra with an array in place of a queue.
 *
 * call: shortest(int w[N*N] in 0..9, N)
 * small: 1:3
 * large: 20
 * class: n^2
 * values: w [0, 1, 5, 9] if N < 3 else [0, 1, 9]
 * killer: w = [1 if c == r + 1 else max(0, 9 - r) for r in range(N) for c in range(N)]
 */
#include <limits.h>
#include <stdlib.h>

int shortest(const int *w, int n) {
  int *distance = malloc(n * sizeof *distance), last = 0;
  char *done = calloc(n, 1);
  for (int i = 0; i < n; i++) distance[i] = i ? INT_MAX : 0;
  for (int round = 0; round < n; round++) {
    int from = -1;
    for (int i = 0; i < n; i++)
      if (!done[i] && (from < 0 || distance[i] < distance[from])) from = i;
    if (distance[from] == INT_MAX) break;
    done[from] = 1;
    last = distance[from];
    for (int to = 0; to < n; to++) {
      int step = w[from * n + to];
      if (step && !done[to] && distance[from] + step < distance[to]) distance[to] = distance[from] + step;
    }
  }
  free(distance);
  free(done);
  return last;
}
