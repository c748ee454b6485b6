/* All shortest paths; the inner loop is left out where there is no way.
 *
 * call: floyd(int d[N*N] in 1..100, N)
 * small: 1:2
 * large: 10
 * class: n^3
 * values: d [1, 9, 40, 99, 100] if N < 3 else [1, 40, 99]
 * killer: d = [1 if c == r + 1 else 99 - abs(c - r) for r in range(N) for c in range(N)]
 */
void floyd(int *d, int n) {
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      if (d[i * n + k] == 100) continue;
      for (int j = 0; j < n; j++) {
        if (d[k * n + j] == 100) continue;
        int way = d[i * n + k] + d[k * n + j];
        if (way < d[i * n + j]) d[i * n + j] = way;
      }
    }
}
