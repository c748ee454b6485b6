/* Counts all simple paths from the first to the last node of a graph.
 *
 * call: paths(unsigned char g[N*N] in 0..1, N)
 * small: 1:3
 * large: 7
 * class: n!
 * values: g range(2)
 * killer: g = [1] * (N * N)
 */
static long walk(const unsigned char *g, int n, int at, unsigned visited) {
  if (at == n - 1) return 1;
  long count = 0;
  for (int to = 0; to < n; to++)
    if (g[at * n + to] && !(visited >> to & 1)) count += walk(g, n, to, visited | 1u << to);
  return count;
}

long paths(const unsigned char *g, int n) { return walk(g, n, 0, 1); }
