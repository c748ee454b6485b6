/* Three colours for a graph, by trying and taking back.
 *
 * call: colors(char g[N*N] in 0..1, N)
 * small: 1:4
 * large: 9
 * class: c^n
 * values: g [0, 1]
 * killer: g = [int(i // N >= N - 4 and i % N >= N - 4 and i // N != i % N) for i in range(N * N)]
 */
#include <stdlib.h>

static int fits(const char *g, int n, const int *color, int v, int c) {
  for (int u = 0; u < v; u++)
    if (g[v * n + u] && color[u] == c) return 0;
  return 1;
}

static int paint(const char *g, int n, int *color, int v) {
  if (v == n) return 1;
  for (int c = 1; c <= 3; c++)
    if (fits(g, n, color, v, c)) {
      color[v] = c;
      if (paint(g, n, color, v + 1)) return 1;
    }
  color[v] = 0;
  return 0;
}

int colors(const char *g, int n) {
  int *color = calloc(n, sizeof *color), found = paint(g, n, color, 0);
  free(color);
  return found;
}
